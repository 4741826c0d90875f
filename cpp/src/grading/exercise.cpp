#include "posenc/grading/exercise.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/grading/axial_rope.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/e13_1.hpp"
#include "posenc/grading/practice.hpp"
#include "posenc/grading/quiz.hpp"
#include "posenc/grading/rope_chain.hpp"

namespace posenc {
namespace {

template <class Made>
struct Kind {
  std::string_view id;
  Made (*make)(Seed seed);
};

constexpr std::array by_hand{
    Kind<ExerciseByHand>{"e13.1", &e13_1},
    Kind<ExerciseByHand>{"e13.1-why", &e13_1_why},
    Kind<ExerciseByHand>{"rope-chain", &rope_chain},
    Kind<ExerciseByHand>{"dft-peak", &dft_peak},
    Kind<ExerciseByHand>{"similarities", &similarities},
    Kind<ExerciseByHand>{"shift-matrix", &shift_matrix_entries},
    Kind<ExerciseByHand>{"alibi-slopes", &slopes_of_heads},
    Kind<ExerciseByHand>{"table-parameters", &table_parameters},
    Kind<ExerciseByHand>{"unfinished-pairs", &unfinished_of_config},
    Kind<ExerciseByHand>{"axial-rope", &axial_rope},
};

constexpr std::array in_code{
    Kind<CodeExercise>{"code-sinusoidal", &code_sinusoidal},
    Kind<CodeExercise>{"code-rope", &code_rope},
    Kind<CodeExercise>{"code-alibi", &code_alibi},
    Kind<CodeExercise>{"code-learned", &code_learned},
    Kind<CodeExercise>{"code-scores", &code_scores},
    Kind<CodeExercise>{"code-rope-2d", &code_rope_2d},
    Kind<CodeExercise>{"debug-layout", &debug_layout},
    Kind<CodeExercise>{"debug-added", &debug_added},
};

constexpr std::string_view quiz_id = "quiz";

Exercise exercise_of(ExerciseByHand made) {
  return {"", 0, std::move(made.facts), items_of(made.worked),
          [worked = std::move(made.worked)](const Answers& answers) {
            return grade_worked(worked, answers);
          }};
}
Exercise exercise_of(CodeExercise made) {
  std::vector<Fact> facts = made.facts;
  std::vector<Item> items = items_of(made);
  return {"", 0, std::move(facts), std::move(items),
          [made = std::move(made)](const Answers& answers) { return grade_code(made, answers); }};
}

/// The exercise of that id among `kinds`; nothing if there is none.
template <class Kinds>
auto made_of(const Kinds& kinds, std::string_view id, double seed) {
  const auto found = std::ranges::find(kinds, id, &Kinds::value_type::id);
  using Made = decltype(found->make(0));
  return found == kinds.end() ? std::optional<Made>() : found->make(static_cast<Seed>(seed));
}

Error not_known(const std::vector<std::string_view>& ids, std::string_view id) {
  std::string known;
  for (const std::string_view one : ids) known += (known.empty() ? "" : ", ") + std::string(one);
  return invalid_argument(
             {"[exercise] the exercise must be one of ", known, " but got ", quote(id)})
      .about("id");
}

Error not_asked(std::string_view exercise, std::string_view item, const std::vector<Item>& items) {
  return invalid_argument({"[exercise] ", exercise, " does not ask for ", quote(item),
                           ", only for ", items.front().id, " … ", items.back().id})
      .about("answers");
}

}  // namespace

std::string_view answer_to(const Answers& answers, const std::string& item) {
  const auto found = answers.find(item);
  return found == answers.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<std::string_view> exercise_ids() {
  std::vector<std::string_view> ids;
  for (const auto& kind : by_hand) ids.push_back(kind.id);
  for (const auto& kind : in_code) ids.push_back(kind.id);
  ids.push_back(quiz_id);
  return ids;
}

std::vector<std::string_view> code_exercise_ids() {
  std::vector<std::string_view> ids;
  for (const auto& kind : in_code) ids.push_back(kind.id);
  return ids;
}

Result<Exercise> find_exercise(std::string_view id, double seed) {
  if (auto error = check_seed("[exercise] `seed`", seed)) return *std::move(error);
  const auto named = [&](Exercise exercise) {
    exercise.id = id;
    exercise.seed = static_cast<Seed>(seed);
    return exercise;
  };
  if (auto made = made_of(by_hand, id, seed)) return named(exercise_of(*std::move(made)));
  if (auto made = made_of(in_code, id, seed)) return named(exercise_of(*std::move(made)));
  if (id == quiz_id) return named(quiz(static_cast<Seed>(seed)));
  return not_known(exercise_ids(), id);
}

Result<std::vector<WorkedStep>> worked_solution(std::string_view id, double seed) {
  if (auto error = check_seed("[exercise] `seed`", seed)) return *std::move(error);
  const auto made = made_of(by_hand, id, seed);
  if (!made) {
    std::vector<std::string_view> ids;
    for (const auto& kind : by_hand) ids.push_back(kind.id);
    return not_known(ids, id);
  }
  return solution(made->worked);
}

Result<CaseComparison> compare_case(std::string_view id, double seed, std::string_view item,
                                    std::string_view text) {
  if (auto error = check_seed("[exercise] `seed`", seed)) return *std::move(error);
  const auto made = made_of(in_code, id, seed);
  if (!made) return not_known(code_exercise_ids(), id);
  const auto found = std::ranges::find(made->cases, item, &Case::call);
  if (found == made->cases.end()) return not_asked(id, item, items_of(*made));
  return compare(*made, static_cast<std::size_t>(found - made->cases.begin()), text);
}

Result<Grade> grade(const Exercise& exercise, const Answers& answers) {
  for (const auto& [id, text] : answers) {
    if (std::ranges::find(exercise.items, id, &Item::id) == exercise.items.end()) {
      return not_asked(exercise.id, id, exercise.items);
    }
  }
  return exercise.grade(answers);
}

}  // namespace posenc
