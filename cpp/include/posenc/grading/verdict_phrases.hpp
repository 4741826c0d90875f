#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "posenc/grading/verdict.hpp"

/// The words for verdicts, which command, npm package and page read: one table for outcomes, one for reasons, and one
/// for reasons that an exercise words in its own way. Another language is another set of these tables.
namespace posenc {

/// The sentences about an answer: right or wrong, then why.
struct Statement {
  std::string_view first;
  /// Empty where the message of the verdict, or the exercise itself, says it.
  std::string_view why;
};

struct OutcomePhrases {
  Outcome outcome;
  /// Beside an answer: "not right".
  std::string_view word;
  /// After a number of answers: "2 left blank".
  std::string_view counted;
  /// The statement on one without a reason; empty where there is nothing to say, or always a reason.
  Statement statement;
};

struct ReasonPhrases {
  Reason reason;
  Statement statement;
};

/// One for each outcome, in their order.
inline constexpr std::array<OutcomePhrases, outcome_names.size()> outcome_phrases{{
    {Outcome::empty, "left blank", "left blank", {}},
    {Outcome::unreadable,
     "unreadable",
     "unreadable",
     {"This could not be read, and counts as left blank.", ""}},
    {Outcome::right, "right", "right", {}},
    {Outcome::form, "more digits", "with too few digits", {}},
    {Outcome::wrong,
     "not right",
     "not right",
     {"Not right.", "This value doesn’t match a common mistake. Check your work step by step."}},
    {Outcome::carried_forward,
     "carried forward",
     "carried forward",
     {"Right for your own values.",
      "It follows from your answers above, so it counts. Not all of those are right yet."}},
    {Outcome::convention, "right, other convention", "right by another convention", {}},
}};

/// One for each reason, in their order.
inline constexpr std::array<ReasonPhrases, reason_names.size()> reason_phrases{{
    {Reason::rounded, {"Right so far.", "The task asks for more digits."}},
    {Reason::degrees,
     {"The angle is in radians, not in degrees.",
      "Position times frequency goes into sine and cosine as it is. On a calculator, switch from "
      "DEG to RAD."}},
    {Reason::exponent,
     {"The exponent is 2i/d, not i/d.",
      "Each pair takes up two dimensions: pair i begins at dimension 2i, which is divided by d."}},
    {Reason::sin_cos_swapped,
     {"Sine and cosine are swapped.",
      "Dimension 2i holds the sine, dimension 2i + 1 the cosine, both of the same angle."}},
    {Reason::one_based,
     {"Positions start at 0.",
      "This is the value at the next position, as if the first were number 1."}},
    {Reason::inverted_exponent,
     {"The exponent is negative.",
      "The position is divided by the power of the base, not multiplied by it: later pairs turn "
      "more slowly."}},
    {Reason::decimal_shift,
     {"The decimal point is one place off.",
      "The value is ten times too large or ten times too small."}},
    {Reason::wrong_sign, {"The sign is wrong.", "Check whether the value is above or below 0."}},
    {Reason::rounded_early,
     {"An intermediate value was rounded too early.",
      "Keep all digits of the frequencies until the end: the position multiplies the rounding "
      "error."}},
    {Reason::truncated, {"Cut off, not rounded.", "Where the next digit is 5 or more, round up."}},
    {Reason::last_digit,
     {"Right, within rounding.",
      "The solution rounds only at the end, so its last digit differs from yours."}},

    {Reason::other_layout,
     {"Right, with pairs (i, i + d/2).",
      "This is the half-split layout, which much published code uses. You get full credit; the "
      "task asks for neighbors, (2i, 2i + 1)."}},
    {Reason::rotation_sign,
     {"Right, turned the other way.",
      "With R(−m) for query and key the scores are the same, because each still depends on the "
      "difference alone. You get full credit; the paper turns by +m."}},
    {Reason::pair_order,
     {"Right, with the sine part of each pair first.",
      "The two numbers of each pair are in the other order, which does not change the scores. You "
      "get full credit."}},
    {Reason::mixed_conventions,
     {"Two conventions are mixed.",
      "Either is right on its own. If you lay out cosines for neighbors but turn halves, or turn "
      "two vectors by different rules, the result is no longer a rotation."}},
    {Reason::not_scaled,
     {"The score is not divided by √d.",
      "The dot product is right; attention divides it by the square root of the width before the "
      "softmax."}},
    {Reason::not_normalised,
     {"The weights do not add up to 1.",
      "exp is only the first half of the softmax: divide each value by the sum."}},

    {Reason::dimension_for_pair,
     {"Dimension n belongs to pair n/2, rounded down.",
      "Two dimensions share a frequency: 2i has its sine, 2i + 1 its cosine."}},
    {Reason::no_two_pi,
     {"A whole turn is 2π.",
      "The frequency is in radians per position, and a wave repeats after 2π radians."}},
    {Reason::upside_down,
     {"The ratio is upside down.",
      "The question is how many wavelengths fit into the window, not how many windows fit into a "
      "wavelength."}},
    {Reason::bin_from_one,
     {"Bins start at 0.",
      "Bin 0 is the mean, bin 1 the wave that completes one turn over all positions."}},

    {Reason::not_divided,
     {"This is the dot product.",
      "Each encoding has norm √(d/2), so the similarity is the product divided by d/2: the mean of "
      "the cosines, not their sum."}},
    {Reason::exponential,
     {"Similarity does not fall exponentially.",
      "It is the mean of the cosines of all pairs: slow ones keep it high, and fast ones make it "
      "go up and down."}},

    {Reason::transposed,
     {"Right, for PE as a row in front of M.",
      "Your M is the transpose of the one in the task, where PE is a column after M. You get "
      "full credit."}},

    {Reason::slope_from_zero,
     {"Heads start at 1.",
      "The first slope is the factor itself: a slope of 1 would come before it."}},
    {Reason::power_of_head,
     {"The factor from slope to slope depends on the number of heads.",
      "1/2, 1/4, 1/8, … are the slopes of 8 heads. For n heads the factor is 2^(−8/n), so the last "
      "slope is always 1/256."}},
    {Reason::geometric_slopes,
     {"Right, as the paper words it.",
      "That makes a geometric sequence for any n. The released code, and models trained with it, "
      "combine the slopes for two powers of two. You get full credit."}},
    {Reason::first_of_twice,
     {"The rest are every other slope for twice as many heads.",
      "You took the first few instead. Numbers 1, 3, 5, … lie between the slopes that you already "
      "have."}},

    {Reason::added,
     {"Multiply rows and columns instead of adding them.",
      "Every row has d numbers of its own, and each is a parameter."}},
    {Reason::one_row_less,
     {"One row is missing.", "Positions 0 to L − 1 are L positions, each with its own row."}},
    {Reason::square,
     {"The table is not square.",
      "It has a row for each position and a column for each dimension."}},

    {Reason::whole_head,
     {"Only part of the head rotates.",
      "The config rotates a fraction of it. Only those components form pairs, and d in the "
      "exponent is their number."}},
    {Reason::factor_ignored,
     {"The scaling is left out.",
      "The config slows the slowest pairs by its factor, so their waves are that many times "
      "longer."}},
    {Reason::original_length,
     {"This is the original length.",
      "The question is about the claimed length, after the extension."}},
    {Reason::finished_pairs,
     {"These pairs complete a turn.", "The question is how many pairs do not."}},

    {Reason::mixed_layout,
     {"Two layouts are mixed.",
      "The components that turn together follow one layout, their cosines and sines the other. So "
      "the two components of a pair turn by different angles, and this is not a rotation."}},
    {Reason::input_added,
     {"The vector itself is added.",
      "A rotation keeps x times the cosine of the angle and adds the turned x times its sine. With "
      "all of x instead of x cos, vectors grow."}},
    {Reason::base_ignored,
     {"Your base is always 10000.", "It is an argument; 10000 is only its default."}},
    {Reason::positive_bias,
     {"The sign of the bias is wrong.",
      "Distance costs: the farther away a key is, the more negative its bias."}},
    {Reason::not_masked,
     {"Later keys are not masked.",
      "With causal=True, the bias of keys after the query is −∞: they get no attention at all."}},
    {Reason::mask_reversed,
     {"The wrong side is masked.",
      "A query may look at its own position and at keys before it. Mask the keys after it, j > "
      "i."}},
    {Reason::positions_ignored,
     {"These are the first rows of the table.",
      "The positions say which rows to take: a text that continues after 100 words starts with "
      "row 100."}},
    {Reason::bias_scaled,
     {"The bias is divided by √d.",
      "Only the product of query and key is divided. ALiBi adds its bias after that, so a slope "
      "means the same thing at any width."}},

    {Reason::axes_swapped,
     {"x and y are swapped.",
      "x is the column, and turns the first half of the pairs. y is the row, and turns the second "
      "half."}},
    {Reason::one_frequency_list,
     {"The frequencies start again for y.",
      "Each half is a RoPE of its own with all frequencies of width d/2. With one list for all "
      "pairs, y gets only slow ones."}},
    {Reason::axes_added,
     {"x and y are added.",
      "Patches with the same x + y then get the same angles. x turns one half of the pairs, y the "
      "other."}},
    {Reason::one_axis,
     {"The half of y does not turn.",
      "Patches in the same column then get the same result. y turns the second half of the "
      "pairs."}},
    {Reason::layout_in_halves,
     {"Right, with pairs (i, i + d/4) in each half.",
      "This is the half-split layout within each half, which some published code uses. You get "
      "full credit; the task asks for neighbors, (2i, 2i + 1)."}},
}};

/// Where an exercise words an outcome or a reason in its own way.
struct PhrasesInExercises {
  std::span<const std::string_view> exercises;
  /// Of an outcome or a reason.
  std::string_view code;
  Statement statement;
};

namespace in_exercises {
inline constexpr std::array<std::string_view, 2> by_hand_rotations{"rope-chain", "axial-rope"};
inline constexpr std::array<std::string_view, 3> turned_pairs{"rope-chain", "axial-rope",
                                                              "code-rope-2d"};
inline constexpr std::array<std::string_view, 1> unfinished_pairs{"unfinished-pairs"};
inline constexpr std::array<std::string_view, 2> asking_for_pairs{"dft-peak", "unfinished-pairs"};
inline constexpr std::array<std::string_view, 1> shift_matrix{"shift-matrix"};
inline constexpr std::array<std::string_view, 1> table_parameters{"table-parameters"};
inline constexpr std::array<std::string_view, 1> code_sinusoidal{"code-sinusoidal"};
inline constexpr std::array<std::string_view, 1> code_learned{"code-learned"};
inline constexpr std::array<std::string_view, 2> tables{"code-sinusoidal", "code-learned"};
inline constexpr std::array<std::string_view, 7> formulas{
    "code-sinusoidal", "code-rope",    "code-alibi", "code-scores",
    "code-rope-2d",    "debug-layout", "debug-added"};
inline constexpr std::array<std::string_view, 8> all_code{
    "code-sinusoidal", "code-rope",    "code-alibi",   "code-learned",
    "code-scores",     "code-rope-2d", "debug-layout", "debug-added"};
inline constexpr std::array<std::string_view, 4> rotations{"code-rope", "code-rope-2d",
                                                           "debug-layout", "debug-added"};
inline constexpr std::array<std::string_view, 2> grids{"axial-rope", "code-rope-2d"};
}  // namespace in_exercises

inline constexpr std::array<PhrasesInExercises, 18> phrases_in_exercises{{
    {in_exercises::turned_pairs,
     "sin-cos-swapped",
     {"Sine and cosine are swapped.",
      "Rotating (a, b) by an angle gives (a cos − b sin, a sin + b cos)."}},
    {in_exercises::by_hand_rotations,
     "one-based",
     {"Positions start at 0.",
      "The angle is the given position times the frequency: do not add 1."}},
    {in_exercises::asking_for_pairs,
     "exponent",
     {"The exponent is 2i/d, not i/d.",
      "i is the number of the pair, and each pair takes up two of the d dimensions."}},
    {in_exercises::unfinished_pairs,
     "dimension-for-pair",
     {"These are components.", "Two components rotate together as one pair."}},
    {in_exercises::unfinished_pairs,
     "one-based",
     {"Pairs start at 0.", "Pairs 0 to i make i + 1 pairs."}},
    {in_exercises::grids,
     "exponent",
     {"The exponent is 4i/d, not 2i/d.",
      "Each half is a RoPE of its own, of width d/2, and i counts its pairs from 0."}},
    {in_exercises::shift_matrix,
     "other-layout",
     {"Right, with all sines before all cosines.",
      "Some code lays out its columns like this, and a model does not mind. You get full credit; "
      "the task asks for sines and cosines in turn."}},
    {in_exercises::shift_matrix,
     "sin-cos-swapped",
     {"Sine and cosine are swapped.",
      "For a step of 0 the matrix must leave everything as it is, so the cosines are "
      "on the diagonal."}},
    {in_exercises::shift_matrix,
     "one-based",
     {"This is one step too far.",
      "M turns by k times the frequency. k is the difference of two positions: do not add 1."}},
    {in_exercises::table_parameters,
     "one-based",
     {"Positions start at 0.",
      "The first row is position 0, so the last is one less than the number of rows."}},

    {in_exercises::all_code, "unreadable", {"This is not a list of numbers.", ""}},
    {in_exercises::all_code,
     "degrees",
     {"The angle is in radians, not in degrees.",
      "math.sin and math.cos take radians: position times frequency goes in as it is."}},
    {in_exercises::formulas,
     "one-based",
     {"Positions start at 0.", "Each result belongs to the next position."}},
    {in_exercises::code_learned,
     "one-based",
     {"Positions start at 0.", "Row 0 belongs to position 0: do not subtract 1."}},
    {in_exercises::all_code,
     "mixed-conventions",
     {"Two conventions are mixed.",
      "Some results follow one, some the other. Either is right on its own."}},
    // By hand these two get full credit. A program is asked for one of them.
    {in_exercises::code_sinusoidal,
     "other-layout",
     {"All sines come before all cosines.",
      "The task asks for sines in the even columns and cosines in the odd ones: code that reads "
      "column 2i + 1 expects the cosine of pair i."}},
    {in_exercises::tables,
     "transposed",
     {"Rows and columns are swapped.",
      "The task asks for a row for each position, with a number for each dimension."}},
    {in_exercises::rotations,
     "pair-order",
     {"Each rotated pair has its two numbers swapped.",
      "The pair (a, b) becomes (a cos − b sin, a sin + b cos), in this order."}},
}};

static_assert(is_in_order(outcome_phrases, &OutcomePhrases::outcome));
static_assert(is_in_order(reason_phrases, &ReasonPhrases::reason));
static_assert(std::ranges::all_of(reason_phrases, [](const ReasonPhrases& phrases) {
  return !phrases.statement.first.empty() && !phrases.statement.why.empty();
}));
static_assert(std::ranges::all_of(phrases_in_exercises, [](const PhrasesInExercises& phrases) {
  const auto has_code = [&](const auto& named) { return named.first == phrases.code; };
  return std::ranges::any_of(outcome_names, has_code) ||
         std::ranges::any_of(reason_names, has_code);
}));

/// What to say about a verdict on an answer to an exercise; empty where there is nothing to say.
Statement statement_on(const Verdict& verdict, std::string_view exercise);

}  // namespace posenc
