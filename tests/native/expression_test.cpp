#include "posenc/expression.hpp"

#include "test.hpp"

namespace {

double value_of(const std::string& text) {
  CAPTURE(text);
  const auto expression = Expression::parse(text);
  REQUIRE_MESSAGE(expression.has_value(), expression.error().message);
  const auto value = expression->evaluate();
  REQUIRE_MESSAGE(value.has_value(), value.error().message);
  return *value;
}

std::string expression_error(const std::string& text) {
  CAPTURE(text);
  const auto expression = Expression::parse(text);
  if (!expression) return expression.error().message;
  const auto value = expression->evaluate();
  REQUIRE_FALSE(value.has_value());
  return value.error().message;
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int n = 0; n < times; ++n) result += text;
  return result;
}

}  // namespace

TEST_CASE("expression: numbers as people type them") {
  CHECK(value_of("0.54") == 0.54);
  CHECK(value_of(" .5 ") == 0.5);
  CHECK(value_of("5.") == 5);
  CHECK(value_of("1e-4") == 1e-4);
  CHECK(value_of("2.5E+3") == 2500);
  CHECK(value_of("-0.96") == -0.96);
  CHECK(value_of("\u22120.96") == -0.96);
  CHECK(value_of("+7") == 7);
  CHECK(value_of("0,54") == 0.54);
  CHECK(value_of("0.1234567890123456789") == doctest::Approx(0.12345678901234568).epsilon(1e-15));
  CHECK(value_of("12345678901234567890123") ==
        doctest::Approx(1.2345678901234568e22).epsilon(1e-15));
  CHECK(value_of("0." + repeated("0", 400) + "1") == 0);
  CHECK(value_of("1e-310") == doctest::Approx(1e-310).epsilon(1e-9));
}

TEST_CASE("expression: a comma is a decimal comma only between digits and without any point") {
  CHECK(value_of("cos(0,5)") == std::cos(0.5));
  CHECK(expression_error("1,234.5") ==
        "unexpected \",\" at character 2; expected points or commas for decimals, not both");
  CHECK(expression_error("1,2,3") ==
        "unexpected \",\" at character 4; expected +, -, *, /, ^ or the end");
  CHECK(expression_error("1,") ==
        "unexpected \",\" at character 2; expected +, -, *, /, ^ or the end");
  CHECK(expression_error(",5") ==
        "unexpected \",\" at character 1; expected a number, pi, sin, cos, exp, sqrt, ln or a "
        "parenthesis");
}

TEST_CASE("expression: functions and pi, with or without parentheses, in any case") {
  CHECK(value_of("cos 5") == std::cos(5.0));
  CHECK(value_of("cos5") == std::cos(5.0));
  CHECK(value_of("Cos(5)") == std::cos(5.0));
  CHECK(value_of("sin(5/100)") == std::sin(0.05));
  CHECK(value_of("sin pi") == std::sin(std::numbers::pi));
  CHECK(value_of("PI/2") == std::numbers::pi / 2);
  CHECK(value_of("\u03C0/2") == std::numbers::pi / 2);
  CHECK(value_of("sin\u03C0") == std::sin(std::numbers::pi));
  CHECK(value_of("exp(-4/2)") == std::exp(-2.0));
  CHECK(value_of("sqrt 2") == std::sqrt(2.0));
  CHECK(value_of("sqrt sqrt 16") == 2);
  CHECK(value_of("ln(100)/ln 10") == std::log(100) / std::log(10));
  CHECK(value_of("sin -1") == std::sin(-1.0));
  CHECK(value_of("5/10000^(2/4)") == 0.05);
}

