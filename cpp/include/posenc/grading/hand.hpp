#pragma once

#include <string>
#include <vector>

#include "posenc/grading/draw.hpp"
#include "posenc/grading/worked.hpp"

namespace posenc {

/// An exercise by hand: the values that its task states, and how to work it out.
struct ExerciseByHand {
  std::vector<Fact> facts;
  Worked worked;
};

inline bool all_distinct(const ExerciseByHand& exercise) { return all_distinct(exercise.worked); }

/// "1, 5, 6".
std::string listed(const std::vector<double>& numbers);

}  // namespace posenc
