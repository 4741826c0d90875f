#include "posenc/encoding/custom.hpp"

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

namespace {

Matrix custom_table(const std::string& formula, double d, double count) {
  const auto encoding = CustomEncoding::make(formula, d);
  REQUIRE_MESSAGE(encoding.has_value(), encoding.error().message);
  const auto table = encoding->table(count);
  REQUIRE_MESSAGE(table.has_value(), table.error().message);
  return *table;
}

std::string custom_error(const std::string& formula, double d = 4, double count = 8) {
  const auto encoding = CustomEncoding::make(formula, d);
  return encoding ? message(encoding->table(count)) : message(encoding);
}

}  // namespace

TEST_CASE("custom: the paper's formula makes the sinusoidal table") {
  std::vector<double> positions(300);
  std::iota(positions.begin(), positions.end(), 0.0);
  for (const Index d : {2, 16, 64}) {
    const Matrix typed =
        custom_table(std::string(custom_examples[0].formula), static_cast<double>(d), 300);
    const Matrix paper = *sinusoidal_table(*GeometricFrequencies::make(d, 10000), positions);
    REQUIRE(typed.rows() == 300);
    REQUIRE(typed.cols() == d);
    CHECK((typed - paper).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("custom: rows are positions, columns dimensions") {
  CHECK(custom_table("100*pos + 10*i + d", 3, 2) ==
        (Matrix(2, 3) << 3, 13, 23, 103, 113, 123).finished());
  CHECK(custom_table("mod(floor(pos/2^i), 2)", 3, 6).row(5) == Eigen::RowVector3d(1, 0, 1));
  CHECK(custom_table("0", 1, 1) == Matrix::Zero(1, 1));
  CHECK(custom_table("i", 1024, 1)(0, 1023) == 1023);
  const auto encoding = *CustomEncoding::make("pos", 2);
  CHECK(encoding.dimension() == 2);
  CHECK((*encoding.table(std::array{-1.5, 1e15}))(0, 1) == -1.5);
  CHECK((*encoding.table(std::array{-1.5, 1e15}))(1, 0) == 1e15);
  CHECK(encoding.table(std::vector<double>{})->rows() == 0);
}

TEST_CASE("custom: every example has a table, and no two are called the same") {
  for (const CustomExample& example : custom_examples) {
    CAPTURE(example.name);
    const Matrix table =
        custom_table(std::string(example.formula), static_cast<double>(example.d), 128);
    CHECK(table.cwiseAbs().maxCoeff() < 10);
    for (const CustomExample& other : custom_examples) {
      CHECK((&other == &example || other.name != example.name));
    }
  }
}

TEST_CASE("custom: an element that is no finite number is named, with why") {
  CHECK(custom_error("1/pos") ==
        "[own] PE(pos, i) must be a finite number but at pos = 0, i = 0 it is not: division by "
        "zero");
  CHECK(custom_error("sqrt(5 - pos*i)") ==
        "[own] PE(pos, i) must be a finite number but at pos = 2, i = 3 it is not: the square root "
        "of -1 is not a real number");
  CHECK(
      custom_error("ln(pos)") ==
      "[own] PE(pos, i) must be a finite number but at pos = 0, i = 0 it is not: the logarithm of "
      "0 is not a real number");
  CHECK(custom_error("10^(50*pos)") ==
        "[own] PE(pos, i) must be at most 1e100 in magnitude but at pos = 3, i = 0 it is 1e+150");
  CHECK(custom_error("-10^(100*pos)") ==
        "[own] PE(pos, i) must be at most 1e100 in magnitude but at pos = 2, i = 0 it is -1e+200");
}

TEST_CASE("custom: formulas that cannot be parsed, and sizes that are too large") {
  CHECK(custom_error("sin(x)") ==
        "[own] formula: unknown name \"x\" at character 5; expected a number, pos, i, d, pi, sin, "
        "cos, exp, sqrt, ln, tanh, abs, floor or mod");
  CHECK(custom_error(" ").starts_with("[own] formula: the formula ends where it needs a number"));
  std::string terms = "1";
  for (int n = 0; n < 1000000; ++n) terms += "+1";
  CHECK(custom_error(terms) ==
        "[own] formula: the formula has 2000001 characters, but at most 4000 are allowed");
  CHECK(custom_error("pos", 0).starts_with("[own] d must be "));
  CHECK(custom_error("pos", 2.5).starts_with("[own] d must be "));
  CHECK(custom_error("pos", std::nan("")).starts_with("[own] d must be "));
  CHECK(custom_error("pos", 1025) == "[own] d must be at most 1024 but got 1025");
  CHECK(custom_error("pos", 4, 0).starts_with("[own] positions must be "));
  CHECK(custom_error("pos", 1024, 1e9).starts_with("[own] the table "));
  CHECK(custom_error("pos + i + 1 + 2 + 3 + 4 + 5", 1024, 50000) ==
        "[own] the table would take 50000 x 1024 x 13 steps, but at most 268435456 are computed at "
        "once");
  CHECK(message(CustomEncoding::make("pos", 4)->table(std::array{infinity}))
            .starts_with("[own] each of positions must be "));
}
