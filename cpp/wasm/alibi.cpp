#include <emscripten/bind.h>

#include "function.hpp"
#include "library_arguments.hpp"
#include "posenc/analysis/slopes.hpp"
#include "posenc/encoding/alibi.hpp"
#include "results.hpp"

// Functions for the section on ALiBi.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_alibi) {
  wasm::quick_function<&alibi_slopes>("alibiSlopes");
  wasm::quick_function<&alibi_bias>("alibiBias");
  wasm::function<&causal_attention_equal_logits>("causalAttentionEqualLogits");
  wasm::quick_function<&compare_slope_rules>("compareSlopeRules");
  wasm::quick_function<&keys_holding_half>("keysHoldingHalf");
}
