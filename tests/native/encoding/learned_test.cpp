#include "posenc/encoding/learned.hpp"

#include "../central_differences.hpp"
#include "drawn.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

namespace {

std::vector<double> random_positions(Random& random, Index count, Index rows) {
  std::vector<double> positions;
  for (Index n = 0; n < count; ++n) {
    positions.push_back(static_cast<double>(drawn::index(random, 0, rows - 1)));
  }
  return positions;
}

}  // namespace

TEST_CASE("a new table: normal numbers with the given deviation, drawn row by row") {
  const Matrix table = *learned_table(200, 50, 7);
  REQUIRE(table.rows() == 200);
  REQUIRE(table.cols() == 50);
  CHECK(std::abs(table.mean()) < 4 * 0.02 / 100);
  const double variance = table.squaredNorm() / 10000;
  CHECK(std::abs(variance / (0.02 * 0.02) - 1) < 4 * std::sqrt(2.0 / 10000));
  Random random(7);
  for (Index col = 0; col < 50; ++col) CHECK(table(0, col) == 0.02 * random.normal());
  CHECK(table(1, 0) == 0.02 * random.normal());

  // In parentheses: a table of this size is not to be printed.
  CHECK((*learned_table(200, 50, 7) == table));
  CHECK((*learned_table(200, 50, 8) != table));
  CHECK((*learned_table(200, 50, 7, 0.04) == 2 * table));
  // More rows leave those that there are as they are.
  CHECK((learned_table(300, 50, 7)->topRows(200) == table));
  CHECK(learned_table(3, 3, max_position, 1e300)->allFinite());
}

TEST_CASE("look_up returns rows unchanged, in the given order") {
  Random random(11);
  for (int round = 0; round < 20; ++round) {
    const Index rows = drawn::index(random, 1, 40);
    const Index cols = drawn::index(random, 1, 9);
    const Index count = drawn::index(random, 0, 60);
    CAPTURE(round);
    const Matrix table = drawn::matrix(random, rows, cols);
    const auto positions = random_positions(random, count, rows);
    const Matrix output = *look_up(table, positions);
    REQUIRE(output.rows() == count);
    REQUIRE(output.cols() == cols);
    for (Index n = 0; n < count; ++n) {
      const auto position = static_cast<Index>(positions[static_cast<std::size_t>(n)]);
      CHECK(output.row(n) == table.row(position));
    }
  }
}

TEST_CASE("the gradient of looking up is that of central differences") {
  Random random(12);
  for (int round = 0; round < 8; ++round) {
    const Index rows = drawn::index(random, 2, 6);
    const Index cols = drawn::index(random, 1, 4);
    CAPTURE(round);
    const Matrix table = drawn::matrix(random, rows, cols);
    auto positions = random_positions(random, 9, rows);
    positions[0] = positions[1];  // one position at least occurs twice
    // L = sum of sin(output), dL/doutput = cos(output)
    const auto loss = [&](const Matrix& x) { return look_up(x, positions)->array().sin().sum(); };
    const Matrix to_output = look_up(table, positions)->array().cos();
    const Matrix to_table = *look_up_gradient(static_cast<double>(rows), positions, to_output);
    REQUIRE(to_table.rows() == rows);
    REQUIRE(to_table.cols() == cols);
    const Matrix expected = central_differences(table, loss);
    CHECK((to_table - expected).cwiseAbs().maxCoeff() < 1e-8);
    CHECK(expected.cwiseAbs().maxCoeff() > 0.1);
  }
}

TEST_CASE("the gradient adds up where a position occurs twice, and is 0 where none does") {
  Matrix gradient(4, 2);
  gradient << 1, 2, 10, 20, 100, 200, 1000, 2000;
  Matrix expected(5, 2);
  expected << 0, 0, 1101, 2202, 0, 0, 0, 0, 10, 20;
  CHECK(*look_up_gradient(5, std::array{1.0, 4.0, 1.0, 1.0}, gradient) == expected);
  CHECK(*look_up_gradient(3, {}, Matrix(0, 2)) == Matrix::Zero(3, 2));

  // Each row of its own: looking the gradient up gives back what was put in.
  Random random(13);
  const Matrix distinct = drawn::matrix(random, 6, 3);
  const std::array positions{5.0, 0.0, 3.0, 1.0, 7.0, 6.0};
  CHECK(*look_up(*look_up_gradient(8, positions, distinct), positions) == distinct);
}

TEST_CASE("hybrid: the sinusoidal encoding and the learned one, added") {
  Random random(14);
  for (int round = 0; round < 10; ++round) {
    const Index d = 2 * drawn::index(random, 1, 8);
    const Index rows = drawn::index(random, 1, 50);
    CAPTURE(d);
    CAPTURE(rows);
    const auto frequencies = *GeometricFrequencies::make(d, 10000);
    const auto positions = random_positions(random, 12, rows);
    const Matrix sinusoidal = *sinusoidal_table(frequencies, positions);
    CHECK(*hybrid_encoding(frequencies, Matrix::Zero(rows, d), positions) == sinusoidal);
    const Matrix table = drawn::matrix(random, rows, d);
    const Matrix sum = *hybrid_encoding(frequencies, table, positions);
    CHECK((sum - sinusoidal - *look_up(table, positions)).cwiseAbs().maxCoeff() < 1e-15);
    for (Index i = 0; i < d / 2; ++i) {  // interleaved, at the last position
      const double angle = positions[11] * frequencies.values()[i];
      const auto row = static_cast<Index>(positions[11]);
      CHECK(sum(11, 2 * i) == std::sin(angle) + table(row, 2 * i));
      CHECK(sum(11, 2 * i + 1) == std::cos(angle) + table(row, 2 * i + 1));
    }
  }
}

