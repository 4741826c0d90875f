#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/pairs.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// RoPE, rotary position embedding: each pair (a, b) of components of a query or a key at position m
/// is rotated by the angle m theta_i,
///   a' = a cos(m theta_i) - b sin(m theta_i)
///   b' = a sin(m theta_i) + b cos(m theta_i)
/// so that <R_m q, R_n k> depends on m - n only.
/// Source: Su et al. 2021, RoFormer, arXiv:2104.09864v5, sections 3.2.2 and 3.4.2.
namespace posenc {

/// Which components of the first rotary_dim are pair i. A model trained with one layout does not work with
/// the other, though the scores of both depend on m - n only.
enum class PairLayout {
  interleaved,  // (2i, 2i + 1): the paper's
  half_split,   // (i, i + rotary_dim / 2): in much published code
};

inline constexpr EnumNames<PairLayout, 2> pair_layout_names{{
    {"interleaved", PairLayout::interleaved},
    {"half_split", PairLayout::half_split},
}};

/// The layout of that name. Errors: a name that is none.
Result<PairLayout> to_pair_layout(std::string_view name);

/// The components (a, b) of one pair.
PairIndices pair_components(Index pair, Index pairs, PairLayout layout);

/// How the queries and keys of a head are rotated.
class RotaryEmbedding {
 public:
  /// The components 0 .. rotary_dim-1 of a head are rotated, the others are left as they are.
  ///
  /// @param theta    one inverse frequency for each pair: rotary_dim / 2 of them, extended or not
  /// @param head_dim the number of components of a query or key of one head: at least rotary_dim, a whole
  ///                 number
  /// @param attention_factor multiplies cos and sin, hence the rotated components of q and k each and
  ///                 their part of the score by its square: above 0, up to 1e10; 1 but for YaRN and
  ///                 LongRoPE
  /// Errors: a head_dim or attention_factor outside of that.
  static Result<RotaryEmbedding> make(InverseFrequencies theta, double head_dim, PairLayout layout,
                                      double attention_factor = 1);

  /// The paper's frequencies, theta_i = base^(-2i/rotary_dim), as a person or a file asks for them.
  /// Errors: as above; a rotary_dim that is not a positive even number up to head_dim; a base as for
  /// GeometricFrequencies; a name that is none.
  static Result<RotaryEmbedding> make(double head_dim, double rotary_dim, double base,
                                      std::string_view layout);

  const InverseFrequencies& theta() const { return theta_; }
  Index head_dim() const { return head_dim_; }
  Index rotary_dim() const { return theta_.dimension(); }
  PairLayout layout() const { return layout_; }
  double attention_factor() const { return attention_factor_; }

 private:
  RotaryEmbedding(InverseFrequencies theta, Index head_dim, PairLayout layout,
                  double attention_factor)
      : theta_(std::move(theta)),
        head_dim_(head_dim),
        layout_(layout),
        attention_factor_(attention_factor) {}
  InverseFrequencies theta_;
  Index head_dim_;
  PairLayout layout_;
  double attention_factor_;
};

/// cos(p theta_i), i = 0 .. d/2-1, then sin(p theta_i), both times `attention_factor`; a row for each
/// position p. Shape [positions, d]; angles are formed in double: at position 131071 angles in float32
/// would be off by 3e-3.
///
/// @param positions finite, up to 2^53 in magnitude, whole or not
/// Errors: a position or factor outside of that; a table of more than max_elements.
Result<Matrix> cos_sin_table(const InverseFrequencies& theta, std::span<const double> positions,
                             double attention_factor = 1);

/// R_m x for each position m. Shape [positions, head_dim].
/// Errors: an x of another length than head_dim, or with a component above 1e100 in magnitude; a position
/// as above; more than max_elements.
Result<Matrix> rotate(const RotaryEmbedding& rope, const Vector& x,
                      std::span<const double> positions);

/// R_m, shape [head_dim, head_dim]: block diagonal in the pairs, with the block
/// attention_factor [[cos, -sin], [sin, cos]] of the angle m theta_i, and 1 where nothing is rotated.
/// Errors: a position as above; a matrix of more than max_elements.
Result<Matrix> rotation_matrix(const RotaryEmbedding& rope, double position);

/// <R_m q, R_n k> for each pair (m, n) of positions, from the rotated vectors. Shape [pairs]. Not divided
/// by sqrt(head_dim). Errors: as for rotate.
Result<Vector> rotary_scores(const RotaryEmbedding& rope, const Vector& q, const Vector& k,
                             std::span<const PositionPair> positions);

/// The same under given inverse frequencies, such as extended ones: head_dim is the length of q.
/// Errors: those of InverseFrequencies, RotaryEmbedding and rotary_scores.
Result<Vector> rotary_scores_with(const Vector& inverse_frequencies, double attention_factor,
                                  PairLayout layout, const Vector& q, const Vector& k,
                                  std::span<const PositionPair> positions);

/// p such that y[j] = x[p[j]] has the pairs of x, which are in the layout `from`, in the layout `to`.
/// To rotate in another layout than a model was trained for, permute the rows of its q and k
/// projections so. Shape [dimension], whole numbers.
///
/// @param dimension a positive even number: the rotary_dim
/// Errors: a dimension that is not.
Result<Vector> layout_permutation(double dimension, PairLayout from, PairLayout to);

/// The cosines and sines of the positions 0 .. count-1, computed once in double and kept as Scalar (float
/// or double), and the rotation of whole tensors by them.
template <class Scalar>
class RotaryCache {
 public:
  /// @param count how many positions: a whole number above 0
  /// Errors: a count that is none; a table of more than max_elements.
  [[gnu::cold]] static Result<RotaryCache> make(const RotaryEmbedding& rope, double count);

