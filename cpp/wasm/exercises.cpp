#include <emscripten/bind.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exercise_types.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/set_score.hpp"

// Exercises, and scores of sets of exercises.

using namespace posenc;

namespace {

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

wasm::Ids ids() {
  wasm::Ids all;
  for (const std::string_view id : exercise_ids()) all.ids.emplace_back(id);
  return all;
}

Result<wasm::Asked> asked(const std::string& id, double seed) {
  POSENC_TRY(exercise, find_exercise(id, seed));
  return wasm::Asked{{std::move(exercise.facts)}, std::move(exercise.items)};
}

Result<wasm::Graded> graded(const std::string& id, double seed, const Answers& answers) {
  POSENC_TRY(exercise, find_exercise(id, seed));
  POSENC_TRY(grade, posenc::grade(exercise, answers));
  wasm::Graded graded{grade.score, grade.max, {}};
  for (const auto& [item, verdict] : grade.items) {
    graded.items.push_back(
        {item, verdict.outcome, verdict.reason, verdict.read, unless_empty(verdict.message)});
  }
  return graded;
}

Result<wasm::Solved> solved(const std::string& id, double seed) {
  POSENC_TRY(steps, worked_solution(id, seed));
  return wasm::Solved{std::move(steps)};
}

Result<wasm::Compared> compared(const std::string& id, double seed, const std::string& item,
                                const std::string& text) {
  POSENC_TRY(comparison, compare_case(id, seed, item, text));
  return wasm::Compared{comparison.shape, comparison.expected, comparison.got,
                        unless_empty(comparison.message)};
}

Result<double> score(const std::vector<double>& fractions) { return set_score(fractions); }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_exercises) {
  wasm::register_type<wasm::NumberList>("number[]");

  wasm::function<&ids>("exerciseIds");
  wasm::function<&asked>("exercise");
  wasm::function<&graded>("gradeExercise");
  wasm::function<&solved>("workedSolution");
  wasm::function<&compared>("compareCase");
  wasm::function<&score>("setScore");
}
