#include "posenc/grading/exercise.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/grading/e13_1.hpp"
#include "posenc/grading/practice.hpp"
#include "posenc/grading/quiz.hpp"
#include "posenc/grading/rope_chain.hpp"

namespace posenc {
namespace {

struct Kind {
  std::string_view id;
  Exercise (*make)(Seed seed);
};

template <HandExercise (*make)(Seed seed)>
Exercise by_hand(Seed seed) {
  HandExercise made = make(seed);
  return {"", seed, std::move(made.facts), items_of(made.worked),
          [worked = std::move(made.worked)](const Answers& answers) {
            return grade_worked(worked, answers);
          }};
}

constexpr std::array kinds{
    Kind{"e13.1", &by_hand<&e13_1>},
    Kind{"rope-chain", &by_hand<&rope_chain>},
    Kind{"dft-peak", &by_hand<&dft_peak>},
    Kind{"similarities", &by_hand<&similarities>},
    Kind{"shift-matrix", &by_hand<&shift_matrix_entries>},
    Kind{"alibi-slopes", &by_hand<&slopes_of_heads>},
    Kind{"table-parameters", &by_hand<&table_parameters>},
    Kind{"quiz", &quiz},
};

}  // namespace

std::vector<std::string_view> exercise_ids() {
  std::vector<std::string_view> ids;
  for (const Kind& kind : kinds) ids.push_back(kind.id);
  return ids;
}

Result<Exercise> find_exercise(std::string_view id, double seed) {
  if (auto error = check_seed("[exercise] seed", seed)) return *std::move(error);
  const auto found = std::ranges::find(kinds, id, &Kind::id);
  if (found == kinds.end()) {
    std::string known;
    for (const Kind& kind : kinds) known += (known.empty() ? "" : ", ") + std::string(kind.id);
    return invalid_argument(
        {"[exercise] the exercise must be one of ", known, " but got ", quote(id)});
  }
  Exercise exercise = found->make(static_cast<Seed>(seed));
  exercise.id = id;
  return exercise;
}

Result<Grade> grade(const Exercise& exercise, const Answers& answers) {
  for (const auto& [id, text] : answers) {
    if (std::ranges::find(exercise.items, id, &Item::id) == exercise.items.end()) {
      return invalid_argument({"[exercise] ", exercise.id, " does not ask for ", quote(id),
                               ", only for ", exercise.items.front().id, " .. ",
                               exercise.items.back().id});
    }
  }
  return exercise.grade(answers);
}

}  // namespace posenc
