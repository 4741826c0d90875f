#include "posenc/model/training_options.hpp"

#include <algorithm>

#include "posenc/argument.hpp"

namespace posenc {

TrainingOptions task_options(Task task, Scheme scheme) {
  TrainingOptions options;
  options.model.position.scheme = scheme;
  const TaskFacts& facts = facts_of(task);
  options.examples = facts.examples;
  options.model.direction = facts.direction;

  // Per token, 8 distinct tokens of 16, one layer, unless said otherwise.
  const auto ordering = [&](double layers, double steps) {
    options.train_shortest = 4;
    options.steps = steps;
    options.model.vocabulary = 40;
    options.model.layers = layers;
    options.model.readout = Readout::max_pool;
  };
  const auto short_ = [&](TokenDraw tokens) {
    options.tokens = tokens;
    options.test_examples = 1024;
  };
  const auto extended = [&](double length) {
    options.tokens = TokenDraw::independent;
    options.train_shortest = options.train_longest = length;
    options.steps = 600;
    options.test_examples = 256;
  };
  switch (task) {
    case Task::order:
      ordering(1, 800);
      break;
    case Task::order_bidirectional:
      ordering(2, 1000);
      break;
    case Task::copy:
    case Task::reverse:
    case Task::first:
    case Task::shift:
    case Task::sort:
      short_(TokenDraw::distinct);
      break;
    case Task::count:
      short_(TokenDraw::independent);
      break;
    case Task::previous:
    case Task::forward_fill:
    case Task::first_causal:
      extended(16);
      break;
    case Task::copy_course:
      short_(TokenDraw::independent);
      options.drawn = 5;
      options.train_shortest = options.train_longest = 20;
      options.batch = 32;
      options.steps = 300;
      // Adam as in its paper: a constant rate, no clipping.
      options.learning_rate = 0.01;
      options.warmup = 0;
      options.final_rate = 1;
      options.clip = 0;
      options.adam.beta2 = 0.999;
      options.model.vocabulary = 10;
      options.model.d_model = 16;
      break;
    case Task::previous_20:
    case Task::forward_fill_20:
    case Task::first_causal_20:
      extended(20);
      break;
    case Task::planted:
      options.tokens = TokenDraw::independent;
      options.train_shortest = 4;
      options.train_longest = 16;
      options.test_examples = 256;
      options.model.vocabulary = 24;
      break;
    case Task::text:
      options.train_shortest = options.train_longest = 64;
      options.steps = 1500;
      options.batch = 16;
      options.learning_rate = 3e-3;
      options.warmup = 100;
      options.model.vocabulary = 0;
      options.model.d_model = 64;
      options.model.layers = 2;
      options.model.position.table_rows = 512;
      break;
  }
  // Exactly the trained length, so that a learned table has no answer beyond it.
  if (options.train_longest == 20) options.model.position.table_rows = 20;
  options.test_lengths.assign(facts.test_lengths.begin(), facts.test_lengths.end());
  options.model.longest = std::ranges::max(facts.test_lengths);
  return options;
}

Result<ReferenceLevels> reference_levels(const TrainingOptions& options) {
  if (options.examples == ExampleKind::text) return ReferenceLevels{};
  POSENC_TRY(examples, Examples::make(options.examples, options.model.vocabulary, options.tokens,
                                      options.drawn));
  POSENC_TRY(shortest, to_count("[training] `train_shortest`", options.train_shortest));
  POSENC_TRY(longest, to_count("[training] `train_longest`", options.train_longest));
  if (auto error = examples.check_length(shortest)) return error->about("train_shortest");
  if (auto error = examples.check_length(longest)) return error->about("train_longest");
  const double vocabulary = options.drawn > 0 ? options.drawn : options.model.vocabulary;
  ReferenceLevels levels{chance_level(options.examples, static_cast<Index>(vocabulary), longest),
                         std::nullopt};
  if (options.model.direction == Direction::causal) return levels;
  // The ceilings of copy and count also hold for repeated tokens; all other such tasks have distinct ones.
  const auto ceiling = ceiling_without_order(options.examples, longest);
  if (ceiling == ceiling_without_order(options.examples, shortest)) levels.ceiling = ceiling;
  return levels;
}

}  // namespace posenc
