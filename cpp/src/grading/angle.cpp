#include "posenc/grading/angle.hpp"

#include <cmath>
#include <numbers>

#include "posenc/encoding/frequencies.hpp"

namespace posenc {

double worked_base(double base, Approach approach) {
  // base^(-i/d) is the right formula with the square root of the base, base^(+2i/d) with 1/base.
  if (approach == Reason::exponent) return std::sqrt(base);
  return approach == Reason::inverted_exponent ? 1 / base : base;
}

Vector worked_frequencies(Index d, double base, Approach approach) {
  return GeometricFrequencies::make(d, worked_base(base, approach))->values();
}

double worked_position(double position, Approach approach) {
  return approach == Reason::one_based ? position + 1 : position;
}

Turn worked_turn(double angle, Approach approach) {
  if (approach == Reason::degrees) angle *= std::numbers::pi / 180;
  const Turn turn{std::cos(angle), std::sin(angle)};
  return approach == Reason::sin_cos_swapped ? Turn{turn.sin, turn.cos} : turn;
}

}  // namespace posenc
