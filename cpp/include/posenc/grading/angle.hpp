#pragma once

#include <string>

#include "posenc/grading/worked.hpp"

/// What exercises on angles share: the effect of each slip on frequencies, positions and rotations.
namespace posenc {

/// The base with which the right formula has the frequencies of Reason::exponent or inverted_exponent.
double worked_base(double base, Approach approach);

/// omega_i, shape [d/2]. Reason::exponent and inverted_exponent change them.
Vector worked_frequencies(Index d, double base, Approach approach);

/// Reason::one_based changes it.
double worked_position(double position, Approach approach);

/// A component of a vector, or of the angles at a position, as items are named: "k1[2]".
inline std::string component(const std::string& name, Index n) {
  return name + "[" + std::to_string(n) + "]";
}

struct Turn {
  double cos;
  double sin;
};

/// Cosine and sine of an angle in radians. Reason::degrees and sin_cos_swapped change them.
Turn worked_turn(double angle, Approach approach);

}  // namespace posenc
