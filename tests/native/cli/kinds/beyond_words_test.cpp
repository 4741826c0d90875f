#include <nlohmann/json.hpp>

#include "cli/evaluated.hpp"
#include "json_text.hpp"
#include "test.hpp"

TEST_CASE("kinds of several coordinates take their frequencies from what is given") {
  const auto given = value_of("axis_angles", R"({"frequencies": [[1, 0], [0.5, 2]],
                                                 "positions": [[3, 4]]})");
  CHECK(to_text(given) == "[[3.0,9.5]]");
  const auto axial = value_of("axis_frequencies", R"({"head_dim": 8, "base": 10})");
  CHECK(axial == value_of("axis_frequencies", R"({"head_dim": 8, "base": 10, "angle": 0})"));
  const auto heads =
      value_of("axis_frequencies", R"({"head_dim": 8, "base": 10, "heads": 3, "seed": 1})");
  CHECK(heads.size() == 12);
  const auto mrope = value_of("axis_frequencies", R"({"sections": [1, 0, 1], "base": 10000})");
  CHECK(to_text(mrope) == "[[1.0,0.0,0.0],[0.0,0.0,0.01]]");
}

TEST_CASE("a resized table is the one of resize_grid_table, with its norms") {
  const char* params = R"({"table": [[1, 2], [3, 4]], "from_rows": 1, "from_columns": 2,
                           "to_rows": 2, "to_columns": 4, "interpolation": "bilinear"})";
  const auto resized = value_of("resized_grid", params);
  CHECK(resized["table"] == value_of("resize_grid_table", params));
  CHECK(resized["norms"].size() == 8);
  CHECK(resized["amplitudes"].size() == 2);
}

TEST_CASE("a random matrix of frequencies is the same each time") {
  const char* params = R"({"count": 3, "dimensions": 2, "scale": 2, "seed": 5})";
  const auto drawn_once = value_of("random_frequencies", params);
  CHECK(drawn_once.size() == 3);
  CHECK(drawn_once == value_of("random_frequencies", params));
}

TEST_CASE("a picture is learned from coordinates, a given one too") {
  const auto whale = value_of("picture", "{}");
  CHECK(whale["side"] == 64);
  CHECK(whale["values"].size() == 3 * 64 * 64);
  const auto trained = value_of("trained_picture", R"({"picture": "ripples", "steps": 3,
                                                       "features": 4, "hidden": 8})");
  CHECK(trained["losses"].size() == 3);
  CHECK(trained["losses"][2].get<double>() < trained["losses"][0].get<double>());
  CHECK(trained["values"].size() == 3 * 64 * 64);
  const nlohmann::json given{{"side", 8},
                             {"values", std::vector<double>(3 * 64, 0.5)},
                             {"input", "raw"},
                             {"hidden", 4},
                             {"steps", 1}};
  CHECK(value_of("trained_picture", given.dump().c_str())["values"].size() == 3 * 64);
}

TEST_CASE("bad params of pictures are named as they are given") {
  CHECK(error_of("picture", R"({"picture": "cat"})") ==
        R"([picture] picture must be "whale", "glass" or "ripples" but got "cat")");
  CHECK(error_of("trained_picture", R"({"input": "waves"})") ==
        R"([picture] input must be "raw", "nerf" or "random" but got "waves")");
  CHECK(error_of("trained_picture", R"({"steps": 0})") ==
        "[picture] steps must be a whole number above 0 and below 2^31 but got 0");
  CHECK(error_of("trained_picture", R"({"side": 8, "values": [1, 2]})")
            .starts_with("[picture] values must be 3"));
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
