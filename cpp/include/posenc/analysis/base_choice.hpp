#pragma once

#include <span>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// What the base of the sinusoidal encoding, or of RoPE, decides: how far apart neighbors are, and how far the waves
/// reach.
namespace posenc {

/// For each of some bases, with d the width; both vectors have shape [bases].
struct BaseChoice {
  Vector steps;    // |PE(p + 1) - PE(p)|, the same for every p: falls as the base grows
  Vector longest;  // the longest wavelength, in positions: grows with the base
};
POSENC_FIELDS(BaseChoice, steps, longest)

/// The distance between the encodings of neighbors,
///   |PE(p + 1) - PE(p)| = sqrt(sum_i 4 sin(omega_i / 2)^2)
/// and the longest wavelength, 2 pi base^((d - 2)/d). Pair 0 has omega_0 = 1 with every base: it alone contributes
/// 4 sin(1/2)^2.
///
/// Source: the definitions in arXiv:1706.03762v7, section 3.5, which gives no reason for 10000.
///
/// @param d_model d, or the width of a head: a positive even number
/// @param bases   as for GeometricFrequencies
/// Errors: an argument outside its range; more than max_elements pairs in all.
Result<BaseChoice> base_choice(double d_model, std::span<const double> bases);

}  // namespace posenc
