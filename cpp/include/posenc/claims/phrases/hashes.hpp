#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about encodings as hashes, and about their assumptions.
namespace posenc {

inline constexpr std::array hash_phrases{
    // Claim 45.
    Phrase{"claim-perfect-hash",
           "A positional encoding is a perfect hash: every position has its own vector."},
    Phrase{"nearest-of-waves",
           "No two positions up to {1} have the same sinusoidal vector (d = {2}): the nearest two "
           "are {3} apart"},
    Phrase{"nearest-of-table",
           "No two of {1} rows of an untrained table (d = {2}, spread {3}) are the same: the "
           "nearest two are {4} apart"},
    Phrase{"collisions-when-rounded",
           "With positions counted in bfloat16, as in code that casts them along with the model, "
           "{1} of the positions up to {2} share vectors"},
    Phrase{"row-that-is-missing",
           "The learned table has vectors for {1} positions, and none for the next"},
    Phrase{"neighbors-of-waves",
           "Neighbors have a cosine similarity of {1} (d = {2}); with a hash, neighbors are no "
           "more alike than any other two positions"},
    Phrase{"because-injective-is-not-hash",
           "A perfect hash gives each key of a known set its own value. Both encodings do that, "
           "given enough precision and a row for each position. But a hash scatters its keys, "
           "while sinusoids keep neighbors close, and models use that similarity. A model never "
           "inverts a vector to get its position; it compares vectors."},

    // Claim 46.
    Phrase{"claim-softer-biases",
           "Learned positions have softer inductive biases than sinusoidal ones, and so need more "
           "examples."},
    Phrase{"similarity-before",
           "Before training, neighbors have a mean cosine similarity of {1} with sinusoids and of "
           "{2} in a learned table (d = {3}, 64 positions)"},
    Phrase{
        "spread-by-offset-before",
        "Pairs of positions 5 apart have similarities from {1} to {2} with sinusoids and from {3} "
        "to {4} in the table: only sinusoids assume an offset means the same thing everywhere"},
    Phrase{"examples-to-reverse",
           "Reversing 8 tokens, 64 examples per step, until 95 % are right over ten batches: {1} "
           "with sinusoids, {2} with a learned table"},
    Phrase{"examples-to-sort",
           "Sorting 8 tokens, 64 examples per step, until 95 % are right over ten batches: {1} "
           "with sinusoids, {2} with a learned table"},
    Phrase{"never-with-some-seed", "not reached in every seed"},
    Phrase{
        "because-prior-may-not-fit",
        "A table assumes nothing: before training, its similarities say nothing about order, and "
        "it must learn the order from examples. Sinusoids start with distances built in. That can "
        "save examples where neighboring places need similar answers, as in sorting. Where places "
        "only have to differ, as in reversing, unrelated rows are at least as good a start."},
};
static_assert(has_distinct_codes(hash_phrases));

}  // namespace posenc
