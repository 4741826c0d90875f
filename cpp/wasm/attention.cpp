#include <emscripten/bind.h>

#include "function.hpp"
#include "posenc/model/permutation.hpp"
#include "results.hpp"

// What attention makes of permuted words, for the first sections.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_attention) {
  wasm::register_type<wasm::PermutedAttentionOptions>(
      "{ dModel: number, seed: number, encoding: string, mask: string }");

  wasm::quick_function<&permuted_attention>("permutedAttention");
}