TEST_CASE("expression: precedence") {
  CHECK(value_of("1+2*3") == 7);
  CHECK(value_of("8-3-2") == 3);
  CHECK(value_of("8/4/2") == 1);
  CHECK(value_of("2^3^2") == 512);
  CHECK(value_of("2**3**2") == 512);
  CHECK(value_of("-2^2") == -4);
  CHECK(value_of("2^-1") == 0.5);
  CHECK(value_of("2^-1*4") == 2);
  CHECK(value_of("2*-3") == -6);
  CHECK(value_of("--3") == 3);
  CHECK(value_of("(1+2)*3") == 9);
  CHECK(value_of("cos 5/2") == std::cos(5.0) / 2);
  CHECK(value_of("cos 2^2") == std::cos(4.0));
  CHECK(value_of("cos(2)^2") == std::pow(std::cos(2.0), 2.0));
  CHECK(value_of("-cos(2)^2") == -std::pow(std::cos(2.0), 2.0));
  CHECK(value_of("cos (2)*3") == std::cos(2.0) * 3);
  CHECK(value_of("2^cos(0)^2") == 2);
  CHECK(value_of("6\u00D77\u00F72\u00B71") == 21);
  CHECK(value_of("1\u00A0+\u202F1\u2009") == 2);
  CHECK(value_of("\u20130.5") == -0.5);
}

TEST_CASE("expression: an error says what cannot be read, and where") {
  const std::string operand = "a number, pi, sin, cos, exp, sqrt, ln or a parenthesis";
  CHECK(expression_error("abc") ==
        "unknown name \"abc\" at character 1; expected a number, pi, sin, cos, exp, sqrt or ln");
  CHECK(expression_error("2+tan 1") ==
        "unknown name \"tan\" at character 3; expected a number, pi, sin, cos, exp, sqrt or ln");
  CHECK(expression_error("1 2") ==
        "unexpected \"2\" at character 3; expected +, -, *, /, ^ or the end");
  CHECK(expression_error("2pi") ==
        "unexpected \"p\" at character 2; expected +, -, *, /, ^ or the end");
  CHECK(expression_error("1+") == "the answer ends where it needs " + operand);
  CHECK(expression_error("sin") == "the answer ends where it needs " + operand);
  CHECK(expression_error("") == "the answer ends where it needs " + operand);
  CHECK(expression_error("(1") == "the parenthesis opened at character 1 is never closed");
  CHECK(expression_error("1)") == "unexpected \")\" at character 2; expected ( before it");
  CHECK(expression_error("()") == "unexpected \")\" at character 2; expected " + operand);
  CHECK(expression_error("\u2212\u20AC") ==
        "unexpected \"\u20AC\" at character 2; expected " + operand);
  CHECK(expression_error(".") ==
        "the answer ends where it needs a digit before or after the point");
  CHECK(expression_error("1.2.3") ==
        "unexpected \".\" at character 4; expected +, -, *, /, ^ or the end");
  CHECK(expression_error("2 * * 3") == "unexpected \"*\" at character 5; expected " + operand);
  CHECK(expression_error(std::string("1\0", 2)).starts_with("unexpected"));
  CHECK(expression_error("\xE2\x88").starts_with("unexpected"));
}

TEST_CASE("expression: an error about a sign says what to type instead") {
  const std::string radians = "; angles are in radians, not in degrees";
  CHECK(expression_error("sin(57.3\u00B0)") == "unexpected \"\u00B0\" at character 9" + radians);
  CHECK(expression_error("90\u00BA") == "unexpected \"\u00BA\" at character 3" + radians);
  const std::string alone = "; type the answer alone, without an equals sign";
  CHECK(expression_error("=0.84") == "unexpected \"=\" at character 1" + alone);
  CHECK(expression_error("sin 1 = 0.84") == "unexpected \"=\" at character 7" + alone);
  CHECK(expression_error("sin(1) \u2248 0.84") == "unexpected \"\u2248\" at character 8" + alone);
  CHECK(expression_error("\u2243 0.84") == "unexpected \"\u2243\" at character 1" + alone);
  CHECK(expression_error("\u2245 0.84") == "unexpected \"\u2245\" at character 1" + alone);
  CHECK(expression_error("1/\u221A2") ==
        "unexpected \"\u221A\" at character 3; write sqrt( ) instead");
  const std::array superscripts{"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  for (std::size_t n = 0; n < superscripts.size(); ++n) {
    CHECK(expression_error("cos(1)" + std::string(superscripts[n])) ==
          "unexpected \"" + std::string(superscripts[n]) + "\" at character 7; write ^" +
              std::to_string(n) + " instead");
  }
  CHECK(expression_error("10\u207B\u2074") ==
        "unexpected \"\u207B\" at character 3; write ^- before a power instead");
  CHECK(expression_error("10\u207A\u2074") ==
        "unexpected \"\u207A\" at character 3; write ^ before a power instead");
}

