#include "posenc/grading/angle.hpp"

#include <cmath>
#include <numbers>

#include "posenc/encoding/frequencies.hpp"

namespace posenc {

Vector worked_frequencies(Index d, double base, Approach approach) {
  // base^(-i/d) is the right formula with the square root of the base, base^(+2i/d) with 1/base.
  const double its_base = approach == Reason::exponent            ? std::sqrt(base)
                          : approach == Reason::inverted_exponent ? 1 / base
                                                                  : base;
  return GeometricFrequencies::make(d, its_base)->values();
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
