#pragma once

#include <array>

#include "posenc/phrases.hpp"

/// What notes say about a config, by note code: first the problem, then what to do.
namespace posenc {

inline constexpr std::array model_note_phrases{
    Phrase{"factor-and-lengths",
           "{1} is {2}, but max_position_embeddings / {3} is {4} / {5} = {6}. Some software uses "
           "the factor, "
           "some the quotient. Make them agree: set max_position_embeddings to {7} if the factor "
           "is right, "
           "or the factor to {6} if the lengths are."},
    Phrase{"original-missing",
           "Type {1} needs the training length, but original_max_position_embeddings is missing. "
           "{2} is "
           "used instead, which in most files is the length after the extension. Add "
           "original_max_position_embeddings to {3}."},
    Phrase{"original-not-below",
           "{1} is {2}, which is not below max_position_embeddings = {3}, although the factor is "
           "{4}. Set it to "
           "the training length before the extension."},
    Phrase{"max-ambiguous",
           "For type {1}, software disagrees on whether max_position_embeddings = {2} is the "
           "length before "
           "the factor {3} or after it: the model reaches {4} by the first reading and {2} by the "
           "second. "
           "Check which one your software assumes before you set a limit."},
    Phrase{"max-ambiguous-unknown",
           "For type {1}, software disagrees on whether max_position_embeddings is the length "
           "before the "
           "factor {2} or after it, and it is missing. Add it, and check which reading your "
           "software "
           "assumes."},
    Phrase{"step-llama3",
           "high_freq_factor = {1} is not above low_freq_factor = {2}, so no pair is blended: each "
           "is either "
           "kept or slowed by the full factor. If that is not intended, use 4 and 1, as in Llama "
           "3.1."},
    Phrase{"step-yarn",
           "beta_fast = {1} is not above beta_slow = {2}, so no ramp is left between kept and "
           "slowed pairs. If "
           "that is not intended, use 32 and 1, as in the paper."},
    Phrase{
        "attention-factor-differs",
        "attention_factor is {1}, but the formula gives {2}. The given value is used here. "
        "Software "
        "that ignores the key multiplies logits by {3} instead of {4}: check that yours reads it."},
    Phrase{"mscale-unequal",
           "mscale is {1} and mscale_all_dim is {2}, so they do not cancel: the attention factor "
           "is {3}. "
           "Software that reads only one of them computes a different factor. Check yours against "
           "{3}."},
    Phrase{"mscale-unread",
           "mscale is {1} and mscale_all_dim is {2}, but neither is read, because attention_factor "
           "= {3} is given. Software that computes the factor from them gets {4}. Check yours "
           "against {3}."},
    Phrase{"section-sum",
           "The sections in {1} add up to {2}, but {3} pairs rotate, so some pairs have no axis "
           "or some "
           "sections have no pairs. Make the sections add up to {3}."},
    Phrase{"base-assumed",
           "No key sets a base, and the class is not known, so 10000 is assumed. Look up the base "
           "that the model was trained with, and add it as rope_theta."},
    Phrase{"base-assumed-class",
           "No key names a base, so that of the {1} is used: {2}. Other software may assume 10000: "
           "write the base into the file."},
    Phrase{
        "base-assumed-usual",
        "No key names a base, so that of the {1} is used, 10000. Write it into the file, so that "
        "nobody has to guess."},
    Phrase{"partial-assumed",
           "No key says how much of a head rotates; the class of this model rotates {1} of "
           "its {2} components. Add partial_rotary_factor = {3} so that software without that "
           "default does the same."},
    Phrase{"two-forms",
           "The config has both rope_scaling and {1}. rope_scaling is used, as in Transformers; "
           "other software may use the other one. Delete the one you do not want."},
    Phrase{"key-ignored",
           "Type {1} does not read {2}. Delete what it ignores, or choose a type that reads it."},
    Phrase{"layer-list-length",
           "{1} has {2} entries, but the model has {3} layers. Give the list one entry "
           "per layer."},
    Phrase{"head-dim-own",
           "A head has {1} = {2} components, not width / heads = {3}. Software that computes "
           "the quotient "
           "rotates by different frequencies: make sure that yours reads the key."},
    Phrase{"head-dim-own-unrotated",
           "A head has {1} = {2} components, not width / heads = {3}. Software that computes "
           "the quotient splits queries and keys differently: make sure that yours reads the key."},
    Phrase{"short-scaled",
           "{1} of the {2} numbers in short_factor are not 1, so scaling changes even texts within "
           "the training "
           "length. The model was trained that way: do not skip the list for short "
           "texts."},
    Phrase{"class-unknown",
           "How this model encodes positions is not known: {1}, and no key of the file says it. "
           "Looked "
           "for: a base (rope_theta, rotary_emb_base, rope_ratio, and those of kinds of layers), "
           "rope_scaling, rope_parameters, a rotated part (partial_rotary_factor, rotary_pct, "
           "rotary_dim, qk_rope_head_dim), alibi, position_embedding_type, "
           "relative_attention_num_buckets. Look into the code of the model."},
    Phrase{"class-unknown-rope",
           "The file has keys of RoPE, but {1}. It is read as a plain RoPE class reads it: which "
           "components form a pair is not known, nor what the class supplies where the file is "
           "silent. Look into the code of the model."},
    Phrase{"class-unknown-rope-layout",
           "The file has keys of RoPE, but {1}. It is read as a plain RoPE class reads it, with "
           "the layout that {2} names; what the class supplies where the file is silent is not "
           "known. Look into the code of the model."},
    Phrase{"part-unread",
           "The class {1} does not read {2}: in Transformers 5 it rotates {3} of the {4} "
           "components of a head for "
           "the default type (with a scaling, the frequencies are computed for the part, and it "
           "fails). Delete {5}, or name a class that reads it."},
    Phrase{"rotary-dim-unread",
           "The class {1} does not read rotary_dim: in Transformers 5 it rotates all {2} "
           "components of "
           "a head. Here {3} = {4} is used, as in the code of the makers. Check how many your "
           "software rotates."},
    Phrase{"factor-missing",
           "{1} has no factor. Max / original = {2} is used here; Transformers 5 refuses yarn "
           "without factor (KeyError). Add factor = {2}."},
    Phrase{"original-twice",
           "{1} is {2}, but {3} is {4}. The first is used, as in Transformers; other software may "
           "use the other one. Delete the one that is wrong."},
    Phrase{"key-read-by-some",
           "vLLM and llama.cpp read {1}; Transformers does not, so they scale attention "
           "differently. Write attention_factor instead, which all of them should read."},
    Phrase{"sections-scaled",
           "{1} has sections and a scaling of type {2}. Software that decides by the type alone "
           "loses the sections: check that yours reads both."},
    Phrase{
        "sections-split",
        "The class {1} cuts its sections from the doubled list of pairs, so the two components of "
        "a pair may follow different axes: in a picture, that is not a rotation. The sections are "
        "shown here as blocks of pairs."},
    Phrase{"rows-reserved",
           "{1} is {2}, but the first two rows of the table are never a token's: positions start "
           "at 2, so texts have at most {3} tokens."},
    Phrase{"rows-reserved-more",
           "{1} is {2}, and the table has {3} rows: its first two are never a token's, because "
           "positions start at 2."},
    Phrase{"trained-length",
           "{1} is {2}, but {3} is {4}: the model was trained on texts of up to {2} tokens, and "
           "later positions need a scaling that the file does not name."},
};

static_assert(has_distinct_codes(model_note_phrases));

/// How other software is known to read a config, by the names of OtherReading.
inline constexpr std::array model_difference_phrases{
    Phrase{"paper-ramp",
           "Software that follows YaRN's paper blends by turns; released code, followed here, "
           "blends by pair number."},
    Phrase{"rounded-ramp",
           "Software that ignores truncate rounds the ends of the ramp to whole pairs."},
    Phrase{"factor-from-lengths",
           "Software that divides max_position_embeddings by the original length scales by {1}, "
           "not by the factor {2}."},
    Phrase{"no-scaling", "Software that ignores the scaling uses the unscaled frequencies."},
    Phrase{"scaled-sliding",
           "Software that scales every layer also scales the sliding layers, which this model "
           "leaves unscaled."},
    Phrase{"default-base", "Software that does not find {1} silently falls back to base 10000."},
    Phrase{"default-base-class",
           "Software that does not know the base of the {1} falls back to base 10000."},
    Phrase{"whole-head",
           "Software that ignores partial rotation rotates all {1} components of a head "
           "instead of {2}."},
    Phrase{"head-by-quotient",
           "Software that computes the width of a head as width / heads gets {1} instead of {2}."},
    Phrase{"released-factor",
           "The code released with Llama 3.2 has the factor 8 built in; the config says 32."},
    Phrase{"mscale-alone",
           "Software that reads mscale but not mscale_all_dim multiplies cos and sin by a "
           "different factor."},
};

static_assert(has_distinct_codes(model_difference_phrases));

/// What a static scaling does to texts within the original length.
inline constexpr std::array short_text_phrases{
    Phrase{"static",
           "In most engines YaRN is static: texts within the original {1} tokens change, too. "},
    Phrase{"half-turn", "At a distance of {1} tokens, pair {2} is already half a turn off"},
    Phrase{"less", "Pair {2} is off by up to {1} of a turn"},
    Phrase{"logits", ", and logits are multiplied by {1}"},
    Phrase{"rotating-logits", ", and what rotates of a logit is multiplied by {1}"},
    Phrase{"advice",
           ". If the model was not trained with this scaling, leave it out for short texts."},
};

static_assert(has_distinct_codes(short_text_phrases));

/// What an engine does otherwise than the class of Transformers 5, by the names of EngineNoteCode.
inline constexpr std::array engine_phrases{
    Phrase{"class-unknown", "The class is not known here, so neither is what the engine computes."},
    Phrase{"class-absent", "This release does not have the class {1}."},
    Phrase{"rules-unread", "Its code for the class {1} has not been read, so nothing is said."},
    Phrase{"file-refused", "What it does with this file is not known: {1}."},
    Phrase{"key-missing", "Stops with {1}: {2} is missing."},
    Phrase{"type-refused", "Stops with {1}: the type {2} is not known."},
    Phrase{"value-refused", "Stops with {1}: {2} must be {3}."},
    Phrase{"load-fails", "The converted file does not load: {1}."},
    Phrase{"parameters-unread", "rope_parameters, the form of Transformers 5, is not read."},
    Phrase{"other-dictionary", "Reads {1}, not {2}."},
    Phrase{"scaling-dropped", "Drops the scaling of type {1}."},
    Phrase{"type-replaced", "Treats the type {1} as {2}."},
    Phrase{"keys-unread", "Does not read {1}."},
    Phrase{"base-replaced", "Uses base {1}, not {2}."},
    Phrase{"part-replaced", "Rotates {1} of {2} components."},
    Phrase{"factor-replaced", "Multiplies cos and sin by {1}, not {2}."},
    Phrase{"original-replaced", "Uses {1} as the original length."},
    Phrase{"ramp-rounded", "Rounds the ends of the ramp to whole pairs: truncate is not read."},
    Phrase{"long-list-always", "Always divides by long_factor, even for short texts."},
    Phrase{"list-by-context",
           "Chooses the list when it loads: {1} for a context of {2} tokens, whatever the text."},
    Phrase{"computed-at-load",
           "Computes the frequencies once, for texts of {1} tokens, so those of shorter texts "
           "change, too."},
    Phrase{"sliding-scaled", "Scales sliding layers, too."},
    Phrase{"sliding-plain", "Leaves sliding layers unscaled, with base {1}."},
    Phrase{"logits-replaced", "Multiplies logits by {1}, not {2}."},
};

static_assert(has_distinct_codes(engine_phrases));

/// How a model can be given longer texts, or why it cannot.
inline constexpr std::array serving_phrases{
    Phrase{"enough", "Nothing to change: texts may have {1} tokens ({2})."},
    Phrase{"reached",
           "The frequencies need no change: scaled by {1}, they reach {2} tokens ({3}). Only the "
           "claimed length is shorter."},
    Phrase{"reached-as-it-grows",
           "Nothing to change: with the factor {1}, dynamic scaling reaches {2} tokens ({3})."},
    Phrase{
        "scaled",
        "Scale with type {1} and factor {2}, the smallest that takes the model from {3} tokens to "
        "{4}. It was not trained on texts of that length: test it on yours."},
    Phrase{"length-only",
           "The encoding has no limit of its own: raise the length that the file claims. How well "
           "the model reads texts longer than in training is another question: test it."},
    Phrase{"no-limit",
           "Nothing to change: the encoding has no limit of its own, and the file claims none. How "
           "well the model reads texts longer than in training is another question: test it."},
    Phrase{"windows-only",
           "All layers attend to a window, which longer texts do not widen: raise the length that "
           "the file claims."},
    Phrase{"rows", "Not possible: the table has rows for {1} tokens, and the text has {2}."},
    Phrase{"rows-unknown",
           "Not possible: the table has rows for the positions in training only, and the text has "
           "{1} tokens."},
    Phrase{"sinusoidal",
           "No change of the file helps: sinusoids exist for all positions, but the model has seen "
           "only those of its training."},
    Phrase{"unknown-kind",
           "How this model encodes positions is not known, so neither is what to change."},
    Phrase{"no-claim",
           "The file names no length (max_position_embeddings), so how far to scale is not known."},
    Phrase{"longrope",
           "The factors of longrope were searched for one length, so no formula gives those for "
           "another."},
    Phrase{"two-axes", "Positions are of height and width, which a longer text does not change."},
    Phrase{"no-formula", "For the type {1}, no formula says how to reach longer texts."},
};

static_assert(has_distinct_codes(serving_phrases));

}  // namespace posenc
