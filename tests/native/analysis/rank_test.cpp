#include "posenc/analysis/rank.hpp"

#include "drawn.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

namespace {

/// A random orthogonal matrix: a product of reflections.
Matrix orthogonal(Random& random, Index n) {
  Matrix q = Matrix::Identity(n, n);
  for (Index reflection = 0; reflection < n; ++reflection) {
    const Vector v = drawn::vector(random, n).normalized();
    q -= 2 * (q * v) * v.transpose();
  }
  return q;
}

/// A table with the singular values `sigma`, as many as its smaller side has rows.
Matrix table_with(Random& random, const Vector& sigma, Index rows, Index cols) {
  Matrix middle = Matrix::Zero(rows, cols);
  middle.diagonal() = sigma;
  return orthogonal(random, rows) * middle * orthogonal(random, cols);
}

void check_values(const Matrix& table, Vector expected) {
  std::sort(expected.begin(), expected.end(), std::greater());
  const Vector got = *singular_values(table);
  REQUIRE(got.size() == expected.size());
  CHECK((got - expected).cwiseAbs().maxCoeff() <= 1e-14 * expected[0]);
  CHECK(std::is_sorted(got.begin(), got.end(), std::greater()));
  CHECK(got.minCoeff() >= 0);
}

Matrix sinusoidal(Index d, const std::vector<double>& positions) {
  return *sinusoidal_table(*GeometricFrequencies::make(d, 10000), positions);
}

}  // namespace

TEST_CASE("singular values are those that a table was made with, for any shape") {
  Random random(1);
  for (int round = 0; round < 60; ++round) {
    const Index rows = drawn::index(random, 1, 24);
    const Index cols = drawn::index(random, 1, 24);
    CAPTURE(rows);
    CAPTURE(cols);
    const Index n = std::min(rows, cols);
    Vector spread(n);
    for (double& value : spread) value = drawn::magnitude(random, 1e-12, 1);
    check_values(table_with(random, spread, rows, cols), spread);
    // Equal ones, and zeros among them.
    Vector equal = Vector::Ones(n);
    equal.tail(n / 3).setZero();
    const Matrix table = table_with(random, equal, rows, cols);
    check_values(table, equal);
    CHECK(*numerical_rank(table, 1e-10) == n - n / 3);
    CHECK(*numerical_rank(table.transpose(), 1e-10) == n - n / 3);
  }
}

TEST_CASE("the rank counts the singular values above the tolerance times the largest") {
  Random random(2);
  Vector sigma(6);
  sigma << 5, 0.5, 0.05, 5e-4, 5e-6, 5e-9;
  for (int round = 0; round < 10; ++round) {
    const Matrix table = table_with(random, sigma, drawn::index(random, 6, 20), 6);
    const auto rank = [&](double tolerance) { return *numerical_rank(table, tolerance); };
    CHECK(rank(0.5) == 1);
    CHECK(rank(0.11) == 1);
    CHECK(rank(0.09) == 2);
    CHECK(rank(1e-3) == 3);
    CHECK(rank(1.1e-4) == 3);
    CHECK(rank(0.9e-4) == 4);
    CHECK(rank(1e-8) == 5);
    CHECK(rank(1e-10) == 6);
  }
  // Only above: exactly at the tolerance does not count.
  Matrix exact = Matrix::Zero(2, 2);
  exact.diagonal() << 4, 1;
  CHECK(*numerical_rank(exact, 0.25) == 1);
  CHECK(*numerical_rank(exact, std::nextafter(0.25, 0)) == 2);
}

TEST_CASE("singular values in closed form") {
  for (Index n = 1; n <= 60; ++n) {
    CAPTURE(n);
    // The triangle of ones: 1/(2 sin((2j - 1) pi/(4n + 2))).
    const Matrix triangle = Matrix(Matrix::Ones(n, n)).triangularView<Eigen::Lower>();
    Vector expected(n);
    for (Index j = 1; j <= n; ++j) {
      expected[j - 1] = 0.5 / std::sin(static_cast<double>(2 * j - 1) * std::numbers::pi /
                                       static_cast<double>(4 * n + 2));
    }
    check_values(triangle, expected);
    check_values(Matrix::Identity(n, n), Vector::Ones(n));
    // One direction alone.
    Vector one = Vector::Zero(n);
    one[0] = static_cast<double>(n) * std::sqrt(2.0);
    check_values(Matrix::Constant(2 * n, n, -1), one);
    CHECK(*numerical_rank(Matrix::Constant(2 * n, n, -1), 1e-12) == 1);
  }
  check_values(Matrix::Constant(1, 1, -7), Vector::Constant(1, 7));
  Matrix row(1, 3);
  row << 2, -3, 6;
  check_values(row, Vector::Constant(1, 7));
  check_values(row.transpose(), Vector::Constant(1, 7));
}

