#pragma once

#include <cstddef>
#include <cstdint>

#include "posenc/grading/exercise.hpp"
#include "posenc/random.hpp"

namespace posenc {

/// One of the values, all equally likely.
template <std::size_t N>
double one_of(Random& random, const double (&values)[N]) {
  return values[random.below(N)];
}

/// A whole number from `first` to `last`, all equally likely.
inline double from(Random& random, double first, double last) {
  return first + static_cast<double>(random.below(static_cast<std::uint64_t>(last - first) + 1));
}

/// Draws until all slips and conventions can be distinguished.
/// @param draw makes an exercise from random numbers
template <class Draw>
auto drawn_apart(Seed seed, Draw draw) {
  Random random(seed);
  auto exercise = draw(random);
  while (!all_distinct(exercise)) exercise = draw(random);
  return exercise;
}

}  // namespace posenc
