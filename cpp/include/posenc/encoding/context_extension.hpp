#pragma once

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Context extension: RoPE for positions beyond those of training, by other inverse frequencies, made from
/// theta_i = base^(-2i/d), and sometimes a factor on cos and sin.
///
/// Throughout: L = original_len, the trained length in positions; s = scale, the extended length / L;
/// lambda_i = 2 pi / theta_i, the wavelength; r_i = L / lambda_i, the rotations of pair i within L.
/// Lengths, scales and factors are finite numbers above 0 (anything else is an error), whole or not. For
/// 2i/d in the formulas, the functions use the exponent of theta's variant, so they hold for the endpoint
/// variant too.
namespace posenc {

/// RoPE after an extension.
struct ExtendedFrequencies {
  InverseFrequencies theta;
  double attention_factor;  // multiplies cos and sin, so q and k, and logits by its square
};

/// Position interpolation: theta_i / s, the same as position m / s instead of m.
/// Source: Chen et al. 2023, arXiv:2306.15595v2, section 2.3, equation 4.
/// Errors: a scale that is not a finite number above 0, or that takes the frequencies out of the range of a
/// double.
Result<InverseFrequencies> position_interpolation(const InverseFrequencies& theta, double scale);

/// NTK-aware: the frequencies of base' = base alpha^(d/(d-2)). The first does not change, the last is
/// divided by alpha.
/// Source: Peng et al. 2023, YaRN, arXiv:2309.00071v2, definition 1 and equation 16.
/// Errors: an alpha that is not a finite number above 0; d = 2, where the exponent is d/0; a base' out of
/// the range of a double.
Result<GeometricFrequencies> ntk_aware(const GeometricFrequencies& theta, double alpha);

/// Dynamic NTK: NTK-aware with alpha computed from the current length,
///   alpha = factor l/L - (factor - 1), l = max(seq_len, L);   with factor 1: max(1, seq_len/L).
/// Source: arXiv:2309.00071v2, section 3.3, which has no factor; several libraries have one.
/// Errors: as for ntk_aware.
Result<GeometricFrequencies> dynamic_ntk(const GeometricFrequencies& theta, double original_len,
                                         double seq_len, double factor = 1);

/// NTK-by-parts: (1 - g_i) theta_i / s + g_i theta_i, g_i = clamp((r_i - alpha) / (beta - alpha), 0, 1):
/// fast pairs, with more than beta rotations within L, do not change; slow pairs, with fewer than alpha,
/// are interpolated.
/// Source: arXiv:2309.00071v2, definition 2 and equations 17 to 20; there alpha = 1, beta = 32.
/// Errors: alpha not below beta; and those of position_interpolation.
Result<InverseFrequencies> ntk_by_parts(const GeometricFrequencies& theta, double original_len,
                                        double scale, double alpha, double beta);

/// How YaRN goes over from unscaled to interpolated frequencies.
enum class YarnRamp {
  paper,     // linear in the rotations r_i: NTK-by-parts, alpha = beta_slow, beta = beta_fast
  released,  // the code released with the paper: linear in i, between whole pairs
  released_unrounded,  // the same between the exact ends
};

POSENC_CHOICE(YarnRamp, yarn_ramp, "[yarn] `ramp`", paper, released, released_unrounded)

/// The pairs between which the ramp of the released code lies.
struct RampEnds {
  double low;   // up to here unscaled
  double high;  // from here on interpolated
};
POSENC_FIELDS(RampEnds, low, high)

/// c(n) = d ln(L / (2 pi n)) / (2 ln base), the pair, not rounded, that rotates n times within L;
///   low = max(c(beta_fast), 0), high = min(c(beta_slow), d - 1)
/// and, ramp released: low = max(floor(c(beta_fast)), 0), high = min(ceil(c(beta_slow)), d - 1).
/// If the ends are equal, high is raised by 0.001. The ends may be in the wrong order, and the ramp then runs
/// backwards, as in that code: low above high if beta_fast is below beta_slow, or even pair d - 1 would rotate more
/// than beta_fast times within L (all pairs are interpolated, though none should be), high below 0 if L < 2 pi beta_slow (no pair
/// is interpolated, though all should be). The paper's ramp has no such cases.
/// Source: the code released with arXiv:2309.00071v2, which has d - 1 although there are d/2 pairs.
///
/// @param ramp released or released_unrounded
/// beta_slow may equal beta_fast, as in published models: the ramp is then a step, at most one pair wide.
/// Errors: ramp paper, which has no such ends; a base that is not above 1; a length or beta that is not a
/// finite number above 0.
Result<RampEnds> yarn_ramp_ends(const GeometricFrequencies& theta, double original_len,
                                double beta_slow, double beta_fast, YarnRamp ramp);

/// 0.1 ln(s) + 1; 1 if s <= 1. Source: arXiv:2309.00071v2, equation 22 (where it is sqrt(1/t)).
/// Errors: a scale that is not a finite number above 0.
Result<double> yarn_attention_factor(double scale);

/// YaRN. With the paper's ramp, NTK-by-parts; with one of the released code's
///   (1 - t_i) theta_i + t_i theta_i / s, t_i = clamp((i - low) / (high - low), 0, 1);
/// and the attention factor. The two ramps differ: single frequencies by a factor of up to 4.3 in published
/// settings. Libraries let a model set another attention factor (attention_factor, or a quotient of mscale
/// and mscale_all_dim): pass that to RotaryEmbedding instead of this one.
/// Source: arXiv:2309.00071v2, definition 3, and the code released with it.
/// Errors: as for ntk_by_parts and yarn_ramp_ends.
Result<ExtendedFrequencies> yarn(const GeometricFrequencies& theta, double original_len,
                                 double scale, double beta_slow, double beta_fast, YarnRamp ramp);

/// Llama 3's rule, in the wavelength:
///   lambda_i < L / high_freq_factor: theta_i;   lambda_i > L / low_freq_factor: theta_i / factor;
///   between: (1 - t_i) theta_i / factor + t_i theta_i, t_i = (r_i - low) / (high - low)
/// which is NTK-by-parts with alpha = low_freq_factor, beta = high_freq_factor. Where high_freq_factor is not
/// above low_freq_factor, as in Llama 4, nothing lies between: the first line holds for r_i >= high, the second
/// for all other pairs.
/// Source: the reference code released with Llama 3.1; there factor 8, L = 8192, low 1, high 4.
/// Errors: those of position_interpolation.
Result<InverseFrequencies> llama3_scaling(const GeometricFrequencies& theta, double original_len,
                                          double factor, double low_freq_factor,
                                          double high_freq_factor);

/// LongRoPE: theta_i / rescale_factors_i, with factors found by a search, and the attention factor
/// sqrt(1 + ln(s) / ln(L)), s = extended_len / L; 1 if s <= 1.
/// The paper's search also leaves the angles of some first tokens unscaled, and released models have a second
/// list of factors for lengths up to L. This function has neither: one list holds for all positions.
/// Source: Ding et al. 2024, arXiv:2402.13753v1; the attention factor is from the code released with it.
/// @param extended_len the length that the model is extended to, independent of the length of the sequence
/// Errors: a number of factors that is not the number of pairs; an original_len that is not above 1; and
/// those of position_interpolation.
Result<ExtendedFrequencies> longrope(const InverseFrequencies& theta, double original_len,
                                     double extended_len, const Vector& rescale_factors);

}  // namespace posenc
