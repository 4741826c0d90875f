#include "posenc/grading/verdict.hpp"

#include <cmath>
#include <cstdio>

#include "posenc/expression.hpp"

namespace posenc {
namespace {

/// A value on the edge of a tolerance counts as within it, whichever way its digits are rounded.
constexpr double edge = 1e-12;

bool is_rounded_form(std::string_view text, double value, double truth, int decimals) {
  const auto typed = plain_decimal(text);
  return typed && typed->has_nonzero_digit && typed->decimals > 0 && typed->decimals < decimals &&
         agrees(value, truth, typed->decimals);
}

}  // namespace

double points(Outcome outcome) {
  switch (outcome) {
    case Outcome::right:
    case Outcome::carried_forward:
    case Outcome::convention:
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

std::string in_decimals(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  // (Adding 0 takes the sign from -0.)
  const double rounded = std::round(value * scale) / scale + 0.0;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, rounded);
  return buffer;
}

double tolerance(int decimals) { return decimals == 0 ? 1e-6 : 0.51 * std::pow(10.0, -decimals); }

bool agrees(double value, double target, int decimals) {
  return std::abs(value - target) <= tolerance(decimals) + edge;
}

Verdict judge(std::string_view text, double truth, int decimals) {
  if (is_blank(text)) return {Outcome::empty, std::nullopt, std::nullopt, ""};

  const auto expression = Expression::parse(text);
  if (!expression) {
    return {Outcome::unreadable, std::nullopt, std::nullopt, expression.error().message};
  }
  const auto read = expression->evaluate();
  if (!read) return {Outcome::unreadable, std::nullopt, std::nullopt, read.error().message};

  const double value = *read;
  if (agrees(value, truth, decimals)) return {Outcome::right, std::nullopt, value, ""};
  if (is_rounded_form(text, value, truth, decimals)) {
    return {Outcome::form, Reason::rounded, value, ""};
  }
  return {Outcome::wrong, std::nullopt, value, ""};
}

Verdict judge_choice(std::string_view text, std::string_view right) {
  if (is_blank(text)) return {Outcome::empty, std::nullopt, std::nullopt, ""};
  const bool agreed = trimmed(text) == right;
  return {agreed ? Outcome::right : Outcome::wrong, std::nullopt, std::nullopt, ""};
}

}  // namespace posenc
