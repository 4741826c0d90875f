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
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// RoPE, rotary position embedding: each pair (a, b) of components of a query or a key at position m
/// is rotated by the angle m theta_i,
///   a' = a cos(m theta_i) - b sin(m theta_i)
///   b' = a sin(m theta_i) + b cos(m theta_i)
/// so that <R_m q, R_n k> depends only on m - n.
/// Source: Su et al. 2021, RoFormer, arXiv:2104.09864v5, sections 3.2.2 and 3.4.2.
namespace posenc {

/// Which components of the first rotary_dim form pair i. A model trained with one layout does not work with
/// the other, although the scores of both depend only on m - n.
enum class PairLayout {
  interleaved,  // (2i, 2i + 1): in the paper
  half_split,   // (i, i + rotary_dim / 2): in much published code
};

POSENC_CHOICE(PairLayout, pair_layout, "[rotary] `layout`", interleaved, half_split)

/// The components (a, b) of one pair.
PairIndices pair_components(Index pair, Index pairs, PairLayout layout);

class RotaryEmbedding {
 public:
  /// Rotates the components 0 .. rotary_dim-1 of a head and leaves the others unchanged.
  ///
  /// @param theta    one inverse frequency for each pair: rotary_dim / 2 of them, extended or not
  /// @param head_dim the number of components of a query or key of one head: at least rotary_dim, a whole
  ///                 number
  /// @param attention_factor multiplies cos and sin, so the rotated components of q and k, and their part
  ///                 of the score by its square: above 0, up to 1e10; 1 except for YaRN and LongRoPE
  /// Errors: a head_dim or attention_factor outside its range.
  static Result<RotaryEmbedding> make(InverseFrequencies theta, double head_dim, PairLayout layout,
                                      double attention_factor = 1);

  /// With the paper's frequencies, theta_i = base^(-2i/rotary_dim), from numbers and names as a person or a
  /// file gives them.
  /// Errors: as above; a rotary_dim that is not a positive even number up to head_dim; a base as for
  /// GeometricFrequencies; an unknown layout.
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

/// The number of components of a head that a fraction of it is, rounded down to an even number, as they are rotated in
/// pairs. Source: partial rotation, in GPT-NeoX (Black et al. 2022, arXiv:2204.06745, section 2.1.1); Hugging Face's
/// Transformers, whose partial_rotary_factor it is, rounds down to any whole number.
/// Errors: a head_dim that is not a positive whole number, or is odd if all of it is rotated; a `rotary` that is not
/// above 0 and up to 1, or that rotates nothing.
Result<Index> rotated_components(double head_dim, double rotary);

/// cos(p theta_i), i = 0 .. d/2-1, then sin(p theta_i), both times `attention_factor`; one row for each
/// position p. Shape [positions, d]; angles are formed in double: at position 131071 angles in float32
/// would be off by 3e-3.
///
/// @param positions finite, up to 2^53 in magnitude, whole or not
/// Errors: a position or factor outside its range; a table of more than max_elements.
Result<Matrix> cos_sin_table(const InverseFrequencies& theta, std::span<const double> positions,
                             double attention_factor = 1);

/// R_m x for each position m. Shape [positions, head_dim].
/// Errors: an x whose length is not head_dim, or with a component above 1e100 in magnitude; a position that
/// is not finite or above 2^53 in magnitude; more than max_elements.
Result<Matrix> rotate(const RotaryEmbedding& rope, const Vector& x,
                      std::span<const double> positions);

/// R_m, shape [head_dim, head_dim]: block diagonal in the pairs, with the block
/// attention_factor [[cos, -sin], [sin, cos]] of the angle m theta_i, and 1 for components that are not rotated.
/// Errors: a position that is not finite or above 2^53 in magnitude; a matrix of more than max_elements.
Result<Matrix> rotation_matrix(const RotaryEmbedding& rope, double position);

/// <R_m q, R_n k> for each pair (m, n) of positions, from the rotated vectors. Shape [pairs]. Not divided
/// by sqrt(head_dim). Errors: as for rotate.
Result<Vector> rotary_scores(const RotaryEmbedding& rope, const Vector& q, const Vector& k,
                             std::span<const PositionPair> positions);

/// The same with given inverse frequencies, such as extended ones: head_dim is the length of q.
/// Errors: those of InverseFrequencies, RotaryEmbedding and rotary_scores.
Result<Vector> rotary_scores_with(const Vector& inverse_frequencies, double attention_factor,
                                  PairLayout layout, const Vector& q, const Vector& k,
                                  std::span<const PositionPair> positions);

/// The permutation p for which y[j] = x[p[j]] has, in the layout `to`, the pairs that x has in the layout
/// `from`. To rotate in a layout that a model was not trained with, permute the rows of its q and k
/// projections like this. Shape [dimension], whole numbers.
///
/// @param dimension the rotary_dim: a positive even number
/// Errors: a dimension outside its range.
Result<Vector> layout_permutation(double dimension, PairLayout from, PairLayout to);

/// The cosines and sines of the positions 0 .. count-1, computed once in double and stored as Scalar (float
/// or double). Rotates whole tensors by them.
template <class Scalar>
class RotaryCache {
 public:
  /// @param count the number of positions: a whole number of at least 1
  /// Errors: a count outside its range; a table of more than max_elements.
  [[gnu::cold]] static Result<RotaryCache> make(const RotaryEmbedding& rope, double count);

