#include <emscripten/bind.h>

#include "function.hpp"
#include "posenc/analysis/base_choice.hpp"
#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/sign_changes.hpp"
#include "posenc/analysis/similarity.hpp"
#include "results.hpp"

// Functions for the section on sinusoids, beside those of frequencies.cpp.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_sinusoidal) {
  wasm::quick_function<&base_choice>("baseChoice");
  wasm::function<&sign_changes>("signChanges");
  wasm::function<&similarity_matrix>("similarityMatrix");
  wasm::function<&dot_products_around>("dotProductsAround");
  wasm::quick_function<&compare_shift>("shift");
  wasm::function<&float32_errors>("float32Errors");
  wasm::function<&float32_summed_drift>("float32SummedDrift");
}
