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

/// The exercise, without an id and a seed.
Exercise exercise_of(ExerciseByHand made);

inline bool all_distinct(const ExerciseByHand& exercise) { return all_distinct(exercise.worked); }

/// "1, 5, 6".
std::string listed(const std::vector<double>& numbers);

/// A number as it stands in a working: with at most six decimals; in brackets if it is negative and not the first.
std::string written(double number);
std::string factor(double number);
/// "0.8*0.6 + 0.3*(-0.4)".
std::string written_product(const Vector& one, const Vector& other);
/// "0.8*cos(0.5) - 0.3*sin(0.5)": a component of x whose neighboring pairs are rotated, by that angle in its pair.
std::string written_rotation(const Vector& x, Index component, double angle);
/// "q[0] cos - q[1] sin.", the same for a vector of that name, for a hint.
std::string rotation_hint(const std::string& vector, Index component);
/// "base^(-2*i/d)", the frequency of pair i.
std::string written_frequency(double base, Index pair, Index d);

/// The worked solution of an exercise by hand.
/// Errors: an id that is not that of an exercise by hand; an invalid seed.
Result<std::vector<WorkedStep>> worked_solution(std::string_view id, double seed);

}  // namespace posenc