TEST_CASE("singular values do not depend on the order of rows and columns, and scale exactly") {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const Index rows = drawn::index(random, 1, 30);
    const Matrix table = drawn::matrix(random, rows, drawn::index(random, 1, 30));
    const Vector values = *singular_values(table);
    check_values(table.transpose(), values);
    check_values(table.colwise().reverse(), values);
    check_values(table.rowwise().reverse(), values);
    CHECK(values.squaredNorm() == doctest::Approx(table.squaredNorm()).epsilon(1e-13));
    // Far beyond where a square would overflow, or vanish.
    for (const int exponent : {-1000, -400, 1, 300}) {
      const double scale = std::ldexp(1.0, exponent);
      const Vector scaled = *singular_values(table * scale);
      if (exponent > -1000) CHECK(scaled == Vector(values * scale));
      CHECK((scaled - values * scale).cwiseAbs().maxCoeff() <= 1e-14 * values[0] * scale);
    }
  }
}

TEST_CASE("singular values whose squares are no numbers are as good as 0 beside the largest") {
  Random random(4);
  for (const double small : {1e-99, 1e-101, 1e-155, 1e-160, 1e-200, 1e-310}) {
    CAPTURE(small);
    Matrix table = small * drawn::matrix(random, 6, 5);
    table(4, 2) = 3;
    check_values(table, 3 * Vector::Unit(5, 0));
    table(1, 1) = -2;
    check_values(table, 3 * Vector::Unit(5, 0) + 2 * Vector::Unit(5, 1));
  }
}

// The singular values next to the tolerance were computed apart from the core, in 80-bit arithmetic by
// two-sided Jacobi rotations.
TEST_CASE("a window of 100 positions at d = 128 has rank 32, of 1000 positions 64") {
  const auto frequencies = *GeometricFrequencies::make(128, 10000);
  const SinusoidalRank window = *sinusoidal_rank(frequencies, 100, 1e-6);
  CHECK(window.rank == 32);
  REQUIRE(window.singular_values.size() == 100);
  CHECK(window.singular_values[0] == doctest::Approx(61.61065289557304).epsilon(1e-14));
  CHECK(window.singular_values[31] == doctest::Approx(4.0142016416837953e-4).epsilon(1e-9));
  CHECK(window.singular_values[32] == doctest::Approx(3.4845382659858158e-5).epsilon(1e-8));

  const SinusoidalRank thousand = *sinusoidal_rank(frequencies, 1000, 1e-6);
  CHECK(thousand.rank == 64);
  REQUIRE(thousand.singular_values.size() == 128);
  CHECK(thousand.singular_values[0] == doctest::Approx(148.33160433015752).epsilon(1e-14));
  CHECK(thousand.singular_values[63] == doctest::Approx(1.4124543354392676e-3).epsilon(1e-9));
  CHECK(thousand.singular_values[64] == doctest::Approx(1.2723082920531771e-4).epsilon(1e-8));
}

TEST_CASE("the rank of the sinusoidal table is that of its rows") {
  for (const Index d : {2, 6, 32}) {
    for (const Index count : {1, 2, 5, 40}) {
      CAPTURE(d);
      CAPTURE(count);
      std::vector<double> positions;
      for (Index p = 0; p < count; ++p) positions.push_back(static_cast<double>(p));
      const Matrix table = sinusoidal(d, positions);
      for (const double tolerance : {1e-3, 1e-6, 1e-12}) {
        const auto got = *sinusoidal_rank(*GeometricFrequencies::make(d, 10000),
                                          static_cast<double>(count), tolerance);
        CHECK(got.singular_values == *singular_values(table));
        CHECK(got.rank == *numerical_rank(table, tolerance));
        CHECK(got.rank <= std::min(count, d));
      }
      // Every row has the norm sqrt(d/2).
      CHECK(singular_values(table)->squaredNorm() ==
            doctest::Approx(static_cast<double>(count * d) / 2).epsilon(1e-13));
    }
  }
}

