#pragma once

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The number of sign changes of each column of the sinusoidal table over the positions 0 .. count-1: many in
/// fast columns, perhaps none in slow ones. Zeros are skipped: +, 0, - is one change, +, 0, + is none.
///
/// Shape [d], layout interleaved; whole numbers. If omega_i < pi, this is floor(end / pi) for the sine and
/// floor(end / pi + 1/2) for the cosine, with end = (count - 1) omega_i; faster waves are sampled too seldom
/// to show all of their changes. Source: an illustration of arXiv:1706.03762v7,
/// section 3.5.
///
/// @param count a whole number of at least 1
/// Errors: a count outside its range; a table of more than max_elements.
Result<Vector> sign_changes(const InverseFrequencies& frequencies, double count);

}  // namespace posenc
