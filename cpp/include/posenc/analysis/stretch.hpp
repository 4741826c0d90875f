#pragma once

#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// What a context extension does to the waves of RoPE.
struct Stretches {
  Vector times;  // after / before, [pairs]
  Index kept;    // how many pairs are as long as before, up to rounding
  Index whole;   // how many are `factor` times as long, up to rounding, and not as before
};

/// How many times longer each wave has become, as the extension is to make the context `factor` times longer.
/// Source: arXiv:2309.00071v2, section 3, tells extensions apart by this.
///
/// @param before, after wavelengths, one for each pair
/// Errors: vectors of different lengths; a wavelength or factor that is no finite number above 0.
Result<Stretches> stretches(const Vector& before, const Vector& after, double factor);

}  // namespace posenc
