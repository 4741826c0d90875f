#pragma once

#include "posenc/grading/worked.hpp"

/// What exercises on angles have in common: how each slip shows in frequencies, positions and turns.
namespace posenc {

/// omega_i, shape [d/2]: Reason::exponent and inverted_exponent show here.
Vector worked_frequencies(Index d, double base, Working working);

/// Reason::one_based shows here.
double worked_position(double position, Working working);

struct Turn {
  double cos;
  double sin;
};

/// Cosine and sine of an angle in radians: Reason::degrees and sin_cos_swapped show here.
Turn worked_turn(double angle, Working working);

}  // namespace posenc
