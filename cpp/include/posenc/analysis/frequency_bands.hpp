#pragma once

#include <vector>

#include "posenc/encoding/rotary.hpp"
#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// The pairs of RoPE in three bands, by how much of a turn each completes within the trained length.
namespace posenc {

enum class FrequencyBand {
  fast,    // at least four turns: wavelength up to L / 4
  middle,  // one to four turns: up to L
  slow,    // not one turn: above L, so longer texts bring angles that training never had
};

POSENC_NAMES(FrequencyBand, frequency_band_names, fast, middle, slow)

/// Of each rotated pair of a head.
struct FrequencyBands {
  Vector wavelengths;                // 2 pi / theta_i, in positions
  std::vector<FrequencyBand> bands;  // of each wavelength
};
POSENC_FIELDS(FrequencyBands, wavelengths, bands)

/// The bands of the pairs of a model with RoPE, with L the trained length.
///
/// Source: the limit between middle and slow is that of ntk_by_parts and YaRN (Peng et al. 2023, arXiv:2309.00071v2,
/// section 3.2), which interpolate pairs that complete less than one turn; the limit between fast and middle is ours:
/// YaRN's, 32 turns, leaves no fast pair in the short contexts of this course.
///
/// @param rotary         the fraction of the head that is rotated, as for rotated_components
/// @param trained_length L, above 0
/// Errors: those of rotated_components and GeometricFrequencies; a trained_length outside its range.
Result<FrequencyBands> frequency_bands(double head_dim, double base, double trained_length,
                                       double rotary);

}  // namespace posenc
