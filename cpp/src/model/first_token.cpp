#include "posenc/model/first_token.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "posenc/argument.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

/// One layer, with the weights W_q^t, W_k^t and W^t.
void attend(Matrix& x, const std::array<Matrix, 3>& weights) {
  const Matrix q = row_dots(x, weights[0]);
  const Matrix k = row_dots(x, weights[1]);
  const Matrix v = row_dots(x, weights[2]);
  const double scale = 1 / std::sqrt(static_cast<double>(x.cols()));
  Vector shares(x.rows());
  for (Index t = 0; t < x.rows(); ++t) {
    for (Index s = 0; s <= t; ++s) shares[s] = scale * dot(&q(t, 0), &k(s, 0), x.cols());
    softmax({shares.data(), static_cast<std::size_t>(t + 1)});
    for (Index s = 0; s <= t; ++s) {
      for (Index c = 0; c < x.cols(); ++c) x(t, c) += shares[s] * v(s, c);
    }
  }
}

struct Spreading {
  double most;
  Index component;
};

/// The largest difference, in one component, between two rows from `first` on.
Spreading spread(const Matrix& outputs, Index first) {
  Spreading found{0, 0};
  for (Index c = 0; c < outputs.cols(); ++c) {
    double lowest = outputs(first, c);
    double highest = lowest;
    for (Index t = first; t < outputs.rows(); ++t) {
      lowest = std::min(lowest, outputs(t, c));
      highest = std::max(highest, outputs(t, c));
    }
    if (highest - lowest > found.most) found = {highest - lowest, c};
  }
  return found;
}

double largest_magnitude(const Matrix& outputs) {
  double most = 0;
  for (Index n = 0; n < outputs.size(); ++n) most = std::max(most, std::abs(outputs.data()[n]));
  return most;
}

}  // namespace

Result<FirstTokenEffect> first_token_effect(double layers, double positions, double seed) {
  if (auto error = check_whole("[first-token] `layers`", layers, 1, 8)) return *error;
  if (auto error = check_whole("[first-token] `positions`", positions, 2, 512)) return *error;
  if (auto error = check_seed("[first-token] `seed`", seed)) return *error;

  const auto depth = static_cast<Index>(layers);
  const auto T = static_cast<Index>(positions);
  constexpr Index d = first_token_width;
  Random random(static_cast<std::uint64_t>(seed));
  const Matrix embeddings = normal_matrix(random, 2, d, 1);
  FirstTokenEffect effect{Matrix(T, d), Matrix(T, d), 0, 0, 0, false};
  for (Index t = 0; t < T; ++t) {
    for (Index c = 0; c < d; ++c) {
      effect.repeated(t, c) = embeddings(0, c);
      effect.after_first(t, c) = embeddings(t == 0 ? 1 : 0, c);
    }
  }
  const double deviation = 1 / std::sqrt(static_cast<double>(d));
  for (Index layer = 0; layer < depth; ++layer) {
    std::array<Matrix, 3> weights;
    for (Matrix& one : weights) one = normal_matrix(random, d, d, deviation);
    attend(effect.repeated, weights);
    attend(effect.after_first, weights);
  }
  effect.repeated_spread = spread(effect.repeated, 0).most;
  const auto [most, component] = spread(effect.after_first, 1);
  effect.after_first_spread = most;
  effect.varying = component;
  effect.repeated_equal =
      effect.repeated_spread <= rounding_tolerance * largest_magnitude(effect.repeated);
  return effect;
}

}  // namespace posenc
