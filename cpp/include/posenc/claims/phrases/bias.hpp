#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about ALiBi, T5 and released models.
namespace posenc {

inline constexpr std::array bias_phrases{
    // Claim 22.
    Phrase{"claim-halving-slopes",
           "Whatever the number of heads h, ALiBi’s slopes are 1/2, 1/4 and so on down to 1/2^h."},
    Phrase{"slopes-of-heads",
           "{1} heads have slopes from {2} to {3}; 1/2 to 1/2^{1} would be 0.5 to {4}"},
    Phrase{"numbers-of-heads-that-halve",
           "Such slopes occur for {2} of the head counts from 1 to {1}"},
    Phrase{"because-power-of-two",
           "If the number of heads h is a power of two, slope k is 2^(−8k/h), so the last is "
           "always 1/256; for 8 heads slope k is 2^−k. For any other number, take the slopes for "
           "the power of two below it, and the rest from every other slope for twice that power."},

    // Claim 24.
    Phrase{"claim-t5-adds", "T5 adds sinusoidal and learned encodings together."},
    Phrase{"parameters-of-t5",
           "T5-small has {1} parameters; its configuration comes to {2} without a learned table of "
           "{3} positions and to {4} with one"},
    Phrase{"far-distances-share-buckets",
           "All distances from {1} to {2} share {3} {4} in T5, while the sinusoidal encodings (d = "
           "512) of positions {1} and {2} are {5} apart"},
    Phrase{"bucket", "bucket"},
    Phrase{"buckets", "buckets"},
    Phrase{"one-bias-per-bucket",
           "For any 2 of {1} positions, T5 adds one of {2} learned numbers to the score; within a "
           "bucket, that number varies by {3}, wherever the pair is"},
    Phrase{"parameters-of-buckets",
           "Its bias of 32 buckets and 8 heads, once in the encoder and once in the decoder, "
           "accounts for {1} of the parameters"},
    Phrase{"because-nothing-added",
           "According to its paper, T5 adds nothing to its embeddings, and its parameters leave no "
           "room for a learned table (sinusoids have no parameters, so counting cannot rule them "
           "out). Each head learns one number for each bucket of distances and adds it to the "
           "score."},

    // Claim 25.
    Phrase{"claim-gpt2-and-bert", "GPT-2 and BERT use sinusoidal position encodings."},
    Phrase{
        "parameters-with-positions",
        "{1} has {2} parameters; its configuration comes to {3} with sinusoidal positions and to "
        "{4} with a learned table of {5}"},
    Phrase{"gpt2-small", "GPT-2 small"},
    Phrase{"bert-base", "BERT base"},
    Phrase{"because-learned-rows",
           "Both learn a row for each position, and have none beyond the last. The model with "
           "sinusoidal encodings is the original Transformer."},

    // Claim 35.
    Phrase{"claim-modern-models", "All modern language models use RoPE."},
    Phrase{"models-with-rope", "RoPE in all layers, {1} of {2} models: {3}"},
    Phrase{"models-with-alibi", "ALiBi instead, {1} of {2} models: {3}"},
    Phrase{"models-with-some-rope",
           "RoPE in some layers and no encoding in the others, {1} of {2} models: {3}"},
    Phrase{"models-with-none",
           "No encoding, with state-space layers between the attention layers, {1} of {2} models: "
           "{3}"},
    Phrase{"because-most-have-rope",
           "This comes from papers, code and descriptions of well-known models (2022 to 2026) "
           "and was not measured. Most use RoPE in every layer, but newer ones more often omit it "
           "from some or all."},
};
static_assert(has_distinct_codes(bias_phrases));

}  // namespace posenc
