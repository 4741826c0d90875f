#include "posenc/grading/exercise.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/grading/e13_1.hpp"
#include "posenc/grading/practice.hpp"
#include "posenc/grading/rope_chain.hpp"

namespace posenc {
namespace {

struct Kind {
  std::string_view id;
  HandExercise (*make)(Seed seed);
};

constexpr std::array by_hand{
    Kind{"e13.1", &e13_1},
    Kind{"rope-chain", &rope_chain},
    Kind{"dft-peak", &dft_peak},
    Kind{"similarities", &similarities},
    Kind{"shift-matrix", &shift_matrix_entries},
    Kind{"alibi-slopes", &slopes_of_heads},
    Kind{"table-parameters", &table_parameters},
};

}  // namespace

std::vector<std::string_view> exercise_ids() {
  std::vector<std::string_view> ids;
  for (const Kind& kind : by_hand) ids.push_back(kind.id);
  return ids;
}

Result<Exercise> find_exercise(std::string_view id, double seed) {
  if (auto error = check_seed("[exercise] seed", seed)) return *std::move(error);
  const auto found = std::ranges::find(by_hand, id, &Kind::id);
  if (found == by_hand.end()) {
    std::string known;
    for (const Kind& kind : by_hand) known += (known.empty() ? "" : ", ") + std::string(kind.id);
    return invalid_argument(
        {"[exercise] the exercise must be one of ", known, " but got ", quote(id)});
  }
  HandExercise made = found->make(static_cast<Seed>(seed));
  return Exercise{std::string(id), static_cast<Seed>(seed), std::move(made.facts),
                  items_of(made.worked), [worked = std::move(made.worked)](const Answers& answers) {
                    return grade_worked(worked, answers);
                  }};
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