TEST_CASE("positions that come again add no rank, and make its values larger") {
  std::vector<double> once{0, 1, 5, 11};
  std::vector<double> thrice;
  for (int time = 0; time < 3; ++time) thrice.insert(thrice.end(), once.begin(), once.end());
  const Matrix table = sinusoidal(16, once);
  const Matrix repeated = sinusoidal(16, thrice);
  CHECK(*numerical_rank(table, 1e-10) == 4);
  CHECK(*numerical_rank(repeated, 1e-10) == 4);
  const Vector values = *singular_values(repeated);
  REQUIRE(values.size() == 12);
  CHECK((values.head(4) - std::sqrt(3.0) * *singular_values(table)).cwiseAbs().maxCoeff() < 1e-14);
  CHECK(values.tail(8).maxCoeff() < 1e-14);
}

TEST_CASE("rank: a table of zeros has none, nor has one without entries") {
  for (const auto& [rows, cols] :
       {std::pair<Index, Index>{3, 5}, {5, 3}, {1, 1}, {0, 4}, {4, 0}, {0, 0}}) {
    const Matrix zeros = Matrix::Zero(rows, cols);
    CHECK(*singular_values(zeros) == Vector::Zero(std::min(rows, cols)));
    CHECK(*numerical_rank(zeros, 0.5) == 0);
    CHECK(*numerical_rank(zeros, 1e-300) == 0);
  }
}

TEST_CASE("rank: bad tables, tolerances and counts are errors that name the value") {
  const Matrix table = Matrix::Ones(2, 2);
  const auto frequencies = *GeometricFrequencies::make(4, 10000);
  for (const auto& [tolerance, shown] : {std::pair{0.0, "0"},
                                         {1.0, "1"},
                                         {-1e-6, "-1e-06"},
                                         {2.0, "2"},
                                         {std::nan(""), "nan"},
                                         {infinity, "inf"}}) {
    const std::string expected =
        std::string("[rank] tolerance must be a number above 0 and below 1 but got ") + shown;
    CHECK(numerical_rank(table, tolerance).error().message == expected);
    CHECK(sinusoidal_rank(frequencies, 9, tolerance).error().message == expected);
  }
  for (const auto& [bad, shown] : {std::pair{std::nan(""), "nan"},
                                   {infinity, "inf"},
                                   {-infinity, "-inf"},
                                   {-1.5e100, "-1.5e+100"}}) {
    Matrix spoiled = table;
    spoiled(1, 0) = bad;
    const std::string expected = std::string(
                                     "[rank] every entry of the table must be a number up to "
                                     "1e+100 in magnitude but one is ") +
                                 shown;
    CHECK(singular_values(spoiled).error().message == expected);
    CHECK(numerical_rank(spoiled, 0.5).error().message == expected);
  }
  for (const auto& [count, shown] : {std::pair{0.0, "0"},
                                     {-1.0, "-1"},
                                     {2.5, "2.5"},
                                     {std::nan(""), "nan"},
                                     {infinity, "inf"},
                                     {2147483648.0, "2147483648"},
                                     {9007199254740994.0, "9007199254740994"}}) {
    CHECK(sinusoidal_rank(frequencies, count, 0.5).error().message ==
          std::string("[rank] count must be a whole number above 0 and below 2^31 but got ") +
              shown);
  }
  CHECK(sinusoidal_rank(frequencies, 2147483647, 0.5).error().message ==
        "[rank] the table would have 2147483647 x 4 entries, but at most 1048576 are decomposed at "
        "once");
  const auto error = singular_values(Matrix::Zero(1025, 1024)).error();
  CHECK(error.message ==
        "[rank] the table would have 1025 x 1024 entries, but at most 1048576 are decomposed at "
        "once");
  CHECK(error.code == ErrorCode::too_large);
  CHECK(*numerical_rank(Matrix::Ones(1048576, 1), 0.5) == 1);
}
