#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about what is said of long texts: larger bases, flat perplexity, slow pairs, caches, windows, mixed layers.
namespace posenc {

inline constexpr std::array book_phrases{
    // What models and tasks are called.
    Phrase{"model-rope", "RoPE, {1}, base {2}"},
    Phrase{"task-previous", "previous token"},
    Phrase{"task-fill", "fill forward"},
    Phrase{"task-first", "first token"},

    // Claim 52.
    Phrase{"claim-larger-base-alone",
           "Raise the base of any trained model, and it works on longer texts."},
    Phrase{"under-larger-base", "base {1}"},
    Phrase{"base-from-the-start",
           "Trained at length 16 with base {1} from the start, on the {2} task: {3} at length 64"},
    Phrase{"base-raised-without-training",
           "Trained with base {1}, then run with base {2}, on the {3} task: {4} at length 64"},
    Phrase{"base-left-as-it-is", "With base {1} throughout, on the {2} task: {3} at length 64"},
    Phrase{"because-some-training-is-missing",
           "With a larger base, slow pairs turn so little that even a longer text brings few new "
           "angles. That helps a model that looks only at nearby tokens; one that looks far "
           "back has never trained on such distances. (Here, we say that a model extends to longer "
           "texts if at least 90 % of its answers are right at four times the trained length.) "
           "Try it on a book: lab 5 raises the base after training, and under Settings in lab 4 "
           "it can be larger from the start."},

    // Claim 53.
    Phrase{"claim-alibi-flat", "With ALiBi, perplexity stays flat beyond the trained length."},
    Phrase{"model-alibi-usual", "ALiBi, previous token"},
    Phrase{"model-alibi-first", "ALiBi, first token"},
    Phrase{"model-alibi-steep", "ALiBi with slopes 2, 1, 1/2, 1/4, previous token"},
    Phrase{"perplexity-by-length",
           "{1}: a perplexity of {2} at the trained length 16, and of {3} at 64"},
    Phrase{"because-near-is-enough",
           "Perplexity is e to the power of the mean loss: a perplexity of 4 means being as "
           "unsure as when guessing among 4 tokens. We call it flat if it is at most 1.1 times "
           "the perplexity at the trained length. ALiBi prefers nearby tokens at any length, and "
           "its slopes decide how near. So perplexity stays flat if nearby tokens are enough. Lab "
           "4 shows whether they are on a book. Flat does not mean that the model uses what "
           "is far away."},

    // Claim 54.
    Phrase{"claim-slow-pairs-idle", "RoPE’s slow pairs carry no information about positions."},
    Phrase{"under-slow-still", "slow pairs held still"},
    Phrase{"under-fast-still", "fast pairs held still"},
    Phrase{"pairs-held-still",
           "RoPE on the {1} task at length 16: {2} right as trained, {3} with the two slower of "
           "its four pairs held still, {4} with the two faster ones held still"},
    Phrase{"unfinished-pairs-alone",
           "In a head of {1} components with base {2}, {3} of {4} pairs complete no turn within "
           "{5} positions; by these pairs alone, the cosine similarity of neighbors is {6} below "
           "1, and that of the first and last positions is {7}"},
    Phrase{"because-slow-pairs-tell-far",
           "A pair that hardly turns cannot tell neighbors apart, so it can serve to compare "
           "content, as Barbero et al. find in Gemma 7B. But any pair that turns separates near "
           "from far in a long enough text, so the answer depends on the length. (A pair held "
           "still is not rotated; the model was not retrained.)"},

    // Claim 55.
    Phrase{"claim-keys-rotated-once", "A key can be rotated once and kept in the KV cache."},
    Phrase{"cached-base-fixed",
           "With base {1} throughout, cached keys in a text of {2} tokens score as if they were "
           "rotated anew, to within {3}"},
    Phrase{"cached-base-grows",
           "Where dynamic NTK raises the base from {1} to {2} as the text grows, the key at "
           "position {3} scores {4} instead of {5}"},
    Phrase{"cached-unrotated",
           "If the cache keeps unrotated keys, and each step rotates them with the current base, "
           "all scores are right to within {1}"},
    Phrase{"because-one-base-for-both",
           "A score depends only on distance if query and key were rotated with the same "
           "frequencies. RoPE itself never changes them, nor do interpolation, NTK-aware "
           "scaling or YaRN if they are set before the text begins. Here all queries and keys are "
           "alike (d = 128, trained at length 2048), so the highest score is 1."},

    // Claim 68.
    Phrase{"claim-kept-keys-stay",
           "When a cache drops old keys, the others can stay rotated as they are."},
    Phrase{"latest-keys-stay",
           "In a text of {1} tokens, the latest {2} keys get the same scores whether positions are "
           "counted in the text or in the cache, to within {3}"},
    Phrase{"first-key-leaves-training",
           "By its position in the text, key 0 is {1} tokens back, and the slowest pair turns by "
           "{2} radians; in training, it turned by at most {3}. By its position in the cache, "
           "key 0 is {4} back, and the pair turns by {5}"},
    Phrase{"only-the-query-moves",
           "If the query is at its position in the cache, and keys stay rotated by their "
           "positions in the text, the scores of the latest keys are off by up to {1}"},
    Phrase{"because-sinks-stay-behind",
           "Dropping keys does not change the distances between those that stay. But models need "
           "the first keys, the attention sinks, and in the text these keep getting farther "
           "away. StreamingLLM counts positions in the cache, so all distances stay within the "
           "trained range: it keeps keys unrotated and rotates them at every step. The query "
           "must be counted in the same way. (All queries and keys are alike; d = 128, trained "
           "at length {1}; the cache keeps the first {2} and the latest {3} keys.)"},

    // Claim 56.
    Phrase{"claim-window-is-sight",
           "With a sliding window of w tokens, a model sees only the last w tokens."},
    Phrase{"tokens-reached", "With {1}, the last output depends on the last {2} of {3} tokens"},
    Phrase{"one-layer", "one layer and a window of {1}"},
    Phrase{"layers", "{1} layers and a window of {2} in each"},
    Phrase{"tokens-reached-mixed",
           "With a window of {1} in three layers and none in a fourth, it depends on {2} of {3}"},
    Phrase{"reach-of-mistral",
           "The {1} layers of Mistral 7B, with windows of {2}, can reach {3} tokens"},
    Phrase{"because-reach-adds-up",
           "A token’s input to one layer already contains what it attended to in the layer below. "
           "Each layer adds w − 1 tokens, so L layers reach L (w − 1) + 1. This does not say how "
           "strongly a distant token counts. Here one token at a time is replaced in a model that "
           "was not trained."},

    // Claim 57.
    Phrase{"claim-nope-layers", "Leaving RoPE out of some layers helps a model on longer texts."},
    Phrase{"model-layers", "{1}/{2}, {3}"},
    Phrase{"mixed-at-64",
           "{1}: trained at length 16, {2} right at length 64, and {3} with RoPE in both layers"},
    Phrase{"because-two-layers-only",
           "A layer without RoPE meets no angles that it was not trained on: it can look for "
           "something at any distance, once a layer below has marked it. But on its own it "
           "cannot tell which token comes just before. So the result depends on the task. Models "
           "that leave RoPE out of some layers have dozens of layers, so two say little about "
           "them; lab 6 tries two-layer models on a book. A result supports the claim if the mix "
           "is ahead "
           "in every seed, and by at least a point on average."},

    // Claim 58.
    Phrase{"claim-partial-rotation",
           "If RoPE rotates only part of each head, the model loses track of positions."},
    Phrase{"model-rotary", "RoPE on {1} of each head, {2}"},
    Phrase{
        "part-rotated",
        "{1}: {2} right at the trained length 16, and {3} if the whole head is rotated; at length "
        "64, {4} and {5}"},
    Phrase{"because-few-pairs-are-enough",
           "What matters is which pairs are left. GPT-NeoX rotates a quarter of each head of 96 "
           "components: that leaves 12 speeds, from fast to slow, and the rest of the head "
           "compares content. The heads here have 8 components. Half of them form two pairs, one "
           "fast and one slow, with nothing in between."},

    // Claim 69.
    Phrase{"claim-reset-keeps-apart",
           "Resetting position ids at each document keeps packed documents apart."},
    Phrase{"packed-rope", "RoPE"},
    Phrase{"packed-alibi", "ALiBi"},
    Phrase{"packed-sinusoidal", "A sinusoidal encoding"},
    Phrase{"packed-reset",
           "{1}, ids reset, no document mask: {2} of the later documents’ attention goes to other "
           "documents, and outputs are off by up to {3} from those of each document alone"},
    Phrase{"packed-not-reset",
           "{1}, ids that continue, no document mask: {2} of the attention goes to other "
           "documents, and outputs are off by up to {3}"},
    Phrase{"packed-masked",
           "{1}, ids that continue, with a document mask: outputs are off by up to {2}"},
    Phrase{"because-only-the-mask-separates",
           "RoPE and ALiBi score by differences of positions. Within a document, a reset leaves "
           "these as they are; between documents, it replaces them with others. No score is "
           "removed: only a mask does that. (Some software, such as Transformers, takes a reset "
           "for a boundary and makes the mask itself.) Given the mask, a reset changes nothing "
           "for RoPE and ALiBi, but an encoding added to the words needs it. Here three "
           "documents of {1}, {2} and {3} random tokens are packed, for one causal head."},
};
static_assert(has_distinct_codes(book_phrases));

}  // namespace posenc
