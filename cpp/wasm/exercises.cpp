#include <emscripten/bind.h>

#include <string>
#include <utility>

#include "exercise_types.hpp"
#include "function.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/set_score.hpp"

// What the page can call for exercises, in a module of its own, which pages without exercises do not load.

using namespace posenc;

namespace {

wasm::Ids ids() {
  wasm::Ids all;
  for (const std::string_view id : exercise_ids()) all.ids.emplace_back(id);
  return all;
}

Result<wasm::Asked> asked(const std::string& id, double seed) {
  POSENC_TRY(exercise, find_exercise(id, seed));
  return wasm::Asked{std::move(exercise.facts), std::move(exercise.items)};
}

Result<wasm::Graded> graded(const std::string& id, double seed, const Answers& answers) {
  POSENC_TRY(exercise, find_exercise(id, seed));
  POSENC_TRY(grade, posenc::grade(exercise, answers));
  return wasm::Graded{std::move(grade)};
}

Result<wasm::Solved> solved(const std::string& id, double seed) {
  POSENC_TRY(steps, worked_solution(id, seed));
  return wasm::Solved{std::move(steps)};
}

Result<wasm::Compared> compared(const std::string& id, double seed, const std::string& item,
                                const std::string& text) {
  POSENC_TRY(comparison, compare_case(id, seed, item, text));
  return wasm::Compared{std::move(comparison)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_exercises) {
  wasm::register_type<wasm::AnswersByItem>("Record<string, string>");
  wasm::register_type<wasm::Numbers>("number[]");
  wasm::register_type<wasm::LabOutcomeObject>(
      "{ task: string, schemes: string[], lengths: Float64Array, seeds: number, accuracies: "
      "Float64Array, trainLongest: number, chance: number, ceiling: number | null }");

  wasm::function<&ids>("exerciseIds");
  wasm::function<&asked>("exercise");
  wasm::function<&graded>("gradeExercise");
  wasm::function<&solved>("workedSolution");
  wasm::function<&compared>("compareCase");
  wasm::function<&set_score>("setScore");
  wasm::function<&lab_questions>("labQuestions");
  wasm::function<&unreadable_of_lab>("unreadableOfLab");
  wasm::function<&grade_lab>("gradeLab");
}
