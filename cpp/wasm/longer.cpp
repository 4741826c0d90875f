#include <emscripten/bind.h>

#include <span>

#include "function.hpp"
#include "library_arguments.hpp"
#include "posenc/analysis/cached_keys.hpp"
#include "posenc/analysis/packing.hpp"
#include "posenc/analysis/sliding_cache.hpp"
#include "posenc/analysis/stretch.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/model/first_token.hpp"
#include "results.hpp"

// Functions for the section on longer texts.

using namespace posenc;

namespace {

Result<Matrix> cos_sin(const Vector& inverse_frequencies, std::span<const double> positions,
                       double attention_factor) {
  POSENC_TRY(theta, InverseFrequencies::from_values(inverse_frequencies));
  return cos_sin_table(theta, positions, attention_factor);
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_longer) {
  wasm::register_options<wasm::BucketOptions>("BucketOptions");

  wasm::quick_function<&cos_sin>("cosSinTable");
  wasm::quick_function<&t5_buckets>("t5Buckets");
  wasm::quick_function<&stretches>("stretches");
  wasm::function<&cached_scores>("cachedScores");
  wasm::quick_function<&packed_attention>("packedAttention");
  wasm::function<&sliding_cache>("slidingCache");
  wasm::function<&first_token_effect>("firstTokenEffect");
}