TEST_CASE("expression: no value that is not a finite number") {
  CHECK(expression_error("1/0") == "division by zero");
  CHECK(expression_error("1/(1/0)") == "division by zero");
  CHECK(expression_error("0/0") == "division by zero");
  CHECK(expression_error("sqrt(-2)") == "the square root of -2 is not a real number");
  CHECK(expression_error("ln(2 - 2)") == "the logarithm of 0 is not a real number");
  const std::string not_finite = "part of the answer is too large, or not a real number";
  CHECK(expression_error("exp(1000)") == not_finite);
  CHECK(expression_error("1/exp(1000)") == not_finite);
  CHECK(expression_error("1e999") == not_finite);
  CHECK(expression_error("1e99999999999999") == not_finite);
  CHECK(expression_error("(-8)^(1/3)") == not_finite);
  CHECK(expression_error("0^-1") == not_finite);
}

TEST_CASE("expression: depth does no harm") {
  constexpr int deep = 20000;
  CHECK(expression_error(repeated("(", deep)) ==
        "the answer ends where it needs a number, pi, sin, cos, exp, sqrt, ln or a parenthesis");
  CHECK(value_of(repeated("(", deep) + "1" + repeated(")", deep)) == 1);
  CHECK(value_of(repeated("-", deep) + "1") == 1);
  CHECK(value_of(repeated("cos ", deep) + "1") == doctest::Approx(0.7390851332151607));
  CHECK(value_of(repeated("1^", deep) + "1") == 1);
  CHECK(value_of("1" + repeated("+1", deep)) == deep + 1);
}

TEST_CASE("plain_decimal: digits after the point, whatever the sign or the point") {
  CHECK(plain_decimal("0.54")->decimals == 2);
  CHECK(plain_decimal(" \u22120,5 ")->decimals == 1);
  CHECK(plain_decimal("- 0.96")->decimals == 2);
  CHECK(plain_decimal("+12")->decimals == 0);
  CHECK(plain_decimal(".250")->decimals == 3);
  CHECK(plain_decimal("0.01")->has_nonzero_digit);
  CHECK_FALSE(plain_decimal("0.00")->has_nonzero_digit);
  for (const char* other : {"", " ", "-", ".", "1e-4", "1/2", "0.5.1", "cos 5", "(0.5)", "0.5 1"}) {
    CAPTURE(other);
    CHECK_FALSE(plain_decimal(other));
  }
}

TEST_CASE("is_blank") {
  CHECK(is_blank(""));
  CHECK(is_blank(" \t\n\u00A0"));
  CHECK_FALSE(is_blank(" 0 "));
}

namespace {

constexpr std::array<std::string_view, 3> names{"pos", "i", "d"};

double formula_value(const std::string& text, double pos = 5, double i = 3, double d = 8) {
  CAPTURE(text);
  const auto formula = Expression::parse_formula(text, names);
  REQUIRE_MESSAGE(formula.has_value(), formula.error().message);
  std::vector<double> stack;
  const auto value = formula->evaluate(std::array{pos, i, d}, stack);
  REQUIRE_MESSAGE(value.has_value(), value.error().message);
  return *value;
}

std::string formula_error(const std::string& text, double pos = 5) {
  CAPTURE(text);
  const auto formula = Expression::parse_formula(text, names);
  if (!formula) return formula.error().message;
  std::vector<double> stack;
  const auto value = formula->evaluate(std::array{pos, 3.0, 8.0}, stack);
  REQUIRE_FALSE(value.has_value());
  return value.error().message;
}

}  // namespace

