#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// Sentences about positions beyond words: grids, videos, timesteps and coordinates.
namespace posenc {

inline constexpr std::array beyond_words_phrases{
    // Claim 59.
    Phrase{"claim-equal-distance",
           "With 2-D RoPE, patches at the same distance get the same score."},
    Phrase{"same-distance-axial",
           "Axial RoPE (d = {1}, base {2}): a patch that looks like the query’s gets a score of "
           "{3} at offset (5, 0) and of {4} at (3, 4); both are 5 patches away"},
    Phrase{"same-distance-mixed",
           "RoPE with mixed frequencies, in an untrained head with angle {1}: {2} at offset (5, 0) "
           "and {3} at (3, 4)"},
    Phrase{"same-distance-mean",
           "On average over {1} such heads, whose angles divide the circle evenly: {2} at both "
           "offsets, to within {3}"},
    Phrase{"because-one-direction-each",
           "Each pair measures an offset along one direction: x or y in axial RoPE, a direction of "
           "its own with mixed frequencies. Only an average over all directions depends on the "
           "distance √(dx² + dy²) alone. Here query and key are alike and all pairs have the same "
           "length, so that the highest score is 1."},

    // Claim 60.
    Phrase{"claim-axial-diagonal", "With axial RoPE, a head can prefer a whole diagonal."},
    Phrase{"corner-sums-axial",
           "For {1} random pairs of query and key, the scores at offsets (0, 0) and (3, 3) add up "
           "to the same as those at (3, 0) and (0, 3), within {2}"},
    Phrase{"diagonal-wins-axial",
           "For {1} of these {2} pairs, both patches on the diagonal score higher than the two "
           "beside it"},
    Phrase{"diagonal-wins-mixed",
           "With mixed frequencies, the sums differ by up to {1}, and the diagonal wins for {2} of "
           "{3} pairs of query and key"},
    Phrase{"because-x-and-y-add",
           "In axial RoPE a pair turns with x or with y, so a score is one function of dx plus "
           "one of dy. So the two patches on the diagonal can never both score higher than the "
           "two beside it. This holds for patches that look alike: what is in a patch can still "
           "lead a head along a diagonal, and a head can still attend to a single diagonal "
           "neighbor."},

    // Claim 61.
    Phrase{"claim-same-grid-tables",
           "MAE’s and DETR’s sinusoidal tables hold the same numbers in another order."},
    Phrase{"grid-tables-in-order",
           "With DETR’s columns in MAE’s order, the tables of {1} × {1} patches (d = {2}) differ "
           "by up to {3}"},
    Phrase{"grid-table-neighbors",
           "The first two patches have a cosine similarity of {1} in MAE’s table and {2} in "
           "DETR’s; no order of columns changes that"},
    Phrase{"grid-positions-by-size",
           "The second patch of a row is at {1} in MAE, whatever the size; in DETR it is at {2} if "
           "the row has {3} patches, and at {4} if it has {5}"},
    Phrase{"because-detr-scales",
           "Both use the same formula and the same frequencies. MAE counts patches; DETR scales "
           "its positions so that the last one is 2π, at any size. The order of the columns "
           "differs, too: MAE has x first and all sines before all cosines, DETR has y first and "
           "alternates."},

    // Claim 62.
    Phrase{"claim-resized-table-keeps",
           "Whatever the new size, resizing a table of positions keeps the values of the old "
           "patches."},
    Phrase{"rows-kept-bilinear",
           "From {1} × {1} to {2} × {2} patches, bilinear: {3} of {4} rows are still in the table"},
    Phrase{"rows-kept-bicubic",
           "From {1} × {1} to {2} × {2} patches, bicubic: {3} of {4} rows are still in the table"},
    Phrase{"because-centers-move",
           "The center of new patch n lies at (n + 1/2) · old/new − 1/2 in the old grid. New "
           "centers fall on all old ones only if each side grows by an odd factor, such as 3. At "
           "twice the size, they lie a quarter of a patch to either side of the old ones. Only at "
           "the corners, where the edge is repeated, does bilinear interpolation keep a row."},

    // Claim 63.
    Phrase{"claim-mrope-on-text", "On plain text, M-RoPE is RoPE."},
    Phrase{"mrope-chunked",
           "For a text of {1} tokens and sections of {2}, {3} and {4} pairs one after another, as "
           "in Qwen2.5-VL, rotated vectors differ from RoPE’s by at most {5}"},
    Phrase{"mrope-interleaved",
           "For a text of {1} tokens and sections of {2}, {3} and {4} pairs in turn, as in "
           "Qwen3-VL, they differ by at most {5}"},
    Phrase{"mrope-after-image",
           "With an image of {1} × {1} patches in front, the first token of the text is at "
           "position {2}; with RoPE, it would be at {3}"},
    Phrase{"because-three-positions-agree",
           "A token of text has the same position for time, height and width. So it does not "
           "matter which of them a pair listens to, and each pair keeps RoPE’s frequency. An image "
           "takes up as many positions as its longer side has patches."},

    // Claim 64.
    Phrase{"claim-max-period", "A timestep embedding needs max_period 10000."},
    Phrase{"nearest-timesteps",
           "With max_period {1}, the nearest two of {2} timesteps are {3} apart (d = {4}); with "
           "10000 they are {5} apart"},
    Phrase{"waves-without-a-turn",
           "With 10000, {1} of {2} waves do not complete a turn in {3} timesteps; with {4}, {5} do "
           "not"},
    Phrase{"axis-timesteps", "timesteps apart"},
    Phrase{"axis-timestep-similarity", "cosine similarity"},
    Phrase{"line-max-period", "max_period {1}"},
    Phrase{"because-copied-from-words",
           "The fastest wave keeps neighbors apart, whatever max_period is; slower waves only "
           "have to tell its turns apart. DDPM’s code says that it follows tensor2tensor: 10000 "
           "was chosen for words. Weights that were trained with one value do need that value. A "
           "result contradicts the claim if the nearest two are at least half as far apart as "
           "with 10000."},

    // Claim 65.
    Phrase{"claim-same-timesteps",
           "DDPM’s and ADM’s timestep embeddings hold the same numbers in another order."},
    Phrase{"timesteps-swapped",
           "With ADM’s halves swapped, the embeddings of timesteps 0 to {1} differ from DDPM’s by "
           "up to {2} (d = {3})"},
    Phrase{"frequencies-shared",
           "{1} of {2} frequencies are the same; DDPM’s last is {3}, ADM’s {4}"},
    Phrase{"timesteps-alike",
           "At timestep {1}, the two have a cosine similarity of {2} with the halves swapped, and "
           "of {3} as they are"},
    Phrase{"because-half-or-one-less",
           "With h = d/2, DDPM’s exponents are i/(h − 1) and ADM’s i/h. So only the first "
           "frequency, 1, is the same. Swapping the halves, which libraries offer as an option, "
           "does not turn one into the other; the divisor is a separate option."},

    // Claim 66.
    Phrase{"claim-unit-times", "A timestep embedding works just as well for times from 0 to 1."},
    Phrase{"turns-within-one",
           "From time 0 to 1, {1} of {2} waves complete a turn; from timestep 0 to 1000, {3} do"},
    Phrase{
        "ends-alike",
        "Times 0 and 1 have a cosine similarity of {1} (d = {2}); timesteps 0 and 1000 have {3}"},
    Phrase{"unit-neighbors",
           "With 1000 steps, neighboring steps are {1} apart when time runs from 0 to 1, and {2} "
           "when it is multiplied by 1000 first"},
    Phrase{"because-waves-hardly-move",
           "The fastest wave turns by 1 radian per unit, and all others by less. So between 0 "
           "and 1 no wave completes even a sixth of a turn, and most hardly move. Flux "
           "multiplies its times by 1000 first. (We call the ends alike if their similarity is "
           "above 0.9. A network can learn from small differences, but has to magnify them.)"},

    // Claim 67.
    Phrase{"claim-larger-scale",
           "The larger the scale of random Fourier features, the better the picture."},
    Phrase{"scale-and-quality",
           "From scale {1} to {2}, held-out pixels go from {3} to {4} dB, and trained ones from "
           "{5} to {6}"},
    Phrase{"axis-scale", "scale, in turns along a side"},
    Phrase{"axis-decibels", "quality in dB"},
    Phrase{"line-held-out", "held-out pixels"},
    Phrase{"line-trained", "trained pixels"},
    Phrase{"because-waves-between-pixels",
           "A small scale has only slow waves, which blur edges. With a large one, many waves make "
           "half a turn or more from one trained pixel of a row to the next, so they do not "
           "determine the pixels between. The best scale depends on the picture and on how densely "
           "it is sampled. Here a network with {1} layers of {2} units learns every other pixel "
           "of the whale in {3} steps; more decibels are better."},
};
static_assert(has_distinct_codes(beyond_words_phrases));

}  // namespace posenc
