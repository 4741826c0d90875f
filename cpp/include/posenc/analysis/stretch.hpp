#pragma once

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

struct StretchedWaves {
  Vector times;  // after / before, [pairs]
  Index kept;    // the number of pairs whose wavelength is unchanged, up to rounding
  Index
      whole;  // the number of other pairs whose wavelength is `factor` times as long, up to rounding
};
POSENC_FIELDS(StretchedWaves, times, kept, whole)

/// How many times as long each wavelength is after an extension of the context by `factor`.
/// Source: arXiv:2309.00071v2, section 3, which distinguishes extensions by this.
///
/// @param before, after wavelengths, one for each pair
/// Errors: vectors of different lengths; a wavelength or factor that is not a finite number above 0.
Result<StretchedWaves> stretches(const Vector& before, const Vector& after, double factor);

/// How many times the smaller of the two frequencies of each pair goes into the larger: at least 1, and 1 where both are
/// equal. Shape [pairs].
/// Source: an illustration; it tells two versions of one extension apart.
/// Precondition: as many pairs of each.
Vector frequency_ratios(const InverseFrequencies& some, const InverseFrequencies& others);

}  // namespace posenc
