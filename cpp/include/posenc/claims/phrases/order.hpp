#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about attention without positions.
namespace posenc {

inline constexpr std::array order_phrases{
    // Claim 1.
    Phrase{"claim-permutation-invariant",
           "Self-attention is permutation-invariant: shuffle the tokens, and its outputs stay as "
           "they are."},
    Phrase{"outputs-place-by-place",
           "Without a mask, {1} shuffles of {2} tokens (d = {3}) change the outputs, place by "
           "place, by up to {4}"},
    Phrase{"outputs-followed", "In its new place, each token’s output is the same to within {1}"},
    Phrase{"mean-of-outputs-when-shuffled", "The mean of all outputs changes by at most {1}"},
    Phrase{"causal-mean-of-outputs", "With a causal mask even the mean changes, by up to {1}"},
    Phrase{"causal-outputs-followed",
           "With that mask, a token’s output in its new place changes by up to {1}"},
    Phrase{"because-equivariant",
           "Outputs move with their tokens (equivariance); only a sum or mean over all of them "
           "loses the order (invariance). A causal mask lets each token see only those before it, "
           "which depend on the order."},
};
static_assert(has_distinct_codes(order_phrases));

}  // namespace posenc
