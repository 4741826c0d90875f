#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
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
  double test_examples = 512;          // of each length
  std::vector<double> test_lengths{};  // for the caller, who calls Trainer::evaluate
  TransformerOptions model{};

  bool operator==(const TrainingOptions&) const = default;
};

/// The options of a task with a scheme, all set; for text the vocabulary is 0, for the alphabet of the text.
/// `longest` is the longest of test_lengths.
TrainingOptions task_options(Task task, Scheme scheme);

/// The accuracies that a run is compared with; for text there are none, but Text::levels.
struct ReferenceLevels {
  /// Of guessing: chance_level at the longest trained length.
  double chance = 0;
  /// The highest of a model without positions, if it is known exactly and the same at all trained lengths: for
  /// bidirectional attention, ceiling_without_order. (In the causal tasks tokens repeat or all tokens are pooled, so
  /// causal_previous_ceiling holds for none of them.)
  std::optional<double> ceiling;
};
POSENC_FIELDS(ReferenceLevels, chance, ceiling)

/// Errors: those of Examples; trained lengths that are not whole numbers or have no examples.
Result<ReferenceLevels> reference_levels(const TrainingOptions& options);

/// Visits an option that older files lack: calls `visitor.later(since, visit)`, where `since` is the first version of
/// checkpoints with it and `visit(visitor)` visits it as any other. A visitor without `later` has it visited at once.
template <class Visitor, class Visit>
void visit_later(Visitor& visitor, std::uint32_t since, const char* name, const Visit& visit) {
  if constexpr (requires { visitor.later(since, name, visit); }) {
    visitor.later(since, name, visit);
  } else {
    visit(visitor);
  }
}

/// Calls `number(name, value)`, `choice(name, value, names)`, `numbers(name, values)`, `choices(name, values, names)`
/// or `text(name, value)` for every option that a person, a page or a file may set: the one list of them. New options
/// go last, each with the first version of checkpoints that has it.
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
  const auto number = [&](std::uint32_t since, const char* name, auto& value) {
    visit_later(visitor, since, name, [&](auto& each) { each.number(name, value); });
  };
  const auto numbers = [&](std::uint32_t since, const char* name, auto& values) {
    visit_later(visitor, since, name, [&](auto& each) { each.numbers(name, values); });
  };
  number(4, "table_std", model.position.table_std);
  numbers(4, "test_lengths", options.test_lengths);
  visit_later(visitor, 5, "layer_schemes", [&](auto& each) {
    each.choices("layer_schemes", model.position.layer_schemes, scheme_names);
  });
  numbers(5, "windows", model.position.windows);
  numbers(5, "bases", model.position.bases);
  number(5, "rotary", model.position.rotary);
  numbers(6, "given", model.position.given);
  numbers(6, "given_lengths", model.position.given_lengths);
}

}  // namespace posenc
