#pragma once

#include <optional>
#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// Long-term decay: what the distance of two positions does to scores and similarities. Distances are
/// finite, up to 2^53 in magnitude, whole or not; the frequencies omega_i are RoPE's theta_i.
namespace posenc {

/// |S_1| .. |S_{d/2}| at one distance, with
///   S_j = sum_{i=0}^{j-1} exp(i distance theta_i)      (the i in the exponent is sqrt(-1))
/// j at distance 0, and never more.
///
/// Shape [d/2]. Source: Su et al. 2021, RoFormer, arXiv:2104.09864v5, section 3.4.3.
/// Errors: a distance that is not finite or above 2^53 in magnitude.
Result<Vector> rope_partial_sums(const InverseFrequencies& theta, double distance);

/// (1/(d/2)) sum_{j=1}^{d/2} |S_j| at each distance: the quantity that the paper plots for the decay
/// of RoPE. It falls on average only; (d/2 + 1)/2 at distance 0.
///
/// Shape [distances]. Source: arXiv:2104.09864v5, section 3.4.3, the last formula.
/// Errors: as above; more than max_elements partial sums.
Result<Vector> rope_decay(const InverseFrequencies& theta, std::span<const double> distances);

/// How large the score of two vectors can be, by the paper's argument.
struct ScoreBounds {
  double largest_step;  // max_i |h_{i+1} - h_i|, of q and k alone
  Vector bounds;        // largest_step * sum_j |S_j| at each distance, [distances]
};

/// An upper bound on |(R_m q) . (R_n k)| for each distance m - n. With the pairs of both vectors taken
/// as complex numbers, h_i = (q_{2i} + i q_{2i+1}) conj(k_{2i} + i k_{2i+1}), the score is the real part
/// of the sum below; h_{d/2} = 0, and by Abel summation
///   |sum_i h_i exp(i (m - n) theta_i)| = |sum_j S_j (h_j - h_{j-1})|
///                                      <= max_i |h_{i+1} - h_i| * sum_{j=1}^{d/2} |S_j|
/// which is largest_step * d/2 * rope_decay. The bound holds for every q and k, up to rounding; it is
/// seldom near the score.
///
/// Source: arXiv:2104.09864v5, section 3.4.3.
///
/// @param q, k d components each, up to 1e100 in magnitude, pair i in components 2i and 2i+1 (layout
///             interleaved); not divided by sqrt(d), no attention factor
/// Errors: another number of components; one that is larger, or no number; as for rope_decay.
Result<ScoreBounds> rope_score_bound(const InverseFrequencies& theta, const Vector& q,
                                     const Vector& k, std::span<const double> distances);

/// How the mean of |S_j| (rope_decay) goes on from distance 0, where it is largest.
struct DecayCourse {
  Vector means;                     // at the distances 0 .. limit
  std::optional<Index> first_rise;  // the first distance with a mean above the one before, by more
                                    // than rounding
  Index rises;                      // how many distances have one above the one before, likewise
  bool constant;                    // whether none differs from the one before, likewise
};

/// The course of rope_decay over the distances 0 .. limit. What rounding may explain, up to the
/// rounding_tolerance of the mean at 0, is no rise.
/// Source: an illustration of arXiv:2104.09864v5, section 3.4.3, which does not claim that it falls at every step.
///
/// @param limit a whole number of at least 1
/// Errors: a limit that is none; and as for rope_decay.
Result<DecayCourse> rope_decay_course(const InverseFrequencies& theta, double limit);

/// exp(-|k|) at each offset k: what some texts say that the similarity of two encodings falls like. It is
/// not what PE does (kernel_mean_cos), and stands here for contrast.
///
/// Shape [offsets]. Source: none; the paper claims nothing of the kind.
/// Errors: an offset that is not finite or above 2^53 in magnitude; more than max_elements offsets.
Result<Vector> exponential_decay(std::span<const double> offsets);

/// How the kernel sum_i cos(k omega_i) (kernel_dot) goes on from k = 0, where it is largest.
struct KernelCourse {
  std::optional<Index>
      first_negative;               // the first offset with a kernel below 0, by more than rounding
  std::optional<Index> first_rise;  // the first offset with a kernel above the one before, likewise
  Index rises;                      // how many offsets have one above the one before, likewise
};

/// The course of the kernel over the offsets 1 .. limit. What rounding may explain, up to the
/// rounding_tolerance of d/2, is neither negative nor a rise.
/// Source: an illustration of arXiv:1706.03762v7, section 3.5, and arXiv:2104.09864v5, section 3.4.3,
/// neither of which claims that the kernel falls all the way.
///
/// @param limit a whole number of at least 1
/// Errors: a limit that is none; more than max_elements cosines in all.
Result<KernelCourse> kernel_course(const InverseFrequencies& frequencies, double limit);

}  // namespace posenc
