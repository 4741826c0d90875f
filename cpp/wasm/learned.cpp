#include <emscripten/bind.h>

#include <span>

#include "function.hpp"
#include "library_arguments.hpp"
#include "posenc/analysis/addition.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/encoding/learned.hpp"
#include "results.hpp"

// Functions for the sections on learned tables and on adding them.

using namespace posenc;

namespace {

/// parts_of_sum(). A slider sets the position or the loudness, and each of its moves asks for the same embeddings.
Result<PartsOfSum> parts_of_sum_keeping_numbers(const SumOptions& options,
                                                std::span<const double> widths) {
  [[clang::no_destroy]] static NormalNumbers normals;
  return parts_of_sum(options, widths, normals);
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_learned) {
  wasm::register_type<wasm::PartsOfSumOptions>(
      "{ base: number, position: number, standardDeviation: number, tokens: number, seed: number, "
      "scaling: string }");

  wasm::quick_function<&look_up>("lookUp");
  wasm::quick_function<&hybrid_encoding>("hybridEncoding");
  wasm::function<&parts_of_sum_keeping_numbers>("partsOfSum");
}
