#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/model/adam.hpp"
#include "posenc/model/tasks.hpp"
#include "posenc/model/transformer.hpp"

/// All options of a training run: the model, the task and the training. The same options give the same run.
namespace posenc {

struct TrainingOptions {
  ExampleKind examples = ExampleKind::copy;
  TokenDraw tokens = TokenDraw::distinct;
  double drawn = 0;           // the number of tokens that occur; 0 for the whole vocabulary
  double train_shortest = 8;  // shortest trained length: each batch has a random length, uniform
  double train_longest = 8;
  double seed = 1;
  double steps = 400;
  double batch = 64;
  double learning_rate = 5e-3;  // after the warm-up
  double warmup = 50;           // the number of steps in which the rate rises linearly from 0
  double final_rate = 0.05;     // fraction of the rate that its cosine reaches at the last step
  double clip = 1;  // gradients with a larger global norm are scaled to this one; 0 for never
  AdamOptions adam{0.9, 0.99, 1e-8};
  double test_examples = 512;  // of each length
  TransformerOptions model{};

  bool operator==(const TrainingOptions&) const = default;
};

/// The options of a task with a scheme, all set. `longest` is the longest of test_lengths.
TrainingOptions task_options(Task task, Scheme scheme);

/// chance_level at the trained length.
double chance_of(const TrainingOptions& options);
double chance_of(Task task);

/// The highest accuracy of a model without positions at the trained length, if it is known exactly: for tasks with
/// bidirectional attention, ceiling_without_order. (In the causal tasks tokens repeat or all tokens are pooled, so
/// causal_previous_ceiling holds for none of them.)
std::optional<double> ceiling_of(Task task);

/// Calls `visitor.later_number(name, value)` for an option that older files lack; a visitor without it treats such
/// an option as any other.
template <class Visitor, class Number>
void visit_later_number(Visitor& visitor, const char* name, Number& value) {
  if constexpr (requires { visitor.later_number(name, value); }) {
    visitor.later_number(name, value);
  } else {
    visitor.number(name, value);
  }
}

/// Calls `number(name, value)`, `choice(name, value, names)`, `numbers(name, values)` or `text(name, value)` for
/// every option that a person, a page or a file may set: the one list of them. New options go last.
template <class Options, class Visitor>
void visit_options(Options& options, Visitor& visitor) {
  auto& model = options.model;
  visitor.choice("examples", options.examples, example_kind_names);
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
  visit_later_number(visitor, "table_std", model.position.table_std);
}

}  // namespace posenc
