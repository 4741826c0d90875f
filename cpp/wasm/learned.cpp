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

/// A reader sets position and loudness by sliders, and each move asks for the same embeddings.
Result<PartsOfSum> parts_of_next_sum(const SumOptions& options, std::span<const double> widths) {
  [[clang::no_destroy]] static NormalNumbers normals;
  return parts_of_sum(options, widths, normals);
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_learned) {
  wasm::register_matrix_options();
  wasm::register_type<wasm::PartsOfSumOptions>(
      "{ base: number, position: number, standardDeviation: number, tokens: number, seed: number, "
      "scaling: string }");

  wasm::function<&look_up>("lookUp");
  wasm::function<&hybrid_encoding>("hybridEncoding");
  wasm::function<&similarities_of_rows>("rowSimilarities");
  wasm::function<&parts_of_next_sum>("partsOfSum");
}
