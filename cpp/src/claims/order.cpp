#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/model/permutation.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// What is said of attention without positions. (Every argument below is fixed and within what the functions accept,
// so that their results are taken as they are.)

namespace posenc {
namespace {

constexpr std::size_t tokens_shuffled = 8;
constexpr int shuffles = 50;

/// What `shuffles` orders of one sequence do to what a layer of attention puts out: the largest over all orders.
struct Shuffled {
  double row_change = 0;     // of a place of the sequence
  double token_change = 0;   // of a token, wherever it went
  double pooled_change = 0;  // of the mean over the tokens
  bool same_rows = true;     // whether rounding explains the first; the next two likewise
  bool equivariant = true;
  bool invariant = true;
};

Shuffled shuffled(AttentionMask mask) {
  AttentionLayer layer;
  layer.mask = mask;
  std::vector<double> order(tokens_shuffled);
  std::iota(order.begin(), order.end(), 0.0);
  const std::vector<double> tokens = order;
  Random random(1);
  Shuffled all;
  for (int n = 0; n < shuffles; ++n) {
    for (std::size_t last = order.size() - 1; last > 0; --last) {
      std::swap(order[last], order[random.below(last + 1)]);
    }
    const PermutedAttention one = *permuted_attention(layer, tokens, order);
    const double row_change = (one.reordered_outputs - one.outputs).cwiseAbs().maxCoeff();
    const double rounding = permutation_tolerance * one.outputs.cwiseAbs().maxCoeff();
    all.row_change = std::max(all.row_change, row_change);
    all.token_change = std::max(all.token_change, one.output_difference);
    all.pooled_change = std::max(all.pooled_change, one.pooled_difference);
    all.same_rows = all.same_rows && row_change <= rounding;
    all.equivariant = all.equivariant && one.equivariant;
    all.invariant = all.invariant && one.invariant;
  }
  return all;
}

Result<Evidence> order_changes_nothing() {
  const Shuffled open = shuffled(AttentionMask::none);
  const Shuffled causal = shuffled(AttentionMask::causal);
  return Evidence{
      {{"Without a mask, 50 shuffles of 8 tokens (d = 16) change the mean of the outputs by " +
            with_digits(open.pooled_change, 1) + " at most",
        open.pooled_change, for_it_if(open.invariant)},
       {"The outputs themselves, place by place, change by up to " +
            with_decimals(open.row_change, 2),
        open.row_change, for_it_if(open.same_rows)},
       {"Followed to its new place, each token’s output is the same within " +
            with_digits(open.token_change, 1),
        open.token_change, Support::aside},
       {"With a causal mask even the mean changes, by up to " +
            with_decimals(causal.pooled_change, 2),
        causal.pooled_change, for_it_if(causal.invariant)},
       {"With that mask a token’s output, followed to its new place, changes by up to " +
            with_decimals(causal.token_change, 2),
        causal.token_change, Support::aside}},
      "Outputs move with their tokens (equivariance); only what sums over all of them forgets the "
      "order "
      "(invariance). A causal mask lets each token see what stands before it, and that depends on "
      "the order."};
}

}  // namespace

std::vector<ClaimExperiment> order_claims() {
  return {
      {{1,
        "Self-attention is permutation-invariant: shuffle the tokens, and the result stays the "
        "same.",
        "order",
        ClaimKind::computed,
        {{"arXiv:1810.00825v3, section 3.1", "https://arxiv.org/abs/1810.00825"},
         {"arXiv:1706.03762v7, section 3.2.1", "https://arxiv.org/abs/1706.03762"}}},
       order_changes_nothing},
  };
}

}  // namespace posenc