TEST_CASE("formula: variables and functions that answers do not have") {
  CHECK(formula_value("pos") == 5);
  CHECK(formula_value("POS + I*D") == 29);
  CHECK(formula_value("sin pos") == std::sin(5.0));
  CHECK(formula_value("sin(pos/10000^(i/d))") == std::sin(5 / std::pow(10000, 0.375)));
  CHECK(formula_value("-i^2") == -9);
  CHECK(formula_value("d\u00D7\u03C0") == 8 * std::numbers::pi);
  CHECK(formula_value("ln(pos) + ln exp 2") == std::log(5.0) + std::log(std::exp(2.0)));
  CHECK(formula_value("tanh(pos/10)") == std::tanh(0.5));
  CHECK(formula_value("abs(i - pos) + abs -1") == 3);
  CHECK(formula_value("floor(pos/2) + floor(-pos/2)") == -1);
  CHECK(formula_value("1.5 + .5") == 2);
  // No variable is left from one value to the next.
  const auto formula = *Expression::parse_formula("pos - i/d", names);
  std::vector<double> stack{1, 2, 3};
  CHECK(*formula.evaluate(std::array{1.0, 1.0, 2.0}, stack) == 0.5);
  CHECK(*formula.evaluate(std::array{7.0, 0.0, 2.0}, stack) == 7);
  CHECK(formula.steps() == 5);
}

TEST_CASE("formula: mod has the sign of what divides, and a comma between its two numbers") {
  CHECK(formula_value("mod(pos, 2)") == 1);
  CHECK(formula_value("mod (pos,i)") == 2);
  CHECK(formula_value("mod(-pos, 3)") == 1);
  CHECK(formula_value("mod(pos, -3)") == -1);
  CHECK(formula_value("mod(6, -3)") == 0);
  CHECK(formula_value("mod(5.5, 0.5)") == 0);
  CHECK(formula_value("mod(1e15 + 2, 3)") == 0);
  CHECK(formula_value("2*mod(1 + mod(pos, 3)*2, (2 + 1))^2 + 1") == 9);
  CHECK(formula_value("-mod(3, 2)^2") == -1);
  CHECK(formula_error("mod(pos)") ==
        "unexpected \")\" at character 8; expected a comma and a second number, as in mod(pos, 2)");
  CHECK(formula_error("mod pos") ==
        "unexpected \"p\" at character 5; expected two numbers in parentheses, as in mod(pos, 2)");
  CHECK(formula_error("mod") ==
        "the formula ends where it needs two numbers in parentheses, as in mod(pos, 2)");
  const std::string one_place =
      "; a comma only separates the two numbers of mod; decimals use a point";
  CHECK(formula_error("mod(pos, 2, 3)") == "unexpected \",\" at character 11" + one_place);
  CHECK(formula_error("sin(0,5*pos)") == "unexpected \",\" at character 6" + one_place);
  CHECK(formula_error("0,5") == "unexpected \",\" at character 2" + one_place);
  CHECK(formula_error("mod((1, 2), 3)") == "unexpected \",\" at character 7" + one_place);
  CHECK(formula_error("mod(pos, 0)") == "division by zero");
  CHECK(formula_error("mod(1").starts_with("the parenthesis opened at character 4"));
  CHECK(formula_error("mod(1,").starts_with("the formula ends where it needs a number"));
  CHECK(formula_error("mod(,1)").starts_with("unexpected \",\" at character 5"));
}

