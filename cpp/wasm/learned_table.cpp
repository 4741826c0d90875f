#include <emscripten/bind.h>

#include "function.hpp"
#include "posenc/encoding/learned.hpp"
#include "results.hpp"

// A table of random numbers, which figures of several sections take their vectors from.

EMSCRIPTEN_BINDINGS(posenc_learned_table) {
  posenc::wasm::function<&posenc::learned_table>("learnedTable");
}
