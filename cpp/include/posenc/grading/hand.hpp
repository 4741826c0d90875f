#pragma once

#include <string>
#include <vector>

#include "posenc/grading/worked.hpp"
#include "posenc/random.hpp"

namespace posenc {

/// An exercise by hand: what its task says, and how it is worked out.
struct HandExercise {
  std::vector<Fact> facts;
  Worked worked;
};

/// Draws until all slips and conventions can be told apart.
/// @param draw makes an exercise from numbers that it draws
template <class Draw>
HandExercise drawn_apart(Seed seed, Draw draw) {
  Random random(seed);
  HandExercise exercise = draw(random);
  while (!all_told_apart(exercise.worked)) exercise = draw(random);
  return exercise;
}

/// "1, 5, 6".
std::string listed(const std::vector<double>& numbers);

}  // namespace posenc