  /// From now on multiplies by these matrices of any kind instead of rotating, one for each position and one below the
  /// other. Shape [count head_dim, head_dim]. The matrices of a rotation give the same bits as the rotation.
  [[gnu::cold]] void replace(const Matrix& maps);

  Index count() const { return count_; }

  /// Rotates every row of x [heads, length, head_dim], row-major, in place: row t of each head is at position
  /// first + t. `heads` can also be batch times heads.
  /// Errors: an x of another size; positions outside 0 .. count-1. On an error x is unchanged.
  [[gnu::cold]] std::optional<Error> rotate(std::span<Scalar> x, Index heads, Index length,
                                            Index first = 0) const;

  /// Rotates the heads of one token at `position`, [heads, head_dim], in place.
  /// Precondition: a position from 0 to count-1.
  void rotate_token(Scalar* x, Index heads, Index position) const;

  /// dL/dx from dL/d(rotated x), for rotate_token: the transpose of the rotation, which is the rotation by
  /// the opposite angle (times attention_factor, as in the forward pass); or that of the matrix in its place.
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
  // [count, rotary_dim]: cos and sin at the indices of a and b, so that both are read in one direction.
  std::vector<Scalar> table_;
  // [count, head_dim, head_dim]: the matrices instead of rotations; empty if there are none.
  std::vector<Scalar> maps_;
};

extern template class RotaryCache<float>;
extern template class RotaryCache<double>;

/// Where rotate_many takes its cosines and sines from.
enum class RotationMethod {
  computed,  // computed again for every token, once for all of its heads
  cached,    // read from a RotaryCache
};

POSENC_CHOICE(RotationMethod, rotation_method, "[rotary] `method`", computed, cached)

struct ManyRotations {
  double checksum;  // sum of all components at the end: the same for both methods
  double rotated;   // how many vectors were rotated: heads x positions x repeats
};
POSENC_FIELDS(ManyRotations, checksum, rotated)

/// Rotates made-up queries in float32, to measure how long each method takes: one vector for each head at
/// each of the positions 0 .. positions-1, `repeats` times, each time the result of the time before. The
/// cache is built once, at the start.
///
/// @param positions, heads, repeats whole numbers of at least 1
/// Errors: a number outside its range; vectors or a cache of more than max_elements; more than 2^28
/// components over all repeats.
[[gnu::cold]] Result<ManyRotations> rotate_many(const RotaryEmbedding& rope, double positions,
                                                double heads, double repeats,
                                                RotationMethod method);

/// How many vectors rotate_many rotates at a time, heads x positions; refuses what it refuses, without rotating anything.
Result<double> vectors_to_rotate(const RotaryEmbedding& rope, double positions, double heads,
                                 double repeats);

}  // namespace posenc
