#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/error.hpp"

namespace posenc {

/// The meaning of text that a person typed: an answer, or a formula with variables.
///
/// The language of answers: numbers (`0.54`, `.5`, `1e-4`; in a text without any point a comma between
/// digits is a decimal comma), `pi`, `sin cos exp sqrt ln` with or without parentheses, `+ - * /`, `^` or
/// `**`, parentheses. Names in any case. Also read, because keyboards produce them: U+2212 and
/// U+2013 as minus, U+00D7 and U+00B7 as times, U+00F7 as divided by, U+03C0 as pi, other spaces.
///
/// Precedence, loosest first: + and -; * and /; a sign, and a function without parentheses; powers,
/// from the right. So -2^2 is -4, cos 5^2 is cos 25, cos 5/2 is (cos 5)/2, cos(5)^2 is (cos 5)^2.
/// Products must be written out (2*pi): "1 2" or "2pi" are slips more often than products.
///
/// Formulas also have variables, `tanh abs floor`, and `mod(a, b)` = a - b floor(a/b), of the sign
/// of b as in Python. A comma there stands between the two numbers of mod and is not a decimal comma.
/// They may be written as in Python: `a % b` is mod(a, b), `a // b` the floor division that goes with it (both bind
/// as * does), and functions and pi may have `math.`, `np.`, `numpy.` or `torch.` before them (`np.log` is ln).
///
/// Any depth of parentheses is read: neither parsing nor evaluating recurses.
class Expression {
 public:
  /// An answer. Errors: what could not be understood, and where (characters counted from 1).
  static Result<Expression> parse(std::string_view text);

  /// A formula in the variables of these names, in small letters.
  /// Errors: as for an answer; a text of more than max_formula_length characters; a formula of more than
  /// max_formula_steps numbers, variables and operations.
  static Result<Expression> parse_formula(std::string_view text,
                                          std::span<const std::string_view> variables);

  /// The value of an answer. Errors: a step whose value is not a finite number, such as a division by
  /// zero.
  Result<double> evaluate() const;

  /// The value of a formula. Errors: as for an answer.
  /// @param values finite, one for each variable that it was parsed with
  /// @param stack  what it works on: any vector, the same for many values
  Result<double> evaluate(std::span<const double> values, std::vector<double>& stack) const;

  /// How many numbers, variables and operations there are.
  std::size_t steps() const { return steps_.size(); }

  enum class Operation : unsigned char {
    number,
    variable,
    add,
    subtract,
    multiply,
    divide,
    power,
    modulo,     // mod(a, b)
    remainder,  // a % b
    floor_divide,
    negate,
    sine,
    cosine,
    exponential,
    square_root,
    logarithm,
    hyperbolic_tangent,
    absolute,
    round_down
  };

 private:
  /// One instruction of the postfix form; `value` is that of a number, or which variable it is.
  struct Step {
    Operation operation;
    double value = 0;
  };

  explicit Expression(std::vector<Step> steps) : steps_(std::move(steps)) {}

  template <bool is_formula>
  Result<double> value(std::span<const double> values, std::vector<double>& stack) const;

  template <bool is_formula>
  friend class ExpressionParser;
  std::vector<Step> steps_;
};

/// Far beyond what a person types, and read at once.
inline constexpr std::size_t max_formula_length = 4000;
inline constexpr std::size_t max_formula_steps = 1000;

/// A number written in plain digits: how finely it was rounded, and whether it is all zeros.
struct PlainDecimal {
  int decimals;  // digits after the point or decimal comma; 0 without one
  bool has_nonzero_digit;
};

/// `text` as a plain decimal: an optional sign, digits, at most one point or decimal comma, no
/// exponent. Nothing if it is anything else.
std::optional<PlainDecimal> plain_decimal(std::string_view text);

bool is_blank(std::string_view text);

/// `text` without spaces, tabs and line breaks around it.
std::string_view trimmed(std::string_view text);

}  // namespace posenc
