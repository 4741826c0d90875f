#pragma once

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// What lets RoPE serve positions beyond those of training: other inverse frequencies, made from
/// theta_i = base^(-2i/d), and sometimes a factor on cos and sin.
///
/// Throughout: L = original_len, the length of training in positions, s = scale, how many times longer it
/// is to become; lambda_i = 2 pi / theta_i, the wavelength; r_i = L / lambda_i, the rotations of pair i
/// within L. Lengths, scales and factors are finite numbers above 0 (anything else is an error), whole or
/// not. Where the formulas have 2i/d, the functions take the exponent that theta really has, so that they
/// hold for the endpoint variant too.
namespace posenc {

/// What an extension makes of RoPE.
struct ExtendedFrequencies {
  InverseFrequencies theta;
  double attention_factor;  // multiplies cos and sin, hence q and k each, and logits by its square
};

/// Position interpolation: theta_i / s, the same as position m / s in place of m.
/// Source: Chen et al. 2023, arXiv:2306.15595v2, section 2.3, equation 4.
/// Errors: a scale as above, or one that takes the frequencies out of the range of a double.
Result<InverseFrequencies> position_interpolation(const InverseFrequencies& theta, double scale);

/// NTK-aware: the frequencies of base' = base alpha^(d/(d-2)). The first stays as it is, the last is divided
/// by alpha.
/// Source: Peng et al. 2023, YaRN, arXiv:2309.00071v2, definition 1 and equation 16.
/// Errors: an alpha as above; d = 2, where the exponent is d/0; a base' out of the range of a double.
Result<GeometricFrequencies> ntk_aware(const GeometricFrequencies& theta, double alpha);

/// Dynamic NTK: NTK-aware with alpha made from the length that there is,
///   alpha = factor l/L - (factor - 1), l = max(seq_len, L);   with factor 1: max(1, seq_len/L).
/// Source: arXiv:2309.00071v2, section 3.3, which has no factor; several libraries take one.
/// Errors: as for ntk_aware.
Result<GeometricFrequencies> dynamic_ntk(const GeometricFrequencies& theta, double original_len,
                                         double seq_len, double factor = 1);

/// NTK-by-parts: (1 - g_i) theta_i / s + g_i theta_i, g_i = clamp((r_i - alpha) / (beta - alpha), 0, 1):
/// fast pairs, with more than beta rotations within L, stay as they are; slow ones, with fewer than
/// alpha, are interpolated.
/// Source: arXiv:2309.00071v2, definition 2 and equations 17 to 20; there alpha = 1, beta = 32.
/// Errors: alpha not below beta; and as above.
Result<InverseFrequencies> ntk_by_parts(const GeometricFrequencies& theta, double original_len,
                                        double scale, double alpha, double beta);

/// Between which pairs YaRN goes over from the unscaled to the interpolated frequencies.
enum class YarnRamp {
  paper,     // linear in the rotations r_i: NTK-by-parts, alpha = beta_slow, beta = beta_fast
  released,  // the code released with the paper: linear in i, between whole pairs
  released_unrounded,  // the same between the exact ends
};

inline constexpr EnumNames<YarnRamp, 3> yarn_ramp_names{{
    {"paper", YarnRamp::paper},
    {"released", YarnRamp::released},
    {"released_unrounded", YarnRamp::released_unrounded},
}};

/// The ramp of that name. Errors: a name that is none.
Result<YarnRamp> to_yarn_ramp(std::string_view name);

/// The pairs between which the released code goes over.
struct RampEnds {
  double low;   // up to here unscaled
  double high;  // from here on interpolated
};

/// c(n) = d ln(L / (2 pi n)) / (2 ln base), the pair, not rounded, that rotates n times within L;
///   low = max(c(beta_fast), 0), high = min(c(beta_slow), d - 1)
/// and, ramp released: low = max(floor(c(beta_fast)), 0), high = min(ceil(c(beta_slow)), d - 1).
/// Ends that are equal are taken 0.001 apart. Ends may come out in the wrong order, and the ramp then runs
/// backwards, as it does in that code: low above high where even pair d - 1 would rotate more than
/// beta_fast times within L (all pairs are interpolated, and none need be), high below 0 where
/// L < 2 pi beta_slow (none is, and all should be). The paper's ramp has no such cases.
/// Source: the code released with arXiv:2309.00071. (d - 1, though there are d/2 pairs, is that code's.)
///
/// @param ramp one of the released code's
/// Errors: ramp paper, which has no such ends; a base that is not above 1; beta_slow above beta_fast
/// (equal they may be, as in published models); and as above.
Result<RampEnds> yarn_ramp_ends(const GeometricFrequencies& theta, double original_len,
                                double beta_slow, double beta_fast, YarnRamp ramp);

/// 0.1 ln(s) + 1; 1 where s <= 1. Source: arXiv:2309.00071v2, equation 22 (there as sqrt(1/t)).
Result<double> yarn_attention_factor(double scale);

/// YaRN: by the paper's ramp NTK-by-parts; by the released code's
///   (1 - t_i) theta_i + t_i theta_i / s, t_i = clamp((i - low) / (high - low), 0, 1);
/// and the attention factor. The two differ: single frequencies by a factor of up to 4.3 in published
/// settings. Libraries let a model give another attention factor (attention_factor, or a quotient made from
/// mscale and mscale_all_dim): that is for RotaryEmbedding to be given in place of this one.
/// Source: arXiv:2309.00071v2, definition 3, and the code released with it.
/// Errors: as for ntk_by_parts and yarn_ramp_ends.
Result<ExtendedFrequencies> yarn(const GeometricFrequencies& theta, double original_len,
                                 double scale, double beta_slow, double beta_fast, YarnRamp ramp);

/// Llama 3's rule, in the wavelength:
///   lambda_i < L / high_freq_factor: theta_i;   lambda_i > L / low_freq_factor: theta_i / factor;
///   between: (1 - t_i) theta_i / factor + t_i theta_i, t_i = (r_i - low) / (high - low)
/// which is NTK-by-parts with alpha = low_freq_factor, beta = high_freq_factor.
/// Source: the reference code released with Llama 3.1; there factor 8, L = 8192, low 1, high 4.
/// Errors: low_freq_factor not below high_freq_factor; and as above.
Result<InverseFrequencies> llama3_scaling(const GeometricFrequencies& theta, double original_len,
                                          double factor, double low_freq_factor,
                                          double high_freq_factor);

/// LongRoPE: theta_i / rescale_factors_i, with the factors that a search has found, and the attention factor
/// sqrt(1 + ln(s) / ln(L)), s = extended_len / L; 1 where s <= 1.
/// The paper's search also leaves the angles of some first tokens unscaled, and released models have a second
/// list of factors for lengths up to L: neither is here, where one list holds for all positions.
/// Source: Ding et al. 2024, arXiv:2402.13753v1; the attention factor is from the code released with it.
/// @param extended_len the length that the model is extended to, whatever the length of the sequence
/// Errors: another number of factors than of pairs; an original_len that is not above 1; and as above.
Result<ExtendedFrequencies> longrope(const InverseFrequencies& theta, double original_len,
                                     double extended_len, const Vector& rescale_factors);

}  // namespace posenc
