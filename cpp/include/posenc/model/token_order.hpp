#pragma once

#include "posenc/error.hpp"
#include "posenc/model/permutation.hpp"
#include "posenc/model/transformer.hpp"

/// The effect of the order of the tokens on the outputs, over many orders or sequences.
namespace posenc {

/// The largest changes over all orders that were tried.
struct ShuffleEffects {
  double row_change =
      0;  // of a place of the sequence, whichever token stands there: max |Attention(P X) - Attention(X)|
  double token_change = 0;   // of a token, wherever it went: PermutedAttention::output_difference
  double pooled_change = 0;  // of the mean over the tokens: PermutedAttention::pooled_difference
  bool same_rows =
      true;  // whether rounding explains the first, by permutation_tolerance; the next two likewise
  bool equivariant = true;
  bool invariant = true;
};

/// Of `shuffles` orders, each uniform and drawn from the one before, of the tokens 0 .. tokens-1.
/// Source: Lee et al. 2019, arXiv:1810.00825v3, section 3.1; Fisher and Yates' shuffle.
/// Errors: those of permuted_attention.
Result<ShuffleEffects> shuffle_effects(const AttentionLayer& layer, std::size_t tokens,
                                       int shuffles, std::uint64_t seed);

/// max |logits(x) - logits(x reversed)| over `sequences` sequences of `length` random tokens, in units of the largest
/// logit, with weights as they are drawn: 0 but for rounding where a model cannot distinguish a sequence from its reversal.
/// Source: an illustration; a bias that is symmetric in the distance commutes with the reversal.
///
/// @param options with a pool over the tokens: one row of logits for each sequence
/// Errors: those of Transformer::make and of its logits.
Result<double> reversal_difference(const TransformerOptions& options, Index sequences, Index length,
                                   std::uint64_t seed);

}  // namespace posenc
