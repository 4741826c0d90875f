#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/model/adam.hpp"
#include "posenc/model/tasks.hpp"
#include "posenc/model/transformer.hpp"

/// What is trained, on what, and how: all of it, so that the same options give the same run.
namespace posenc {

/// Tasks as the lesson has them: what the examples are, together with the model that shows most on them.
enum class Experiment {
  order,                // is it ascending? causal attention
  order_bidirectional,  // the same with attention both ways and two layers
  copy,
  reverse,
  first,
  shift,
  sort,
  count,
  previous,  // causal, tested beyond the trained length, as are the next two
  forward_fill,
  first_causal,
  copy_course,  // copy as courses set it: few tokens, a constant rate, no warm-up
  previous_20,  // as the three above, but trained at 20, with a learned table of 20 rows
  forward_fill_20,
  first_causal_20,
};

/// What is known of an experiment whatever its options.
struct ExperimentFacts {
  std::string_view name;
  Experiment experiment;
  Task task;
  Direction direction;
};

/// One for each experiment, in their order.
inline constexpr std::array<ExperimentFacts, 15> experiment_facts{{
    {"order", Experiment::order, Task::order, Direction::causal},
    {"order-bidirectional", Experiment::order_bidirectional, Task::order, Direction::bidirectional},
    {"copy", Experiment::copy, Task::copy, Direction::bidirectional},
    {"reverse", Experiment::reverse, Task::reverse, Direction::bidirectional},
    {"first", Experiment::first, Task::first, Direction::bidirectional},
    {"shift", Experiment::shift, Task::shift, Direction::bidirectional},
    {"sort", Experiment::sort, Task::sort, Direction::bidirectional},
    {"count", Experiment::count, Task::count, Direction::bidirectional},
    {"previous", Experiment::previous, Task::previous, Direction::causal},
    {"forward-fill", Experiment::forward_fill, Task::forward_fill, Direction::causal},
    {"first-causal", Experiment::first_causal, Task::first, Direction::causal},
    {"copy-course", Experiment::copy_course, Task::copy, Direction::bidirectional},
    {"previous-20", Experiment::previous_20, Task::previous, Direction::causal},
    {"forward-fill-20", Experiment::forward_fill_20, Task::forward_fill, Direction::causal},
    {"first-causal-20", Experiment::first_causal_20, Task::first, Direction::causal},
}};

inline constexpr auto experiment_names = [] {
  EnumNames<Experiment, experiment_facts.size()> names;
  for (std::size_t n = 0; n < names.size(); ++n) {
    names[n] = {experiment_facts[n].name, experiment_facts[n].experiment};
  }
  return names;
}();

constexpr const ExperimentFacts& facts_of(Experiment experiment) {
  return experiment_facts[static_cast<std::size_t>(experiment)];
}

/// The experiment of that name. Errors: a name that is none.
Result<Experiment> to_experiment(std::string_view name);

struct TrainingOptions {
  Task task = Task::copy;
  TokenDraw tokens = TokenDraw::distinct;
  double drawn = 0;           // how many of the vocabulary's tokens occur; 0 for all
  double train_shortest = 8;  // lengths trained on: each batch has one of these, each as likely
  double train_longest = 8;
  double seed = 1;
  double steps = 400;
  double batch = 64;
  double learning_rate = 5e-3;  // after the warm-up
  double warmup = 50;           // steps in which the rate rises from 0, in equal parts
  double final_rate = 0.05;     // share of the rate that its cosine falls to at the last step
  double clip = 1;  // gradients of a larger global norm are scaled to this one; 0 for never
  AdamOptions adam{0.9, 0.99, 1e-8};
  double test_examples = 512;  // of each length
  TransformerOptions model{};

  bool operator==(const TrainingOptions&) const = default;
};

/// Those of the experiment, with that scheme: everything is set. `longest` is the longest of test_lengths.
TrainingOptions experiment_options(Experiment experiment, Scheme scheme);

/// The lengths that its models are tested at: up to the trained ones, and beyond.
std::vector<double> test_lengths(Experiment experiment);

/// What the page calls it: the title of its task, and what tells it apart where experiments share the task.
std::string title_of(Experiment experiment);

/// The accuracy of guessing at the trained length, as chance_level.
double chance_of(Experiment experiment);

/// The highest accuracy of a model without positions at the trained length, where it is known exactly: for
/// experiments with bidirectional attention, as ceiling_without_order. (Where attention is causal, tokens repeat or
/// there is a read-out over all of them: causal_previous_ceiling holds for none of these.)
std::optional<double> ceiling_of(Experiment experiment);

/// What a model of this size, trained like this, cannot show, in a sentence or two.
std::string_view limits_of(Experiment experiment);

/// Calls `number(name, value)`, `choice(name, value, names)`, `numbers(name, values)` or `text(name, value)` for
/// every option that a person, a page or a file may set: the one list of them.
template <class Options, class Visitor>
void visit_options(Options& options, Visitor& visitor) {
  auto& model = options.model;
  visitor.choice("examples", options.task, task_names);
  visitor.choice("tokens", options.tokens, token_draw_names);
  visitor.number("vocabulary", model.vocabulary);
  visitor.number("drawn", options.drawn);
  visitor.number("train_shortest", options.train_shortest);
  visitor.number("train_longest", options.train_longest);
  visitor.number("longest", model.longest);
  visitor.number("seed", options.seed);
  visitor.number("steps", options.steps);
  visitor.number("batch", options.batch);
  visitor.number("learning_rate", options.learning_rate);
  visitor.number("warmup", options.warmup);
  visitor.number("final_rate", options.final_rate);
  visitor.number("clip", options.clip);
  visitor.number("beta1", options.adam.beta1);
  visitor.number("beta2", options.adam.beta2);
  visitor.number("adam_eps", options.adam.eps);
  visitor.number("test_examples", options.test_examples);
  visitor.number("d_model", model.d_model);
  visitor.number("heads", model.heads);
  visitor.number("layers", model.layers);
  visitor.number("hidden", model.hidden);
  visitor.number("dropout", model.dropout);
  visitor.number("eps", model.eps);
  visitor.choice("direction", model.direction, direction_names);
  visitor.choice("activation", model.activation, activation_names);
  visitor.choice("readout", model.readout, readout_names);
  visitor.choice("embedding_scale", model.embedding_scale, embedding_scale_names);
  visitor.choice("scheme", model.position.scheme, scheme_names);
  visitor.number("base", model.position.base);
  visitor.choice("layout", model.position.layout, pair_layout_names);
  visitor.numbers("slopes", model.position.slopes);
  visitor.number("table_rows", model.position.table_rows);
  visitor.number("num_buckets", model.position.num_buckets);
  visitor.number("max_distance", model.position.max_distance);
  visitor.text("formula", model.position.formula);
}

}  // namespace posenc
