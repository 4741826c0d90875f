#include "posenc/encoding/rotary.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace posenc {
namespace {

struct CosSin {
  double cos;
  double sin;
};

CosSin cos_sin(const InverseFrequencies& theta, Index pair, double position, double factor) {
  const double angle = position * theta.values()[pair];
  return {factor * std::cos(angle), factor * std::sin(angle)};
}

/// Writes R x to `rotated`; x has head_dim components.
template <class Row>
void rotate_into(const RotaryEmbedding& rope, const Vector& x, double position, Row rotated) {
  const Index pairs = rope.theta().pairs();
  rotated = x;
  for (Index i = 0; i < pairs; ++i) {
    const auto [a, b] = pair_components(i, pairs, rope.layout());
    const auto [cos, sin] = cos_sin(rope.theta(), i, position, rope.attention_factor());
    rotated[a] = x[a] * cos - x[b] * sin;
    rotated[b] = x[a] * sin + x[b] * cos;
  }
}

Error odd_head(double head_dim) {
  return invalid_argument(
      {"[rotary] `head_dim` must be even if the whole head is rotated but got ", head_dim});
}

std::optional<Error> check_factor(double attention_factor) {
  if (attention_factor > 0 && attention_factor <= 1e10) return std::nullopt;
  return invalid_argument(
      {"[rotary] `attention_factor` must be a number above 0 and up to 1e+10 but got ",
       attention_factor});
}

std::optional<Error> check_vector(std::string_view name, const Vector& x, Index head_dim) {
  return check_components("[rotary]", name, x, "head_dim", head_dim);
}

}  // namespace

PairIndices pair_components(Index pair, Index pairs, PairLayout layout) {
  return layout == PairLayout::interleaved ? interleaved_pair(pair) : split_pair(pair, pairs);
}

Result<RotaryEmbedding> RotaryEmbedding::make(InverseFrequencies theta, double head_dim,
                                              PairLayout layout, double attention_factor) {
  POSENC_TRY(d, to_count("[rotary] `head_dim`", head_dim));
  if (d < theta.dimension()) {
    return invalid_argument({"[rotary] `head_dim` must be at least `rotary_dim` = ",
                             theta.dimension(), " but got ", d});
  }
  if (auto error = check_size("[rotary] the head", 1, d)) return *error;
  if (auto error = check_factor(attention_factor)) return *error;
  return RotaryEmbedding(std::move(theta), d, layout, attention_factor);
}

Result<RotaryEmbedding> RotaryEmbedding::make(double head_dim, double rotary_dim, double base,
                                              std::string_view layout) {
  POSENC_TRY(d, to_count("[rotary] `head_dim`", head_dim));
  const auto r = to_index("[rotary] `rotary_dim`", rotary_dim);
  if (!r || *r < 1 || *r > d || *r % 2 != 0) {
    // Without a rotary_dim the whole head is rotated, and the error must be about head_dim.
    if (rotary_dim == head_dim) return odd_head(head_dim);
    return invalid_argument(
        {"[rotary] `rotary_dim` must be a positive even number up to `head_dim` = ", head_dim,
         " but got ", rotary_dim});
  }
  POSENC_TRY(theta, GeometricFrequencies::make(*r, base));
  POSENC_TRY(named, to_pair_layout(layout));
  return make(std::move(theta), head_dim, named);
}

Result<Index> rotated_components(double head_dim, double rotary) {
  POSENC_TRY(d, to_count("[rotary] `head_dim`", head_dim));
  if (!(rotary > 0 && rotary <= 1)) {
    return invalid_argument(
        {"[rotary] `rotary` must be a number above 0 and up to 1 but got ", rotary});
  }
  if (rotary == 1 && d % 2 != 0) return odd_head(head_dim);
  const double share = rotary * head_dim;
  // Of 100 components, 0.58 are 58, although 0.58 is a little less in a double.
  const auto rotated = 2 * static_cast<Index>(std::floor(share / 2 + 1e-9));
  if (rotated > 0) return rotated;
  return invalid_argument({"[rotary] `rotary` must rotate at least 2 of the ", head_dim,
                           " components of a head but ", rotary, " of them is ", share});
}

