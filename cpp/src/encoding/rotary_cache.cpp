#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "posenc/encoding/rotary.hpp"

// The part of rotary.hpp that a model calls for every token: in its own file because it is compiled for speed.

namespace posenc {
namespace {

// These loops take most of the time in a model: one row, both halves or all pairs, without a branch.

template <bool back, class Scalar>
void rotate_half_split(Scalar* __restrict a, Scalar* __restrict b, const Scalar* __restrict cos,
                       const Scalar* __restrict sin, Index pairs) {
  for (Index i = 0; i < pairs; ++i) {
    const Scalar x = a[i];
    const Scalar y = b[i];
    const Scalar s = back ? -sin[i] : sin[i];
    a[i] = x * cos[i] - y * s;
    b[i] = x * s + y * cos[i];
  }
}

template <bool back, class Scalar>
void rotate_interleaved(Scalar* __restrict x, const Scalar* __restrict cos_sin, Index pairs) {
  for (Index i = 0; i < pairs; ++i) {
    const Scalar a = x[2 * i];
    const Scalar b = x[2 * i + 1];
    const Scalar cos = cos_sin[2 * i];
    const Scalar s = back ? -cos_sin[2 * i + 1] : cos_sin[2 * i + 1];
    x[2 * i] = a * cos - b * s;
    x[2 * i + 1] = a * s + b * cos;
  }
}

/// `rows` vectors of head_dim components, one after the other, all at the position of cos_sin.
template <bool back, class Scalar>
void rotate_rows(PairLayout layout, Index head_dim, Index pairs, Scalar* x, Index rows,
                 const Scalar* cos_sin) {
  for (Index row = 0; row < rows; ++row, x += head_dim) {
    if (layout == PairLayout::interleaved) {
      rotate_interleaved<back>(x, cos_sin, pairs);
    } else {
      rotate_half_split<back>(x, x + pairs, cos_sin, cos_sin + pairs, pairs);
    }
  }
}

/// y = M x for each row x, in place; with the transpose of M if `back`. Terms are added in the order of a rotation's, so
/// that a rotation's matrix gives its bits: those that are 0 change nothing.
template <bool back, class Scalar>
void map_rows(Index d, Scalar* x, Index rows, const Scalar* map) {
  std::vector<Scalar> y(static_cast<std::size_t>(d));
  for (Index row = 0; row < rows; ++row, x += d) {
    for (Index i = 0; i < d; ++i) {
      Scalar sum = 0;
      for (Index j = 0; j < d; ++j) sum += x[j] * map[back ? j * d + i : i * d + j];
      y[static_cast<std::size_t>(i)] = sum;
    }
    std::ranges::copy(y, x);
  }
}

/// Writes the cosines and sines of one position at the indices of a and b in the layout.
template <class Scalar>
void put_cos_sin(const RotaryEmbedding& rope, Index position, Scalar* row) {
  const Index pairs = rope.theta().pairs();
  for (Index i = 0; i < pairs; ++i) {
    const auto [a, b] = pair_components(i, pairs, rope.layout());
    const double angle = static_cast<double>(position) * rope.theta().values()[i];
    row[a] = static_cast<Scalar>(rope.attention_factor() * std::cos(angle));
    row[b] = static_cast<Scalar>(rope.attention_factor() * std::sin(angle));
  }
}

}  // namespace

template <class Scalar>
Result<RotaryCache<Scalar>> RotaryCache<Scalar>::make(const RotaryEmbedding& rope, double count) {
  POSENC_TRY(rows, to_count("[rotary] `count`", count));
  const Index r = rope.rotary_dim();
  if (auto error = check_size("[rotary] the cache", rows, r)) return *error;

  std::vector<Scalar> table(static_cast<std::size_t>(rows * r));
  for (Index position = 0; position < rows; ++position) {
    put_cos_sin(rope, position, table.data() + position * r);
  }
  return RotaryCache(rope, rows, std::move(table));
}

template <class Scalar>
void RotaryCache<Scalar>::replace(const Matrix& maps) {
  maps_.resize(static_cast<std::size_t>(maps.size()));
  std::ranges::transform(maps.reshaped<Eigen::RowMajor>(), maps_.begin(),
                         [](double value) { return static_cast<Scalar>(value); });
}

template <class Scalar>
std::optional<Error> RotaryCache<Scalar>::rotate(std::span<Scalar> x, Index heads, Index length,
                                                 Index first) const {
  if (heads < 0 || length < 0 ||
      static_cast<double>(x.size()) != static_cast<double>(heads) * static_cast<double>(length) *
                                           static_cast<double>(head_dim_)) {
    return invalid_argument({"[rotary] `x` must have heads x length x `head_dim` = ", heads, " x ",
                             length, " x ", head_dim_, " elements but has ", x.size()});
  }
  if (first < 0 || first > count_ || length > count_ - first) {
    return invalid_argument({"[rotary] `positions` must be from 0 to ", count_ - 1,
                             ", as the cache has ", count_, ", but they are from ", first, " to ",
                             static_cast<double>(first) + static_cast<double>(length - 1)});
  }

  for (Index head = 0; head < heads; ++head) {
    for (Index t = 0; t < length; ++t) {
      rotate_token(x.data() + (head * length + t) * head_dim_, 1, first + t);
    }
  }
  return std::nullopt;
}

template <class Scalar>
void RotaryCache<Scalar>::rotate_token(Scalar* x, Index heads, Index position) const {
  if (!maps_.empty()) {
    return map_rows<false>(head_dim_, x, heads, maps_.data() + position * head_dim_ * head_dim_);
  }
  rotate_rows<false>(layout_, head_dim_, rotary_dim_ / 2, x, heads,
                     table_.data() + position * rotary_dim_);
}

template <class Scalar>
void RotaryCache<Scalar>::rotate_token_gradient(Scalar* gradient, Index heads,
                                                Index position) const {
  if (!maps_.empty()) {
    return map_rows<true>(head_dim_, gradient, heads,
                          maps_.data() + position * head_dim_ * head_dim_);
  }
  rotate_rows<true>(layout_, head_dim_, rotary_dim_ / 2, gradient, heads,
                    table_.data() + position * rotary_dim_);
}

Result<double> vectors_to_rotate(const RotaryEmbedding& rope, double positions, double heads,
                                 double repeats) {
  constexpr double max_components = 268435456;  // 2^28: a few seconds in a page
  POSENC_TRY(rows, to_count("[rotary] `positions`", positions));
  POSENC_TRY(head_count, to_count("[rotary] `heads`", heads));
  if (auto count = to_count("[rotary] `repeats`", repeats); !count) return count.error();
  const Index head_dim = rope.head_dim();
  if (auto error = check_size("[rotary] the vectors", head_count, rows, head_dim)) return *error;
  const double size = heads * positions * static_cast<double>(head_dim);
  if (size * repeats > max_components) {
    return too_large({"[rotary] there would be ", size, " x ", repeats,
                      " components to rotate, but at most ", max_components,
                      " are rotated at once"});
  }
  return heads * positions;
}

Result<ManyRotations> rotate_many(const RotaryEmbedding& rope, double positions, double heads,
                                  double repeats, RotationMethod method) {
  POSENC_TRY(vectors, vectors_to_rotate(rope, positions, heads, repeats));
  const auto rows = static_cast<Index>(positions);
  const auto head_count = static_cast<Index>(heads);
  const auto repeat_count = static_cast<Index>(repeats);
  const Index head_dim = rope.head_dim();
  const double size = vectors * static_cast<double>(head_dim);

  // The pattern repeats after 13, so it does not line up with pairs.
  std::vector<float> x(static_cast<std::size_t>(size));
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = static_cast<float>(n % 13) / 8 + 1;

  const Index stride = head_count * head_dim;
  if (method == RotationMethod::cached) {
    POSENC_TRY(cache, RotaryCache<float>::make(rope, positions));
    for (Index n = 0; n < repeat_count; ++n) {
      for (Index t = 0; t < rows; ++t) {
        cache.rotate_token(x.data() + t * stride, head_count, t);
      }
    }
  } else {
    std::vector<float> row(static_cast<std::size_t>(rope.rotary_dim()));
    for (Index n = 0; n < repeat_count; ++n) {
      for (Index t = 0; t < rows; ++t) {
        put_cos_sin(rope, t, row.data());
        rotate_rows<false>(rope.layout(), head_dim, rope.theta().pairs(), x.data() + t * stride,
                           head_count, row.data());
      }
    }
  }
  ManyRotations result{0, vectors * repeats};
  for (const float component : x) result.checksum += static_cast<double>(component);
  return result;
}

template class RotaryCache<float>;
template class RotaryCache<double>;

}  // namespace posenc
