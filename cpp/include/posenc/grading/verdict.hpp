#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "posenc/enum_names.hpp"

namespace posenc {

/// The result for one answer. The names are those in the command's JSON and in the page; the words for a reader are
/// in verdict_phrases.hpp.
enum class Outcome {
  empty,
  unreadable,       // not understood, or not a finite number; the message says why
  right,            // within the tolerance of the truth; Reason::last_digit if only by own values
  form,             // the right value with too few decimals
  wrong,            // with a Reason if a known slip leads to it
  carried_forward,  // wrong, but right for the learner's own earlier answers
  convention,       // right under another convention, which the Reason names
};

/// Why an answer is not the expected one: a slip that leads to it, another convention, or rounding on the way.
enum class Reason {
  rounded,            // Outcome::form: too few decimals
  degrees,            // the angle taken in degrees
  exponent,           // omega_i = base^(-i/d): i instead of 2i
  sin_cos_swapped,    // sine and cosine swapped
  one_based,          // position counted from 1
  inverted_exponent,  // omega_i = base^(+2i/d)
  decimal_shift,      // the point one place off, either way
  wrong_sign,         // minus what is right
  rounded_early,      // a value on the way was rounded too early
  truncated,          // digits cut off instead of rounded
  last_digit,  // Outcome::right: rounded on the way, so that the last digit is not the solution's

  // Rotary encoding
  other_layout,       // convention: pairs (i, i + d/2) instead of neighbors
  rotation_sign,      // convention: turned the other way
  pair_order,         // convention: each pair written with its sine part first
  mixed_conventions,  // some vectors in one convention and some in another
  not_scaled,         // a score without its division by sqrt(d)
  not_normalised,     // exp of a score, not divided by the sum of all

  // Spectrum
  dimension_for_pair,  // dimension n taken as pair n
  no_two_pi,           // a frequency in radians per position taken as turns per position
  upside_down,         // the reciprocal of a ratio
  bin_from_one,        // bins counted from 1

  // Similarity
  not_divided,  // the dot product instead of the cosine similarity
  exponential,  // exp(-distance)

  // Shift matrix
  transposed,  // convention: M for a row vector on its left; in code: rows and columns swapped

  // ALiBi
  slope_from_zero,  // 2^(-8(k-1)/n)
  power_of_head,    // 2^-k for any n
  geometric_slopes,  // convention: the paper's sentence, 2^(-8k/n), for an n that is not a power of two
  first_of_twice,  // the first slopes of twice the power of two, not every other one

  // Learned table
  added,         // L + d instead of L d
  one_row_less,  // L - 1 rows
  square,        // d d

  // A model's config
  whole_head,       // all components rotate, although the config says a part
  factor_ignored,   // the frequencies without scaling
  original_length,  // the length before the extension instead of the claimed one
  finished_pairs,   // the pairs that complete a turn instead of those that do not

  // Code
  mixed_layout,       // pairs of one layout turned by the angles of the other's
  input_added,        // the vector itself instead of its cosine part
  base_ignored,       // 10000 even if another base is given
  positive_bias,      // +m |i - j|
  not_masked,         // no key masked although causal is set
  mask_reversed,      // the keys before the query masked
  positions_ignored,  // the first rows of a table, whatever positions are asked for
  bias_scaled,        // ALiBi's bias divided by sqrt(d), as the score is

  // RoPE of a grid
  axes_swapped,        // x and y swapped
  one_frequency_list,  // the frequencies go on from the half of x to that of y, instead of starting again
  axes_added,          // every pair rotated by x + y
  one_axis,            // the half of y not rotated
  layout_in_halves,  // convention: pairs (i, i + d/4) in each half
};

POSENC_HYPHENATED_NAMES(Outcome, outcome_names, empty, unreadable, right, form, wrong,
                        carried_forward, convention)

POSENC_HYPHENATED_NAMES(Reason, reason_names, rounded, degrees, exponent, sin_cos_swapped,
                        one_based, inverted_exponent, decimal_shift, wrong_sign, rounded_early,
                        truncated, last_digit, other_layout, rotation_sign, pair_order,
                        mixed_conventions, not_scaled, not_normalised, dimension_for_pair,
                        no_two_pi, upside_down, bin_from_one, not_divided, exponential, transposed,
                        slope_from_zero, power_of_head, geometric_slopes, first_of_twice, added,
                        one_row_less, square, whole_head, factor_ignored, original_length,
                        finished_pairs, mixed_layout, input_added, base_ignored, positive_bias,
                        not_masked, mask_reversed, positions_ignored, bias_scaled, axes_swapped,
                        one_frequency_list, axes_added, one_axis, layout_in_halves)

/// The points for an outcome, at most 1.
double points(Outcome outcome);

/// A number as it is asked for, "-0.959": with that many decimals, and never "-0.000".
std::string in_decimals(double value, int decimals);

struct Verdict {
  Outcome outcome;
  std::optional<Reason> reason;
  /// The value that was read; nothing for an empty or unreadable answer.
  std::optional<double> read;
  /// For an unreadable answer, what was not understood; for a wrong result of code, how it differs; otherwise
  /// empty.
  std::string message;
};

/// How far an answer may be from the truth: 0.51 * 10^-decimals, or 1e-6 for a whole number
/// (decimals = 0). Encodings lie in [-1, 1] and pass through 0, so the tolerance is absolute.
double tolerance(int decimals);

/// Whether `value` counts as `target` with that many decimals (0: a whole number).
bool agrees(double value, double target, int decimals);

/// The verdict on one number as typed, in this order: empty; unreadable; right; form (a plain decimal with
/// at least one decimal but too few, and a digit other than 0, within its own tolerance of the truth);
/// wrong, without a reason.
Verdict judge(std::string_view text, double truth, int decimals);

/// The verdict on a choice: empty, right, or wrong.
Verdict judge_choice(std::string_view text, std::string_view right);

}  // namespace posenc