  Index count() const { return count_; }

  /// Rotates every row of x [heads, length, head_dim], row-major, in place: row t of each head stands at
  /// position first + t. `heads` may as well be batch times heads.
  /// Errors: an x of another size; positions outside of 0 .. count-1. x is then left as it was.
  [[gnu::cold]] std::optional<Error> rotate(std::span<Scalar> x, Index heads, Index length,
                                            Index first = 0) const;

  /// Rotates the `heads` heads of one token, [heads, head_dim], that stands at `position`, in place.
  /// Precondition: a position from 0 to count-1.
  void rotate_token(Scalar* x, Index heads, Index position) const;

  /// dL/dx from dL/d(rotated x), for the same: the transpose of the rotation, which is the rotation back
  /// (times attention_factor, as forward).
  void rotate_token_gradient(Scalar* gradient, Index heads, Index position) const;

 private:
  RotaryCache(const RotaryEmbedding& rope, Index count, std::vector<Scalar> table)
      : head_dim_(rope.head_dim()),
        rotary_dim_(rope.rotary_dim()),
        layout_(rope.layout()),
        count_(count),
        table_(std::move(table)) {}
  Index head_dim_;
  Index rotary_dim_;
  PairLayout layout_;
  Index count_;
  // [count, rotary_dim]: cos and sin as the layout has a and b, so that both are read in one direction.
  std::vector<Scalar> table_;
};

extern template class RotaryCache<float>;
extern template class RotaryCache<double>;

/// Where rotate_many has its cosines and sines from.
enum class RotationMethod {
  computed,  // computed again for every token, once for all of its heads
  cached,    // read from a RotaryCache
};

inline constexpr EnumNames<RotationMethod, 2> rotation_method_names{{
    {"computed", RotationMethod::computed},
    {"cached", RotationMethod::cached},
}};

/// The method of that name. Errors: a name that is none.
Result<RotationMethod> to_rotation_method(std::string_view name);

struct ManyRotations {
  double checksum;  // sum of all components at the end: the same for both methods
  double rotated;   // how many vectors were rotated: heads x positions x repeats
};

/// Rotates made-up queries in float32 over and over, for whoever measures how long each method takes: at
/// each of the positions 0 .. positions-1 one vector for each head, `repeats` times one after the other,
/// each time what came out of the time before. The cache is built at the beginning.
///
/// @param positions, heads, repeats whole numbers of at least 1
/// Errors: numbers outside of that; vectors or a cache of more than max_elements; more than 2^28
/// components over all repeats.
[[gnu::cold]] Result<ManyRotations> rotate_many(const RotaryEmbedding& rope, double positions,
                                                double heads, double repeats,
                                                RotationMethod method);

}  // namespace posenc
