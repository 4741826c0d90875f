#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about attention without positions.
namespace posenc {

inline constexpr std::array order_phrases{
    // Claim 1.
    Phrase{"claim-permutation-invariant",
           "Self-attention is permutation-invariant: shuffle the tokens, and the result stays the "
           "same."},
    Phrase{"mean-of-outputs-when-shuffled",
           "Without a mask, {1} shuffles of {2} tokens (d = {3}) change the mean of the outputs by "
           "at most {4}"},
    Phrase{"outputs-place-by-place", "The outputs themselves, place by place, change by up to {1}"},
    Phrase{"outputs-followed", "In its new place, each token’s output is the same to within {1}"},
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
