#include <algorithm>
#include <string>

#include "posenc/argument.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/exercise_kind.hpp"
#include "posenc/grading/quiz.hpp"

namespace posenc {
namespace {

using Among = bool (*)(const ExerciseKind& kind);
constexpr bool any(const ExerciseKind&) { return true; }

std::vector<std::string_view> ids_of(Among among) {
  std::vector<std::string_view> ids;
  for (const ExerciseKind& kind : exercise_kinds()) {
    if (among(kind)) ids.push_back(kind.id);
  }
  return ids;
}

Result<const ExerciseKind*> find_kind(std::string_view id, double seed, Among among) {
  if (auto error = check_seed("[exercise] `seed`", seed)) return *std::move(error);
  const auto kinds = exercise_kinds();
  const auto found = std::ranges::find(kinds, id, &ExerciseKind::id);
  if (found != kinds.end() && among(*found)) return &*found;
  std::string known;
  for (const std::string_view one : ids_of(among)) {
    known += (known.empty() ? "" : ", ") + std::string(one);
  }
  return invalid_argument(
             {"[exercise] the exercise must be one of ", known, " but got ", quote(id)})
      .about("id");
}

}  // namespace

std::span<const ExerciseKind> exercise_kinds() {
  static const auto all = [] {
    std::vector<ExerciseKind> kinds;
    for (const auto list : {exercises_by_hand(), exercises_in_code()}) {
      kinds.insert(kinds.end(), list.begin(), list.end());
    }
    kinds.push_back({.id = "quiz", .other = &quiz});
    return kinds;
  }();
  return all;
}

std::vector<std::string_view> exercise_ids() { return ids_of(&any); }

std::vector<std::string_view> code_exercise_ids() { return ids_of(&is_in_code); }

Result<Exercise> find_exercise(std::string_view id, double seed) {
  POSENC_TRY(kind, find_kind(id, seed, &any));
  Exercise exercise = kind->make(static_cast<Seed>(seed));
  exercise.id = id;
  exercise.seed = static_cast<Seed>(seed);
  return exercise;
}

Result<std::vector<WorkedStep>> worked_solution(std::string_view id, double seed) {
  POSENC_TRY(kind, find_kind(id, seed, &is_by_hand));
  return solution(kind->by_hand(static_cast<Seed>(seed)).worked);
}

Result<CaseComparison> compare_case(std::string_view id, double seed, std::string_view item,
                                    std::string_view text) {
  POSENC_TRY(kind, find_kind(id, seed, &is_in_code));
  return compare_case(id, kind->in_code(static_cast<Seed>(seed)), item, text);
}

}  // namespace posenc
