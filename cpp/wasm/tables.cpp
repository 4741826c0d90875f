#include <emscripten/bind.h>

#include "function.hpp"
#include "matrix_arguments.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/encoding/learned.hpp"
#include "results.hpp"

// Tables of random numbers, and how alike their rows are.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_tables) {
  wasm::quick_function<&learned_table>("learnedTable");
  wasm::function<&similarities_of_rows>("rowSimilarities");
}
