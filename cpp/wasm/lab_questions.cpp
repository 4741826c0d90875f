#include <emscripten/bind.h>

#include "lab_types.hpp"

// Questions about runs of the labs.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_lab_questions) {
  wasm::register_type<wasm::AnswersByItem>("Record<string, string>");
  wasm::register_type<wasm::LabOutcomeObject>(
      "{ task: string, schemes: string[], lengths: Float64Array, seeds: number, accuracies: "
      "Float64Array, trainLongest: number, chance: number, ceiling: number | null }");

  wasm::function<&lab_questions>("labQuestions");
  wasm::function<&unreadable_of_lab>("unreadableOfLab");
  wasm::function<&grade_lab>("gradeLab");
}
