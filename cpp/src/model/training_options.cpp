#include "posenc/model/training_options.hpp"

#include <algorithm>

#include "posenc/argument.hpp"

namespace posenc {

Result<Experiment> to_experiment(std::string_view name) {
  return to_enum("[training] `task`", name, experiment_names);
}

TrainingOptions experiment_options(Experiment experiment, Scheme scheme) {
  TrainingOptions options;
  options.model.position.scheme = scheme;
  const ExperimentFacts& facts = facts_of(experiment);
  options.task = facts.task;
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
  switch (experiment) {
    case Experiment::order:
      ordering(1, 800);
      break;
    case Experiment::order_bidirectional:
      ordering(2, 1000);
      break;
    case Experiment::copy:
    case Experiment::reverse:
    case Experiment::first:
    case Experiment::shift:
    case Experiment::sort:
      short_(TokenDraw::distinct);
      break;
    case Experiment::count:
      short_(TokenDraw::independent);
      break;
    case Experiment::previous:
    case Experiment::forward_fill:
    case Experiment::first_causal:
      extended(16);
      break;
    case Experiment::copy_course:
      short_(TokenDraw::independent);
      options.drawn = 5;
      options.train_shortest = options.train_longest = 20;
      options.batch = 32;
      options.steps = 300;
      // Adam as its paper has it: a constant rate, nothing clipped.
      options.learning_rate = 0.01;
      options.warmup = 0;
      options.final_rate = 1;
      options.clip = 0;
      options.adam.beta2 = 0.999;
      options.model.vocabulary = 10;
      options.model.d_model = 16;
      break;
    case Experiment::previous_20:
    case Experiment::forward_fill_20:
    case Experiment::first_causal_20:
      extended(20);
      break;
  }
  // Of exactly the trained length, so that a learned table has no answer beyond.
  if (options.train_longest == 20) options.model.position.table_rows = 20;
  options.model.longest = std::ranges::max(test_lengths(experiment));
  return options;
}

std::string title_of(Experiment experiment) {
  std::string title(text_of(facts_of(experiment).task).title);
  switch (experiment) {
    case Experiment::order:
    case Experiment::first_causal:
      return title + " (causal)";
    case Experiment::order_bidirectional:
    case Experiment::first:
      return title + " (both directions)";
    case Experiment::copy_course:
      return title + " (as in courses)";
    case Experiment::previous_20:
    case Experiment::forward_fill_20:
    case Experiment::first_causal_20:
      return title + " (trained at 20)";
    default:
      return title;
  }
}

double chance_of(Experiment experiment) {
  const auto options = experiment_options(experiment, Scheme::none);
  return chance_level(
      options.task,
      static_cast<Index>(options.drawn > 0 ? options.drawn : options.model.vocabulary),
      static_cast<Index>(options.train_longest));
}

std::optional<double> ceiling_of(Experiment experiment) {
  if (facts_of(experiment).direction == Direction::causal) return std::nullopt;
  const auto options = experiment_options(experiment, Scheme::none);
  // Copy and count hang on no token being another, and all others have distinct ones.
  return ceiling_without_order(options.task, static_cast<Index>(options.train_longest));
}

std::string_view limits_of(Experiment experiment) {
  switch (experiment) {
    case Experiment::order:
      return "What a sinusoidal model scores far beyond its training is no property of the "
             "scheme: at length 32 it is right in 50 to 96 % of cases, as learning rate and "
             "scale of the embedding have it. And some 14 thousand parameters in one layer say "
             "nothing of language models.";
    case Experiment::order_bidirectional:
      return "Where halves of the heads see one direction only, it is this that solves the "
             "task, and not ALiBi’s bias: the direction alone does as well. Two small layers on "
             "one made-up task say nothing of language models.";
    case Experiment::copy:
      return "Every scheme solves it, and so does a model without any: it cannot show which "
             "encoding is the better one, only that a task may need none.";
    case Experiment::reverse:
      return "That RoPE and ALiBi do not solve it holds for one layer of some 14 thousand "
             "parameters at one length; of deeper models, and of language, it says nothing.";
    case Experiment::first:
      return "It is tested at its trained length alone, so that it says nothing of longer ones. "
             "That ALiBi gets no further here than no positions at all is no verdict on it "
             "either: its bias is the same to the left and to the right, where a causal model "
             "has a mask besides.";
    case Experiment::shift:
      return "One layer at one length: that RoPE and ALiBi fall behind a table here, RoPE by a "
             "few points that vary with the seed, says nothing of deeper models or of language.";
    case Experiment::sort:
      return "One layer at one length: that ALiBi gets no further than no positions at all, and "
             "RoPE stays behind a table, says nothing of deeper models or of language.";
    case Experiment::count:
      return "It needs no order, and how much of a hindrance each encoding is, was measured "
             "after 400 steps at one length: it cannot show which is the better one where order "
             "matters.";
    case Experiment::previous:
    case Experiment::previous_20:
      return "ALiBi’s result hangs on its slopes: with four heads the usual ones are too flat "
             "for this task, within the trained length too, and steeper ones solve it. One "
             "layer of some 14 thousand parameters says nothing of language models.";
    case Experiment::forward_fill:
    case Experiment::forward_fill_20:
      return "It asks for what was said last, which is what ALiBi prefers; a task that asks for "
             "the first token turns the ranking round, and no scheme wins both. One layer of "
             "some 14 thousand parameters says nothing of language models.";
    case Experiment::first_causal:
    case Experiment::first_causal_20:
      return "It asks for what was said first, which is what ALiBi turns away from; a task that "
             "asks for the last token turns the ranking round, and no scheme wins both. One "
             "layer of some 14 thousand parameters says nothing of language models.";
    case Experiment::copy_course:
      return "Every scheme solves it, and so does a model without any: a falling loss here is "
             "no sign that an encoding works. With five tokens and no order to learn, it says "
             "nothing of tasks that need one.";
  }
  return {};
}

std::vector<double> test_lengths(Experiment experiment) {
  switch (experiment) {
    case Experiment::order:
    case Experiment::order_bidirectional:
      return {4, 6, 8, 12, 16, 24, 32};
    case Experiment::previous:
    case Experiment::forward_fill:
    case Experiment::first_causal:
      return {16, 32, 64};
    case Experiment::copy_course:
      return {20};
    case Experiment::previous_20:
    case Experiment::forward_fill_20:
    case Experiment::first_causal_20:
      return {20, 30, 50, 100};
    default:
      return {8};
  }
}

}  // namespace posenc
