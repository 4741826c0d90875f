#include <emscripten/bind.h>

#include <span>

#include "function.hpp"
#include "library_arguments.hpp"
#include "posenc/analysis/addition.hpp"
#include "posenc/analysis/cached_keys.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/rank.hpp"
#include "posenc/analysis/read_out.hpp"
#include "posenc/analysis/rotation.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/slopes.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/analysis/spread.hpp"
#include "posenc/analysis/stretch.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/learned.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/encoding/remedies.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/model/cost.hpp"
#include "posenc/model/first_token.hpp"
#include "results.hpp"

// The functions for the page that are not in first.cpp.

using namespace posenc;

namespace {

wasm::Extension extension(const InverseFrequencies& theta, double attention_factor = 1) {
  return {theta.values(), wavelengths(theta), attention_factor};
}

Result<wasm::Extension> extension(const Result<InverseFrequencies>& theta) {
  if (!theta) return theta.error();
  return extension(*theta);
}

Result<wasm::Extension> extension(const Result<ExtendedFrequencies>& extended) {
  if (!extended) return extended.error();
  return extension(extended->theta, extended->attention_factor);
}

Result<wasm::ExtensionWithBase> extension(const Result<GeometricFrequencies>& theta) {
  if (!theta) return theta.error();
  return wasm::ExtensionWithBase{theta->values(), wavelengths(*theta), 1, theta->base()};
}

/// Wraps a function of the core for extended frequencies, so that it returns an Extension.
template <auto core>
struct Extended;

template <class R, class... P, Result<R> (*core)(P...)>
struct Extended<core> {
  static auto call(P... arguments) { return extension(core(arguments...)); }
};

Result<wasm::CostsByLength> costs_by_length(double d_model, double heads, double layers,
                                            std::span<const double> lengths) {
  wasm::CostsByLength all;
  for (const double length : lengths) {
    POSENC_TRY(costs, encoding_costs({d_model, heads, layers, length}));
    all.model_operations.push_back(costs.model_operations);
    all.schemes.resize(costs.schemes.size());
    for (std::size_t n = 0; n < costs.schemes.size(); ++n) {
      const SchemeCost& one = costs.schemes[n];
      wasm::CostsOfScheme& scheme = all.schemes[n];
      scheme.scheme = one.scheme;
      scheme.operations.push_back(one.operations);
      scheme.shares.push_back(one.share);
      scheme.parameters.push_back(one.parameters);
      scheme.memory.push_back(one.memory);
    }
  }
  return all;
}

Result<Matrix> cos_sin(const Vector& inverse_frequencies, std::span<const double> positions,
                       double attention_factor) {
  POSENC_TRY(theta, InverseFrequencies::from_values(inverse_frequencies));
  return cos_sin_table(theta, positions, attention_factor);
}

constexpr Result<Spread> (*spread_of_rows)(std::span<const double>, double) = &spread_over;

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_library) {
  emscripten::value_object<wasm::RotaryOptions>("RotaryOptions")
      .field("headDim", &wasm::RotaryOptions::head_dim)
      .field("rotaryDim", &wasm::RotaryOptions::rotary_dim)
      .field("base", &wasm::RotaryOptions::base)
      .field("layout", &wasm::RotaryOptions::layout);
  emscripten::value_object<wasm::BucketOptions>("BucketOptions")
      .field("direction", &wasm::BucketOptions::direction)
      .field("numBuckets", &wasm::BucketOptions::num_buckets)
      .field("maxDistance", &wasm::BucketOptions::max_distance);
  wasm::register_matrix_options();
  wasm::register_type<wasm::PartsOfSumOptions>(
      "{ base: number, position: number, standardDeviation: number, tokens: number, seed: number, "
      "scaling: string }");

  wasm::function<&learned_table>("learnedTable");
  wasm::function<&look_up>("lookUp");
  wasm::function<&look_up_gradient>("lookUpGradient");
  wasm::function<&hybrid_encoding>("hybridEncoding");
  wasm::function<&similarities_of_rows>("rowSimilarities");

  wasm::function<&rotate>("rotate");
  wasm::function<&rotation_matrix>("rotationMatrix");
  wasm::function<&rotary_scores>("rotaryScores");
  wasm::function<&rotary_scores_with>("rotaryScoresWith");
  wasm::function<&rotate_many>("rotateMany");
  wasm::function<&cos_sin>("cosSinTable");
  wasm::function<&layout_permutation>("layoutPermutation");

  wasm::function<&Extended<&position_interpolation>::call>("positionInterpolation");
  wasm::function<&Extended<&ntk_aware>::call>("ntkAware");
  wasm::function<&Extended<&dynamic_ntk>::call>("dynamicNtk");
  wasm::function<&Extended<&ntk_by_parts>::call>("ntkByParts");
  wasm::function<&Extended<&yarn>::call>("yarn");
  wasm::function<&yarn_ramp_ends>("yarnRampEnds");
  wasm::function<&Extended<&llama3_scaling>::call>("llama3Scaling");
  wasm::function<&Extended<&longrope>::call>("longrope");
  wasm::function<&Extended<&with_remedy>::call>("withRemedy");

  wasm::function<&alibi_slopes>("alibiSlopes");
  wasm::function<&alibi_bias>("alibiBias");
  wasm::function<&alibi_key_bias>("alibiKeyBias");
  wasm::function<&causal_attention_equal_logits>("causalAttentionEqualLogits");
  wasm::function<&t5_buckets>("t5Buckets");
  wasm::function<&relative_bias>("relativeBias");

  wasm::function<&kernel_mean_cos>("kernelMeanCos");
  wasm::function<&similarity_limit>("similarityLimit");
  wasm::function<&cosine_similarities>("cosineSimilarities");
  wasm::function<&kernel_course>("kernelCourse");
  wasm::function<&column_spectrum>("columnSpectrum");
  wasm::function<&sinusoidal_rank>("sinusoidalRank");
  wasm::function<&rope_partial_sums>("ropePartialSums");
  wasm::function<&rope_decay>("ropeDecay");
  wasm::function<&rope_decay_course>("ropeDecayCourse");
  wasm::function<&rope_score_bound>("ropeScoreBound");
  wasm::function<&rotation>("rotation");
  wasm::function<&frequency_bands>("frequencyBands");
  wasm::function<&compare_scores>("compareScores");
  wasm::function<&compare_layouts>("compareLayouts");
  wasm::function<&compare_slope_rules>("compareSlopeRules");
  wasm::function<&keys_holding_half>("keysHoldingHalf");
  wasm::function<spread_of_rows>("spreadOver");
  wasm::function<&stretches>("stretches");
  wasm::function<&cached_scores>("cachedScores");
  wasm::function<&exponential_decay>("exponentialDecay");
  wasm::function<&parts_of_sum>("partsOfSum");
  wasm::function<&read_out>("readOut");
  wasm::function<&first_token_effect>("firstTokenEffect");
  wasm::function<&costs_by_length>("encodingCosts");
}
