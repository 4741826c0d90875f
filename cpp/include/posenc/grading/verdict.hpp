#pragma once

#include <optional>
#include <span>
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
};

/// Why an answer is not right: the slip that leads to it.
enum class Reason {
  rounded,            // Outcome::form: fewer decimals than asked
  degrees,            // the angle taken in degrees
  exponent,           // omega_i = base^(-i/d): i instead of 2i
  sin_cos_swapped,    // cosine in the sine's column and the reverse
  one_based,          // position counted from 1
  inverted_exponent,  // omega_i = base^(+2i/d)
  decimal_shift,      // the point one place off, either way
};

inline constexpr EnumNames<Outcome, 6> outcome_names{{
    {"empty", Outcome::empty},
    {"unreadable", Outcome::unreadable},
    {"right", Outcome::right},
    {"form", Outcome::form},
    {"wrong", Outcome::wrong},
    {"carried-forward", Outcome::carried_forward},
}};

inline constexpr EnumNames<Reason, 7> reason_names{{
    {"rounded", Reason::rounded},
    {"degrees", Reason::degrees},
    {"exponent", Reason::exponent},
    {"sin-cos-swapped", Reason::sin_cos_swapped},
    {"one-based", Reason::one_based},
    {"inverted-exponent", Reason::inverted_exponent},
    {"decimal-shift", Reason::decimal_shift},
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
  /// For an unreadable answer, what was not understood; else empty.
  std::string message;
};

/// The value that a known slip leads to.
struct Slip {
  Reason reason;
  double value;
};

/// Three decimals are asked: |answer - truth| <= 0.51e-3 is right. Encodings lie in [-1, 1] and
/// pass through 0, so the tolerance is absolute.
inline constexpr double answer_tolerance = 0.51e-3;

/// Whether `value` counts as `target` when three decimals are asked.
bool agrees(double value, double target);

/// The verdict on one number as typed, in this order: empty; unreadable; right; form (a plain
/// decimal with one or two decimals and a digit other than 0, within 0.51 * 10^-decimals of the
/// truth); wrong, with the reason of the nearest slip within the tolerance (of equally near ones
/// the first), else without.
Verdict judge(std::string_view text, double truth, std::span<const Slip> slips);

/// The verdict on a choice: empty, right, or wrong.
Verdict judge_choice(std::string_view text, std::string_view right);

}  // namespace posenc
