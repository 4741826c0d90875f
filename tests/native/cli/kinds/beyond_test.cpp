#include <doctest/doctest.h>

#include "cli/evaluated.hpp"
#include "json_text.hpp"

TEST_CASE("kinds of several coordinates take their frequencies from what is given") {
  const auto given = value_of("axis_angles", R"({"frequencies": [[1, 0], [0.5, 2]],
                                                 "positions": [[3, 4]]})");
  CHECK(to_text(given) == "[[3.0,9.5]]");
  const auto axial = value_of("axis_frequencies", R"({"head_dim": 8, "base": 10})");
  CHECK(axial == value_of("axis_frequencies", R"({"head_dim": 8, "base": 10, "angle": 0})"));
  const auto mrope = value_of("axis_frequencies", R"({"sections": [1, 0, 1], "base": 10000})");
  CHECK(to_text(mrope) == "[[1.0,0.0,0.0],[0.0,0.0,0.01]]");
}

TEST_CASE("a random matrix of frequencies is the same each time") {
  const char* params = R"({"count": 3, "dimensions": 2, "scale": 2, "seed": 5})";
  const auto drawn_once = value_of("random_frequencies", params);
  CHECK(drawn_once.size() == 3);
  CHECK(drawn_once == value_of("random_frequencies", params));
}

TEST_CASE("bad params of grids, videos and timesteps are named as they are given") {
  CHECK(error_of("grid_table", R"({"d_model": 6, "base": 10000, "rows": 2, "columns": 2})") ==
        "[grid] d_model must be a positive number divisible by 4 but got 6");
  CHECK(error_of("grid_table",
                 R"({"d_model": 8, "base": 1, "rows": 2, "columns": 2, "convention": "vit"})") ==
        R"([grid] convention must be "mae" or "detr" but got "vit")");
  CHECK(error_of("mrope_positions", R"({"segments": [3]})") ==
        R"("segments" must be an array of objects but got 3)");
  CHECK(error_of("mrope_positions", R"({"segments": [{"kind": "text"}]})") ==
        R"(params must have "columns")");
  CHECK(error_of("axis_angles", R"({"head_dim": 8, "base": 100, "positions": [[1]]})") ==
        "[axes] each of positions must have 2 coordinates but has 1");
  CHECK(
      error_of("timestep_embedding", R"({"dimension": 8, "max_period": 1e-300, "timesteps": [1]})")
          .find("max_period") != std::string::npos);
}
