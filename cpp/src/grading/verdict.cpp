#include "posenc/grading/verdict.hpp"

#include <cmath>
#include <limits>

#include "posenc/grading/expression.hpp"

namespace posenc {
namespace {

bool is_rounded_form(std::string_view text, double value, double truth) {
  const auto decimal = plain_decimal(text);
  if (!decimal || !decimal->has_nonzero_digit) return false;
  if (decimal->decimals != 1 && decimal->decimals != 2) return false;
  return std::abs(value - truth) <= (decimal->decimals == 1 ? 0.51e-1 : 0.51e-2);
}

std::optional<Reason> nearest_slip(double value, std::span<const Slip> slips) {
  // Slips that are equal on paper differ by rounding: a distance must be clearly smaller to win.
  constexpr double clearly = 1e-9;
  std::optional<Reason> nearest;
  double distance = std::numeric_limits<double>::infinity();
  for (const Slip& slip : slips) {
    if (!agrees(value, slip.value)) continue;
    if (std::abs(value - slip.value) < distance - clearly) {
      nearest = slip.reason;
      distance = std::abs(value - slip.value);
    }
  }
  return nearest;
}

}  // namespace

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::empty:
      return "empty";
    case Outcome::unreadable:
      return "unreadable";
    case Outcome::right:
      return "right";
    case Outcome::form:
      return "form";
    case Outcome::wrong:
      return "wrong";
    case Outcome::carried_forward:
      return "carried-forward";
  }
  return "";
}

std::string_view name(Reason reason) {
  switch (reason) {
    case Reason::rounded:
      return "rounded";
    case Reason::degrees:
      return "degrees";
    case Reason::exponent:
      return "exponent";
    case Reason::sin_cos_swapped:
      return "sin-cos-swapped";
    case Reason::one_based:
      return "one-based";
    case Reason::inverted_exponent:
      return "inverted-exponent";
    case Reason::decimal_shift:
      return "decimal-shift";
  }
  return "";
}

double points(Outcome outcome) {
  switch (outcome) {
    case Outcome::right:
    case Outcome::carried_forward:
      return 1;
    case Outcome::form:
      return 0.5;
    case Outcome::empty:
    case Outcome::unreadable:
    case Outcome::wrong:
      return 0;
  }
  return 0;
}

bool agrees(double value, double target) { return std::abs(value - target) <= answer_tolerance; }

Verdict judge(std::string_view text, double truth, std::span<const Slip> slips) {
  if (is_blank(text)) return {Outcome::empty, std::nullopt, std::nullopt, ""};

  const auto expression = Expression::parse(text);
  if (!expression) {
    return {Outcome::unreadable, std::nullopt, std::nullopt, expression.error().message};
  }
  const auto read = expression->evaluate();
  if (!read) return {Outcome::unreadable, std::nullopt, std::nullopt, read.error().message};

  const double value = *read;
  if (agrees(value, truth)) return {Outcome::right, std::nullopt, value, ""};
  if (is_rounded_form(text, value, truth)) return {Outcome::form, Reason::rounded, value, ""};
  return {Outcome::wrong, nearest_slip(value, slips), value, ""};
}

}  // namespace posenc
