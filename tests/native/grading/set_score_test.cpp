#include "posenc/grading/set_score.hpp"

#include "test.hpp"

using posenc::set_score;

TEST_CASE("set score: the mean, with 0 for an exercise without an attempt") {
  CHECK(*set_score(std::vector<double>{1}) == 1);
  CHECK(*set_score(std::vector<double>{0, 0, 0}) == 0);
  CHECK(*set_score(std::vector<double>{0.5, 1, 0, 0.25}) == 0.4375);
  // A full score is exactly 1 however many exercises there are, and a rounded sum never exceeds it.
  CHECK(*set_score(std::vector<double>(27, 1.0)) == 1);
  CHECK(*set_score(std::vector<double>(27, 1.0 - 0x1p-53)) <= 1);
}

TEST_CASE("set score: an empty set, and fractions out of range") {
  const auto message = [](const std::vector<double>& fractions) {
    const auto score = set_score(fractions);
    return score ? std::string() : score.error().message;
  };
  CHECK(message({}) ==
        "[exercise] fractions must have a number for each exercise of the set but is empty");
  const std::string expected =
      "[exercise] each of fractions must be a number from 0 to 1 but one is ";
  CHECK(message({0.5, 1.5}) == expected + "1.5");
  CHECK(message({-0.25}) == expected + "-0.25");
  CHECK(message({1, std::numeric_limits<double>::quiet_NaN()}) == expected + "nan");
  CHECK(message({std::numeric_limits<double>::infinity()}) == expected + "inf");
}