TEST_CASE("formula: // and % are Python's, and bind as products do") {
  // Computed by CPython 3.11.
  struct Case {
    double a;
    double b;
    double quotient;
    double rest;
  };
  for (const Case& one : {
           Case{7, 2, 3, 1},
           Case{-7, 2, -4, 1},
           Case{7, -2, -4, -1},
           Case{-7, -2, 3, -1},
           Case{1, 0.1, 9, 0.09999999999999995},
           Case{-1, 0.1, -10, 5.551115123125783e-17},
           Case{5.5, 0.5, 11, 0},
           Case{1e15, 3, 333333333333333, 1},
           Case{0.3, 0.1, 2, 0.09999999999999998},
           Case{-0.5, 8, -1, 7.5},
           Case{6, -3, -2, -0.0},
           Case{0, -3, -0.0, -0.0},
       }) {
    CAPTURE(one.a);
    CAPTURE(one.b);
    const auto both = [&](const std::string& sign) {
      const auto formula = *Expression::parse_formula("pos " + sign + " i", names);
      std::vector<double> stack;
      return *formula.evaluate(std::array{one.a, one.b, 8.0}, stack);
    };
    CHECK(both("//") == one.quotient);
    CHECK(std::signbit(both("//")) == std::signbit(one.quotient));
    CHECK(both("%") == one.rest);
    CHECK(std::signbit(both("%")) == std::signbit(one.rest));
  }
  CHECK(formula_value("2*i//2*2 + i%2*pi/2") == 6 + std::numbers::pi / 2);
  CHECK(formula_value("17 % 5 // 2 * 3") == 3);
  CHECK(formula_value("-7 // 2") == -4);
  CHECK(formula_value("7 % (2 + 1)^2") == 7);
  CHECK(formula_value("2^3 // 3 % 2") == 0);
  CHECK(formula_value("pos//2") == formula_value("floor(pos/2)"));
  CHECK(formula_value("2**3**2") == 512);
  CHECK(formula_value("10000**(2*(i//2)/d)") == std::pow(10000, 0.25));
  CHECK(formula_error("pos // 0") == "division by zero");
  CHECK(formula_error("pos % 0") == "division by zero");
  CHECK(formula_error("pos / / 2").starts_with("unexpected \"/\" at character 7"));
  CHECK(formula_error("pos /// 2").starts_with("unexpected \"/\" at character 7"));
  CHECK(formula_error("pos %% 2").starts_with("unexpected \"%\" at character 6"));
  CHECK(formula_error("% 2").starts_with("unexpected \"%\" at character 1"));
  CHECK(formula_error("1e300 // 1e-300") == "part of the formula is too large");
}

TEST_CASE("formula: names as they stand in programs") {
  CHECK(formula_value("np.sin(pos) + math.cos(pos)") == std::sin(5.0) + std::cos(5.0));
  CHECK(formula_value("math.pi * NumPy.Pi") == std::numbers::pi * std::numbers::pi);
  CHECK(formula_value("torch.exp(-pos/d)") == std::exp(-0.625));
  CHECK(formula_value("np.log(pos) + math.log(d)") == std::log(5.0) + std::log(8.0));
  CHECK(formula_value("np.mod(pos, 2) + np.abs(-i) + math.fabs(-1)") == 5);
  CHECK(formula_value("np.sin(pos)**2") == std::pow(std::sin(5.0), 2));
  CHECK(formula_value("np.sin(pos / np.exp(i*np.log(10000)/d))") ==
        std::sin(5 / std::exp(3 * std::log(10000.0) / 8)));
  CHECK(formula_error("log(pos)") ==
        "unknown name \"log\" at character 1; write ln( ) for the natural logarithm");
  CHECK(formula_error("2*np.power(pos, 2)") ==
        "unknown name \"np.power\" at character 3; write a^b or a**b");
  CHECK(formula_error("math.e") == "unknown name \"math.e\" at character 1; write exp(1)");
  CHECK(formula_error("np.pos").starts_with("unknown name \"np.pos\" at character 1; expected "));
  CHECK(formula_error("np.").starts_with("unknown name \"np.\" at character 1"));
  CHECK(formula_error("np").starts_with("unknown name \"np\" at character 1"));
  CHECK(formula_error("scipy.sin(1)").starts_with("unknown name \"scipy\" at character 1"));
  CHECK(formula_error("pos.sin").starts_with("unexpected \".\" at character 4"));
  // Answers are typed, not copied from programs.
  CHECK(expression_error("np.sin(1)").starts_with("unknown name \"np\""));
  CHECK(expression_error("5 // 2").starts_with("unexpected \"/\" at character 4"));
}

