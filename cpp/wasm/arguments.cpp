#include <emscripten/bind.h>

#include "matrix_arguments.hpp"

// The types of arguments that several modules have.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_arguments) {
  wasm::register_type<wasm::Numbers>("Float64Array");
  wasm::register_options<wasm::MatrixOptions>("MatrixOptions");
}
