#include "posenc/encoding/sinusoidal.hpp"

#include "test.hpp"

namespace {
InverseFrequencies frequencies(Index d, double base = 10000) {
  return *GeometricFrequencies::make(d, base);
}
}  // namespace

TEST_CASE("every row has norm sqrt(d/2) and lies in [-1, 1]") {
  const std::array positions{-17.0, 0.0, 0.5, 1.0, 99999.0, 1e6, 1e12};
  for (const Index d : {2, 6, 128}) {
    const Matrix table = *sinusoidal_table(frequencies(d), positions);
    REQUIRE(table.rows() == 7);
    REQUIRE(table.cols() == d);
    for (Index row = 0; row < table.rows(); ++row) {
      CHECK(table.row(row).squaredNorm() ==
            doctest::Approx(static_cast<double>(d) / 2).epsilon(1e-13));
    }
    CHECK(table.cwiseAbs().maxCoeff() <= 1);
  }
}

TEST_CASE("both layouts hold the same columns in another order") {
  const std::array positions{0.0, 1.0, 7.0};
  const Matrix interleaved = *sinusoidal_table(frequencies(6), positions);
  const Matrix concatenated =
      *sinusoidal_table(frequencies(6), positions, ColumnLayout::concatenated);
  const std::array order{0, 2, 4, 1, 3, 5};
  for (Index c = 0; c < 6; ++c) {
    CHECK(concatenated.col(c) == interleaved.col(order[static_cast<std::size_t>(c)]));
  }
}

TEST_CASE("one encoding is the row of the table") {
  const std::array position{12345.0};
  const Vector row = sinusoidal_table(frequencies(16), position)->row(0);
  CHECK(*sinusoidal_encoding(frequencies(16), 12345) == row);
}

TEST_CASE("single columns are those of the table") {
  const std::array positions{0.0, 0.25, 7.0, 1e6};
  const std::array dimensions{5.0, 0.0, 5.0, 4.0};
  const Matrix table = *sinusoidal_table(frequencies(6), positions);
  const Matrix columns = *sinusoidal_columns(frequencies(6), dimensions, positions);
  REQUIRE(columns.rows() == 4);
  REQUIRE(columns.cols() == 4);
  for (Index col = 0; col < 4; ++col) {
    const auto dimension = static_cast<Index>(dimensions[static_cast<std::size_t>(col)]);
    CHECK(columns.col(col) == table.col(dimension));
  }
}

TEST_CASE("columns: a dimension that there is not is an error") {
  const std::array positions{1.0};
  for (const auto& [dimension, shown] :
       {std::pair{6.0, "6"}, {-1.0, "-1"}, {0.5, "0.5"}, {std::nan(""), "nan"}}) {
    CHECK(sinusoidal_columns(frequencies(6), {&dimension, 1}, positions).error().message ==
          "[sinusoidal] each of dimensions must be a whole number from 0 to 5 but got " +
              std::string(shown));
  }
  const double bad = std::numeric_limits<double>::infinity();
  const std::array dimensions{0.0};
  CHECK(sinusoidal_columns(frequencies(6), dimensions, {&bad, 1}).error().message ==
        "[sinusoidal] each of positions must be a number between -2^53 and 2^53 but got inf");
}

TEST_CASE("no positions, no rows") { CHECK(sinusoidal_table(frequencies(4), {})->rows() == 0); }

TEST_CASE("sinusoidal: bad positions and impossible sizes are errors") {
  CHECK(sinusoidal_encoding(frequencies(4), std::nan("")).error().message ==
        "[sinusoidal] position must be a number between -2^53 and 2^53 but got nan");
  CHECK_FALSE(sinusoidal_encoding(frequencies(4), 1e16));
  const std::vector<double> many(1 << 14);
  CHECK(sinusoidal_table(frequencies(1 << 14), many).error().code == ErrorCode::too_large);
}

TEST_CASE("extreme but valid bases and positions stay finite") {
  for (const double base : {1e-280, 1e-3, 1.0, 1e300}) {
    CAPTURE(base);
    const auto encoding = sinusoidal_encoding(frequencies(64, base), max_position);
    CHECK(encoding->allFinite());
  }
}
