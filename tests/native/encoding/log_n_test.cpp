#include "posenc/encoding/log_n.hpp"

#include "test.hpp"

TEST_CASE("log n: scores grow with the logarithm of the length, and only beyond the trained one") {
  CHECK(*log_n_factor(16, 256) == doctest::Approx(2));
  CHECK(*log_n_factor(16, 128) == doctest::Approx(7.0 / 4));
  CHECK(*log_n_factor(16, 16) == 1);
  CHECK(*log_n_factor(16, 4) == 1);
}

TEST_CASE("log n: with it, a weight stays in texts of any length; without, it thins out") {
  // A key whose score is ln n above those of n others has half of the weight, for any n.
  const double original = 16;
  const double lead = std::log(original);
  const auto weight = [](double ahead, double others) {
    return std::exp(ahead) / (std::exp(ahead) + others);
  };
  CHECK(weight(lead, original) == doctest::Approx(0.5));
  for (const double length : {64.0, 1024.0}) {
    CHECK(weight(lead, length) < 0.21);
    CHECK(weight(*log_n_factor(original, length) * lead, length) == doctest::Approx(0.5));
  }
}

TEST_CASE("log n: lengths that have no logarithm above 0 are refused") {
  CHECK(message(log_n_factor(1, 16)) ==
        "[log-n] original_len must be a finite number above 1 but got 1");
  CHECK(log_n_factor(16, 0).error().code == ErrorCode::invalid_argument);
  CHECK_FALSE(log_n_factor(std::nan(""), 16));
}
