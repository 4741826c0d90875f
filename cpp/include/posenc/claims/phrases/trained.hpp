#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about trained models without positions, with sinusoidal ones and with learned ones.
namespace posenc {

inline constexpr std::array trained_phrases{
    // Claim 12.
    Phrase{"claim-copying-drops",
           "Without positional encoding, a model that copies its input drops to about 10 %."},
    Phrase{"model-copy", "No positions, copy"},
    Phrase{"model-reverse", "No positions, reverse"},
    Phrase{"model-reverse-11", "No positions, reverse 11 tokens"},
    Phrase{"copying", "Copying 8 tokens without positions: {1} right"},
    Phrase{"reversing-8",
           "Reversing 8 tokens without positions: {1} right; over all examples, no model without "
           "positions can exceed {2}"},
    Phrase{"reversing-11",
           "Reversing 11: {1} right; over all examples, no model without positions can exceed {2}"},
    Phrase{"because-copy-is-token",
           "A model can copy a token without knowing its place. A drop to about 10 % takes a task "
           "that depends on places, such as reversing."},

    // Claim 13.
    Phrase{"claim-sinusoids-faster",
           "With sinusoidal encodings a model learns faster and generalizes better than with "
           "learned ones."},
    Phrase{"model-sinusoidal-reverse", "Sinusoidal, reverse"},
    Phrase{"model-learned-reverse", "Learned, reverse"},
    Phrase{"model-sinusoidal-sort", "Sinusoidal, sort"},
    Phrase{"model-learned-sort", "Learned, sort"},
    Phrase{"model-sinusoidal-count", "Sinusoidal, count"},
    Phrase{"model-learned-count", "Learned, count"},
    Phrase{"model-sinusoidal-first", "Sinusoidal, first token"},
    Phrase{"model-learned-first", "Learned, first token"},
    Phrase{"steps-to-reverse",
           "Reversing 8 tokens, until 95 % are right over ten batches: {1} with sinusoids, {2} "
           "with a learned table"},
    Phrase{"steps-to-sort",
           "Sorting 8 tokens, until 95 % are right over ten batches: {1} with sinusoids, {2} with "
           "a learned table"},
    Phrase{"never-with-some-seed", "not reached in every seed"},
    Phrase{"counting-in-12",
           "Counting in 12 tokens, trained with 8: {1} with sinusoids, {2} with a learned table"},
    Phrase{"first-of-64",
           "First token of 64, trained with 16: {1} with sinusoids, {2} with a learned table"},
    Phrase{"because-table-is-learned",
           "Sinusoids are there from the start, even beyond the trained positions; a table has to "
           "be learned, but can become whatever the task needs. Which counts more depends on the "
           "task, and on how loud positions are next to the tokens."},

    // Claim 14.
    Phrase{"claim-any-length",
           "Sinusoids are defined at every position, so any model with them works at any length."},
    Phrase{"model-sinusoidal-previous", "Sinusoidal, previous token"},
    Phrase{"model-sinusoidal-fill", "Sinusoidal, fill forward"},
    Phrase{"encoding-far-out",
           "The encoding of position 1 000 000 exists: at d = 32 its largest component is {1}"},
    Phrase{"sinusoids-previous-at-32",
           "Previous token, trained at length 16: {1} there, and {2} on the new positions at "
           "length 32"},
    Phrase{
        "sinusoids-fill-at-32",
        "Fill forward, trained at length 16: {1} there, and {2} on the new positions at length 32"},
    Phrase{
        "sinusoids-first-at-32",
        "First token, trained at length 16: {1} there, and {2} on the new positions at length 32"},
    Phrase{"line-previous", "previous token"},
    Phrase{"line-fill", "fill forward"},
    Phrase{"line-first", "first token"},
    Phrase{"because-values-not-trained",
           "The formula has a value at any position. How a model handles values it was not trained "
           "on depends on the task."},

    // Claim 15.
    Phrase{"claim-untrained-rows",
           "A learned table is useless at positions that were not trained."},
    Phrase{"model-16-rows", "Learned, a table of 16 rows"},
    Phrase{"model-learned-previous", "Learned, previous token"},
    Phrase{"past-the-table", "Asked for 32 positions, a table of 16 rows gives {1}"},
    Phrase{"untrained-rows-previous",
           "Previous token, trained at length 16 with a longer table: {1} on the new positions at "
           "length 64"},
    Phrase{"untrained-rows-first",
           "First token, trained at length 16 with a longer table: {1} on the new positions at "
           "length 64"},
    Phrase{"vision-transformers-interpolate",
           "Vision Transformers interpolate their table for larger images (reported, not measured "
           "here)"},
    Phrase{"because-rows-are-noise",
           "Past its last row a table has nothing, and untrained rows are still noise. Whether "
           "that noise hurts depends on the task: to find the first token, its own row is enough."},

    // Claim 27.
    Phrase{"claim-blind-both-ways",
           "Without positional encoding, a bidirectional transformer that pools its outputs cannot "
           "tell one order from another."},
    Phrase{"model-order-both-ways", "No positions, ordering, both directions"},
    Phrase{"ordering-both-ways",
           "Trained to tell ascending tokens from the same tokens out of order, the model gets {1} "
           "right at length {2}"},
    Phrase{"pooled-change",
           "Reordering eight tokens changes the mean of a layer’s outputs by at most {1}"},
    Phrase{"pooled-change-causal", "With a causal mask it changes by {1}"},
    Phrase{"because-same-output",
           "Without positions, attention gives each token the same output wherever it is, up to "
           "rounding, and pooling over the tokens does not see their order. The model can only "
           "guess."},

    // Claim 28.
    Phrase{"claim-causal-needs-encoding",
           "A causal transformer, too, needs a positional encoding to know the order of its "
           "tokens."},
    Phrase{"model-order-causal", "No positions, ordering, causal"},
    Phrase{"model-previous-one-layer", "No positions, previous token, one layer"},
    Phrase{"model-previous-two-layers", "No positions, previous token, two layers"},
    Phrase{"ascending-at-8",
           "Ascending or not, at the trained length 8: {1} right without any encoding"},
    Phrase{"ascending-at-32", "Ascending or not, at length 32: {1} right without any encoding"},
    Phrase{"previous-two-layers",
           "Previous token of 8, two layers: {1} right without any encoding"},
    Phrase{"previous-one-layer", "With one layer it is {1}: one causal layer cannot exceed {2}"},
    Phrase{"equal-tokens",
           "Eight equal tokens: the outputs of a causal layer (d = {1}) differ by at most {2}, so "
           "the mask alone does not distinguish equal tokens"},
    Phrase{"another-first-token",
           "With a different first token, the outputs of the other seven differ by up to {1}"},
    Phrase{"line-ascending", "ascending or not, no positions"},
    Phrase{"because-mask-shows-place",
           "A causal mask lets each token average only over itself and those before it, so the "
           "order of different tokens changes the averages. Equal tokens all get the same average: "
           "finding positions takes a first token that differs, such as <bos>, whose share then "
           "falls with each position. The proof of Kazemnejad et al. that a model without an "
           "encoding can find absolute positions assumes such a token."},

    // Claim 34.
    Phrase{"claim-learned-slightly-better",
           "Up to the trained length, learned positions do slightly better than sinusoidal ones."},
    Phrase{"model-with-table-std", "{1}, table from N(0, {2}²)"},
    Phrase{"reversing-within",
           "Reversing 8 tokens: {1} with a learned table that starts from N(0, {3}²), {2} with "
           "sinusoids"},
    Phrase{"sorting-within",
           "Sorting 8 tokens: {1} with a learned table that starts from N(0, {3}²), {2} with "
           "sinusoids"},
    Phrase{"counting-within",
           "Counting 8 tokens: {1} with a learned table that starts from N(0, {3}²), {2} with "
           "sinusoids"},
    Phrase{"translation-reported",
           "For translation, the Transformer paper found \"nearly identical results\" (reported, "
           "not measured here)"},
    Phrase{"because-nothing-to-gain",
           "If a task can be solved with either, neither can be better; if it needs no "
           "positions, a table that starts as loud noise takes longer to ignore. A table that "
           "starts at 0.02, as in libraries for BERT, interferes less: sinusoids are loud from "
           "the start."},
};
static_assert(has_distinct_codes(trained_phrases));

}  // namespace posenc
