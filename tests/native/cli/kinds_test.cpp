#include "evaluated.hpp"
#include "test.hpp"

// The kinds of `posenc eval`: what they print, what they take where a param is left out, and how they name a bad one.
// (The numbers themselves: tests/reference, and the tests of the functions.)

namespace {

std::string in_braces(const char* params) { return std::string("{") + params + "}"; }

struct Printed {
  const char* kind;
  const char* params;
  const char* result;
};

constexpr Printed printed[] = {
    {"dft_peak", R"("d_model": 4, "base": 10000, "column": 1, "n": 7)", "1"},
    {"dft_peak", R"("d_model": 4, "base": 10000, "column": 3, "n": 7)", "0"},
    {"sign_changes", R"("d_model": 4, "base": 10000, "count": 9)", "[2.0,3.0,0.0,0.0]"},
    {"table", R"("d_model": 4, "base": 100, "positions": [])", "[]"},
    {"row_similarities", R"("table": [[2, 0], [0, 1], [-3, 0]])",
     "[[1.0,0.0,-1.0],[0.0,1.0,0.0],[-1.0,0.0,1.0]]"},
    {"mean_row_similarities", R"("table": [[2, 0], [0, 1], [-3, 0]])", "[0.0,-1.0]"},
    // At base 1 both pairs are alike.
    {"numerical_rank", R"("d_model": 4, "base": 1, "count": 5)", "2"},
    {"numerical_rank", R"("d_model": 128, "base": 10000, "count": 100)", "32"},
    {"numerical_rank", R"("d_model": 128, "base": 10000, "count": 100, "tolerance": 0.378)", "2"},
    {"numerical_rank", R"("d_model": 128, "base": 10000, "count": 100, "tolerance": 0.379)", "1"},
    {"rope_partial_sums_abs", R"("head_dim": 6, "base": 10000, "distance": 0)", "[1.0,2.0,3.0]"},
    {"rope_decay_mean_abs_S", R"("head_dim": 6, "base": 10000, "distances": [0])", "[2.0]"},
    // h_0 = (3 + 4i)(0 - 2i) = 8 - 6i, of magnitude 10.
    {"rope_score_bound",
     R"("head_dim": 2, "base": 10000, "q": [3, 4], "k": [0, 2], "distances": [0])", "[10.0]"},
    {"first_negative_offset", R"("d_model": 16, "base": 10000, "limit": 91)", "91"},
    {"first_negative_offset", R"("d_model": 16, "base": 10000, "limit": 90)", "null"},
    // cos 1 > cos 2 > cos 3 < cos 4
    {"kernel_course", R"("d_model": 2, "base": 1, "limit": 4)",
     R"({"first_negative":2,"first_rise":4,"rises":1})"},
    {"kernel_course", R"("d_model": 2, "base": 1, "limit": 1)",
     R"({"first_negative":null,"first_rise":null,"rises":0})"},
    {"exponential_decay", R"("offsets": [0, 1e10])", "[1.0,0.0]"},
    {"slopes", R"("heads": [2, 1])", "[[0.0625,0.00390625],[0.00390625]]"},
    {"slopes", R"("heads": [3], "max_bias": 4)", "[[0.25,0.0625,0.5]]"},
    {"slopes", R"("heads": [])", "[]"},
    {"slopes_geometric", R"("heads": [4], "max_bias": 8)", "[[0.25,0.0625,0.015625,0.00390625]]"},
    // A masked key is null, and a bias of 0 has no sign.
    {"bias_causal", R"("heads": 1, "query_len": 2, "key_len": 3)",
     "[[[-0.00390625,0.0,null],[-0.0078125,-0.00390625,0.0]]]"},
    {"bias_symmetric", R"("heads": 1, "query_len": 1, "key_len": 2)", "[[[-0.00390625,0.0]]]"},
    {"bias_symmetric", R"("heads": 1, "query_len": 1, "key_len": 2, "max_bias": 4)",
     "[[[-0.0625,0.0]]]"},
    {"bias_key_only", R"("heads": 1, "key_len": 2, "origin": "last_key_is_zero")",
     "[[-0.00390625,0.0]]"},
    {"causal_attention_equal_logits", R"("heads": 1, "query_len": 1, "key_len": 1)", "[[[1.0]]]"},
    {"t5_buckets",
     R"("bidirectional": true, "num_buckets": 32, "max_distance": 128,
        "relative_positions": [0, -1, 1, 500])",
     "[0.0,1.0,17.0,31.0]"},
    {"t5_bias",
     R"("bidirectional": false, "num_buckets": 2, "max_distance": 2, "table": [[1, 10], [2, 20]],
        "query_len": 2, "key_len": 3)",
     "[[[2.0,1.0,1.0],[2.0,2.0,1.0]],[[20.0,10.0,10.0],[20.0,20.0,10.0]]]"},
    {"learned_look_up", R"("table": [[1, 2], [3, 4]], "positions": [1, 0, 1])",
     "[[3.0,4.0],[1.0,2.0],[3.0,4.0]]"},
    {"learned_gradient",
     R"("rows": 3, "positions": [1, 0, 1], "gradient": [[1, 2], [3, 4], [10, 20]])",
     "[[3.0,4.0],[11.0,22.0],[0.0,0.0]]"},
    {"hybrid", R"("d_model": 2, "base": 10000, "table": [[1, 2], [30, 40]], "positions": [0])",
     "[[1.0,3.0]]"},
    {"rotate",
     R"("head_dim": 4, "rotary_dim": 2, "base": 10000, "x": [1, 0, 3, 4], "positions": [0],
        "attention_factor": 2)",
     "[[2.0,0.0,3.0,4.0]]"},
    {"cos_sin",
     R"("head_dim": 4, "rotary_dim": 2, "base": 10000, "positions": [0], "attention_factor": 2)",
     "[[2.0,0.0]]"},
    {"rotary_scores_with",
     R"("inverse_frequencies": [0.25], "q": [1, 0], "k": [1, 0], "positions_mn": [[3, 3]],
        "attention_factor": 2)",
     "[4.0]"},
    {"axis_angles", R"("frequencies": [[1, 0], [0.5, 2]], "positions": [[3, 4]])", "[[3.0,9.5]]"},
    {"axis_frequencies", R"("sections": [1, 0, 1], "base": 10000)",
     "[[1.0,0.0,0.0],[0.0,0.0,0.01]]"},
};

}  // namespace

