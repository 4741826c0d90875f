#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/costs.hpp"
#include "posenc/model/cost.hpp"
#include "posenc/wording.hpp"

// Claims about what schemes cost, by counting. (Every argument below is fixed and within what the function accepts, so
// that its results are taken as they are.)

namespace posenc {
namespace {

/// The first Transformer's shape, and that of models with 7 billion parameters.
constexpr CostOptions first_transformer{512, 8, 6, 512};
constexpr CostOptions seven_billion{4096, 32, 32, 4096};

/// Up to this share of a model's operations a scheme counts as cheap.
constexpr double cheap = 0.01;

SchemeCost cost_of(Scheme scheme, const CostOptions& options) {
  return *std::ranges::find(encoding_costs(options)->schemes, scheme, &SchemeCost::scheme);
}

std::string name_of(const CostOptions& options) {
  return options.layers == first_transformer.layers ? say<cost_phrases, "small-model">()
                                                    : say<cost_phrases, "large-model">();
}

/// The finding of those words about a scheme's share in a model.
Finding share_of(std::string_view words, Scheme scheme, const CostOptions& options) {
  const double share = cost_of(scheme, options).share;
  return finding_of(
      words, {joined({with_digits(100 * share, 2), " %"}), options.length - 1, name_of(options)},
      share, for_it_if(share <= cheap));
}

/// The finding of those words about a scheme beside another one in the large model.
Finding beside(std::string_view words, Scheme scheme, Scheme other, double bound) {
  const double operations = cost_of(scheme, seven_billion).operations;
  const double of_other = cost_of(other, seven_billion).operations;
  const double times = operations / of_other;
  return finding_of(words, {operations, of_other, with_digits(times, 3)}, times,
                    for_it_if(times <= bound));
}

Result<Evidence> rope_is_slight() {
  const double of_cache = cost_of(Scheme::rope, seven_billion).memory;
  return Evidence{
      {share_of(words_of(cost_phrases, "rope-share"), Scheme::rope, first_transformer),
       share_of(words_of(cost_phrases, "rope-share"), Scheme::rope, seven_billion),
       beside(words_of(cost_phrases, "rope-against-adding"), Scheme::rope, Scheme::sinusoidal, 2),
       found<cost_phrases, "rope-memory">(of_cache, Support::aside, seven_billion.length, of_cache,
                                          cost_of(Scheme::sinusoidal, seven_billion).memory)},
      say<cost_phrases, "because-share-is-small">()};
}

Result<Evidence> alibi_is_fast() {
  return Evidence{
      {share_of(words_of(cost_phrases, "alibi-share"), Scheme::alibi, first_transformer),
       share_of(words_of(cost_phrases, "alibi-share"), Scheme::alibi, seven_billion),
       beside(words_of(cost_phrases, "alibi-against-rope"), Scheme::alibi, Scheme::rope, 1),
       found<cost_phrases, "alibi-shorter-training">(std::nullopt, Support::aside)},
      say<cost_phrases, "because-one-per-score">()};
}

}  // namespace

std::vector<ClaimExperiment> cost_claims() {
  return {
      computed_claim(43, say<cost_phrases, "claim-rope-slightly-complex">(), "rope",
                     {cited::roformer_layout}, rope_is_slight),
      computed_claim(44, say<cost_phrases, "claim-alibi-fast">(), "alibi",
                     {cited::alibi_extrapolation, cited::press}, alibi_is_fast),
  };
}

}  // namespace posenc