Result<Matrix> cos_sin_table(const InverseFrequencies& theta, std::span<const double> positions,
                             double attention_factor) {
  const auto rows = static_cast<Index>(positions.size());
  if (auto error = check_positions("[rotary] each of `positions`", positions)) return *error;
  if (auto error = check_factor(attention_factor)) return *error;
  if (auto error = check_size("[rotary] the table", rows, theta.dimension())) return *error;

  const Index pairs = theta.pairs();
  Matrix table(rows, theta.dimension());
  for (Index row = 0; row < rows; ++row) {
    const double position = positions[static_cast<std::size_t>(row)];
    for (Index i = 0; i < pairs; ++i) {
      const auto [cos, sin] = cos_sin(theta, i, position, attention_factor);
      table(row, i) = cos;
      table(row, pairs + i) = sin;
    }
  }
  return table;
}

Result<Matrix> rotate(const RotaryEmbedding& rope, const Vector& x,
                      std::span<const double> positions) {
  const auto rows = static_cast<Index>(positions.size());
  if (auto error = check_vector("x", x, rope.head_dim())) return *error;
  if (auto error = check_positions("[rotary] each of `positions`", positions)) return *error;
  if (auto error = check_size("[rotary] the result", rows, rope.head_dim())) return *error;

  Matrix rotated(rows, rope.head_dim());
  for (Index row = 0; row < rows; ++row) {
    rotate_into(rope, x, positions[static_cast<std::size_t>(row)], rotated.row(row));
  }
  return rotated;
}

Result<Matrix> rotation_matrix(const RotaryEmbedding& rope, double position) {
  const Index d = rope.head_dim();
  if (auto error = check_position("[rotary] `position`", position)) return *error;
  if (auto error = check_size("[rotary] the matrix", d, d)) return *error;

  Matrix m = Matrix::Identity(d, d);
  const Index pairs = rope.theta().pairs();
  for (Index i = 0; i < pairs; ++i) {
    const auto [a, b] = pair_components(i, pairs, rope.layout());
    const auto [cos, sin] = cos_sin(rope.theta(), i, position, rope.attention_factor());
    m(a, a) = cos;
    m(a, b) = -sin;
    m(b, a) = sin;
    m(b, b) = cos;
  }
  return m;
}

Result<Vector> rotary_scores(const RotaryEmbedding& rope, const Vector& q, const Vector& k,
                             std::span<const PositionPair> positions) {
  if (auto error = check_vector("q", q, rope.head_dim())) return *error;
  if (auto error = check_vector("k", k, rope.head_dim())) return *error;
  for (const auto& [m, n] : positions) {
    if (auto error = check_positions("[rotary] each of `positions`", std::array{m, n}))
      return *error;
  }

  const auto count = static_cast<Index>(positions.size());
  if (auto error = check_size("[rotary] the rotated vectors", count, rope.head_dim()))
    return *error;

  Vector scores(count);
  Vector rotated_q(rope.head_dim());
  Vector rotated_k(rope.head_dim());
  for (Index n = 0; n < scores.size(); ++n) {
    const auto& [of_query, of_key] = positions[static_cast<std::size_t>(n)];
    rotate_into<Vector&>(rope, q, of_query, rotated_q);
    rotate_into<Vector&>(rope, k, of_key, rotated_k);
    scores[n] = rotated_q.dot(rotated_k);
  }
  return scores;
}

Result<Vector> rotary_scores_with(const Vector& inverse_frequencies, double attention_factor,
                                  PairLayout layout, const Vector& q, const Vector& k,
                                  std::span<const PositionPair> positions) {
  POSENC_TRY(theta, InverseFrequencies::from_values(inverse_frequencies));
  POSENC_TRY(rope, RotaryEmbedding::make(std::move(theta), static_cast<double>(q.size()), layout,
                                         attention_factor));
  return rotary_scores(rope, q, k, positions);
}

Result<Vector> layout_permutation(double dimension, PairLayout from, PairLayout to) {
  const auto d = to_index("[rotary] `dimension`", dimension);
  if (!d || *d <= 0 || *d % 2 != 0) {
    return invalid_argument(
        {"[rotary] `dimension` must be a positive even number but got ", dimension});
  }
  if (auto error = check_size("[rotary] the permutation", 1, *d)) return *error;

  Vector permutation(*d);
  for (Index i = 0; i < *d / 2; ++i) {
    const auto source = pair_components(i, *d / 2, from);
    const auto target = pair_components(i, *d / 2, to);
    permutation[target.first] = static_cast<double>(source.first);
    permutation[target.second] = static_cast<double>(source.second);
  }
  return permutation;
}

}  // namespace posenc
