#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// What is said of a config, by note code: first what is the case, then what to do.
namespace posenc {

inline constexpr std::array model_note_phrases{
    Phrase{"factor-and-lengths",
           "{1} is {2}, but max_position_embeddings / {3} is {4} / {5} = {6}. Some software uses "
           "the factor, "
           "some the quotient. Make them agree: set max_position_embeddings to {7} if the factor "
           "is right, "
           "or the factor to {6} if the lengths are."},
    Phrase{"original-missing",
           "YaRN needs the length of training, and original_max_position_embeddings is not given. "
           "{1} is "
           "taken for it, which is the length after the extension in most files. Add "
           "original_max_position_embeddings to {2}."},
    Phrase{"original-not-below",
           "{1} is {2}, which is not below max_position_embeddings = {3}, though the factor is "
           "{4}. Set it to "
           "the length of training before the extension."},
    Phrase{"max-ambiguous",
           "For the type {1}, software disagrees on whether max_position_embeddings = {2} is the "
           "length before "
           "the factor {3} or after it: the model reaches {4} in the first reading and {2} in the "
           "second. "
           "Check which one your software assumes before you set a limit."},
    Phrase{"max-ambiguous-unknown",
           "For the type {1}, software disagrees on whether max_position_embeddings is the length "
           "before the "
           "factor {2} or after it, and it is not given. Add it, and check which reading your "
           "software "
           "assumes."},
    Phrase{"step-llama3",
           "high_freq_factor = {1} is not above low_freq_factor = {2}, so no pair is blended: each "
           "is either "
           "kept or slowed by the whole factor. If that is not intended, use 4 and 1, as in Llama "
           "3.1."},
    Phrase{"step-yarn",
           "beta_fast = {1} is not above beta_slow = {2}, so no ramp is left between kept and "
           "slowed pairs. If "
           "that is not intended, use 32 and 1, as in the paper."},
    Phrase{
        "attention-factor-differs",
        "attention_factor is {1}, and the formula gives {2}. The one that is given is used here. "
        "Software "
        "that ignores the key multiplies logits by {3} instead of {4}: check that yours reads it."},
    Phrase{"mscale-unequal",
           "mscale is {1} and mscale_all_dim is {2}, so they do not cancel: the attention factor "
           "is {3}. "
           "Software that reads only one of them computes another one. Check yours against {3}."},
    Phrase{"section-sum",
           "The sections in {1} add up to {2}, but {3} pairs are rotated. They should add up to "
           "{3}: some pairs "
           "have no axis, or some sections have no pairs."},
    Phrase{"base-assumed",
           "No key names a base, so 10000 is assumed, the default. If the model was trained with "
           "another one, "
           "add rope_theta."},
    Phrase{"partial-assumed",
           "No key says which part of a head is rotated; the class of this model rotates {1} of "
           "its {2} components. Add partial_rotary_factor = {3}, so that software without that "
           "default does the same."},
    Phrase{"two-forms",
           "Both rope_scaling and {1} are there. rope_scaling is taken, as in Transformers; other "
           "software may take the other one. Delete the one that you do not mean."},
    Phrase{"key-ignored",
           "The type {1} does not read {2}. Delete it, or choose the type that reads it."},
    Phrase{"layer-list-length",
           "{1} has {2} entries, but the model has {3} layers. Make the list as long as the model "
           "is deep."},
    Phrase{"head-dim-own",
           "A head has {1} = {2} components, and not width / heads = {3}. Software that computes "
           "the quotient "
           "rotates by other frequencies: make sure that yours reads the key."},
    Phrase{"head-dim-own-unrotated",
           "A head has {1} = {2} components, and not width / heads = {3}. Software that computes "
           "the quotient splits queries and keys elsewhere: make sure that yours reads the key."},
    Phrase{"short-scaled",
           "{1} of the {2} numbers in short_factor are not 1, so texts within the length of "
           "training are "
           "changed, too. That is how the model was trained: do not leave the list out for short "
           "texts."},
};

static_assert(has_distinct_codes(model_note_phrases));

/// What other software is known to make of a config, by the names of OtherReading.
inline constexpr std::array model_difference_phrases{
    Phrase{"paper-ramp",
           "The paper's ramp goes over turns; that of released code, used here, goes over pair "
           "numbers."},
    Phrase{"rounded-ramp",
           "Software that ignores truncate rounds the ends of the ramp to whole pairs."},
    Phrase{"factor-from-lengths",
           "Software that takes max_position_embeddings / original scales by {1} instead of the "
           "factor {2}."},
    Phrase{"no-scaling",
           "Software that does not read the scaling rotates by the unscaled frequencies."},
    Phrase{"scaled-sliding",
           "Software that scales every layer scales the sliding layers, too, which this model "
           "leaves alone."},
    Phrase{"default-base",
           "Software that does not find {1} falls back to the base 10000 without a word."},
    Phrase{"whole-head",
           "Software that does not read the rotated part rotates all {1} components of a head "
           "instead of {2}."},
    Phrase{"head-by-quotient",
           "Software that computes the width of a head as width / heads gets {1} instead of {2}."},
    Phrase{"released-factor",
           "The code released with Llama 3.2 has the factor 8 built in; the config says 32."},
    Phrase{"mscale-alone",
           "Software that reads mscale, and not mscale_all_dim, multiplies cos and sin by another "
           "factor."},
};

static_assert(has_distinct_codes(model_difference_phrases));

}  // namespace posenc
