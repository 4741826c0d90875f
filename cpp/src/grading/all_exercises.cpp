#include <algorithm>
#include <string>

#include "posenc/argument.hpp"
#include "posenc/grading/axial_rope.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/e13_1.hpp"
#include "posenc/grading/exercise_kind.hpp"
#include "posenc/grading/practice.hpp"
#include "posenc/grading/quiz.hpp"
#include "posenc/grading/rope_chain.hpp"

namespace posenc {
namespace {

template <ExerciseByHand (*made)(Seed)>
constexpr ExerciseKind by_hand(std::string_view id) {
  return {.id = id,
          .make = [](Seed seed) { return exercise_of(made(seed)); },
          .solution = [](Seed seed) { return solution(made(seed).worked); }};
}

template <CodeExercise (*made)(Seed)>
constexpr ExerciseKind in_code(std::string_view id) {
  return {.id = id,
          .make = [](Seed seed) { return exercise_of(made(seed)); },
          .compare =
              [](std::string_view exercise, Seed seed, std::string_view item,
                 std::string_view text) { return compare_case(exercise, made(seed), item, text); }};
}

constexpr ExerciseKind kinds[]{
    by_hand<&e13_1>("e13.1"),
    by_hand<&e13_1_why>("e13.1-why"),
    by_hand<&rope_chain>("rope-chain"),
    by_hand<&dft_peak>("dft-peak"),
    by_hand<&similarities>("similarities"),
    by_hand<&shift_matrix_entries>("shift-matrix"),
    by_hand<&slopes_of_heads>("alibi-slopes"),
    by_hand<&table_parameters>("table-parameters"),
    by_hand<&unfinished_of_config>("unfinished-pairs"),
    by_hand<&axial_rope>("axial-rope"),
    in_code<&code_sinusoidal>("code-sinusoidal"),
    in_code<&code_rope>("code-rope"),
    in_code<&code_alibi>("code-alibi"),
    in_code<&code_learned>("code-learned"),
    in_code<&code_scores>("code-scores"),
    in_code<&code_rope_2d>("code-rope-2d"),
    in_code<&debug_layout>("debug-layout"),
    in_code<&debug_added>("debug-added"),
    {.id = "quiz", .make = &quiz},
};

using Among = bool (*)(const ExerciseKind& kind);
constexpr bool any(const ExerciseKind&) { return true; }

std::vector<std::string_view> ids_of(Among among) {
  std::vector<std::string_view> ids;
  for (const ExerciseKind& kind : kinds) {
    if (among(kind)) ids.push_back(kind.id);
  }
  return ids;
}

Result<const ExerciseKind*> find_kind(std::string_view id, double seed, Among among) {
  if (auto error = check_seed("[exercise] `seed`", seed)) return *std::move(error);
  const auto found = std::ranges::find(kinds, id, &ExerciseKind::id);
  if (found != std::end(kinds) && among(*found)) return &*found;
  std::string known;
  for (const std::string_view one : ids_of(among)) {
    known += (known.empty() ? "" : ", ") + std::string(one);
  }
  return invalid_argument(
             {"[exercise] the exercise must be one of ", known, " but got ", quote(id)})
      .about("id");
}

}  // namespace

std::span<const ExerciseKind> exercise_kinds() { return kinds; }

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
  return kind->solution(static_cast<Seed>(seed));
}

Result<CaseComparison> compare_case(std::string_view id, double seed, std::string_view item,
                                    std::string_view text) {
  POSENC_TRY(kind, find_kind(id, seed, &is_in_code));
  return kind->compare(id, static_cast<Seed>(seed), item, text);
}

}  // namespace posenc
