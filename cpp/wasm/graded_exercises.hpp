#pragma once

#include <string>
#include <utility>

#include "exercise_types.hpp"

/// Exercises and their grades as the page has them, for the module of all exercises and for those of groups.
namespace posenc::wasm {

inline Result<Asked> asked(Result<Exercise> found) {
  POSENC_TRY(exercise, std::move(found));
  return Asked{std::move(exercise.facts), std::move(exercise.items)};
}

inline Result<Graded> graded(Result<Exercise> found, const Answers& answers) {
  POSENC_TRY(exercise, std::move(found));
  POSENC_TRY(grade, posenc::grade(exercise, answers));
  return Graded{std::move(grade)};
}

inline Result<Solved> solved(Result<std::vector<WorkedStep>> found) {
  POSENC_TRY(steps, std::move(found));
  return Solved{std::move(steps)};
}

inline Result<Compared> compared(Result<CaseComparison> found) {
  POSENC_TRY(comparison, std::move(found));
  return Compared{std::move(comparison)};
}

}  // namespace posenc::wasm