TEST_CASE("kinds: results as they are printed") {
  for (const auto& [kind, params, result] : printed) {
    CAPTURE_BOUND(kind);
    CHECK(to_text(value_of(kind, in_braces(params).c_str())) == result);
  }
}

TEST_CASE("kinds: what is left out has a default") {
  const std::pair<const char*, std::array<const char*, 2>> cases[] = {
      {"table",
       {R"("d_model": 4, "base": 100, "positions": [3])",
        R"("layout": "interleaved", "variant": "paper")"}},
      {"read_out",
       {R"("d_model": 8, "base": 10000, "count": 4)", R"("target": "ramp", "shown": 4)"}},
      {"numerical_rank", {R"("d_model": 64, "base": 10000, "count": 90)", R"("tolerance": 1e-6)"}},
      {"slopes", {R"("heads": [5])", R"("max_bias": 8)"}},
      {"bias_causal", {R"("heads": 2, "query_len": 1, "key_len": 3)", R"("max_bias": 8)"}},
      {"learned_table", {R"("rows": 3, "cols": 2, "seed": 13)", R"("standard_deviation": 0.02)"}},
      {"rotate",
       {R"("head_dim": 4, "base": 10, "x": [1, 2, 3, 4], "positions": [5])",
        R"("rotary_dim": 4, "layout": "interleaved", "attention_factor": 1)"}},
      {"rotary_scores_with",
       {R"("inverse_frequencies": [1, 0.1], "q": [1, 2, 3, 4], "k": [4, 3, 2, 1],
           "positions_mn": [[3, 1]])",
        R"("attention_factor": 1, "layout": "interleaved")"}},
      {"cos_sin", {R"("head_dim": 4, "base": 10, "positions": [5])", R"("attention_factor": 1)"}},
      {"parts_of_sum",
       {R"("base": 10, "position": 3, "standard_deviation": 2, "tokens": 4, "seed": 1, "widths": [2])",
        R"("scaling": "none")"}},
      {"cached_scores",
       {R"("d_model": 4, "base": 100, "original_len": 4, "length": 9)",
        R"("rule": "dynamic_ntk", "kept": "rotated")"}},
      {"packed_attention",
       {R"("lengths": [2, 1], "seed": 1)",
        R"("scheme": "rope", "mask": "none", "positions": "continued")"}},
      {"permuted_attention",
       {R"("d_model": 8, "seed": 1, "tokens": [5, 6], "order": [1, 0])",
        R"("encoding": "none", "mask": "none")"}},
      {"grid_table",
       {R"("d_model": 8, "base": 10, "rows": 2, "columns": 2)", R"("convention": "mae")"}},
      {"resize_grid_table",
       {R"("table": [[1], [3], [4], [9]], "from_rows": 2, "from_columns": 2, "to_rows": 3,
           "to_columns": 3)",
        R"("interpolation": "bicubic")"}},
      {"axis_frequencies", {R"("head_dim": 8, "base": 10)", R"("angle": 0)"}},
      {"axis_frequencies",
       {R"("sections": [1, 1, 1], "base": 10)", R"("sections_layout": "chunked")"}},
      {"rotate_axes",
       {R"("head_dim": 8, "base": 10, "x": [1, 2, 3, 4, 5, 6, 7, 8], "positions": [[1, 2]])",
        R"("layout": "interleaved")"}},
      {"timestep_embedding",
       {R"("dimension": 8, "max_period": 100, "timesteps": [3])", R"("convention": "ddpm")"}},
      {"timestep_similarities",
       {R"("dimension": 8, "max_period": 100, "timestep": 3, "timesteps": [4])",
        R"("given": "ddpm", "known": "ddpm")"}},
      {"random_frequencies",
       {R"("count": 3, "dimensions": 2, "scale": 2, "seed": 5)", R"("x": 1)"}},
      {"picture", {R"("x": 1)", R"("picture": "whale")"}},
      {"trained_picture",
       {R"("steps": 1, "hidden": 4, "features": 4)",
        R"("picture": "whale", "input": "random", "levels": 5, "scale": 5, "layers": 2, "learning_rate": 0.005, "seed": 1)"}},
  };
  for (const auto& [kind, params] : cases) {
    CAPTURE_BOUND(kind);
    const std::string given = in_braces(params[0]);
    const std::string whole = in_braces((std::string(params[0]) + ", " + params[1]).c_str());
    CHECK(value_of(kind, given.c_str()) == value_of(kind, whole.c_str()));
  }
  CHECK(value_of("mrope_positions", R"({"segments": [{"columns": 3}]})") ==
        value_of("mrope_positions",
                 R"({"segments": [{"kind": "text", "frames": 1, "rows": 1, "columns": 3}]})"));
}

