#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about a character that is planted in a text, and whether models find it.
namespace posenc {

inline constexpr std::array planted_phrases{
    // Claim 70.
    Phrase{"claim-flat-finds",
           "A model whose loss stays flat on long texts still finds what is in them."},
    Phrase{"model-rope", "RoPE"},
    Phrase{"model-alibi", "ALiBi"},
    Phrase{"model-learned", "Learned"},
    Phrase{"model-none", "No positions"},
    Phrase{"under-log-n", "scores multiplied by log 128 / log 16"},
    Phrase{"under-no-turns", "RoPE’s rotation dropped"},
    Phrase{
        "planted-at-128",
        "{1}: on all but the planted character, a perplexity of {2} at the trained length 16, "
        "and of {3} at 128; the planted one is found in {4} of the texts at 16, and in {5} at 128"},
    Phrase{"cured-at-128",
           "The RoPE model with {1} and no more training finds it in {2} of the texts at 128"},
    Phrase{"because-one-of-many",
           "Loss is a mean over all characters, and almost all of them depend on the one before. "
           "Only one asks for the planted character, so the loss hardly shows whether it is found. "
           "(Here, flat means at most 1.1 times the perplexity at the trained length, and found "
           "means in at least 90 % of the texts.) Every "
           "further character takes a share of the attention, and positions beyond the trained "
           "ones mislead some models."},
};

}  // namespace posenc