TEST_CASE("learned: bad sizes, seeds and deviations are errors that name the value") {
  for (const auto& [value, shown] : {std::pair{0.0, "0"},
                                     {-3.0, "-3"},
                                     {1.5, "1.5"},
                                     {std::nan(""), "nan"},
                                     {infinity, "inf"},
                                     {2147483648.0, "2147483648"}}) {
    const std::string expected =
        std::string(" must be a whole number above 0 and below 2^31 but got ") + shown;
    CHECK(message(learned_table(value, 4, 1)) == "[learned] rows" + expected);
    CHECK(message(learned_table(4, value, 1)) == "[learned] cols" + expected);
    CHECK(message(look_up_gradient(value, {}, Matrix(0, 2))) == "[learned] rows" + expected);
  }
  for (const auto& [seed, shown] : {std::pair{-1.0, "-1"},
                                    {0.5, "0.5"},
                                    {9007199254740994.0, "9007199254740994"},
                                    {std::nan(""), "nan"},
                                    {infinity, "inf"}}) {
    CHECK(message(learned_table(4, 4, seed)) ==
          std::string("[learned] seed must be a whole number from 0 to 2^53 but got ") + shown);
  }
  for (const auto& [deviation, shown] : {std::pair{0.0, "0"},
                                         {-0.02, "-0.02"},
                                         {1e301, "1e+301"},
                                         {std::nan(""), "nan"},
                                         {infinity, "inf"}}) {
    CHECK(message(learned_table(4, 4, 0, deviation)) ==
          std::string("[learned] standard_deviation must be a number above 0 and at most 1e300 but "
                      "got ") +
              shown);
  }
  const auto large = learned_table(2147483647, 2147483647, 0);
  CHECK(message(large) ==
        "[learned] the table would have 2147483647 x 2147483647 elements, but at most 67108864 are "
        "computed at once");
  CHECK(large.error().code == ErrorCode::too_large);
}

TEST_CASE("learned: a position without a row is an error that names both") {
  const Matrix table = Matrix::Zero(512, 2);
  const std::string expected =
      "[learned] each of positions must be a whole number from 0 to 511, as the table has 512 "
      "rows, but "
      "got ";
  for (const auto& [position, shown] : {std::pair{512.0, "512"},
                                        {-1.0, "-1"},
                                        {0.5, "0.5"},
                                        {9007199254740994.0, "9007199254740994"},
                                        {std::nan(""), "nan"},
                                        {infinity, "inf"},
                                        {-infinity, "-inf"}}) {
    const std::array positions{511.0, position};
    CHECK(message(look_up(table, positions)) == expected + shown);
    CHECK(message(look_up_gradient(512, positions, Matrix(2, 2))) == expected + shown);
    CHECK(message(hybrid_encoding(*GeometricFrequencies::make(2, 100), table, positions)) ==
          expected + shown);
  }
  CHECK(message(look_up(Matrix::Zero(1, 2), std::array{1.0})) ==
        "[learned] each of positions must be a whole number from 0 to 0, as the table has 1 row, "
        "but got 1");
}

TEST_CASE("learned: shapes that do not fit are errors that name both") {
  const std::array positions{0.0, 1.0};
  const std::string empty = "[learned] the table must have at least one row and one column";
  CHECK(message(look_up(Matrix(0, 3), {})) == empty);
  CHECK(message(look_up(Matrix(3, 0), {})) == empty);
  CHECK(message(look_up_gradient(3, positions, Matrix::Zero(3, 2))) ==
        "[learned] the gradient must have a row for each of the 2 positions but has 3");
  for (const double bad : {std::nan(""), -1e101}) {
    CHECK(message(look_up_gradient(512, std::vector<double>{1}, Matrix::Constant(1, 2, bad))) ==
          "[learned] every element of the gradient must be a number up to 1e+100 in magnitude but "
          "one is " +
              format_number(bad));
  }
  CHECK(message(look_up_gradient(3, positions, Matrix(2, 0))) ==
        "[learned] the gradient must have at least one column");
  CHECK(message(
            hybrid_encoding(*GeometricFrequencies::make(8, 100), Matrix::Zero(2, 6), positions)) ==
        "[hybrid] the table must have as many columns as the encoding, 8, but has 6");
  const auto gradient = look_up_gradient(2147483647, {}, Matrix(0, 2));
  CHECK(message(gradient) ==
        "[learned] the gradient would have 2147483647 x 2 elements, but at most 67108864 are "
        "computed at once");
  const std::vector<double> many(1 << 14);
  CHECK(message(look_up(Matrix::Zero(1, 4097), many)) ==
        "[learned] the output would have 16384 x 4097 elements, but at most 67108864 are computed "
        "at once");
}
