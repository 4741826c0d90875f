#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/error.hpp"

namespace posenc {

/// What a learner typed as an answer, understood as a formula.
///
/// The language: numbers (`0.54`, `.5`, `1e-4`; in a text without any point a comma between digits
/// is a decimal comma), `pi`, `sin cos exp sqrt` with or without brackets, `+ - * /`, `^` or `**`,
/// round brackets. Names in any case. Also read, because keyboards produce them: U+2212 and U+2013
/// as minus, U+00D7 and U+00B7 as times, U+00F7 as divided by, U+03C0 as pi, other spaces.
///
/// Precedence, loosest first: + and -; * and /; a sign, and a function without brackets; powers,
/// from the right. So -2^2 is -4, cos 5^2 is cos 25, cos 5/2 is (cos 5)/2, cos(5)^2 is (cos 5)^2.
/// Products must be written out (2*pi): "1 2" or "2pi" are slips more often than products.
///
/// Any depth of brackets is read: neither parsing nor evaluating recurses.
class Expression {
 public:
  /// Errors: what could not be understood, and where (characters counted from 1).
  static Result<Expression> parse(std::string_view text);

  /// Errors: a step whose value is not a finite number, such as a division by zero.
  Result<double> evaluate() const;

  enum class Operation : unsigned char {
    number,
    add,
    subtract,
    multiply,
    divide,
    power,
    negate,
    sine,
    cosine,
    exponential,
    square_root
  };

 private:
  /// One instruction of the postfix form; `value` belongs to Operation::number alone.
  struct Step {
    Operation operation;
    double value = 0;
  };

  explicit Expression(std::vector<Step> steps) : steps_(std::move(steps)) {}

  friend class ExpressionParser;
  std::vector<Step> steps_;
};

/// A number written in plain digits: how finely it was rounded, and whether it is all zeros.
struct PlainDecimal {
  int decimals;  // digits after the point or decimal comma; 0 without one
  bool has_nonzero_digit;
};

/// `text` as a plain decimal: an optional sign, digits, at most one point or decimal comma, no
/// exponent. Nothing if it is anything else.
std::optional<PlainDecimal> plain_decimal(std::string_view text);

/// Whether `text` holds nothing but white space.
bool is_blank(std::string_view text);

}  // namespace posenc