TEST_CASE("kinds: results of several parts") {
  CHECK(value_of("axis_frequencies", R"({"head_dim": 8, "base": 10, "heads": 3, "seed": 1})")
            .size() == 12);
  const char* params = R"({"table": [[1, 2], [3, 4]], "from_rows": 1, "from_columns": 2,
                           "to_rows": 2, "to_columns": 4, "interpolation": "bilinear"})";
  const auto resized = value_of("resized_grid", params);
  CHECK(resized["table"] == value_of("resize_grid_table", params));
  CHECK(resized["norms"].size() == 8);
  CHECK(resized["amplitudes"].size() == 2);

  const auto costs =
      value_of("encoding_costs", R"({"d_model": 8, "heads": 2, "layers": 2, "length": 10})");
  CHECK(costs["model_operations"].get<double>() == 3712);
  CHECK(costs["schemes"].size() == 6);
  CHECK(costs["schemes"]["rope"]["operations"].get<double>() == 96);
  CHECK(costs["schemes"]["learned"]["parameters"].get<double>() == 80);
  CHECK(costs["schemes"]["t5"]["memory"].get<double>() == 20);

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

TEST_CASE("kinds: a bad param is named as it was given") {
  const Printed errors[] = {
      {"slopes", R"("heads": 8)", "\"heads\" must be an array but got 8"},
      {"slopes", R"("heads": [8], "max_bias": "8")", "\"max_bias\" must be a number but got \"8\""},
      {"slopes", R"("heads": [8, 0])",
       "[alibi] heads must be a whole number above 0 and below 2^31 but got 0"},
      {"slopes", R"("heads": [2147483647])",
       "[alibi] the slopes would have 1 x 2147483647 elements, but at most 67108864 are computed "
       "at "
       "once"},
      {"bias_causal", R"("heads": 4, "key_len": 1)", "params must have \"query_len\""},
      {"bias_causal", R"("heads": [4], "query_len": 1, "key_len": 1)",
       "\"heads\" must be a number but got an array"},
      {"bias_key_only", R"("heads": 4, "key_len": 2)",
       "[alibi] origin must be \"first_key_is_zero\" or \"last_key_is_zero\" but got \"\""},
      {"t5_buckets",
       R"("bidirectional": "yes", "num_buckets": 32, "max_distance": 128, "relative_positions": [0])",
       "\"bidirectional\" must be true or false but got \"yes\""},
      {"t5_bias",
       R"("bidirectional": false, "num_buckets": 2, "max_distance": 2, "table": [[1], [2, 3]],
          "query_len": 1, "key_len": 1)",
       "\"table\" must be an array of rows of equal length but got an array"},
      {"learned_look_up", R"("table": [1], "positions": [])",
       "\"table\" must be an array of rows of equal length but got 1"},
      {"learned_look_up", R"("table": [], "positions": [])",
       "[learned] the table must have at least one row and one column"},
      {"hybrid", R"("d_model": 4, "base": 100, "table": [[1, 2]], "positions": [0])",
       "[hybrid] the table must have as many columns as the encoding, 4, but has 2"},
      {"hybrid", R"("d_model": 3, "base": 100, "table": [[1, 2]], "positions": [0])",
       "[frequencies] d_model must be a positive even number but got 3"},
      {"rope_decay_mean_abs_S", R"("head_dim": 5, "base": 10000, "distances": [1])",
       "[frequencies] head_dim must be a positive even number but got 5"},
      {"base_choice", R"("d_model": 3, "bases": [10])",
       "[frequencies] d_model must be a positive even number but got 3"},
      {"dft_magnitude", R"("d_model": 4, "base": 10000, "column": 0, "n": 0)",
       "[spectrum] n must be a whole number above 0 and below 2^31 but got 0"},
      {"dft_peak", R"("d_model": 4, "base": 10000, "n": 7)", "params must have \"column\""},
      {"dft_leaked", R"("d_model": 4, "base": 10000, "column": 4, "n": 7)",
       "[spectrum] column must be a whole number from 0 to 3 but got 4"},
      {"read_out", R"("d_model": 8, "base": 10000, "count": 4, "target": "x")",
       "[read-out] target must be \"ramp\", \"parabola\", \"bump\", \"slow_wave\" or "
       "\"fast_wave\" but got \"x\""},
      {"kernel_course", R"("d_model": 16, "base": 10000, "limit": 1e8)",
       "[decay] the cosines would have 100000000 x 8 elements, but at most 67108864 are computed "
       "at "
       "once"},
      {"rotate",
       R"("head_dim": 4, "base": 10000, "x": [1, 0, 3, 4], "positions": [0], "attention_factor": 0)",
       "[rotary] attention_factor must be a number above 0 and up to 1e+10 but got 0"},
      {"encoding_costs", R"("d_model": 8, "heads": 3, "layers": 2, "length": 10)",
       "[cost] d_model must give each of 3 heads an even number of dimensions but got 8"},
      {"mrope_positions", R"("segments": [3])",
       "\"segments\" must be an array of objects but got 3"},
      {"mrope_positions", R"("segments": [{"kind": "text"}])", "params must have \"columns\""},
      {"trained_picture", R"("input": "waves")",
       R"([picture] input must be "raw", "nerf" or "random" but got "waves")"},
      {"trained_picture", R"("steps": 0)",
       "[picture] steps must be a whole number above 0 and below 2^31 but got 0"},
      {"trained_picture", R"("side": 8, "values": [1, 2])",
       "[picture] values must be 3 for each of the 64 pixels but there are 2"},
  };
  for (const auto& [kind, params, message] : errors) {
    CAPTURE_BOUND(kind);
    CHECK(error_of(kind, in_braces(params).c_str()) == message);
  }
}
