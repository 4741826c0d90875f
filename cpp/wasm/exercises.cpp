#include <emscripten/bind.h>

#include <string>

#include "function.hpp"
#include "graded_exercises.hpp"
#include "posenc/grading/code_exercises.hpp"

// All exercises. With questions about runs of the labs (lab_exercises.cpp) they are a module of their own. The page has
// a smaller one for each group of exercises (exercise_group.cpp).

using namespace posenc;

namespace {

wasm::Ids ids() {
  wasm::Ids all;
  for (const std::string_view id : exercise_ids()) all.ids.emplace_back(id);
  return all;
}

Result<wasm::Asked> asked(const std::string& id, double seed) {
  return wasm::asked(find_exercise(id, seed));
}

Result<wasm::Graded> graded(const std::string& id, double seed, const Answers& answers) {
  return wasm::graded(find_exercise(id, seed), answers);
}

Result<wasm::Solved> solved(const std::string& id, double seed) {
  return wasm::solved(worked_solution(id, seed));
}

Result<wasm::Compared> compared(const std::string& id, double seed, const std::string& item,
                                const std::string& text) {
  return wasm::compared(compare_case(id, seed, item, text));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_exercises) {
  wasm::function<&ids>("exerciseIds");
  wasm::function<&asked>("exercise");
  wasm::function<&graded>("gradeExercise");
  wasm::function<&solved>("workedSolution");
  wasm::function<&compared>("compareCase");
}
