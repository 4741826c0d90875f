#include <emscripten/bind.h>

#include "extension.hpp"
#include "function.hpp"
#include "library_arguments.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/rank.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/learned.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/encoding/rotary.hpp"
#include "results.hpp"

// Functions of the npm package that the page does not call.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_library) {
  wasm::function<&look_up_gradient>("lookUpGradient");
  wasm::function<&rotation_matrix>("rotationMatrix");
  wasm::function<&rotary_scores_with>("rotaryScoresWith");
  wasm::function<&layout_permutation>("layoutPermutation");
  wasm::function<&wasm::Extended<&position_interpolation>::call>("positionInterpolation");
  wasm::function<&wasm::Extended<&ntk_aware>::call>("ntkAware");
  wasm::function<&wasm::Extended<&dynamic_ntk>::call>("dynamicNtk");
  wasm::function<&wasm::Extended<&ntk_by_parts>::call>("ntkByParts");
  wasm::function<&wasm::Extended<&yarn>::call>("yarn");
  wasm::function<&yarn_ramp_ends>("yarnRampEnds");
  wasm::function<&wasm::Extended<&llama3_scaling>::call>("llama3Scaling");
  wasm::function<&wasm::Extended<&longrope>::call>("longrope");
  wasm::function<&alibi_key_bias>("alibiKeyBias");
  wasm::function<&relative_bias>("relativeBias");
  wasm::function<&cosine_similarities>("cosineSimilarities");
  wasm::function<&sinusoidal_rank>("sinusoidalRank");
  wasm::function<&rope_partial_sums>("ropePartialSums");
  wasm::function<&rope_decay>("ropeDecay");
  wasm::function<&rope_score_bound>("ropeScoreBound");
}
