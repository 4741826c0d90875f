#include "posenc/grading/verdict.hpp"

#include <cmath>
#include <limits>

#include "posenc/grading/expression.hpp"

namespace posenc {
namespace {

/// What lies on the edge of a tolerance counts as within it, whichever way its digits are rounded.
constexpr double edge = 1e-12;

bool is_rounded_form(std::string_view text, double value, double truth) {
  const auto decimal = plain_decimal(text);
  if (!decimal || !decimal->has_nonzero_digit) return false;
  if (decimal->decimals != 1 && decimal->decimals != 2) return false;
  return std::abs(value - truth) <= (decimal->decimals == 1 ? 0.51e-1 : 0.51e-2) + edge;
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

bool agrees(double value, double target) {
  return std::abs(value - target) <= answer_tolerance + edge;
}

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

Verdict judge_choice(std::string_view text, std::string_view right) {
  if (is_blank(text)) return {Outcome::empty, std::nullopt, std::nullopt, ""};
  const auto first = text.find_first_not_of(" \t\r\n");
  const auto last = text.find_last_not_of(" \t\r\n");
  const bool agreed = text.substr(first, last - first + 1) == right;
  return {agreed ? Outcome::right : Outcome::wrong, std::nullopt, std::nullopt, ""};
}

}  // namespace posenc
