#include <cmath>

#include "posenc/argument.hpp"
#include "posenc/expression.hpp"

// Apart from expression.cpp, which reads what is evaluated here.

namespace posenc {
namespace {

using Operation = Expression::Operation;

bool is_binary(Operation operation) {
  return operation >= Operation::add && operation <= Operation::floor_divide;
}

/// a - b floor(a/b), exactly, as Python's a % b.
double remainder(double a, double b) {
  const double truncated = std::fmod(a, b);
  if (truncated == 0) return std::copysign(0.0, b);
  return (truncated < 0) != (b < 0) ? truncated + b : truncated;
}

/// Python's a // b: the quotient that fits the remainder, rounded to a whole number, which it is up to rounding errors.
/// floor(a/b) would be 10 for a = 1, b = 0.1, of which there are 9 in 1 and a remainder.
double floor_quotient(double a, double b) {
  const double truncated = std::fmod(a, b);
  const double quotient = (a - truncated) / b - (truncated != 0 && (truncated < 0) != (b < 0));
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

/// Of the operations in answers.
double outcome(Operation operation, double left, double right) {
  switch (operation) {
    case Operation::add:
      return left + right;
    case Operation::subtract:
      return left - right;
    case Operation::multiply:
      return left * right;
    case Operation::divide:
      return left / right;
    case Operation::power:
      return std::pow(left, right);
    case Operation::negate:
      return -right;
    case Operation::sine:
      return std::sin(right);
    case Operation::cosine:
      return std::cos(right);
    case Operation::exponential:
      return std::exp(right);
    case Operation::square_root:
      return std::sqrt(right);
    case Operation::logarithm:
      return std::log(right);
    default:
      return right;
  }
}

/// Of the operations that only formulas have.
double outcome_in_formula(Operation operation, double left, double right) {
  switch (operation) {
    case Operation::modulo:
    case Operation::remainder:
      return remainder(left, right);
    case Operation::floor_divide:
      return floor_quotient(left, right);
    case Operation::hyperbolic_tangent:
      return std::tanh(right);
    case Operation::absolute:
      return std::abs(right);
    case Operation::round_down:
      return std::floor(right);
    default:
      return outcome(operation, left, right);
  }
}

/// Why the value of a step is not a finite number; of one number alone, that is `right`.
template <bool is_formula>
Error not_finite(Operation operation, double left, double right, double value) {
  if (right == 0 && operation >= Operation::divide && operation <= Operation::floor_divide &&
      operation != Operation::power) {
    return invalid_argument({"division by zero"});
  }
  if (operation == Operation::square_root && right < 0) {
    return invalid_argument({"the square root of ", right, " is not a real number"});
  }
  if (operation == Operation::logarithm && right <= 0) {
    return invalid_argument({"the logarithm of ", right, " is not a real number"});
  }
  if constexpr (!is_formula) {
    return invalid_argument({"part of the answer is too large, or not a real number"});
  }
  if (operation == Operation::power && left == 0) {
    return invalid_argument({"0^(", right, ") divides by zero"});
  }
  if (std::isnan(value)) {
    return invalid_argument({"(", left, ")^(", right, ") is not a real number"});
  }
  return invalid_argument({"part of the formula is too large"});
}

}  // namespace

template <bool is_formula>
Result<double> Expression::value(std::span<const double> values, std::vector<double>& stack) const {
  stack.clear();
  for (const Step& step : steps_) {
    if (is_formula && step.operation == Operation::variable) {
      stack.push_back(values[static_cast<std::size_t>(step.value)]);
      continue;
    }
    double left = 0;
    double right = step.value;
    double result = right;
    if (step.operation != Operation::number) {
      right = stack.back();
      stack.pop_back();
      if (is_binary(step.operation)) {
        left = stack.back();
        stack.pop_back();
      }
      result = is_formula ? outcome_in_formula(step.operation, left, right)
                          : outcome(step.operation, left, right);
    }
    if (!std::isfinite(result)) {
      return not_finite<is_formula>(step.operation, left, right, result);
    }
    stack.push_back(result);
  }
  return stack.back();
}

Result<double> Expression::evaluate() const {
  std::vector<double> stack;
  return value<false>({}, stack);
}

Result<double> Expression::evaluate(std::span<const double> values,
                                    std::vector<double>& stack) const {
  return value<true>(values, stack);
}

}  // namespace posenc
