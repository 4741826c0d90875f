#pragma once

#include <span>

#include "posenc/encoding/rotary.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Quantities that rotating queries and keys preserves.
namespace posenc {

/// A query or key before and after its rotation.
struct Rotation {
  Vector rotated;               // R_m x, [head_dim]
  Vector radians;               // m theta_i, [pairs]
  Vector turns;                 // the same in turns, [pairs]
  Vector pair_norms;            // |(a, b)| of each pair of x, the radius of its circle, [pairs]
  Vector directions;            // of each pair of R_m x, in turns from a towards b; 0 if 0, [pairs]
  double squared_norm;          // |x|^2
  double rotated_squared_norm;  // |R_m x|^2
  bool keeps_norm;              // whether both are equal up to rounding
};
POSENC_FIELDS(Rotation, rotated, radians, turns, pair_norms, directions, squared_norm,
              rotated_squared_norm, keeps_norm)

/// R_m x for one position m, and the norms that a rotation preserves.
/// Source: arXiv:2104.09864v5, section 3.4.2: R_m is orthogonal (for an attention_factor of 1).
/// Errors: as for rotate.
Result<Rotation> rotation(const RotaryEmbedding& rope, const Vector& x, double position);

/// The largest | |R_m x| / |x| - 1 | over all vectors x and positions m: 0 but for rounding, as R_m is orthogonal, or what
/// an attention factor changes every norm by.
/// Source: arXiv:2104.09864v5, section 3.4.2.
/// Precondition: no vector is 0. Errors: as for rotate.
Result<double> largest_norm_change(const RotaryEmbedding& rope, std::span<const Vector> vectors,
                                   std::span<const double> positions);

/// The smallest |R_m x - x| / |x| over the positions m = 1 .. count-1: how far apart a vector is, at the least, at any two
/// of the positions 0 .. count-1, as |R_m x - R_n x| = |R_{m-n} x - x|. Infinite for a count of 1.
/// Precondition: x is not 0, and the attention factor is 1. Errors: a count that is not a whole number above 0; as for rotate.
Result<double> nearest_rotation(const RotaryEmbedding& rope, const Vector& x, double count);

/// Scores that should be equal.
struct ScoreComparison {
  Vector scores;      // <R_m q, R_n k>, [pairs of positions]
  double difference;  // the largest minus the smallest; 0 if there are none
  bool
      equal;  // whether that is within the rounding_tolerance of the largest possible score, the sum of
              // |q_i| |k_i| over the pairs
};
POSENC_FIELDS(ScoreComparison, scores, difference, equal)

/// The scores at pairs (m, n) of positions: equal if m - n is the same.
/// Source: arXiv:2104.09864v5, section 3.1, equation 11, and section 3.2.2.
/// Errors: as for rotary_scores.
Result<ScoreComparison> compare_scores(const RotaryEmbedding& rope, const Vector& q,
                                       const Vector& k, std::span<const PositionPair> positions);

/// The effect of moving a query and a key on their score.
struct ScoreMovement {
  double moved_together;  // the largest difference of two scores at one distance
  double moved_apart;     // the largest difference of scores at different distances
  bool relative;          // whether rounding explains the first, by compare_scores
};

/// The scores of q and k at each distance, query less key, with the earlier of the two at each of the starts; those at
/// different distances are compared at the first start.
/// Source: arXiv:2104.09864v5, section 3.1, equation 11, by which the first difference is 0.
/// Precondition: at least one start. Errors: as for rotary_scores.
Result<ScoreMovement> score_movement(const RotaryEmbedding& rope, const Vector& q, const Vector& k,
                                     std::span<const double> distances,
                                     std::span<const double> starts);

/// The scores of one query and key in both layouts, [pairs of positions] each.
struct LayoutComparison {
  Vector interleaved;
  Vector permuted;  // half_split, with q and k permuted for it: the same numbers
  Vector mixed;     // half_split, with q and k not permuted: a mistake that causes no error
  double permuted_difference;  // max |permuted - interleaved|
  double mixed_difference;     // max |mixed - interleaved|
  bool permuted_agrees;  // whether permuted_difference is within the rounding_tolerance of the
                         // largest |interleaved|
  bool mixed_agrees;     // likewise; true if both layouts have the same pairs
};
POSENC_FIELDS(LayoutComparison, interleaved, permuted, mixed, permuted_difference, mixed_difference,
              permuted_agrees, mixed_agrees)

/// @param q, k of theta.dimension() components
/// Source: an illustration; the interleaved layout is that of arXiv:2104.09864v5, section 3.4.2.
/// Errors: as for rotary_scores.
Result<LayoutComparison> compare_layouts(const InverseFrequencies& theta, const Vector& q,
                                         const Vector& k, std::span<const PositionPair> positions);

}  // namespace posenc
