#include <emscripten/bind.h>

#include "answers_argument.hpp"

// Answers to exercises and to questions about runs. A module with both registers their type once.

EMSCRIPTEN_BINDINGS(posenc_answers) {
  posenc::wasm::register_type<posenc::wasm::AnswersByItem>("Record<string, string>");
}