TEST_CASE("formula: what is not understood is named, with its place") {
  const std::string operands =
      "a number, pos, i, d, pi, sin, cos, exp, sqrt, ln, tanh, abs, floor, mod or a parenthesis";
  CHECK(formula_error("x + 1") ==
        "unknown name \"x\" at character 1; expected a number, pos, i, d, pi, sin, cos, exp, sqrt, "
        "ln, tanh, abs, floor or mod");
  CHECK(formula_error("").starts_with("the formula ends where it needs " + operands));
  CHECK(formula_error("pos +") == "the formula ends where it needs " + operands);
  CHECK(formula_error("2pos") ==
        "unexpected \"p\" at character 2; expected +, -, *, /, //, %, ^ or the end "
        "(products are written out: 2*pos)");
  CHECK(formula_error("PE = pos").starts_with("unknown name \"PE\" at character 1"));
  CHECK(formula_error("= pos") ==
        "unexpected \"=\" at character 1; type the formula alone, without a left side");
  CHECK(formula_error("|pos|") == "unexpected \"|\" at character 1; write abs( ) instead");
  CHECK(formula_error("pos\u00B2") == "unexpected \"\u00B2\" at character 4; write ^2 instead");
  // What an answer may have is not changed by what a formula may.
  CHECK(expression_error("pos").starts_with("unknown name \"pos\""));
  CHECK(expression_error("floor(2)").starts_with("unknown name \"floor\""));
  CHECK(expression_error("5 % 2") ==
        "unexpected \"%\" at character 3; expected +, -, *, /, ^ or the end");
}

TEST_CASE("formula: why there is no value") {
  CHECK(formula_error("1/pos", 0) == "division by zero");
  CHECK(formula_error("ln pos", 0) == "the logarithm of 0 is not a real number");
  CHECK(formula_error("ln(-pos)", 2) == "the logarithm of -2 is not a real number");
  CHECK(formula_error("sqrt(-pos)", 2) == "the square root of -2 is not a real number");
  CHECK(formula_error("pos^-1", 0) == "0^(-1) divides by zero");
  CHECK(formula_error("(-pos)^0.5", 2) == "(-2)^(0.5) is not a real number");
  CHECK(formula_error("exp(pos)", 1000) == "part of the formula is too large");
  CHECK(formula_error("0*10^pos", 1000) == "part of the formula is too large");
  CHECK(formula_error("1e999") == "part of the formula is too large");
}

TEST_CASE("formula: one that is too long is refused at once") {
  CHECK(formula_error("1" + repeated("+1", 1000000)) ==
        "the formula has 2000001 characters, but at most 4000 are allowed");
  CHECK(formula_error(repeated("(", 4001)) ==
        "the formula has 4001 characters, but at most 4000 are allowed");
  CHECK(formula_error(repeated("\x80", 16001)).starts_with("the formula has "));
  CHECK(formula_error(repeated("(", 4000)).starts_with("the formula ends"));
  CHECK(formula_value(repeated("(", 1998) + "pos" + repeated(")", 1998) + " ") == 5);
  CHECK(formula_value("1" + repeated("+1", 499)) == 500);
  CHECK(formula_error("1" + repeated("+1", 500)) ==
        "the formula takes 1001 steps (numbers, variables and operations), but at most 1000 are "
        "allowed");
  // Characters, not bytes.
  CHECK(formula_value(repeated("\u2212", 900) + "1" + repeated("\u00A0", 3099)) == 1);
}
