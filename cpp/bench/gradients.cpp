#include "gradients.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace posenc::bench {
namespace {

constexpr Index B = 3;

/// Truncation and rounding are about equal: with the loss near 1, both are below 1e-11, 1e-7 of a gradient.
constexpr double difference_step = 1e-4;

struct Batch {
  std::vector<Token> tokens;
  std::vector<Token> targets;
};

Batch batch(const TransformerOptions& options, Index T, Random& random) {
  const auto V = static_cast<std::uint64_t>(options.vocabulary);
  const auto classes = static_cast<std::uint64_t>(options.outputs);
  const bool per_token = options.readout == Readout::per_token;
  Batch made;
  for (Index n = 0; n < B * T; ++n) made.tokens.push_back(static_cast<Token>(random.below(V)));
  for (Index n = 0; n < (per_token ? B * T : B); ++n) {
    const auto target = static_cast<Token>(random.below(classes));
    made.targets.push_back(n % 7 == 5 ? not_scored : target);
  }
  return made;
}

TransformerOptions options_of(Scheme scheme, Direction direction, Activation activation) {
  TransformerOptions options;
  options.vocabulary = 5;
  options.outputs = 4;
  options.d_model = 8;
  options.heads = 2;
  options.layers = 2;
  options.hidden = 6;
  options.longest = 7;
  options.direction = direction;
  options.activation = activation;
  options.position.scheme = scheme;
  options.position.table_rows = 7;
  options.position.num_buckets = 8;
  options.position.max_distance = 6;
  options.position.formula = "cos(pos*(i + 1)/d)";
  return options;
}

}  // namespace

Result<std::vector<GradientError>> gradient_errors(const TransformerOptions& options, Index T) {
  POSENC_TRY(made, Transformer<double>::make(options));
  Transformer<double> model = std::move(made);
  Random random(1);
  model.initialize(random);
  // Moves gains away from 1, and biases away from 0.
  for (double& parameter : model.mutable_parameters()) parameter += 0.1 * random.normal();
  const Batch data = batch(options, T, random);
  const Random of_dropout(2);

  Random same = of_dropout;
  const auto result = model.loss_and_gradients(data.tokens, data.targets, B, T, same);
  if (!result) return result.error();
  const std::vector<double> analytic(model.gradients().begin(), model.gradients().end());
  const auto loss = [&] {
    if (options.dropout == 0) return model.evaluate(data.tokens, data.targets, B, T)->loss;
    Random again = of_dropout;
    return model.loss_and_gradients(data.tokens, data.targets, B, T, again)->loss;
  };

  std::vector<GradientError> errors;
  for (const Tensor& tensor : model.tensors()) {
    const auto from = static_cast<std::size_t>(tensor.offset);
    const auto size = static_cast<std::size_t>(tensor.size());
    double largest = 0;
    for (std::size_t n = from; n < from + size; ++n) {
      largest = std::max(largest, std::abs(analytic[n]));
    }
    double worst = 0;
    for (std::size_t n = from; n < from + size; ++n) {
      const double at = model.parameters()[n];
      const auto loss_at = [&](double distance) {
        model.mutable_parameters()[n] = at + distance;
        return loss();
      };
      // Central differences over one step and over two: the error is of order step^4.
      const double near = loss_at(difference_step) - loss_at(-difference_step);
      const double far = loss_at(2 * difference_step) - loss_at(-2 * difference_step);
      model.mutable_parameters()[n] = at;
      const double numeric = (8 * near - far) / (12 * difference_step);
      const double off = std::abs(analytic[n] - numeric);
      const double size_of = std::max({std::abs(analytic[n]), std::abs(numeric), 1e-3 * largest});
      // If the loss does not depend on the tensor, both are 0.
      if (off > 0) worst = std::max(worst, off / size_of);
    }
    errors.push_back({tensor.name, worst});
  }
  return errors;
}

std::vector<CheckedGradients> gradients() {
  std::vector<CheckedGradients> all;
  const auto add = [&](const TransformerOptions& options) {
    all.push_back({options, *gradient_errors(options)});
  };
  for (const auto& [name, scheme] : scheme_names) {
    add(options_of(scheme, Direction::bidirectional, Activation::gelu));
    if (scheme != Scheme::alibi_directional) {
      add(options_of(scheme, Direction::causal, Activation::gelu));
    }
  }
  // (With these inputs no activation is within two steps of its kink.)
  add(options_of(Scheme::sinusoidal, Direction::bidirectional, Activation::relu));

  TransformerOptions layers = options_of(Scheme::none, Direction::causal, Activation::gelu);
  layers.position.layer_schemes = {Scheme::rope, Scheme::none};
  add(layers);
  layers.position.layer_schemes = {Scheme::t5, Scheme::alibi};
  layers.position.windows = {0, 2};
  add(layers);
  TransformerOptions rope = options_of(Scheme::rope, Direction::causal, Activation::gelu);
  rope.position.windows = {3, 0};
  add(rope);
  rope.position.bases = {10, 1000};
  add(rope);
  rope.position.rotary = 0.5;
  add(rope);
  return all;
}

}  // namespace posenc::bench
