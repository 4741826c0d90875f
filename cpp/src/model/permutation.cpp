#include "posenc/model/permutation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/model/attention.hpp"
#include "posenc/model/product.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

constexpr std::size_t max_tokens = 64;

std::optional<Error> check(const AttentionLayer& layer) {
  constexpr double widest = 512;
  if (!(layer.d_model >= 2 && layer.d_model <= widest) ||
      layer.d_model != 2 * std::trunc(layer.d_model / 2)) {
    return invalid_argument({"[permutation] `d_model` must be a positive even number up to ",
                             widest, " but got ", layer.d_model});
  }
  return check_seed("[permutation] `seed`", layer.seed);
}

std::optional<Error> check(std::span<const double> tokens) {
  if (tokens.empty() || tokens.size() > max_tokens) {
    return invalid_argument({"[permutation] there must be 1 to ", max_tokens,
                             " `tokens` but there are ", tokens.size()});
  }
  for (const double token : tokens) {
    POSENC_TRY(id, to_index("[permutation] each of `tokens`", token));
    if (id < 0) {
      return invalid_argument(
          {"[permutation] each of `tokens` must be a whole number of at least 0 but got ", token});
    }
  }
  return std::nullopt;
}

/// `order` as indices. Errors: an order that is not a permutation of 0 .. count-1.
Result<std::vector<std::size_t>> to_permutation(std::span<const double> order, std::size_t count) {
  if (order.size() != count) {
    return invalid_argument({"[permutation] `order` must have a number for each of the ", count,
                             count == 1 ? " token" : " tokens", " but has ", order.size()});
  }
  std::vector<std::size_t> permutation;
  std::vector<bool> taken(count);
  for (const double place : order) {
    if (!(place >= 0 && place < static_cast<double>(count)) || place != std::floor(place)) {
      return invalid_argument({"[permutation] `order` must have whole numbers from 0 to ",
                               count - 1, " but one is ", place});
    }
    const auto n = static_cast<std::size_t>(place);
    if (taken[n]) {
      return invalid_argument(
          {"[permutation] `order` must have each number once but has ", place, " more than once"});
    }
    taken[n] = true;
    permutation.push_back(n);
  }
  return permutation;
}

using Floats = std::vector<float>;

Floats normals(Random& random, Index count, double deviation) {
  Floats drawn(static_cast<std::size_t>(count));
  for (float& number : drawn) number = static_cast<float>(deviation * random.normal());
  return drawn;
}

/// The embedding of one token, from its own generator, so that it does not depend on other tokens.
Floats embedding(double seed, double token, Index d) {
  std::uint64_t state = static_cast<std::uint64_t>(seed);
  state = split_mix_64(state) + static_cast<std::uint64_t>(token);
  Random random(split_mix_64(state));
  return normals(random, d, 1);
}

struct Attended {
  Matrix weights;
  Matrix outputs;
};

/// @param packed [d, 3 d]: W_q, W_k and W_v side by side
Attended attend(const Floats& x, const Floats& packed, Index T, Index d, AttentionMask mask) {
  const auto floats = [](Index rows, Index cols) {
    return Floats(static_cast<std::size_t>(rows * cols));
  };
  Floats qkv = floats(T, 3 * d);
  multiply<Left::as_it_is>(T, 3 * d, d, x.data(), d, packed.data(), qkv.data(), 3 * d);
  Floats bias = floats(1, 2 * T - 1);
  if (mask == AttentionMask::causal) {
    std::fill(bias.begin() + T, bias.end(), -std::numeric_limits<float>::infinity());
  }
  Floats weights = floats(T, T);
  Floats outputs = floats(T, d);
  Floats scratch(static_cast<std::size_t>(attention_scratch<float>(T, d)));
  attention<float>({1, T, 1, d}, qkv.data(), {bias.data(), BiasLayout::by_offset(T)},
                   static_cast<float>(1 / std::sqrt(static_cast<double>(d))), weights.data(),
                   outputs.data(), scratch.data());
  Attended attended{Matrix(T, T), Matrix(T, d)};
  std::copy(weights.begin(), weights.end(), attended.weights.data());
  std::copy(outputs.begin(), outputs.end(), attended.outputs.data());
  return attended;
}

}  // namespace

Result<PermutedAttention> permuted_attention(const AttentionLayer& layer,
                                             std::span<const double> tokens,
                                             std::span<const double> order) {
  if (auto error = check(layer)) return *error;
  if (auto error = check(tokens)) return *error;
  POSENC_TRY(permutation, to_permutation(order, tokens.size()));

  const auto T = static_cast<Index>(tokens.size());
  const auto d = static_cast<Index>(layer.d_model);
  Matrix added = Matrix::Zero(T, d);
  if (layer.encoding == AddedPositions::sinusoidal) {
    POSENC_TRY(frequencies, GeometricFrequencies::make(d, 10000));
    std::vector<double> positions(tokens.size());
    std::iota(positions.begin(), positions.end(), 0.0);
    POSENC_TRY(table, sinusoidal_table(frequencies, positions));
    added = std::move(table);
  }

  Random random(static_cast<std::uint64_t>(layer.seed));
  Floats packed(static_cast<std::size_t>(packed_size<float>(d, 3 * d)));
  pack(normals(random, d * 3 * d, 1 / std::sqrt(layer.d_model)).data(), d, 3 * d, 3 * d,
       packed.data());

  /// Attention to the sequence with token source(n) at place n.
  const auto attend_to = [&](const auto& source) {
    Floats x;
    for (Index n = 0; n < T; ++n) {
      const Floats row = embedding(layer.seed, tokens[source(n)], d);
      for (Index c = 0; c < d; ++c) {
        x.push_back(row[static_cast<std::size_t>(c)] + static_cast<float>(added(n, c)));
      }
    }
    return attend(x, packed, T, d, layer.mask);
  };
  const auto moved = [&](Index n) { return permutation[static_cast<std::size_t>(n)]; };
  const Attended original = attend_to([](Index n) { return static_cast<std::size_t>(n); });
  const Attended reordered = attend_to(moved);

  PermutedAttention result{original.weights,
                           original.outputs,
                           reordered.weights,
                           reordered.outputs,
                           0,
                           0,
                           0,
                           false,
                           false};
  const auto raise = [](double& largest, double difference) {
    largest = std::max(largest, std::abs(difference));
  };
  double largest_output = 0;
  for (Index n = 0; n < T; ++n) {
    const auto row = static_cast<Index>(moved(n));
    for (Index m = 0; m < T; ++m) {
      raise(result.weight_difference,
            reordered.weights(n, m) - original.weights(row, static_cast<Index>(moved(m))));
    }
    for (Index c = 0; c < d; ++c) {
      raise(result.output_difference, reordered.outputs(n, c) - original.outputs(row, c));
      raise(largest_output, original.outputs(n, c));
    }
  }
  for (Index c = 0; c < d; ++c) {
    double difference = 0;
    for (Index n = 0; n < T; ++n) difference += reordered.outputs(n, c) - original.outputs(n, c);
    raise(result.pooled_difference, difference / static_cast<double>(T));
  }
  const double tolerance = permutation_tolerance * largest_output;
  result.equivariant =
      result.weight_difference <= permutation_tolerance && result.output_difference <= tolerance;
  result.invariant = result.pooled_difference <= tolerance;
  return result;
}

}  // namespace posenc
