#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about RoPE and YaRN.
namespace posenc {

inline constexpr std::array rotary_phrases{
    Phrase{"interleaved", "interleaved"},
    Phrase{"half-split", "half-split"},

    // Claim 16.
    Phrase{"claim-norms-kept", "RoPE preserves the length of every query and key."},
    Phrase{"norms-kept",
           "For {1} random vectors (d = 64, {2}) at positions 1 to 131071, the relative change in "
           "length is at most {3}"},
    Phrase{"attention-factor-lengthens",
           "YaRN’s attention factor, which is not part of RoPE, makes them {1} times as long at "
           "scale {2}"},
    Phrase{"because-turning-keeps-length",
           "Each pair is turned in its plane, and turning changes no length: cos² + sin² = 1. Only "
           "rounding remains."},

    // Claim 17.
    Phrase{"claim-scores-relative",
           "With RoPE, a score depends on how far apart query and key are, not on where they are."},
    Phrase{"score-moved-together",
           "Moved together by up to 100000 positions, a query and a key (d = 64, {1}) keep their "
           "score to within {2}"},
    Phrase{"score-moved-apart", "When the two move apart, their score changes by up to {1}"},
    Phrase{"because-turns-cancel",
           "Turning q by m θ and k by n θ before multiplying them is the same as turning one of "
           "them by (m − n) θ: the rest cancels. But a whole causal model with RoPE can still "
           "learn where a token is, from the mask and a first token that it recognizes."},

    // Claim 18.
    Phrase{"claim-no-cosines",
           "To rotate a query, add the turned query times the angle: q + rotate_half(q) · f."},
    Phrase{"tangent-lengthens",
           "At position 10 a query of d = 8 comes out {1} times as long, where a rotation would "
           "keep its length"},
    Phrase{"tangent-slowest-pair",
           "Its slowest pair, turned by only {1} radians there, hardly grows: it comes out {2} "
           "times as long"},
    Phrase{"scores-two-apart",
           "The same q and k (d = 8) score {1} at (3, 1) and {2} at (10, 8), both 2 apart: a "
           "difference of {3}"},
    Phrase{"because-tangent",
           "q + rotate_half(q) f moves along the tangent instead of around the circle: RoPE is q "
           "cos f + rotate_half(q) sin f."},

    // Claim 19.
    Phrase{"claim-repeated-angles",
           "Half-split rotation works with cosines and sines that are repeated pair by pair: c0 c0 "
           "c1 c1 …"},
    Phrase{"repeated-angles-shortest",
           "Over positions 1 to {1} (d = 8), one vector comes out {2} times as long, which is "
           "impossible in a rotation"},
    Phrase{"repeated-angles-longest", "Another comes out {1} times as long"},
    Phrase{"because-two-angles",
           "rotate_half pairs component j with j + d/2, but cosines in the order c0 c0 c1 c1 give "
           "these two different angles. Half-split needs c0 c1 … c0 c1 …"},

    // Claim 26. Factors follow their sentences.
    Phrase{"claim-cache", "Caching cosines and sines makes RoPE a hundred times faster."},
    Phrase{"cosines-saved",
           "With {1} layers of {2} heads, a shared cache computes a token’s cosines and sines only "
           "once: a reduction by a factor of "},
    Phrase{"rotations-timed",
           "A cache makes rotating {1} of {2} components faster by a factor of "},
    Phrase{"one-head", "one head"},
    Phrase{"heads", "{1} heads"},
    Phrase{"because-rotation-remains",
           "The times were measured just now, on this machine. A cache saves computing cosines "
           "and sines, nothing else: each query and key still has to be turned. We count a "
           "speedup of 50 times or more as a hundred."},

    // Claim 30.
    Phrase{"claim-relative-is-right", "RoPE code is correct if its scores depend only on m − n."},
    Phrase{"layout-scores-agree",
           "With {1} pairs, the scores at (3, 0), (10, 7), (103, 100) and (1003, 1000) agree to "
           "within {2}"},
    Phrase{
        "layout-scores-differ",
        "With {1} pairs, the scores at (3, 0), (10, 7), (103, 100) and (1003, 1000) differ by {2}"},
    Phrase{"layouts-disagree",
           "For the same q and k at distance 3, interleaved pairs score {1} and half-split ones "
           "{2}, a difference of {3}"},
    Phrase{"because-any-pairing-is-relative",
           "Any way to pair components, and any frequencies, give scores that depend only on m − "
           "n. Only a comparison with known numbers shows whether a model was trained with the "
           "same pairs and frequencies."},

    // Claim 32.
    Phrase{"claim-yarn-code",
           "YaRN’s paper and the code released with it compute the same frequencies."},
    Phrase{"yarn-frequencies-differ",
           "With {1} and a length of {2}, the two differ in one pair by a factor of {3}"},
    Phrase{"yarn-setting", "d = {1}, base {2}, scale {3}"},
    Phrase{"axis-pair", "pair i"},
    Phrase{"axis-ratio", "larger frequency / smaller"},
    Phrase{"because-two-ramps",
           "Between the unchanged pairs and the interpolated ones, the paper’s ramp is linear in "
           "the turns within the trained length, the code’s in the index of the pair."},

    // Claim 33.
    Phrase{"claim-kernel-falls",
           "RoPE’s kernel, the sum of all cosines, falls with every step of distance."},
    Phrase{"kernel-rises", "At d = 128 the kernel rises at {1} of the first {2} steps{3}"},
    Phrase{"first-at-distance", ", first at distance {1}"},
    Phrase{"kernel-below-0", "It falls below 0, first at distance {1}"},
    Phrase{"axis-distance", "distance in positions"},
    Phrase{"axis-kernel", "sum of the cosines"},
    Phrase{"line-d128", "d = 128"},
    Phrase{"because-cosines-return",
           "It is a sum of cosines, each of which rises again. It falls at first and overall; the "
           "paper claims only that a bound on the score falls this way."},

    // Claim 36.
    Phrase{"claim-absolute", "RoPE encodes the absolute position."},
    Phrase{"rotated-query-differs",
           "At any two of {1} positions, a rotated query (d = 64) differs by at least {2} of its "
           "length: the vector shows its position"},
    Phrase{"score-hides-position",
           "The score of a query and a key moved together by up to 100000 positions changes by at "
           "most {1}: it shows only how far apart they are"},
    Phrase{"because-only-difference-left",
           "Each rotated q and k carries its own position; attention sees them only in products, "
           "which keep only the difference. Yet a causal model is not blind to absolute position: "
           "each token sees how far it is from a first token that it recognizes, and even without "
           "any encoding, the mask and that token would be enough (claim 28)."},

    // Claim 40.
    Phrase{"claim-values-rotated", "RoPE should rotate values as well, not only queries and keys."},
    Phrase{"plain-values",
           "With q and k rotated and v not, no output of {1} tokens (d = {2}) changes by more than "
           "{3} when all move by up to 1000 positions"},
    Phrase{"rotated-values", "With v rotated too, outputs change by up to {1}"},
    Phrase{"values-rotated-back",
           "Rotated back by the position of the query, these outputs change by at most {1}: a "
           "different scheme, with more to compute"},
    Phrase{
        "because-weights-are-relative",
        "The weights already depend on how far apart tokens are. A rotated v carries its absolute "
        "position into the output, where no second rotation cancels it."},
};
static_assert(has_distinct_codes(rotary_phrases));

}  // namespace posenc
