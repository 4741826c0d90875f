#pragma once

#include <optional>
#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Long-term decay: how scores and similarities depend on the distance of two positions. Distances are
/// finite, up to 2^53 in magnitude, whole or not; the frequencies omega_i are RoPE's theta_i.
namespace posenc {

/// |S_1| .. |S_{d/2}| at one distance, with
///   S_j = sum_{i=0}^{j-1} exp(i distance theta_i)      (the i in the exponent is sqrt(-1))
/// |S_j| is j at distance 0, its maximum.
///
/// Shape [d/2]. Source: Su et al. 2021, RoFormer, arXiv:2104.09864v5, section 3.4.3.
/// Errors: a distance that is not finite or above 2^53 in magnitude.
Result<Vector> rope_partial_sums(const InverseFrequencies& theta, double distance);

/// (1/(d/2)) sum_{j=1}^{d/2} |S_j| at each distance: the quantity that the paper plots for the decay
/// of RoPE. It falls only on average, from (d/2 + 1)/2 at distance 0.
///
/// Shape [distances]. Source: arXiv:2104.09864v5, section 3.4.3, the last formula.
/// Errors: as above; more than max_elements partial sums.
Result<Vector> rope_decay(const InverseFrequencies& theta, std::span<const double> distances);

/// The paper's bound on the score of two vectors.
struct ScoreBounds {
  double largest_step;  // max_i |h_{i+1} - h_i|, which depends only on q and k
  Vector bounds;        // largest_step * sum_j |S_j| at each distance, [distances]
};
POSENC_FIELDS(ScoreBounds, largest_step, bounds)

/// An upper bound on |(R_m q) . (R_n k)| for each distance m - n. With the pairs of both vectors taken
/// as complex numbers, h_i = (q_{2i} + i q_{2i+1}) conj(k_{2i} + i k_{2i+1}), the score is the real part
/// of the sum below; h_{d/2} = 0, and by Abel summation
///   |sum_i h_i exp(i (m - n) theta_i)| = |sum_j S_j (h_j - h_{j-1})|
///                                      <= max_i |h_{i+1} - h_i| * sum_{j=1}^{d/2} |S_j|
/// which is largest_step * d/2 * rope_decay. The bound holds for every q and k, up to rounding, but the
/// score is seldom near it.
///
/// Source: arXiv:2104.09864v5, section 3.4.3.
///
/// @param q, k d components each, up to 1e100 in magnitude, pair i in components 2i and 2i+1 (layout
///             interleaved); not divided by sqrt(d), no attention factor
/// Errors: a number of components other than d; a component that is larger, or NaN; those of rope_decay.
Result<ScoreBounds> rope_score_bound(const InverseFrequencies& theta, const Vector& q,
                                     const Vector& k, std::span<const double> distances);

/// How the mean of |S_j| (rope_decay) changes from distance 0 on, where it is largest.
struct DecayTrend {
  Vector means;                     // at the distances 0 .. limit
  std::optional<Index> first_rise;  // the first distance with a mean above the one before, by more
                                    // than rounding
  Index rises;                      // the number of such distances
  bool constant;                    // whether all are equal, up to rounding
};
POSENC_FIELDS(DecayTrend, means, first_rise, rises, constant)

/// rope_decay over the distances 0 .. limit. A rise within the rounding_tolerance of the mean at 0 can be
/// rounding and does not count.
/// Source: an illustration of arXiv:2104.09864v5, section 3.4.3, which does not claim that it falls at every step.
///
/// @param limit a whole number of at least 1
/// Errors: a limit outside its range; those of rope_decay.
Result<DecayTrend> rope_decay_course(const InverseFrequencies& theta, double limit);

/// exp(-|k|) at each offset k. Some texts say that the similarity of two encodings falls like this. That of
/// PE does not (kernel_mean_cos); this is for comparison.
///
/// Shape [offsets]. Source: none; the paper does not claim it.
/// Errors: an offset that is not finite or above 2^53 in magnitude; more than max_elements offsets.
Result<Vector> exponential_decay(std::span<const double> offsets);

/// How the kernel sum_i cos(k omega_i) (kernel_dot) changes from k = 0 on, where it is largest.
struct KernelTrend {
  std::optional<Index>
      first_negative;               // the first offset with a kernel below 0, by more than rounding
  std::optional<Index> first_rise;  // the first offset with a kernel above the one before, likewise
  Index rises;                      // the number of such offsets
};
POSENC_FIELDS(KernelTrend, first_negative, first_rise, rises)

/// The kernel over the offsets 1 .. limit. Changes within the rounding_tolerance of d/2 can be rounding and
/// count neither as negative nor as a rise.
/// Source: an illustration of arXiv:1706.03762v7, section 3.5, and arXiv:2104.09864v5, section 3.4.3,
/// neither of which claims that the kernel falls at every step.
///
/// @param limit a whole number of at least 1
/// Errors: a limit outside its range; more than max_elements cosines in all.
Result<KernelTrend> kernel_course(const InverseFrequencies& frequencies, double limit);

/// The offsets that kernel_course counts as rises, in their order: those up to any lower limit are the rises up to there.
/// Shape [KernelTrend::rises]. Errors: those of kernel_course.
Result<Vector> kernel_rises(const InverseFrequencies& frequencies, double limit);

}  // namespace posenc
