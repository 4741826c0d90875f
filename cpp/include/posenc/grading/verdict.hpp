#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "posenc/enum_names.hpp"

namespace posenc {

/// What becomes of one answer. The names are those of the command line and the page.
enum class Outcome {
  empty,
  unreadable,       // not understood, or not a finite number: free, says what was not understood
  right,            // within the tolerance of the truth
  form,             // the right value, rounded more coarsely than asked
  wrong,            // with a Reason where a known slip leads to it
  carried_forward,  // wrong, but right for the learner's own earlier answers
  convention,       // right under another convention than the one asked for, which the Reason names
};

/// What makes an answer differ from the one asked for: a slip that leads to it, or another convention.
enum class Reason {
  rounded,            // Outcome::form: fewer decimals than asked
  degrees,            // the angle taken in degrees
  exponent,           // omega_i = base^(-i/d): i instead of 2i
  sin_cos_swapped,    // cosine in the sine's place and the reverse
  one_based,          // position counted from 1
  inverted_exponent,  // omega_i = base^(+2i/d)
  decimal_shift,      // the point one place off, either way
  rounded_early,      // a value on the way rounded too coarsely

  // Rotary encoding
  other_layout,       // convention: pairs (i, i + d/2), where neighbours are asked for
  rotation_sign,      // convention: turned the other way round
  pair_order,         // convention: each pair written with its sine part first
  mixed_conventions,  // some vectors in one convention and some in another
  not_scaled,         // a score without its division by sqrt(d)
  not_normalised,     // exp of a score without its division by their sum

  // Spectrum
  dimension_for_pair,  // dimension n taken as pair n
  no_two_pi,           // a frequency in radians taken as one in turns
  upside_down,         // a ratio turned round
  bin_from_one,        // bins counted from 1

  // Similarity
  not_divided,  // the dot product in place of the cosine similarity
  exponential,  // exp(-distance), which it is not

  // Shift matrix
  transposed,  // convention: M for a row vector on its left; in code: rows where columns are asked for

  // ALiBi
  slope_from_zero,   // 2^(-8(k-1)/n)
  power_of_head,     // 2^-k whatever n is
  geometric_slopes,  // convention: the paper's sentence, 2^(-8k/n), for an n that is no power of two
  first_of_twice,    // of the slopes of twice the power of two the first, not every other

  // Learned table
  added,         // L + d in place of L d
  one_row_less,  // L - 1 rows
  square,        // d d

  // Code
  mixed_layout,   // pairs of one layout turned by the angles of the other's
  input_added,    // the vector itself added to what turns it
  base_ignored,   // 10000 whatever base is given
  positive_bias,  // +m |i - j|
  not_masked,     // no key masked where causal is asked for
  mask_reversed,  // the keys masked that come before the query
};

inline constexpr EnumNames<Outcome, 7> outcome_names{{
    {"empty", Outcome::empty},
    {"unreadable", Outcome::unreadable},
    {"right", Outcome::right},
    {"form", Outcome::form},
    {"wrong", Outcome::wrong},
    {"carried-forward", Outcome::carried_forward},
    {"convention", Outcome::convention},
}};

inline constexpr EnumNames<Reason, 34> reason_names{{
    {"rounded", Reason::rounded},
    {"degrees", Reason::degrees},
    {"exponent", Reason::exponent},
    {"sin-cos-swapped", Reason::sin_cos_swapped},
    {"one-based", Reason::one_based},
    {"inverted-exponent", Reason::inverted_exponent},
    {"decimal-shift", Reason::decimal_shift},
    {"rounded-early", Reason::rounded_early},
    {"other-layout", Reason::other_layout},
    {"rotation-sign", Reason::rotation_sign},
    {"pair-order", Reason::pair_order},
    {"mixed-conventions", Reason::mixed_conventions},
    {"not-scaled", Reason::not_scaled},
    {"not-normalised", Reason::not_normalised},
    {"dimension-for-pair", Reason::dimension_for_pair},
    {"no-two-pi", Reason::no_two_pi},
    {"upside-down", Reason::upside_down},
    {"bin-from-one", Reason::bin_from_one},
    {"not-divided", Reason::not_divided},
    {"exponential", Reason::exponential},
    {"transposed", Reason::transposed},
    {"slope-from-zero", Reason::slope_from_zero},
    {"power-of-head", Reason::power_of_head},
    {"geometric-slopes", Reason::geometric_slopes},
    {"first-of-twice", Reason::first_of_twice},
    {"added", Reason::added},
    {"one-row-less", Reason::one_row_less},
    {"square", Reason::square},
    {"mixed-layout", Reason::mixed_layout},
    {"input-added", Reason::input_added},
    {"base-ignored", Reason::base_ignored},
    {"positive-bias", Reason::positive_bias},
    {"not-masked", Reason::not_masked},
    {"mask-reversed", Reason::mask_reversed},
}};
inline std::string_view name(Outcome outcome) { return name_in(outcome_names, outcome); }
inline std::string_view name(Reason reason) { return name_in(reason_names, reason); }

/// What an outcome earns, of 1.
double points(Outcome outcome);

struct Verdict {
  Outcome outcome;
  std::optional<Reason> reason;
  /// The value as understood; nothing for an empty or unreadable answer.
  std::optional<double> read;
  /// For an unreadable answer, what was not understood; for a wrong result of code, how it differs; else
  /// empty.
  std::string message;
};

/// How far an answer may be from the truth: 0.51 * 10^-decimals where decimals are asked for, 1e-6 where a
/// whole number is. Encodings lie in [-1, 1] and pass through 0, so the tolerance is absolute.
double tolerance(int decimals);

/// Whether `value` counts as `target` when so many decimals are asked for (0: a whole number).
bool agrees(double value, double target, int decimals);

/// The verdict on one number as typed, in this order: empty; unreadable; right; form (a plain decimal with
/// at least one decimal but fewer than asked, and a digit other than 0, within its own tolerance of the
/// truth); wrong, without a reason.
Verdict judge(std::string_view text, double truth, int decimals);

/// The verdict on a choice: empty, right, or wrong.
Verdict judge_choice(std::string_view text, std::string_view right);

}  // namespace posenc
