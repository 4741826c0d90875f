#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about the cost of encodings.
namespace posenc {

inline constexpr std::array cost_phrases{
    // How models are named in the findings.
    Phrase{"small-model", "6 layers of d = 512 with 8 heads"},
    Phrase{"large-model", "32 layers of d = 4096 with 32 heads"},

    // Claim 43.
    Phrase{"claim-rope-slightly-complex",
           "RoPE is only slightly more complex than adding sinusoids."},
    Phrase{"rope-share",
           "For a token after {2} others, RoPE takes {1} of the operations in all layers ({3})"},
    Phrase{"rope-against-adding",
           "For that token RoPE takes {1} operations and adding a vector {2}: {3} times as many, "
           "since it acts on queries and keys in every layer"},
    Phrase{"rope-memory",
           "Neither has parameters; for {1} positions, stored cosines and sines take {2} numbers, "
           "and a table of sinusoids takes {3}"},
    Phrase{"because-share-is-small",
           "RoPE takes more operations than adding, and less memory; both are negligible next to "
           "the model’s matrices. Here “slightly” means up to 1 % of the model’s operations, or up "
           "to twice those of adding. An operation is a multiplication or an addition."},

    // Claim 44.
    Phrase{"claim-alibi-fast", "ALiBi is very fast."},
    Phrase{"alibi-share",
           "For a token after {2} others, ALiBi takes {1} of the operations in all layers ({3})"},
    Phrase{"alibi-against-rope",
           "For that token ALiBi takes {1} operations and RoPE {2}: {3} times as many, since each "
           "score gets a bias"},
    Phrase{"alibi-shorter-training",
           "In its paper a model trains 11 % faster than with sinusoids, because the texts are "
           "half as long (reported, not measured here)"},
    Phrase{"because-one-per-score",
           "ALiBi multiplies and adds once for each score, so its cost grows with the text; RoPE’s "
           "does not. With more than three times as many positions as a head has dimensions, ALiBi "
           "takes more operations than RoPE, which counts against it here; up to 1 % of the "
           "model’s operations counts as very fast. Kernels that build the whole bias in memory "
           "first are slower than these counts suggest."},
};
static_assert(has_distinct_codes(cost_phrases));

}  // namespace posenc
