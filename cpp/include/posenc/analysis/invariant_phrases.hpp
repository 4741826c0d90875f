#pragma once

#include <array>

#include "posenc/phrases.hpp"

namespace posenc {

/// What the measurements of invariants.hpp say; a code begins with the invariant that its phrase is about.
inline constexpr std::array invariant_phrases{
    Phrase{"distinct-nearest", "the nearest two positions up to {1} are {2} and {3}, {4} apart"},
    Phrase{"distinct-same", "positions {1} and {2} have the same vector"},
    Phrase{"distinct-same-rounded",
           "positions {1} and {2} have the same vector up to rounding ({3} apart)"},

    Phrase{"bounded-near", "the largest element is {1} in magnitude for positions 0 to {2}"},
    Phrase{"bounded-failed", ", but farther out: {1}"},
    Phrase{"bounded-far", ", and {1} at all positions tried up to 2^{2}"},
    Phrase{"bounded-grows", ", {1} up to 2^17 and {2} up to 2^{3}: it is still growing there"},

    Phrase{"shift-linear-unknown",
           "undecided: a {1} x {1} matrix can fit any {2} positions, and there are no others"},
    Phrase{"shift-linear-one",
           "one {1} x {1} matrix carries PE(pos) to PE(pos + 1) for every pos from 0 to {2}: no "
           "column is off by more than {3} of its size"},
    Phrase{"shift-linear-none",
           "no matrix carries PE(pos) to PE(pos + 1) for every pos: the best misses column i = "
           "{1} by {2} % of its size"},
    Phrase{"shift-linear-rank", " (the columns have rank {1} of {2})"},

    Phrase{"offset-only-same",
           "for p + k ≤ {1}, PE(p)·PE(p + k) is the same for every p, within {2} of the largest "
           "product"},
    Phrase{"offset-only-differs",
           "PE(p)·PE(p + k) depends on p too: for k = {1} it ranges from {2} to {3}"},
};
static_assert(has_distinct_codes(invariant_phrases));

}  // namespace posenc
