#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about the base of the frequencies, 10000 in the papers.
namespace posenc {

inline constexpr std::array base_phrases{
    Phrase{"axis-distance", "distance in positions"},
    Phrase{"axis-similarity", "cosine similarity"},
    Phrase{"line-base", "base {1}"},

    // Claim 41.
    Phrase{"claim-larger-base-neighbors",
           "A larger base distinguishes neighboring positions better."},
    Phrase{"neighbors-by-base",
           "At d = 128 two neighbors have a cosine similarity of {1} with base {2} and of {3} with "
           "base {4}"},
    Phrase{"pairs-that-turn",
           "From one position to the next, {1} of {2} pairs turn by at least a tenth of a radian "
           "with base {3}, and {4} with base {5}"},
    Phrase{"first-pair-turns",
           "Pair 0 turns by {1} radian per position with base {2}, and by {3} with base {4}: its "
           "frequency is base^0"},
    Phrase{"far-by-base",
           "1000 positions apart, the similarity is {1} with base {2} and {3} with base {4}"},
    Phrase{"because-slower-pairs-hide-neighbors",
           "The base sets how slow the slowest pairs are. A larger one slows down all pairs but "
           "the first, so neighbors look more alike. In return, similarity keeps falling over "
           "longer distances, so it shows how far apart two positions are even where every pair of "
           "a small base has completed a turn."},

    // Claim 42.
    Phrase{"claim-base-10000-optimal", "The base 10000 is optimal."},
    Phrase{"model-rope-with-base", "RoPE, {1}, base {2}"},
    Phrase{"task-previous", "previous token"},
    Phrase{"task-first", "first token"},
    Phrase{"bases-within",
           "Trained and tested at length 16 on the {1} task: {2} with base 10000, {3} with base 2 "
           "and {4} with base 500000"},
    Phrase{"bases-beyond",
           "Trained at length 16 and tested at 64 on the {1} task: {2} with base 10000, {3} with "
           "base 2 and {4} with base 500000"},
    Phrase{"bases-released",
           "Released models use other bases: Llama 3 uses 500000, and Qwen2 uses 1000000 "
           "(reported, not measured here)"},
    Phrase{"because-nobody-derived-it",
           "Neither the Transformer paper nor RoFormer derives 10000; it is a value that worked. "
           "A base trades resolution for reach: if it is too small, the slow pairs needed for "
           "long distances are missing; the larger it is, the more pairs hardly turn. Which is "
           "best depends on task and length: in fine-tuning, Liu et al. find that both smaller "
           "and larger bases reach farther (reported, not measured here). A result supports "
           "10000 if that base beats both others, and contradicts it if either of them beats it."},
};
static_assert(has_distinct_codes(base_phrases));

}  // namespace posenc
