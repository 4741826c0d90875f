#include "posenc/analysis/spread.hpp"

#include "test.hpp"

TEST_CASE("spread: mean, population sd, least and most of each column, worked out by hand") {
  // Deviations of the first column from 5: -3, -1, 4, so that the sd is sqrt(26 / 3).
  const auto spread = spread_over(std::array{2.0, 0.5, 4.0, 0.5, 9.0, 0.5}, 3);
  REQUIRE(spread);
  REQUIRE(spread->mean.size() == 2);
  CHECK(spread->mean[0] == doctest::Approx(5));
  CHECK(spread->sd[0] == doctest::Approx(std::sqrt(26.0 / 3)));
  CHECK(spread->least[0] == 2);
  CHECK(spread->most[0] == 9);
  CHECK(spread->mean[1] == 0.5);
  CHECK(spread->sd[1] == 0);
}

TEST_CASE("spread: equal values have no spread, however their sum is rounded") {
  for (const Index seeds : {1, 3, 7, 10}) {
    CAPTURE(seeds);
    const auto spread = spread_over(Matrix::Constant(seeds, 1, 0.1));
    REQUIRE(spread);
    CHECK(spread->mean[0] == 0.1);
    CHECK(spread->sd[0] == 0);
  }
}

TEST_CASE("spread: a model without an answer makes its column NaN, and no other") {
  for (Index seed = 0; seed < 3; ++seed) {
    CAPTURE(seed);
    Matrix values = Matrix::Constant(3, 3, 0.25);
    values(seed, 1) = std::numeric_limits<double>::quiet_NaN();
    const auto spread = spread_over(values);
    REQUIRE(spread);
    for (const Vector* each : {&spread->mean, &spread->sd, &spread->least, &spread->most}) {
      CHECK(std::isnan((*each)[1]));
      CHECK_FALSE(std::isnan((*each)[0]));
      CHECK_FALSE(std::isnan((*each)[2]));
    }
  }
}

TEST_CASE("spread: no points give no columns, and invalid values are errors") {
  CHECK(spread_over(Matrix(2, 0))->mean.size() == 0);
  CHECK(message(spread_over(Matrix(0, 2))) == "[spread] there must be at least one seed");
  const std::array five{1.0, 2.0, 3.0, 4.0, 5.0};
  CHECK(message(spread_over(five, 2)) ==
        "[spread] each of 2 seeds must have the same number of values but there are 5");
  CHECK(message(spread_over(five, 0)) ==
        "[spread] seeds must be a whole number above 0 and below 2^31 but got 0");
  CHECK(message(spread_over(std::array{1.0, infinity}, 1)) ==
        "[spread] each of values must be NaN or a number up to 1e+100 in magnitude but one is inf");
}

TEST_CASE("spread: ahead is higher in every seed, and by a point on average") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  using Seeds = std::array<double, 3>;
  CHECK(is_ahead(Seeds{0.5, 0.6, 0.7}, Seeds{0.49, 0.59, 0.69}));
  CHECK_FALSE(is_ahead(Seeds{0.5, 0.6, 0.7}, Seeds{0.491, 0.591, 0.691}));
  CHECK_FALSE(is_ahead(Seeds{0.5, 0.6, 0.9}, Seeds{0.4, 0.6, 0.7}));
  CHECK_FALSE(is_ahead(Seeds{0.4, 0.5, 0.6}, Seeds{0.5, 0.6, 0.7}));
  CHECK(is_ahead(std::array{1.0}, std::array{0.99}));
  // Without an answer in one seed there is none.
  CHECK(is_ahead(Seeds{0.1, 0.1, 0.1}, Seeds{0.9, none, 0.9}));
  CHECK_FALSE(is_ahead(Seeds{0.9, none, 0.9}, Seeds{0.1, 0.1, 0.1}));
  CHECK_FALSE(is_ahead(Seeds{0.9, none, 0.9}, Seeds{none, none, none}));
}

TEST_CASE("range: the largest less the smallest, in any order") {
  CHECK(range_of(Vector{{2, -1, 5, 0}}) == 6);
  CHECK(range_of(Vector{{0.1}}) == 0);
}
