#include "posenc/grading/exercise.hpp"

#include <algorithm>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/grading/exercise_set.hpp"

namespace posenc {
namespace {

Error not_known(const std::vector<std::string_view>& ids, std::string_view id) {
  std::string known;
  for (const std::string_view one : ids) known += (known.empty() ? "" : ", ") + std::string(one);
  return invalid_argument(
             {"[exercise] the exercise must be one of ", known, " but got ", quote(id)})
      .about("id");
}

}  // namespace

std::string_view answer_to(const Answers& answers, const std::string& item) {
  const auto found = answers.find(item);
  return found == answers.end() ? std::string_view() : std::string_view(found->second);
}

Error not_asked(std::string_view exercise, std::string_view item, const std::vector<Item>& items) {
  return invalid_argument({"[exercise] ", exercise, " does not ask for ", quote(item),
                           ", only for ", items.front().id, " … ", items.back().id})
      .about("answers");
}

Result<Grade> grade(const Exercise& exercise, const Answers& answers) {
  for (const auto& [id, text] : answers) {
    if (std::ranges::find(exercise.items, id, &Item::id) == exercise.items.end()) {
      return not_asked(exercise.id, id, exercise.items);
    }
  }
  return exercise.grade(answers);
}

ExerciseSet::ExerciseSet(std::vector<ExerciseKind> kinds) : kinds_(std::move(kinds)) {}

std::vector<std::string_view> ExerciseSet::ids(Among among) const {
  std::vector<std::string_view> ids;
  for (const ExerciseKind& kind : kinds_) {
    if (among(kind)) ids.push_back(kind.id);
  }
  return ids;
}

Result<const ExerciseKind*> ExerciseSet::find_kind(std::string_view id, double seed,
                                                   Among among) const {
  if (auto error = check_seed("[exercise] `seed`", seed)) return *std::move(error);
  const auto found = std::ranges::find(kinds_, id, &ExerciseKind::id);
  if (found == kinds_.end() || !among(*found)) return not_known(ids(among), id);
  return &*found;
}

Result<Exercise> ExerciseSet::find(std::string_view id, double seed) const {
  POSENC_TRY(kind, find_kind(id, seed, &any));
  Exercise exercise = kind->make(static_cast<Seed>(seed));
  exercise.id = id;
  exercise.seed = static_cast<Seed>(seed);
  return exercise;
}

Result<std::vector<WorkedStep>> ExerciseSet::worked_solution(std::string_view id,
                                                             double seed) const {
  POSENC_TRY(kind, find_kind(id, seed, &is_by_hand));
  return kind->solution(static_cast<Seed>(seed));
}

Result<CaseComparison> ExerciseSet::compare_case(std::string_view id, double seed,
                                                 std::string_view item,
                                                 std::string_view text) const {
  POSENC_TRY(kind, find_kind(id, seed, &is_in_code));
  return kind->compare(id, static_cast<Seed>(seed), item, text);
}

}  // namespace posenc
