#include "posenc/claims/phrases/order.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/model/token_order.hpp"
#include "posenc/wording.hpp"

// Claims about attention without positions. (Every argument below is fixed and within what the functions
// accept, so that their results are taken as they are.)

namespace posenc {
namespace {

constexpr std::size_t shuffled_tokens = 8;
constexpr int shuffles = 50;

ShuffleEffects shuffled(const AttentionLayer& layer) {
  return *shuffle_effects(layer, shuffled_tokens, shuffles, 1);
}

Result<Evidence> order_changes_nothing() {
  AttentionLayer layer;
  const auto open = shuffled(layer);
  layer.mask = AttentionMask::causal;
  const auto causal = shuffled(layer);
  return Evidence{
      {found<order_phrases, "outputs-place-by-place">(open.row_change, for_it_if(open.same_rows),
                                                      shuffles, shuffled_tokens, layer.d_model,
                                                      with_decimals(open.row_change, 2)),
       found<order_phrases, "outputs-followed">(open.token_change, Support::aside,
                                                with_power_of_ten(open.token_change, 1)),
       // (A pooled readout is not self-attention.)
       found<order_phrases, "mean-of-outputs-when-shuffled">(
           open.pooled_change, Support::aside, with_power_of_ten(open.pooled_change, 1)),
       found<order_phrases, "causal-mean-of-outputs">(causal.pooled_change,
                                                      for_it_if(causal.invariant),
                                                      with_decimals(causal.pooled_change, 2)),
       found<order_phrases, "causal-outputs-followed">(causal.token_change, Support::aside,
                                                       with_decimals(causal.token_change, 2))},
      say<order_phrases, "because-equivariant">()};
}

}  // namespace

std::vector<ClaimExperiment> order_claims() {
  return {computed_claim(1, say<order_phrases, "claim-permutation-invariant">(), "order",
                         {cited::set_transformer, cited::transformer_attention},
                         order_changes_nothing)};
}

}  // namespace posenc
