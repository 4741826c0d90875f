#include "posenc/expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "posenc/argument.hpp"
#include "typed_text.hpp"

namespace posenc {
namespace {

using Operation = Expression::Operation;
using typed_text::Cursor;
using typed_text::is_digit;
using typed_text::is_letter;
using typed_text::to_lower;

// Signs that are not read, because their meaning is not clear or they are easy to type in another way, and the advice.
struct Advice {
  std::string_view typed;
  std::string_view instead;
};
constexpr std::string_view no_equals_sign = "type the answer alone, without an equals sign";
constexpr std::string_view radians = "angles are in radians, not in degrees";
constexpr std::array advices{
    Advice{"=", no_equals_sign},
    Advice{"\u2248", no_equals_sign},           // almost equal to
    Advice{"\u2243", no_equals_sign},           // asymptotically equal to
    Advice{"\u2245", no_equals_sign},           // approximately equal to
    Advice{"\u00B0", radians},                  // degree sign
    Advice{"\u00BA", radians},                  // masculine ordinal, the degree sign's double
    Advice{"\u221A", "write sqrt( ) instead"},  // square root
    Advice{"\u2070", "write ^0 instead"},       // superscripts
    Advice{"\u00B9", "write ^1 instead"},
    Advice{"\u00B2", "write ^2 instead"},
    Advice{"\u00B3", "write ^3 instead"},
    Advice{"\u2074", "write ^4 instead"},
    Advice{"\u2075", "write ^5 instead"},
    Advice{"\u2076", "write ^6 instead"},
    Advice{"\u2077", "write ^7 instead"},
    Advice{"\u2078", "write ^8 instead"},
    Advice{"\u2079", "write ^9 instead"},
    Advice{"\u207A", "write ^ before a power instead"},   // superscript plus
    Advice{"\u207B", "write ^- before a power instead"},  // superscript minus
};

// Beside these, where a formula is read.
constexpr std::string_view no_left_side = "type the formula alone, without a left side";
constexpr std::array formula_advices{
    Advice{"=", no_left_side},
    Advice{"\u2248", no_left_side},
    Advice{"|", "write abs( ) instead"},
    Advice{"\u230A", "write floor( ) instead"},  // left floor
};

struct Function {
  std::string_view name;
  Operation operation;
};
constexpr std::array functions{
    Function{"sin", Operation::sine},        Function{"cos", Operation::cosine},
    Function{"exp", Operation::exponential}, Function{"sqrt", Operation::square_root},
    Function{"ln", Operation::logarithm},
};
constexpr std::array formula_functions{
    Function{"sin", Operation::sine},        Function{"cos", Operation::cosine},
    Function{"exp", Operation::exponential}, Function{"sqrt", Operation::square_root},
    Function{"ln", Operation::logarithm},    Function{"tanh", Operation::hyperbolic_tangent},
    Function{"abs", Operation::absolute},    Function{"floor", Operation::round_down},
    Function{"mod", Operation::modulo},
};

// In a formula, names as they stand in programs. What has one meaning alone is read; of the rest it is said how it is
// written.
constexpr std::array program_modules{
    std::string_view("math"),
    std::string_view("np"),
    std::string_view("numpy"),
    std::string_view("torch"),
};
constexpr std::array program_names{
    Advice{"log", "write ln( ) for the natural logarithm"},
    Advice{"pow", "write a^b or a**b"},
    Advice{"power", "write a^b or a**b"},
    Advice{"fmod", "write mod(a, b) or a % b"},
    Advice{"fabs", "write abs( )"},
    Advice{"e", "write exp(1)"},
    Advice{"tan", "write sin(a)/cos(a)"},
};
// Where the module is written with it.
constexpr std::array module_functions{
    Function{"log", Operation::logarithm},
    Function{"fabs", Operation::absolute},
};

/// digits * 10^exponent. Exactly rounded for up to 15 digits and exponents within +-22 (both
/// factors are exact then), which is what people type; a few units in the last place beyond.
double scale_by_power_of_ten(double digits, int exponent) {
  if (digits == 0) return 0;
  if (exponent > 0) return digits * std::pow(10.0, exponent);
  if (exponent < -300) return digits / 1e300 / std::pow(10.0, -exponent - 300);
  return digits / std::pow(10.0, -exponent);
}

}  // namespace

/// Dijkstra's shunting yard: operands go to the output, operators wait on a stack until one that
/// binds no tighter comes along.
///
/// @tparam is_formula else an answer; not a member, so that code for answers does not contain that for formulas
template <bool is_formula>
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::span<const std::string_view> variables)
      : cursor_(text),
        has_point_(text.find('.') != std::string_view::npos),
        variables_(variables) {}

  Result<Expression> parse() {
    bool operand_expected = true;
    for (cursor_.skip_space(); !cursor_.at_end(); cursor_.skip_space()) {
      const char c = cursor_.peek();
      std::optional<Error> error;
      if (operand_expected) {
        if (is_digit(c) || c == '.') {
          error = number();
          operand_expected = false;
        } else if (is_letter(c)) {
          error = name(operand_expected);
        } else if (c == '(') {
          open();
        } else if (c == '-') {
          waiting_.push_back({Operation::negate, sign_binding, cursor_.place(), false});
          cursor_.advance();
        } else if (c == '+') {
          cursor_.advance();
        } else {
          error = unexpected(operands(", ") + " or a parenthesis");
        }
      } else if (c == ')') {
        error = close();
      } else if (c == ',' && is_formula) {
        error = comma();
        operand_expected = true;
      } else {
        error = binary_operator();
        operand_expected = true;
      }
      if (error) return *error;
    }
    if (operand_expected) return unexpected(operands(", ") + " or a parenthesis");
    while (!waiting_.empty()) {
      if (waiting_.back().is_bracket()) {
        return invalid_argument(
            {"the parenthesis opened at character ", waiting_.back().place, " is never closed"});
      }
      release();
    }
    if (is_formula && output_.size() > max_formula_steps) {
      return invalid_argument({"the formula takes ", output_.size(),
                               " steps (numbers, variables and operations), but at most ",
                               max_formula_steps, " are allowed"});
    }
    return Expression(std::move(output_));
  }

 private:
  static std::span<const Function> known_functions() {
    if constexpr (is_formula) return formula_functions;
    return functions;
  }
  /// What may stand where a number is needed, beside brackets.
  std::string operands(std::string_view before_last) const {
    if constexpr (!is_formula) {
      return joined({"a number, pi, sin, cos, exp, sqrt", before_last, "ln"});
    }
    std::string text = "a number";
    for (const std::string_view variable : variables_) text += joined({", ", variable});
    text += ", pi";
    for (const Function& function : formula_functions) {
      text += joined({&function == &formula_functions.back() ? before_last : ", ", function.name});
    }
    return text;
  }
  std::string_view subject() const { return is_formula ? "formula" : "answer"; }

  // How tightly each kind of operator binds.
  static constexpr int bracket_binding = 0;
  static constexpr int sum_binding = 1;
  static constexpr int product_binding = 2;
  static constexpr int sign_binding = 3;  // also a function without parentheses
  static constexpr int power_binding = 4;

  struct Waiting {
    Operation operation;
    int binding;
    std::size_t place;
    bool comma_needed;  // of the bracket of mod: whether its comma is still to come
    bool is_bracket() const { return binding == bracket_binding; }
  };

  Error unexpected(const std::string& expected) const {
    if (cursor_.at_end()) {
      return invalid_argument({"the ", subject(), " ends where it needs ", expected});
    }
    const std::string what =
        "unexpected " + quote(cursor_.typed()) + " at character " + std::to_string(cursor_.place());
    if constexpr (is_formula) {
      for (const Advice& advice : formula_advices) {
        if (advice.typed == cursor_.typed()) return invalid_argument({what, "; ", advice.instead});
      }
    }
    for (const Advice& advice : advices) {
      if (advice.typed == cursor_.typed()) return invalid_argument({what, "; ", advice.instead});
    }
    return invalid_argument({what, "; expected ", expected});
  }

  void release() {
    output_.push_back({waiting_.back().operation});
    waiting_.pop_back();
  }

  std::optional<Error> number() {
    double digits = 0;
    int exponent = 0;
    bool any_digit = false;
    const auto read_digits = [&](int exponent_step) {
      for (; is_digit(cursor_.peek()); cursor_.advance()) {
        any_digit = true;
        // Past 18 digits a double holds no more of them: only their number counts.
        if (digits < 1e17) {
          digits = digits * 10 + (cursor_.peek() - '0');
          exponent += exponent_step;
        } else {
          exponent += exponent_step + 1;
        }
      }
    };
    read_digits(0);
    const bool point = cursor_.peek() == '.';
    const bool decimal_comma = cursor_.peek() == ',' && any_digit && !has_point_ && !is_formula &&
                               is_digit(cursor_.peek_second());
    if (point || decimal_comma) {
      cursor_.advance();
      read_digits(-1);
    }
    if (!any_digit) return unexpected("a digit before or after the point");
    if (cursor_.peek() == 'e' || cursor_.peek() == 'E') {
      Cursor ahead = cursor_;
      ahead.advance();
      const bool negative = ahead.peek() == '-';
      if (negative || ahead.peek() == '+') ahead.advance();
      if (is_digit(ahead.peek())) {
        int typed_exponent = 0;
        for (; is_digit(ahead.peek()); ahead.advance()) {
          typed_exponent = std::min(typed_exponent * 10 + (ahead.peek() - '0'), 100000);
        }
        exponent += negative ? -typed_exponent : typed_exponent;
        cursor_ = ahead;
      }
    }
    output_.push_back({Operation::number, scale_by_power_of_ten(digits, exponent)});
    return std::nullopt;
  }

  std::optional<Error> name(bool& operand_expected) {
    const std::size_t place = cursor_.place();
    std::string typed;
    std::string lower;
    if (cursor_.read_as() == "pi") {  // the Greek letter
      lower = "pi";
      cursor_.advance();
    }
    for (; lower != "pi" && is_letter(cursor_.peek()) && cursor_.read_as() != "pi";
         cursor_.advance()) {
      lower += to_lower(cursor_.peek());
      typed += cursor_.typed();
    }
    if (lower == "pi") {
      output_.push_back({Operation::number, std::numbers::pi});
      operand_expected = false;
      return std::nullopt;
    }
    if constexpr (is_formula) {
      if (cursor_.peek() == '.' &&
          std::ranges::find(program_modules, lower) != program_modules.end()) {
        return name_in_module(typed, operand_expected);
      }
    }
    const auto variable = std::ranges::find(variables_, lower);
    if (variable != variables_.end()) {
      output_.push_back({Operation::variable, static_cast<double>(variable - variables_.begin())});
      operand_expected = false;
      return std::nullopt;
    }
    const auto known = known_functions();
    const auto function = std::ranges::find(known, lower, &Function::name);
    if (function == known.end()) return unknown(typed, lower, place);
    return apply(function->operation, place);
  }

  Error unknown(const std::string& typed, const std::string& lower, std::size_t place) const {
    if constexpr (is_formula) {
      const auto advice = std::ranges::find(program_names, lower, &Advice::typed);
      if (advice != program_names.end()) {
        return invalid_argument(
            {"unknown name ", quote(typed), " at character ", place, "; ", advice->instead});
      }
    }
    return invalid_argument(
        {"unknown name ", quote(typed), " at character ", place, "; expected ", operands(" or ")});
  }

  /// What follows np or math: pi, or a function, by its name there.
  std::optional<Error> name_in_module(const std::string& module, bool& operand_expected) {
    cursor_.advance();  // the point
    const std::size_t place = cursor_.place();
    std::string typed;
    std::string lower;
    for (; is_letter(cursor_.peek()); cursor_.advance()) {
      lower += to_lower(cursor_.peek());
      typed += cursor_.typed();
    }
    if (lower == "pi" || typed == "\u03C0") {
      output_.push_back({Operation::number, std::numbers::pi});
      operand_expected = false;
      return std::nullopt;
    }
    for (const std::span<const Function> known :
         {known_functions(), std::span<const Function>(module_functions)}) {
      const auto function = std::ranges::find(known, lower, &Function::name);
      if (function != known.end()) return apply(function->operation, place);
    }
    return unknown(module + "." + typed, lower, place - module.size() - 1);
  }

  std::optional<Error> apply(Operation operation, std::size_t place) {
    waiting_.push_back({operation, sign_binding, place, false});
    if (operation != Operation::modulo) return std::nullopt;
    cursor_.skip_space();
    if (cursor_.peek() != '(') return unexpected("two numbers in parentheses, as in mod(pos, 2)");
    open();
    waiting_.back().comma_needed = true;
    return std::nullopt;
  }

  void open() {
    // In cos(5)^2 the function belongs to its bracket alone: it binds as tightly as the bracket.
    if (!waiting_.empty() && is_function(waiting_.back().operation) &&
        !waiting_.back().is_bracket()) {
      waiting_.back().binding = power_binding + 1;
    }
    waiting_.push_back({Operation::number, bracket_binding, cursor_.place(), false});
    cursor_.advance();
  }

  std::optional<Error> close() {
    while (!waiting_.empty() && !waiting_.back().is_bracket()) release();
    if (waiting_.empty()) return unexpected("( before it");
    if (waiting_.back().comma_needed) {
      return unexpected("a comma and a second number, as in mod(pos, 2)");
    }
    waiting_.pop_back();
    cursor_.advance();
    return std::nullopt;
  }

  /// In a formula, where it has one place alone.
  std::optional<Error> comma() {
    while (!waiting_.empty() && !waiting_.back().is_bracket()) release();
    if (waiting_.empty() || !waiting_.back().comma_needed) {
      return invalid_argument(
          {"unexpected \",\" at character ", cursor_.place(),
           "; a comma only separates the two numbers of mod; decimals use a point"});
    }
    waiting_.back().comma_needed = false;
    cursor_.advance();
    return std::nullopt;
  }

  std::optional<Error> binary_operator() {
    const Cursor start = cursor_;
    const char c = cursor_.peek();
    const bool is_remainder = is_formula && c == '%';
    if (c != '+' && c != '-' && c != '*' && c != '/' && c != '^' && !is_remainder) {
      return c == ',' && has_point_ ? unexpected("points or commas for decimals, not both")
             : is_formula
                 ? unexpected("+, -, *, /, //, %, ^ or the end (products are written out: 2*pos)")
                 : unexpected("+, -, *, /, ^ or the end");
    }
    cursor_.advance();
    if (is_remainder) {
      push_binary(Operation::remainder, product_binding, start.place());
      return std::nullopt;
    }
    if (is_formula && start.typed() == "/" && cursor_.typed() == "/") {
      cursor_.advance();
      push_binary(Operation::floor_divide, product_binding, start.place());
      return std::nullopt;
    }
    const bool starred_power = c == '*' && start.typed() == "*" && cursor_.typed() == "*";
    if (starred_power) cursor_.advance();
    if (c == '^' || starred_power) {
      push_binary(Operation::power, power_binding, start.place());
    } else if (c == '*' || c == '/') {
      push_binary(c == '*' ? Operation::multiply : Operation::divide, product_binding,
                  start.place());
    } else {
      push_binary(c == '+' ? Operation::add : Operation::subtract, sum_binding, start.place());
    }
    return std::nullopt;
  }

  void push_binary(Operation operation, int binding, std::size_t place) {
    const bool from_the_right = operation == Operation::power;
    while (!waiting_.empty() && !waiting_.back().is_bracket() &&
           (waiting_.back().binding > binding ||
            (waiting_.back().binding == binding && !from_the_right))) {
      release();
    }
    waiting_.push_back({operation, binding, place, false});
  }

  static bool is_function(Operation operation) {
    const auto known = known_functions();
    return std::ranges::find(known, operation, &Function::operation) != known.end();
  }

  Cursor cursor_;
  bool has_point_;
  std::span<const std::string_view> variables_;
  std::vector<Expression::Step> output_;
  std::vector<Waiting> waiting_;
};

Result<Expression> Expression::parse(std::string_view text) {
  return ExpressionParser<false>(text, {}).parse();
}

Result<Expression> Expression::parse_formula(std::string_view text,
                                             std::span<const std::string_view> variables) {
  std::size_t characters = 0;
  for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  // (A text may be made of bytes that begin no character.)
  if (characters > max_formula_length || text.size() > 4 * max_formula_length) {
    return invalid_argument({"the formula has ", characters, " characters, but at most ",
                             max_formula_length, " are allowed"});
  }
  return ExpressionParser<true>(text, variables).parse();
}

}  // namespace posenc
