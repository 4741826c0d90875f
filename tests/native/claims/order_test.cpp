#include "claims/pinned.hpp"
#include "posenc/claims/claim.hpp"
#include "posenc/model/permutation.hpp"
#include "test.hpp"

TEST_CASE(
    "claim 1: attention is not invariant: its outputs move with the tokens, and only their mean "
    "stays") {
  // Differences by rounding are some 1e-7 (and differ between builds), those by order of the size of an output.
  const Trial trial = pinned::tried(
      1, ClaimVerdict::fails,
      {pinned::contra(3.493, 0.001), pinned::aside(5e-7, 5e-7), pinned::aside(5e-7, 5e-7),
       pinned::contra(2.431, 0.001), pinned::aside(5.472, 0.001)});
  // Seen at one order, backwards, with the core's own comparison.
  const std::vector<double> tokens{0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<double> backwards{7, 6, 5, 4, 3, 2, 1, 0};
  AttentionLayer layer;
  CHECK(permuted_attention(layer, tokens, backwards)->invariant);
  layer.mask = AttentionMask::causal;
  const auto causal = *permuted_attention(layer, tokens, backwards);
  CHECK_FALSE(causal.invariant);
  CHECK_FALSE(causal.equivariant);
  CHECK(pinned::says(trial, 0, "3.49"));
  CHECK(pinned::says(trial, 3, "2.43"));
}
