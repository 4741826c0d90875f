#include <emscripten/bind.h>

#include "function.hpp"
#include "lab_types.hpp"

// Questions about runs of the labs. With the exercises (exercises.cpp) they are a module for other projects, and alone
// one for the page.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_lab_exercises) {
  wasm::register_type<wasm::LabOutcomeObject>(
      "{ task: string, schemes: string[], lengths: Float64Array, seeds: number, accuracies: "
      "Float64Array, trainLongest: number, chance: number, ceiling: number | null }");

  wasm::function<&lab_questions>("labQuestions");
  wasm::function<&unreadable_of_lab>("unreadableOfLab");
  wasm::function<&grade_lab>("gradeLab");
}
