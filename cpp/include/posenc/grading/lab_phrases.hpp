#pragma once

#include <array>

#include "posenc/phrases.hpp"

namespace posenc {

/// All words of the labs. A code begins with what its phrase is for:
///   ask- a question, choice- a choice of one; their second word is the question's
///   figures, rule, beyond-, fell-, held-, trained-: sentences of a verdict that several questions share; those of a
///     scheme ("fell-rope") are among its facts in encoding/encodings.hpp
///   answer-, number-, unreadable-: what a verdict says of the answer itself
///   list-, points-, scheme-: parts of sentences
///   error-, lacks-, subject-: errors
/// The others are sentences of the verdict on the question that they begin with.
inline constexpr std::array lab_phrases{
    Phrase{"list-comma", ", "},
    Phrase{"list-and", " and "},
    Phrase{"points-one", "{1} point"},
    Phrase{"points-many", "{1} points"},
    Phrase{"bits-one", "{1} bit"},
    Phrase{"bits-many", "{1} bits"},
    // In quotes, as "none is best" would say something else.
    Phrase{"scheme-none", "\"none\""},
    Phrase{"scheme-nobody", "no scheme"},

    Phrase{"ask-high",
           "Which schemes are right at least 90 % of the time at length {1}, averaged over your "
           "seeds?"},
    Phrase{"ask-fell", "Which scheme loses the most from length {1} to length {2}?"},
    Phrase{"ask-fell-bits",
           "Which scheme needs the most additional bits at length {2}, compared with length {1}?"},
    Phrase{"choice-fell-nobody", "no scheme: each loses less than one point"},
    Phrase{"choice-fell-nobody-bits", "no scheme: each needs less than {1} bits more"},
    Phrase{"ask-ahead", "Which is ahead at length {1}?"},
    Phrase{"choice-ahead-neither", "the run does not separate them"},
    Phrase{"ask-guess", "{1} at length {2}"},
    Phrase{"ask-read",
           "How often is {1} right at length {2}, averaged over your seeds, in percent?"},
    Phrase{"ask-read-bits",
           "How many bits per character does {1} need at length {2}, averaged over your seeds?"},
    Phrase{"ask-alibi", "Does your run show that ALiBi is best at length {1}?"},
    Phrase{"choice-alibi-alone", "yes, alone"},
    Phrase{"choice-alibi-shared", "it shares first place"},
    Phrase{"choice-alibi-no", "no"},
    Phrase{"ask-spread", "For which scheme do your seeds differ most at length {1}?"},
    Phrase{"ask-why-none", "What does your run say about \"none\" at length {1}?"},
    Phrase{"choice-why-none-mask", "it learned the task: the causal mask shows it the order"},
    Phrase{"choice-why-none-blind",
           "it cannot learn the task: it looks both ways and is blind to order"},
    Phrase{"choice-why-none-steps",
           "it has not learned the task, though it could, perhaps with more steps"},
    Phrase{"ask-cost",
           "How many points does removing the encoding cost at length {1} (the better of "
           "sinusoidal and learned, minus \"none\")?"},
    Phrase{"ask-needs", "According to your run, does a model need positions for this task?"},
    Phrase{"choice-needs-yes", "yes"},
    Phrase{"choice-needs-no", "no"},
    Phrase{"choice-needs-open", "the run does not say: none of the three models makes progress"},
    Phrase{"ask-ceiling",
           "What is the highest accuracy that a model without positions can have at length {1}, "
           "in percent?"},
    Phrase{"ask-hybrid", "How does hybrid compare with its two parts at length {1}?"},
    Phrase{"choice-hybrid-ahead", "ahead of both"},
    Phrase{"choice-hybrid-both", "like both: no difference from either"},
    Phrase{"choice-hybrid-sinusoidal", "like sinusoidal, not like learned"},
    Phrase{"choice-hybrid-learned", "like learned, not like sinusoidal"},
    Phrase{"choice-hybrid-other", "behind both, or between them"},
    Phrase{"ask-nearer", "Which of its parts is hybrid closer to at length {1}?"},
    Phrase{"ask-asks", "What does this task ask for?"},
    Phrase{"choice-asks-place", "a place, whose distance differs from token to token"},
    Phrase{"choice-asks-distance", "a distance, the same for every token"},
    Phrase{"ask-silent", "Which schemes have no answer at length {1}?"},
    Phrase{"ask-within", "Which scheme needs the fewest bits per character at length {1}?"},
    Phrase{"ask-flat",
           "Which schemes stay flat: which need at most {3} bits more at length {2} than at length "
           "{1}?"},
    Phrase{"ask-single",
           "The frequencies of single characters alone give {2} bits. At length {1}, which schemes "
           "are at most {3} bits better than that, or worse?"},
    Phrase{"ask-mixes",
           "At length {1}, which mixes are ahead of the model that has RoPE in every layer?"},

    Phrase{"answer-is", "The answer is: {1}."},
    Phrase{"answer-missing", "Missing: {1}."},
    Phrase{"answer-extra", "Wrong: {1}."},
    Phrase{"number-has-answer", "It has an answer."},
    Phrase{"number-no-answer", "It has no answer there."},
    Phrase{"number-too-high", "Your {1} is {2} too high."},
    Phrase{"number-too-low", "Your {1} is {2} too low."},
    Phrase{"number-percent", "Answers are percentages."},
    Phrase{"unreadable-number", "the answer must be a number from {1} to {2} but is {3}"},
    Phrase{"unreadable-choice", "there is no choice {1}"},

    Phrase{"figures", "At length {1}: {2}."},
    Phrase{"figures-mean", "{1} {2} %"},
    Phrase{"figures-spread", "{1} {2} % ({3} to {4})"},
    Phrase{"figures-in-bits", "Bits per character at length {1}: {2}."},
    Phrase{"figures-bits", "{1} {2}"},
    Phrase{"figures-bits-spread", "{1} {2} ({3} to {4})"},
    Phrase{"figures-silent", "{1} without an answer"},
    Phrase{"rule-one-seed",
           "A difference of one point or more counts; one seed shows no spread, and another may "
           "say otherwise."},
    Phrase{"rule-seeds",
           "A difference counts if each of your {1} seeds shows it and its mean is at least one "
           "point; otherwise your seeds do not agree. If two schemes are equally good, chance "
           "alone puts one ahead in all {1} seeds 1 time in {2}."},

    Phrase{"rule-one-seed-bits",
           "A difference of {3} bits or more counts; one seed shows no spread, and another may "
           "say otherwise."},
    Phrase{"rule-seeds-bits",
           "A difference counts if each of your {1} seeds shows it and its mean is at least {3} "
           "bits; otherwise your seeds do not agree. If two schemes are equally good, chance "
           "alone puts one ahead in all {1} seeds 1 time in {2}."},

    Phrase{"beyond-silent", "{1}: it has no answer for positions that far out."},
    Phrase{"beyond-untrained", "{1}: it had not learned the task at length {2} either."},
    Phrase{"beyond-none-fell", "{1}: it uses no positions, but it has more tokens to tell apart."},
    Phrase{"beyond-none-held", "{1}: the answer to this task does not depend on order."},
    Phrase{"fell-mix",
           "{1}: its layers with positions meet distances that they never saw in training."},
    Phrase{"held-mix", "{1}: none of its layers is thrown off by distances it never saw."},
    Phrase{"trained-none-blind",
           "{1}: without positions or a mask, all orders of the same tokens look alike to it."},
    Phrase{"trained-alibi-side",
           "{1}: its ramp shows how far away a token is, but not on which side."},
    Phrase{"trained-rope-place", "{1}: it knows distances, but the task asks for a place."},

    Phrase{"high-near", "{1} is so close to 90 % that either answer counts."},
    Phrase{"lost", "Losses: {1}."},
    Phrase{"lost-bits", "Additional bits: {1}."},
    Phrase{"lost-points", "{1} {2}"},
    Phrase{"lost-answer", "{1} (no answer left)"},
    Phrase{"lost-nothing", "{1} (had no answer)"},
    Phrase{"spread",
           "From your lowest seed to your highest: {1}spreads within a point of each other count "
           "as equal."},
    Phrase{"spread-width", "{1} {2}; "},
    Phrase{"spread-no-property",
           "If two seeds disagree on something, it is not a property of the scheme: show the "
           "spread, not one value."},
    Phrase{"why-none-mask",
           "Each token averages only over itself and the tokens before it. Among equal tokens all "
           "averages would be equal; but the tokens differ, so each average depends on which "
           "tokens came before."},
    Phrase{"why-none-blind",
           "Without positions or a mask, all orders of the same tokens give the same answer. Of "
           "every two tested, one ascends: exactly half are right, however long the training."},
    Phrase{"why-none-untrained", "The mask shows it the order; it just needs more training."},
    Phrase{"why-none-chance", "Guessing gets {1} %."},
    Phrase{"cost", "Going from {1} to \"none\" costs {2}."},
    Phrase{"needs-mask",
           "Without positions it is right at least 90 % of the time: the causal mask is enough."},
    Phrase{"needs-no-order",
           "Without positions it is right at least 90 % of the time: the answer to this task does "
           "not depend on order, and an encoding has nothing to add."},
    Phrase{"needs-positions",
           "Without positions it does not reach 90 %, and an encoding is ahead of it: tokens have "
           "to look at places, and without positions all places look alike."},
    Phrase{"needs-open",
           "Without positions it does not reach 90 %, and neither encoding is ahead of it."},
    Phrase{"ceiling", "It is {1} %; \"none\" got {2} %."},
    Phrase{"ceiling-others",
           "Without positions a token knows which others there are, and each of them is equally "
           "likely to be the answer."},
    Phrase{"ceiling-any-token",
           "Without positions each of the tokens is equally likely to be the answer."},
    Phrase{"ceiling-no-order",
           "The answer to this task does not depend on order, so nothing is lost."},
    Phrase{"ceiling-half",
           "All orders of the same tokens get one answer, and of every two, one ascends."},
    Phrase{"ceiling-alike", "Without positions all orders of the same tokens look alike."},
    Phrase{"ceiling-luck", "Anything above it is luck with the test examples."},
    Phrase{"hybrid-sum", "A sum of two vectors holds both: the model can use either."},
    Phrase{"nearer-open", "The run does not say: either answer counts."},
    Phrase{"asks-place",
           "Each token has to look at a place whose distance differs from token to token. Added "
           "waves show places; RoPE puts only distances into its scores."},
    Phrase{"asks-distance",
           "Each token has to look one place back. That is one distance, which RoPE has in its "
           "scores; a model with waves has to work it out."},
    Phrase{"silent-some",
           "A table has no row past its last, and a run whose numbers became NaN has no answer."},
    Phrase{"silent-none", "All have an answer; having one is not the same as being right."},
    Phrase{"flat-near", "{1} is so close to the limit that either answer counts."},
    Phrase{"single-level",
           "At that level a model predicts no better than one that knows only how frequent each "
           "character is; knowing the character before takes it to {1} bits."},
    Phrase{"mixes-two-layers",
           "This says little about large models, which have dozens of layers to divide the work "
           "between."},
    Phrase{"winner-guess", "First in your guess: {1}."},
    Phrase{"winner-run", "First in your run: {1}."},

    Phrase{"subject-set", "[lab] the set"},
    Phrase{"subject-scheme", "[lab] `scheme`"},
    Phrase{"subject-mix", "[lab] each layer of the `scheme` {1}"},
    Phrase{"error-no-scheme", "[lab] there must be at least one scheme but there are {1}"},
    Phrase{"error-no-length", "[lab] there must be at least one length but there are {1}"},
    Phrase{"error-lengths", "[lab] lengths must be increasing whole numbers above 0 but got {1}"},
    Phrase{"error-train-longest",
           "[lab] the longest length trained on must be a whole number above 0 but got {1}"},
    Phrase{"error-chance", "[lab] chance must be from 0 to 1 but got {1}"},
    Phrase{"error-ceiling", "[lab] the ceiling must be from 0 to 1 but got {1}"},
    Phrase{"error-seeds", "[lab] seeds must be a whole number of at least 0 but got {1}"},
    Phrase{"error-accuracy", "[lab] an accuracy must be from 0 to 1 or NaN but got {1}"},
    Phrase{"error-bits",
           "[lab] bits per character must be a finite number of at least 0 or NaN but got {1}"},
    Phrase{"error-level",
           "[lab] a level in bits must be a finite number of at least 0 but got {1}"},
    Phrase{"error-two-measures",
           "[lab] a run that measures bits must have no accuracies but has {1}"},
    Phrase{"error-many-schemes", "[lab] there must be at most {2} schemes but there are {1}"},
    Phrase{"error-accuracies",
           "[lab] there must be schemes x seeds x lengths = {1} x {2} x {3} accuracies but there "
           "are {4}"},
    Phrase{"error-all-bits",
           "[lab] there must be schemes x seeds x lengths = {1} x {2} x {3} numbers of bits but "
           "there are {4}"},
    Phrase{"error-scheme-twice", "[lab] every scheme must occur once but {1} occurs twice"},
    Phrase{"error-not-asked", "[lab] {1} does not ask for {2}"},
    Phrase{"error-not-run", "[lab] {1} needs a finished run before it is graded: seeds is 0"},
    Phrase{"error-lacks", "[lab] {1} needs {2}"},
    Phrase{"lacks-run", "a finished run: seeds is 0"},
    Phrase{"lacks-trained", "a tested length that was trained on"},
    Phrase{"lacks-beyond", "a tested length beyond those trained on"},
    Phrase{"lacks-two", "two schemes or more"},
    Phrase{"lacks-bits", "a run on text, which measures bits per character"},
    Phrase{"lacks-accuracy", "a run that measures accuracy"},
    Phrase{"lacks-mix", "RoPE in every layer and a mix of schemes in one run"},
    Phrase{"lacks-schemes", "the schemes {1} in one run"},
    Phrase{"lacks-answer", "an answer from {1} at length {2}"},
};

}  // namespace posenc
