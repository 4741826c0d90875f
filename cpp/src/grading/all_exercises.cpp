#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/exercise_set.hpp"
#include "posenc/grading/groups.hpp"
#include "posenc/grading/hand.hpp"

// Apart from exercise.cpp: a program that grades the exercises of one group links none of the others.

namespace posenc {
namespace {

std::vector<ExerciseKind> all_kinds() {
  std::vector<ExerciseKind> all;
  for (const ExerciseGroup& group : exercise_groups) {
    all.insert(all.end(), group.kinds.begin(), group.kinds.end());
  }
  return all;
}

const ExerciseSet& all_exercises() {
  static const ExerciseSet all(all_kinds());
  return all;
}

}  // namespace

std::vector<std::string_view> exercise_ids() { return all_exercises().ids(); }

std::vector<std::string_view> code_exercise_ids() { return all_exercises().ids(&is_in_code); }

Result<Exercise> find_exercise(std::string_view id, double seed) {
  return all_exercises().find(id, seed);
}

Result<std::vector<WorkedStep>> worked_solution(std::string_view id, double seed) {
  return all_exercises().worked_solution(id, seed);
}

Result<CaseComparison> compare_case(std::string_view id, double seed, std::string_view item,
                                    std::string_view text) {
  return all_exercises().compare_case(id, seed, item, text);
}

}  // namespace posenc
