#pragma once

#include <string>
#include <vector>

#include "posenc/grading/draw.hpp"
#include "posenc/grading/worked.hpp"

namespace posenc {

/// An exercise by hand: the values that its task states, and how to work it out.
struct HandExercise {
  std::vector<Fact> facts;
  Worked worked;
};

inline bool all_told_apart(const HandExercise& exercise) { return all_told_apart(exercise.worked); }

/// "1, 5, 6".
std::string listed(const std::vector<double>& numbers);

}  // namespace posenc
