#pragma once

#include <array>
#include <string_view>

#include "posenc/phrases.hpp"

/// All sentences of the museum. A code begins with the exhibit that the phrase belongs to, unless several share it;
/// what follows is -title, -symptom, or a word for the line of code, measure or result that it is about.
namespace posenc {

inline constexpr std::array museum_phrases{
    // Names of controls, rows and columns.
    Phrase{"dimension", "dimension"},
    Phrase{"dimensions", "dimensions"},
    Phrase{"head-dimensions", "dimensions of the head"},
    Phrase{"position", "position"},
    Phrase{"positions", "positions"},
    Phrase{"first-position", "first position"},
    Phrase{"first-token-position", "position of the first token"},
    Phrase{"query-position", "position of the query"},
    Phrase{"key-position", "position of the key"},
    Phrase{"tokens", "tokens"},
    Phrase{"token", "token"},
    Phrase{"word", "word"},
    Phrase{"words", "words"},
    Phrase{"padding", "padding"},
    Phrase{"query", "query"},
    Phrase{"key", "key"},
    Phrase{"head", "head"},
    Phrase{"heads", "heads"},
    Phrase{"alpha", "α"},
    Phrase{"evenly-spaced", "step"},
    Phrase{"steps", "steps"},

    // Lines that several exhibits have.
    Phrase{"blank-line", "This line is blank."},
    Phrase{"imports", "Both come with Python, and take radians."},
    Phrase{"starts-empty", "It starts empty; each position adds a row."},
    Phrase{"row-starts-empty", "The row starts empty; each pair adds two numbers."},
    Phrase{"table-function", "A table for d dimensions and count positions: that is all it needs."},
    Phrase{"per-position", "One row for each position from 0 on."},
    Phrase{"pairs-counted", "Pairs are counted from 0, and there are d/2 of them."},
    Phrase{"angle", "pos ω, with ω = 10000^(−2i/d): the paper’s angle of pair i, in radians."},
    Phrase{"angles", "Position times frequency, in radians."},
    Phrase{"alternate", "Sine and cosine of each pair side by side, as in the paper."},
    Phrase{"row-added", "Once for each position, when the row has all of its pairs."},
    Phrase{"all-rows", "All rows, one for each position."},
    Phrase{"dot-product", "The dot product."},
    Phrase{"scaled-twice-rows", "A row for each query, a column for each key."},
    Phrase{"rotate-function", "Rotates one vector by its position, as in RoPE."},
    Phrase{"halves", "Pairs are (i, i + d/2), one component in each half: there are d/2 of them."},
    Phrase{"angle-in-halves", "The angle of pair i for both of its components, i and i + d/2."},
    Phrase{"quarter-turn",
           "With pairs in halves, (a, b) becomes (−b, a); the sine multiplies that."},
    Phrase{"made-up-query", "A made-up query."},

    // Measures that several exhibits have.
    Phrase{"circle", "how far the squares of columns 2i and 2i + 1 are from adding up to 1"},
    Phrase{"first-row", "how far the first row is from 0, 1, 0, 1, …"},
    Phrase{"rows-by-offset", "how much the product of two rows at the same distance varies"},
    Phrase{"step", "how far a row is from the previous one, turned by each pair’s ω"},

    Phrase{"one-based-title", "A table that fits no one’s weights"},
    Phrase{"one-based-symptom",
           "The table has the right size, and its waves look like everyone’s. But with someone "
           "else’s weights, a model is a little worse than reported, and nothing complains."},
    Phrase{"one-based-loop",
           "Positions begin at 0. Here the first token of a sequence gets the encoding of the "
           "second, and so on: PE(0), which is 0, 1, 0, 1, …, never occurs. Since all are off by "
           "one, anything that depends only on distances stays the same."},
    Phrase{"one-based-result",
           "The first row (length {3}) is off by {2}, its numbers by up to {1}; but each step from "
           "row to row is right, and so is every product of two rows."},

    Phrase{"sines-only-title", "A first row of zeros"},
    Phrase{"sines-only-symptom",
           "The table has d columns, and all of them are waves. Yet the first row is all zeros, "
           "and some tokens far apart look more alike than neighbors do."},
    Phrase{"sines-only-lists", "Two lists, filled side by side for this position."},
    Phrase{"sines-only-columns",
           "With one angle for each column, each of the two lists is d long, and the cut below "
           "leaves only sines. With one for each pair, range(0, d, 2), nothing would be cut: all "
           "sines, then all cosines. The fixed code keeps this line, and takes each column’s "
           "number from the lists."},
    Phrase{"sines-only-angle",
           "Columns 2i and 2i + 1 share the frequency 10000^(−2i/d), and n // 2 * 2 is 2i for "
           "both."},
    Phrase{"sines-only-sine", "The sine of this angle; nothing is lost here."},
    Phrase{"sines-only-cosine", "The cosine of the same angle; nothing is lost here."},
    Phrase{"sines-only-cut",
           "The d sines come first, so the first d of these 2d numbers are sines, each frequency "
           "twice, and every cosine is cut off. Without its cosine, a sine does not show where on "
           "its wave it is: sin² + cos² is no longer 1, and the product of two rows depends on "
           "where they are."},
    Phrase{"sines-only-row", "The square of the first row’s length is {1} instead of {2}."},
    Phrase{"sines-only-rows",
           "The square of the first row’s length is {1} instead of {2}, and products of rows at "
           "the same distance vary by {3}."},

    Phrase{"degrees-title", "Neighbors that look the same"},
    Phrase{"degrees-symptom",
           "Every number lies between −1 and 1, and the first row is right. But a model can hardly "
           "tell a token from the next one, and reads sentences as if all their words were in one "
           "place."},
    Phrase{"degrees-imports", "All three come with Python; not every import is needed."},
    Phrase{"degrees-angle",
           "pos ω is already in radians. Treated as degrees it becomes π/180 of itself, and all "
           "waves are 57.3 times too long: a step of one position turns pair 0 by 1 degree, not by "
           "1 radian."},
    Phrase{"degrees-one-row",
           "With position 0 alone, every angle is 0, and the mistake does not show."},
    Phrase{"degrees-result",
           "PE(0) · PE(1) is {1} instead of {3} (maximum {2}): the waves are {4} times too long."},

    Phrase{"endpoint-title", "Almost the paper’s waves"},
    Phrase{"endpoint-symptom",
           "The first two columns agree with the paper’s to the last digit. All other waves are "
           "longer than the paper’s, the last one most of all. Weights trained with the paper’s "
           "table still work with this one, but not quite as well."},
    Phrase{"endpoint-imports", "All come with Python; log is the natural logarithm, to match exp."},
    Phrase{"endpoint-half", "There are d/2 pairs, and as many frequencies."},
    Phrase{"endpoint-step",
           "The exponents 2i/d of the d/2 pairs go from 0 to just below 1. Dividing by d/2 − 1 "
           "makes the last one 1, and all waves but the first longer. The authors’ own code, "
           "tensor2tensor, does this, and so do libraries that follow it. It is a mistake only for "
           "weights that were trained with the paper’s table."},
    Phrase{"endpoint-omega",
           "A geometric sequence that begins with 1, as it should; step sets how fast it falls."},
    Phrase{"endpoint-ratio", "how far the ratio of neighboring frequencies is from 10000^(−2/d)"},
    Phrase{"endpoint-result",
           "The longest wave is {1} positions long, not {2}; at position {3} the tables differ by "
           "up to {4}."},

    Phrase{"scaled-twice-title", "Attention that looks everywhere"},
    Phrase{"scaled-twice-symptom",
           "Each token should find itself, since no other is like it, and more clearly in a wider "
           "head. Instead it attends to all tokens, and a wider head changes nothing."},
    Phrase{"scaled-twice-imports", "All come with Python; sin is only used to make up tokens."},
    Phrase{"scaled-twice-function", "One head, and length tokens of d dimensions."},
    Phrase{"scaled-twice-tokens",
           "Made-up tokens, with components about as large as after a layer norm; this √2 has "
           "nothing to do with √d."},
    Phrase{"scaled-twice-queries",
           "Dividing the queries by √d is one way to scale the logits, and the line with the "
           "scores does it again. One of the two has to go; the fixed code keeps this one."},
    Phrase{"scaled-twice-weights", "It starts empty; each query adds a row."},
    Phrase{"scaled-twice-loop", "One row of weights for each query."},
    Phrase{"scaled-twice-scores",
           "The queries are already divided by √d, so the logits are q·k / d. Divided by √d once, "
           "a token’s logit for itself grows as √d, and those for other tokens stay O(1); divided "
           "twice, its own stays O(1), and the others go to 0."},
    Phrase{"scaled-twice-powers",
           "Subtracting the largest changes no weight: it only keeps exp from overflowing."},
    Phrase{"scaled-twice-softmax",
           "Softmax: the weights of a query have to add up to 1, and they do."},
    Phrase{"scaled-twice-logits",
           "how far the logits, recovered from the weights, are from q·k / √d"},
    Phrase{"scaled-twice-sums", "how far the weights of a query are from adding up to 1"},
    Phrase{"scaled-twice-result",
           "A token gives itself {1} of its attention instead of {2}; if it attended to all "
           "equally, that would be {3}."},

    Phrase{"padding-shift-title", "Works alone, fails in a batch"},
    Phrase{"padding-shift-symptom",
           "Asked one sentence at a time, the model answers well. In a batch the same sentences "
           "get different answers, the short ones most of all."},
    Phrase{"padding-shift-function",
           "A sentence of 6 words, padded in front to match the longest in its batch."},
    Phrase{"padding-shift-mask",
           "Padding in front is usual for models that continue a text: the last token is then in "
           "the last place. The mask says which places hold a word."},
    Phrase{"padding-shift-positions",
           "This counts the padding, so the position of the first word is the number of pads, not "
           "0: the same sentence gets different encodings in every batch. Derive position ids from "
           "the mask."},
    Phrase{"padding-shift-encodings", "It starts empty; each word adds a row."},
    Phrase{"padding-shift-loop", "Each place with its mask and its position, in order."},
    Phrase{"padding-shift-real", "Padding gets no encoding: that is the purpose of the mask."},
    Phrase{"padding-shift-angles",
           "pos ω for each pair, by the paper’s formula; it is only as good as the position that "
           "goes into it."},
    Phrase{"padding-shift-all", "One encoding for each word, none for padding."},
    Phrase{"padding-shift-words",
           "how far the words’ encodings are from those of the same words without padding"},
    Phrase{"padding-shift-first", "how far the first word’s encoding is from 0, 1, 0, 1, …"},
    Phrase{"padding-shift-offset",
           "how much the product of two encodings at the same distance varies"},
    Phrase{"padding-shift-alone",
           "Without padding (alone, or as the longest in its batch) every word is where it should "
           "be, and the mistake does not show."},
    Phrase{
        "padding-shift-one",
        "With 1 pad in front, the first word has position 1, and encodings are off by up to {1}; "
        "anything that depends only on distances, such as RoPE’s scores, would not change."},
    Phrase{
        "padding-shift-several",
        "With {1} pads in front, the first word has position {1}, and encodings are off by up to "
        "{2}; anything that depends only on distances, such as RoPE’s scores, would not change."},

    Phrase{"masked-row-title", "A token that sees nothing"},
    Phrase{"masked-row-symptom",
           "Every word attends as it should, and nothing overflows. But padding in front of the "
           "words attends to all of them, although the mask is causal."},
    Phrase{"masked-row-imports",
           "Both come with Python; the cosine only makes up scores that depend on the distance."},
    Phrase{"masked-row-function", "The weights of a sentence with padding in front."},
    Phrase{"masked-row-real", "Which places hold a word: 0 for padding, 1 for words."},
    Phrase{"masked-row-places", "All places of the row, padding included."},
    Phrase{"masked-row-rows", "It starts empty; each query adds a row."},
    Phrase{"masked-row-loop", "Padding has queries, too: its row is computed like any other."},
    Phrase{"masked-row-seen",
           "Causal, with padding hidden. That is right, but it leaves padding in front with "
           "nothing to see."},
    Phrase{"masked-row-scores",
           "A large negative score is usual, and is as good as −∞ if the query sees any key (in "
           "float16, −1e9 is −∞). In a row that sees none, −∞ would be worse: −∞ minus −∞ is "
           "NaN."},
    Phrase{"masked-row-powers",
           "Subtracting the largest keeps exp from overflowing. If all scores are the same, all "
           "powers are 1, here as in any softmax."},
    Phrase{"masked-row-softmax",
           "A softmax always hands out a total of 1, even if there is nothing to give it to: "
           "equal scores of −1e9 become equal weights, for padding and for later words. A row "
           "that sees nothing needs a case of its own. Such a row is all zeros in FlashAttention "
           "2.1, and in PyTorch’s attention on the CPU and most GPUs since 2.5."},
    Phrase{"masked-row-all", "A row for each query, padding included."},
    Phrase{"masked-row-unseen", "how much weight goes to keys that the query must not see"},
    Phrase{"masked-row-words", "how far the words’ weights are from those without padding"},
    Phrase{"masked-row-none",
           "Without padding, every token sees at least itself, and the mistake does not show."},
    Phrase{
        "masked-row-result",
        "Rows that see nothing: {1}. Each gives every key the weight {2}, so the output is a plain "
        "mean. With −∞ instead of −1e9, rows of NaN: {3}."},

    Phrase{"mixed-layout-title", "Scores that drift"},
    Phrase{"mixed-layout-symptom",
           "Every line comes from code that works. But the same two words, at the same distance, "
           "get a different score at the end of the text than at its beginning."},
    Phrase{"mixed-layout-theta", "10000^(−2i/d), the frequency of pair i, since d is 2 · half."},
    Phrase{"mixed-layout-angles",
           "Repeating each angle fits pairs side by side, (2i, 2i + 1); the line below has pairs "
           "in halves. So the two components of a pair turn by different angles, which is not a "
           "rotation: lengths and scores depend on position."},
    Phrase{"mixed-layout-turned",
           "This pairs i with i + d/2, while the angles above are for pairs side by side. Fixing "
           "this line works too, with weights for that layout. The fixed code keeps it."},
    Phrase{"mixed-layout-rotation",
           "a cos − b sin, and a sin + b cos: a rotation, if both components of a pair have the "
           "same angle."},
    Phrase{"mixed-layout-function",
           "Scores in a head of d dimensions, for 16 positions from start on."},
    Phrase{"mixed-layout-key", "A made-up key."},
    Phrase{"mixed-layout-places", "The same positions for queries and keys."},
    Phrase{"mixed-layout-scores", "Both are rotated, each by its own position, as they should be."},
    Phrase{"mixed-layout-diagonals", "how much scores at the same distance vary"},
    Phrase{"mixed-layout-zero", "how far the score at distance 0 is from q·k"},
    Phrase{"mixed-layout-shift", "how much a score changes when positions start at 0 instead"},
    Phrase{"mixed-layout-one-pair",
           "With one pair there is one angle, and both layouts are the same: the mistake does not "
           "show."},
    Phrase{"mixed-layout-result",
           "q·k is {1}, and every score at distance 0 should equal it; instead they range from {2} "
           "to {3}."},

    Phrase{"input-added-title", "Queries that grow"},
    Phrase{"input-added-symptom",
           "Training goes well on the first few tokens. Farther on, attention has favorites that "
           "depend only on where a token is, not on what it is."},
    Phrase{"input-added-sum",
           "This adds the whole vector, as additive encodings do, where x cos belongs. At small "
           "angles the cosine is nearly 1, so the first positions look right; then vectors grow by "
           "a factor of up to √2, and scores depend on the position."},
    Phrase{"input-added-function", "One query of d dimensions at count positions."},
    Phrase{"input-added-rows",
           "The same query at each position: its length should be the same in all rows."},
    Phrase{"input-added-length", "how far the length of a rotated query is from the query’s"},
    Phrase{"input-added-one-row",
           "At position 0 the sine is 0 and the cosine 1: the missing cosine changes nothing."},
    Phrase{"input-added-result",
           "The query is {1} long, but up to {2} with this code: longer by {3}, and up to √2 times "
           "as long where the sine is 1."},

    Phrase{"rotated-values-title", "Right weights, wrong outputs"},
    Phrase{
        "rotated-values-symptom",
        "The attention weights are the same wherever the text begins. The layer’s output is not."},
    Phrase{"rotated-values-imports", "All come with Python; sin and cos take radians."},
    Phrase{"rotated-values-rotation",
           "a cos − b sin, and a sin + b cos: a rotation by the angle of the pair."},
    Phrase{"rotated-values-function", "6 tokens of d dimensions, the first at position shift."},
    Phrase{"rotated-values-tokens",
           "Made-up tokens; q, k and v are the same here, for brevity, as if their projections "
           "were the identity."},
    Phrase{
        "rotated-values-rotated",
        "Rotated queries and keys have products that depend only on m − n. No product cancels the "
        "rotation of a value: the output, a mean of values, depends on where the tokens are."},
    Phrase{"rotated-values-attend", "The output for one query, which was rotated above."},
    Phrase{"rotated-values-weights",
           "q·k / √d and its exponential, not yet divided by their sum: the next line does that."},
    Phrase{"rotated-values-mean",
           "The mean of the values with these weights, component by component: the output of "
           "attention."},
    Phrase{"rotated-values-rows", "A row for each token."},
    Phrase{"rotated-values-shift", "how much the output changes when all tokens shift together"},
    Phrase{"rotated-values-alike", "how far the output is from the values if all are the same"},
    Phrase{"rotated-values-weight-shift",
           "how much an attention weight changes when all tokens shift together"},
    Phrase{"rotated-values-unmoved",
           "Without a shift this does not show; but if all values are the same, the output, their "
           "mean, is off by {1}."},
    Phrase{"rotated-values-result",
           "Shifted by {1}, the same tokens give outputs that differ by up to {2}; if all values "
           "are the same, the output, their mean, is off by {3}."},

    Phrase{"alibi-twelve-title", "Eight heads work, twelve do not"},
    Phrase{"alibi-twelve-symptom",
           "With 8 or 16 heads this code matches the released model. With the weights of a 12-head "
           "model it produces worse text, and the longer the text, the worse."},
    Phrase{"alibi-twelve-function", "What each head adds to the logits of the last token."},
    Phrase{"alibi-twelve-slopes", "It starts empty; each head adds a slope."},
    Phrase{"alibi-twelve-heads",
           "Each head has a slope of its own; heads are counted from 0 here."},
    Phrase{"alibi-twelve-slope",
           "This takes the paper’s sentence literally, which is right for a power of two. For 12 "
           "heads the released code, and the models trained with it, use the 8 slopes for 8 heads, "
           "then the 1st, 3rd, 5th and 7th of the 16 for 16 heads."},
    Phrase{"alibi-twelve-bias", "It starts empty; each head adds a row."},
    Phrase{"alibi-twelve-loop", "One row for each head."},
    Phrase{"alibi-twelve-last", "Positions begin at 0: the query is at the last one."},
    Phrase{"alibi-twelve-distances",
           "The farther back a key is, the more is subtracted, and nothing at the query itself: "
           "ALiBi’s bias is negative."},
    Phrase{"alibi-twelve-rows", "A row for each head, a column for each key."},
    Phrase{"alibi-twelve-released",
           "how far a slope is from the released one, as a fraction of it"},
    Phrase{"alibi-twelve-power",
           "how far the first {1} slopes are from those of {1} heads, as a fraction of them"},
    Phrase{"alibi-twelve-straight", "how far a bias is from −slope · distance"},
    Phrase{"alibi-twelve-same",
           "{1} is a power of two, for which the paper’s sentence and the released code give the "
           "same slopes."},
    Phrase{"alibi-twelve-result",
           "The last of {1} slopes is {2} instead of the released code’s {3}; the one that differs "
           "most is off by {4}."},

    Phrase{"float32-angles-title", "Right for a few thousand positions"},
    Phrase{"float32-angles-symptom",
           "Tests on short texts all pass. Far into a long one, the encodings of neighboring "
           "positions are a little off, each in its own way."},
    Phrase{"float32-angles-array",
           "It comes with Python: numbers of one type, each rounded as it is stored."},
    Phrase{"float32-angles-imports", "Both come with Python, take radians, and compute in double."},
    Phrase{"float32-angles-function", "A table for 8 positions from start on."},
    Phrase{"float32-angles-dtype",
           "float32 has 24 bits: an angle of 100000 radians is rounded to the nearest multiple of "
           "1/128, and the error of ω, about 1 part in 10 million, is multiplied by the position. "
           "Angles belong in double; the table itself can be in float32."},
    Phrase{"float32-angles-exponents", "2i/d of each pair; dtype says how it is rounded."},
    Phrase{"float32-angles-powers", "10000^(2i/d); dtype says how it is rounded."},
    Phrase{"float32-angles-omega",
           "ω of each pair. Using double here alone would not help: the angle would still be "
           "rounded below."},
    Phrase{"float32-angles-positions", "Whole numbers up to 16777216 are exact even in float32."},
    Phrase{"float32-angles-angles",
           "Position times frequency. Using double here alone would not help: ω would still be "
           "rounded, and the position multiplies that error."},
    Phrase{"float32-angles-table",
           "Sines and cosines in float32 are off by at most 3 in 100 million, at any position: "
           "good enough."},
    Phrase{"float32-angles-double", "how far the table is from the one in double"},
    Phrase{"float32-angles-hidden",
           "From position {1} on, the table is off by up to {2} ({3} with angles in double). A "
           "model in float16 itself rounds by up to 0.00024, so nobody sees it."},
    Phrase{"float32-angles-visible",
           "From position {1} on, the table is off by up to {2} ({3} with angles in double). "
           "That shows even in a model in float16, which itself rounds by up to 0.00024."},

    Phrase{"ntk-two-title", "All sizes but the smallest"},
    Phrase{"ntk-two-symptom",
           "For years this code has served heads of every width. Then someone tries it on a toy "
           "head, to follow it by hand, and gets no answer."},
    Phrase{"ntk-two-function",
           "The cosines and sines of RoPE, for a text alpha times as long as in training."},
    Phrase{"ntk-two-base",
           "The base should divide the last frequency by α and keep the first. With d = 2 the "
           "first is the last: no base can do both, and d / (d − 2) is 2 / 0. The one pair has to "
           "stay as it is."},
    Phrase{"ntk-two-theta",
           "RoPE’s frequencies, from the new base; the first is 1, whatever the base."},
    Phrase{"ntk-two-loop", "8 positions from 0 on."},
    Phrase{"ntk-two-row", "All cosines, then all sines, as in caches for RoPE."},
    Phrase{"ntk-two-missing", "how many numbers of the table are missing"},
    Phrase{"ntk-two-last",
           "how far the last frequency is from the original divided by α, as a fraction of it"},
    Phrase{"ntk-two-error",
           "d / (d − 2) is 2 / 0: the code ends with a ZeroDivisionError and computes none of the "
           "{1} numbers, whether α is 1 or {2}."},
    Phrase{"ntk-two-result",
           "With {1} pairs all {2} numbers are computed: the exponent is {3}, and the last "
           "frequency goes from {4} to {5}."},

    Phrase{"packed-title", "Right positions, wrong neighbors"},
    Phrase{
        "packed-symptom",
        "For training, two documents are packed into one row, and the position ids of each start "
        "at 0. But the second one’s outputs depend on the first."},
    Phrase{"packed-imports", "Both come with Python."},
    Phrase{"packed-function", "The weights for two documents of that many tokens, in one row."},
    Phrase{"packed-positions",
           "Position ids that start over, as if each document were alone. RoPE’s scores within a "
           "document do not need this: only differences count."},
    Phrase{"packed-rows", "It starts empty; each query adds a row."},
    Phrase{"packed-loop", "For each token: query is its index in the row, and m is its position."},
    Phrase{"packed-seen",
           "This is only causal: the second document sees all of the first, at distances that "
           "have no meaning, some of them negative. A query’s document begins m places before "
           "it; keys before that have to be masked."},
    Phrase{"packed-powers",
           "RoPE’s score with a single pair that turns by 1 radian per position, and q = k = (1, "
           "0): the cosine of the distance. Keys that are not seen count as 0."},
    Phrase{"packed-softmax", "The softmax: the weights of a query add up to 1."},
    Phrase{"packed-all", "A row for each query, a column for each key."},
    Phrase{"packed-across", "how much of a query’s attention goes to the other document"},
    Phrase{"packed-alone",
           "how far the second document’s weights are from those of the same document alone"},
    Phrase{"packed-first", "how far the first position of a document is from 0"},
    Phrase{
        "packed-result",
        "The second document gives {1} of its attention to the first. Its first token sees the one "
        "right before it at distance −{2}."},
    Phrase{"tokens-of-first", "tokens of the first document"},
    Phrase{"tokens-of-second", "tokens of the second document"},

    Phrase{"decode-jump-title", "The answer that moves away"},
    Phrase{"decode-jump-symptom",
           "The scores of the prompt agree with the reference to the last digit. The answer is "
           "fluent; but the longer the prompt, the less the answer reflects it."},
    Phrase{"decode-jump-function",
           "For each token of a prompt and its answer, how far back the earlier tokens appear to "
           "be."},
    Phrase{"decode-jump-prompt", "The prompt is read in one pass. Its positions count from 0."},
    Phrase{"decode-jump-delta",
           "The number of tokens in the cache plus the delta must give the next position, so the "
           "length has to be subtracted. An image takes fewer positions than tokens, which makes "
           "the delta negative; for text it is 0. If the length is added instead, the answer "
           "begins at three times the length of the prompt."},
    Phrase{"decode-jump-loop", "The answer comes token by token, as the cache grows."},
    Phrase{"decode-jump-append",
           "Tokens in the cache plus the delta: right for any prompt, if the delta is."},
    Phrase{"decode-jump-rows", "It starts empty; each token adds a row."},
    Phrase{"decode-jump-each", "Each token with its place and its position."},
    Phrase{"decode-jump-seen", "A token sees itself and those before it."},
    Phrase{"decode-jump-distances",
           "The distances that RoPE turns into angles; 0 for tokens not seen."},
    Phrase{"decode-jump-all", "A row for each token."},
    Phrase{"decode-jump-whole",
           "how far the answer’s positions are from those of the whole text read in one pass"},
    Phrase{"decode-jump-of-prompt", "how far the prompt’s positions are from 0, 1, 2, …"},
    Phrase{"decode-jump-steps", "how far a step between two tokens of the answer is from 1"},
    Phrase{
        "decode-jump-result",
        "The prompt has positions 0 to {1}, and the answer begins at {2} instead of {3}. A test of "
        "the prompt alone finds nothing."},
    Phrase{"tokens-of-prompt", "tokens of the prompt"},
    Phrase{"tokens-of-answer", "tokens of the answer"},

    Phrase{"timesteps-from-one-title", "Just as in the paper"},
    Phrase{"timesteps-from-one-symptom",
           "The paper counts the timesteps of a diffusion model from 1 to 1000, and so does this "
           "sampler. Pictures come out a little worse than reported, and nothing complains."},
    Phrase{"timesteps-from-one-embed", "DDPM’s embedding of one timestep, with d numbers."},
    Phrase{"timesteps-from-one-half", "Half of the columns are sines, the other half cosines."},
    Phrase{"timesteps-from-one-omega",
           "DDPM’s frequencies, from 1 down to 1/10000; ADM divides by half instead."},
    Phrase{"timesteps-from-one-row", "All sines, then all cosines, as in DDPM’s code."},
    Phrase{"timesteps-from-one-function",
           "Which embeddings the model gets as it goes from noise to a picture in that many "
           "steps."},
    Phrase{"timesteps-from-one-rows", "It starts empty; each step adds a row."},
    Phrase{"timesteps-from-one-loop",
           "Sampling goes backward, from noise to the picture: the last step is number 1."},
    Phrase{"timesteps-from-one-t",
           "The paper counts from 1 to 1000, but the training code counts from 0 to 999. So the "
           "model gets every timestep one too high: it has never seen 1000. A table of noise "
           "levels has no entry for 1000, and would complain; the formula accepts any number."},
    Phrase{"timesteps-from-one-append", "One embedding for each step of the sampler."},
    Phrase{"timesteps-from-one-all", "All rows, one for each step."},
    Phrase{"timesteps-from-one-first",
           "how far the first row is from the embedding of timestep 999"},
    Phrase{"step-of-sampler", "step of the sampler"},
    Phrase{"steps-of-sampler", "steps of the sampler"},
    Phrase{"timesteps-from-one-result",
           "Sampling starts at 1000, which training never had, and ends at {1} instead of {2}. The "
           "fastest columns are off by up to {3}, the slowest by up to {4}."},

    Phrase{"swapped-halves-title", "Sharp details, wrong picture"},
    Phrase{"swapped-halves-symptom",
           "The weights expect all cosines first, then all sines. Every shape fits, and pictures "
           "have sharp details. But they do not show what was asked for."},
    Phrase{"swapped-halves-function",
           "The embeddings of that many timesteps, evenly spaced from 0 to below 1000."},
    Phrase{"swapped-halves-option",
           "An option, for code that serves several models; True for these weights."},
    Phrase{"swapped-halves-omega", "ADM’s frequencies; DDPM divides by half − 1 instead."},
    Phrase{"swapped-halves-loop", "One row for each timestep, from 0 on."},
    Phrase{"swapped-halves-angles", "Timestep times frequency, in radians."},
    Phrase{"swapped-halves-row",
           "The code below swaps the halves, so they must be in the opposite order here: sines "
           "first. As it is, the swap puts the sines first, and the model reads them as cosines."},
    Phrase{"swapped-halves-if",
           "These weights do need cosines first; the question is which half is first before the "
           "swap."},
    Phrase{"swapped-halves-swap",
           "This swaps halves that are already in the right order. These weights would work "
           "without it, too. The fixed code keeps it for the sake of models that need sines "
           "first."},
    Phrase{"swapped-halves-append", "Once for each timestep, with both halves."},
    Phrase{"swapped-halves-all", "All rows, one for each timestep."},
    Phrase{"swapped-halves-similarity",
           "how far the cosine similarity of a row and the expected one is from 1"},
    Phrase{"swapped-halves-first", "how far the row of timestep 0 is from 1, …, 1, 0, …, 0"},
    Phrase{"swapped-halves-result",
           "The rows that the model gets have a cosine similarity of {1} to {2} with those it "
           "expects. All products of two rows are right, so no test of these finds the mistake."},
};

/// The words of that code, for a sentence into which no numbers go.
consteval std::string_view museum_words(std::string_view code) {
  return words_of(museum_phrases, code);
}

}  // namespace posenc
