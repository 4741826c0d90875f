#include <emscripten/bind.h>

#include <algorithm>
#include <string>

#include "function.hpp"
#include "graded_exercises.hpp"
#include "posenc/grading/groups.hpp"

// The exercises of one group, POSENC_EXERCISE_GROUP, in a module of their own.

using namespace posenc;

namespace {

constexpr auto& kinds = exercise_kinds::POSENC_EXERCISE_GROUP;

const ExerciseSet& group() {
  static const ExerciseSet exercises({std::begin(kinds), std::end(kinds)});
  return exercises;
}

Result<wasm::Asked> asked(const std::string& id, double seed) {
  return wasm::asked(group().find(id, seed));
}

Result<wasm::Graded> graded(const std::string& id, double seed, const Answers& answers) {
  return wasm::graded(group().find(id, seed), answers);
}

[[maybe_unused]] Result<wasm::Solved> solved(const std::string& id, double seed) {
  return wasm::solved(group().worked_solution(id, seed));
}

[[maybe_unused]] Result<wasm::Compared> compared(const std::string& id, double seed,
                                                 const std::string& item, const std::string& text) {
  return wasm::compared(group().compare_case(id, seed, item, text));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_exercise_group) {
  wasm::function<&asked>("exercise");
  wasm::function<&graded>("gradeExercise");
  if constexpr (std::ranges::any_of(kinds, is_by_hand)) {
    wasm::function<&solved>("workedSolution");
  }
  if constexpr (std::ranges::any_of(kinds, is_in_code)) {
    wasm::function<&compared>("compareCase");
  }
}
