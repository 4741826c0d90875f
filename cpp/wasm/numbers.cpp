#include <emscripten/bind.h>

#include "function.hpp"

// Lists of numbers as arguments: the same for several modules, which can be parts of one.

EMSCRIPTEN_BINDINGS(posenc_numbers) {
  posenc::wasm::register_type<posenc::wasm::Numbers>("Float64Array");
}
