#include "../evaluated.hpp"
#include "test.hpp"

TEST_CASE("evaluate: a learned table, its look-up, its gradient and the hybrid") {
  const auto table = value_of("learned_table", R"({"rows": 3, "cols": 2, "seed": 13})")
                         .get<std::vector<std::vector<double>>>();
  REQUIRE(table.size() == 3);
  REQUIRE(table[0].size() == 2);
  // The first normal numbers of that seed.
  CHECK(table[0][0] == doctest::Approx(0.02 * -0.6968519482447098).epsilon(1e-14));
  CHECK(table[0][1] == doctest::Approx(0.02 * 1.962892907669316).epsilon(1e-14));
  CHECK(table[2][1] == doctest::Approx(0.02 * 0.5728622303191827).epsilon(1e-14));
  CHECK(value_of("learned_table",
                 R"({"rows": 3, "cols": 2, "seed": 13, "standard_deviation": 1})")[2][1]
            .get<double>() == doctest::Approx(0.5728622303191827).epsilon(1e-14));

  CHECK(to_text(value_of("learned_look_up",
                         R"({"table": [[1, 2], [3, 4]], "positions": [1, 0, 1]})")) ==
        "[[3.0,4.0],[1.0,2.0],[3.0,4.0]]");
  CHECK(to_text(value_of(
            "learned_gradient",
            R"({"rows": 3, "positions": [1, 0, 1], "gradient": [[1, 2], [3, 4], [10, 20]]})")) ==
        "[[3.0,4.0],[11.0,22.0],[0.0,0.0]]");
  const auto hybrid = value_of("hybrid", R"({"d_model": 2, "base": 10000,
      "table": [[1, 2], [30, 40]], "positions": [0, 1]})");
  CHECK(to_text(hybrid[0]) == "[1.0,3.0]");
  CHECK(hybrid[1][0].get<double>() == doctest::Approx(30 + std::sin(1.0)).epsilon(1e-15));
  CHECK(hybrid[1][1].get<double>() == doctest::Approx(40 + std::cos(1.0)).epsilon(1e-15));
}

TEST_CASE("evaluate: bad params of learned positions are errors that name the value") {
  const auto table = [](const char* params) { return error_of("learned_table", params); };
  const std::string count = " must be a whole number above 0 and below 2^31 but got ";
  CHECK(table(R"({"rows": 0, "cols": 2, "seed": 1})") == "[learned] rows" + count + "0");
  CHECK(table(R"({"rows": 2, "cols": -1, "seed": 1})") == "[learned] cols" + count + "-1");
  CHECK(table(R"({"rows": 2, "cols": 1.5, "seed": 1})") == "[learned] cols" + count + "1.5");
  CHECK(table(R"({"rows": 1e10, "cols": 2, "seed": 1})") ==
        "[learned] rows" + count + "10000000000");
  CHECK(table(R"({"rows": 2, "cols": 2, "seed": 0.5})") ==
        "[learned] seed must be a whole number from 0 to 2^53 but got 0.5");
  CHECK(table(R"({"rows": 2, "cols": 2, "seed": 9007199254740994})") ==
        "[learned] seed must be a whole number from 0 to 2^53 but got 9007199254740994");
  CHECK(table(R"({"rows": 2, "cols": 2})") == "params must have \"seed\"");
  CHECK(table(R"({"rows": 2, "cols": 2, "seed": 1, "standard_deviation": 0})") ==
        "[learned] standard_deviation must be a number above 0 and at most 1e300 but got 0");
  CHECK(
      table(R"({"rows": 67108864, "cols": 2, "seed": 1})") ==
      "[learned] the table would have 67108864 x 2 elements, but at most 67108864 are computed at "
      "once");

  const std::string position = "[learned] each of positions must be a whole number from 0 to ";
  CHECK(error_of("learned_look_up", R"({"table": [[1], [2]], "positions": [2]})") ==
        position + "1, as the table has 2 rows, but got 2");
  CHECK(error_of("learned_look_up", R"({"table": [], "positions": []})") ==
        "[learned] the table must have at least one row and one column");
  CHECK(error_of("learned_look_up", R"({"table": [1], "positions": []})") ==
        "\"table\" must be an array of rows of equal length but got 1");
  CHECK(error_of("learned_gradient", R"({"rows": 512, "positions": [-1], "gradient": [[1]]})") ==
        position + "511, as the table has 512 rows, but got -1");
  CHECK(error_of("learned_gradient", R"({"rows": 2, "positions": [0, 1], "gradient": [[1]]})") ==
        "[learned] the gradient must have a row for each of the 2 positions but has 1");
  CHECK(error_of("learned_gradient", R"({"rows": 2, "positions": [], "gradient": []})") ==
        "[learned] the gradient must have at least one column");
  CHECK(error_of("hybrid", R"({"d_model": 4, "base": 100, "table": [[1, 2]], "positions": [0]})") ==
        "[hybrid] the table must have as many columns as the encoding, 4, but has 2");
  CHECK(
      error_of("hybrid", R"({"d_model": 2, "base": 100, "table": [[1, 2]], "positions": [0.5]})") ==
      position + "0, as the table has 1 row, but got 0.5");
  CHECK(error_of("hybrid", R"({"d_model": 3, "base": 100, "table": [[1, 2]], "positions": [0]})") ==
        "[frequencies] d_model must be a positive even number but got 3");
}
