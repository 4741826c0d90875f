#include "posenc/grading/set_score.hpp"

#include <emscripten/bind.h>

#include "function.hpp"

// The score of a set of exercises, whichever they are. Only a course asks for it, so the page has it in a module of its own.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_set_score) {
  wasm::register_type<wasm::Numbers>("number[]");
  wasm::function<&set_score>("setScore");
}
