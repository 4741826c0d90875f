#include "../evaluated.hpp"
#include "test.hpp"

// What the kinds of spectrum, rank and decay take and give. Numbers of spectra and partial sums are those
// of tests/reference/analysis.json.

TEST_CASE("evaluate: the spectrum of a column, and its peak") {
  const char* params = R"({"d_model": 4, "base": 10000, "column": 1, "n": 7})";
  CHECK(value_of("dft_magnitude", params).size() == 4);
  CHECK(to_text(value_of("dft_peak", params)) == "1");
  CHECK(to_text(value_of("dft_peak", R"({"d_model": 4, "base": 10000, "column": 3, "n": 7})")) ==
        "0");
  for (const char* kind : {"dft_magnitude", "dft_peak"}) {
    CHECK(error_of(kind, R"({"d_model": 4, "base": 10000, "column": 4, "n": 7})") ==
          "[spectrum] column must be a whole number from 0 to 3 but got 4");
    CHECK(error_of(kind, R"({"d_model": 4, "base": 10000, "column": 0, "n": 0})") ==
          "[spectrum] n must be a whole number above 0 and below 2^31 but got 0");
    CHECK(error_of(kind, R"({"d_model": 4, "base": 10000, "column": 0, "n": 8193})") ==
          "[spectrum] the signal would have 8193 samples, but at most 8192 are transformed at "
          "once");
    CHECK(error_of(kind, R"({"d_model": 4, "base": 10000, "n": 7})") ==
          "params must have \"column\"");
  }
}

TEST_CASE("evaluate: the similarities of a table's rows") {
  const char* params = R"({"table": [[2, 0], [0, 1], [-3, 0]]})";
  CHECK(to_text(value_of("row_similarities", params)) ==
        "[[1.0,0.0,-1.0],[0.0,1.0,0.0],[-1.0,0.0,1.0]]");
  CHECK(to_text(value_of("mean_row_similarities", params)) == "[0.0,-1.0]");
  CHECK(error_of("row_similarities", R"({"table": [[2, 0]]})") ==
        "[similarity] the table must have at least 2 rows but has 1");
}

TEST_CASE("evaluate: singular values and rank; the tolerance is 1e-6 where none is given") {
  // At base 1 both pairs are alike: rank 2.
  const char* params = R"({"d_model": 4, "base": 1, "count": 5})";
  const auto values = value_of("singular_values", params).get<std::vector<double>>();
  REQUIRE(values.size() == 4);
  CHECK(values[0] >= values[1]);
  CHECK(values[1] > 1);
  CHECK(values[2] < 1e-14);
  CHECK(to_text(value_of("numerical_rank", params)) == "2");

  const auto rank = [](const char* rest) {
    const std::string given = R"({"d_model": 128, "base": 10000, "count": 100)";
    return to_text(value_of("numerical_rank", (given + rest).c_str()));
  };
  CHECK(rank("}") == "32");
  CHECK(rank(R"(, "tolerance": 1e-6})") == "32");
  CHECK(rank(R"(, "tolerance": 0.378})") == "2");
  CHECK(rank(R"(, "tolerance": 0.379})") == "1");
  for (const char* kind : {"singular_values", "numerical_rank"}) {
    CHECK(error_of(kind, R"({"d_model": 4, "base": 10000, "count": 5, "tolerance": 0})") ==
          "[rank] tolerance must be a number above 0 and below 1 but got 0");
    CHECK(error_of(kind, R"({"d_model": 4, "base": 10000, "count": -5})") ==
          "[rank] count must be a whole number above 0 and below 2^31 but got -5");
    CHECK(error_of(kind, R"({"d_model": 1024, "base": 10000, "count": 1025})") ==
          "[rank] the table would have 1025 x 1024 entries, but at most 1048576 are decomposed at "
          "once");
  }
}

TEST_CASE("evaluate: partial sums, their mean, and the bound on scores") {
  CHECK(to_text(value_of("rope_partial_sums_abs",
                         R"({"head_dim": 6, "base": 10000, "distance": 0})")) == "[1.0,2.0,3.0]");
  CHECK(to_text(value_of("rope_decay_mean_abs_S",
                         R"({"head_dim": 6, "base": 10000, "distances": [0]})")) == "[2.0]");
  // h_0 = (3 + 4i)(0 - 2i) = 8 - 6i, of magnitude 10.
  CHECK(to_text(value_of("rope_score_bound", R"({"head_dim": 2, "base": 10000, "q": [3, 4],
      "k": [0, 2], "distances": [0]})")) == "[10.0]");
  CHECK(error_of("rope_partial_sums_abs", R"({"head_dim": 6, "base": 10000, "distance": 1e16})") ==
        "[decay] distance must be a number between -2^53 and 2^53 but got 10000000000000000");
  CHECK(error_of("rope_decay_mean_abs_S", R"({"head_dim": 5, "base": 10000, "distances": [1]})") ==
        "[frequencies] head_dim must be a positive even number but got 5");
  CHECK(error_of("rope_score_bound", R"({"head_dim": 2, "base": 10000, "q": [3, 4],
      "k": [0, 2, 1], "distances": [0]})") == "[decay] k must have d = 2 components but has 3");
  CHECK(error_of("rope_score_bound", R"({"head_dim": 2, "base": 10000, "q": [3, -1e101],
      "k": [0, 2], "distances": [0]})") ==
        "[decay] every component of q must be a number up to 1e+100 in magnitude but one is "
        "-1e+101");
}

TEST_CASE("evaluate: the kernel's course; no negative offset is null") {
  CHECK(to_text(value_of("first_negative_offset",
                         R"({"d_model": 16, "base": 10000, "limit": 91})")) == "91");
  CHECK(to_text(value_of("first_negative_offset",
                         R"({"d_model": 16, "base": 10000, "limit": 90})")) == "null");
  // cos 1 > cos 2 > cos 3 < cos 4
  CHECK(to_text(value_of("kernel_course", R"({"d_model": 2, "base": 1, "limit": 4})")) ==
        R"({"first_negative":2,"first_rise":4,"rises":1})");
  CHECK(to_text(value_of("kernel_course", R"({"d_model": 2, "base": 1, "limit": 1})")) ==
        R"({"first_negative":null,"first_rise":null,"rises":0})");
  for (const char* kind : {"first_negative_offset", "kernel_course"}) {
    CHECK(error_of(kind, R"({"d_model": 16, "base": 10000, "limit": 0})") ==
          "[decay] limit must be a whole number above 0 and below 2^31 but got 0");
    CHECK(error_of(kind, R"({"d_model": 16, "base": 10000, "limit": 1e8})") ==
          "[decay] the cosines would have 100000000 x 8 elements, but at most 67108864 are "
          "computed at once");
  }
}

TEST_CASE("evaluate: exponential decay and the parts of a sum") {
  CHECK(to_text(value_of("exponential_decay", R"({"offsets": [0, 1e10]})")) == "[1.0,0.0]");
  CHECK(
      error_of("exponential_decay", R"({"offsets": [1e16]})") ==
      "[decay] each of offsets must be a number between -2^53 and 2^53 but got 10000000000000000");

  const char* params = R"({"base": 10000, "position": 3, "standard_deviation": 2, "tokens": 1,
                           "seed": 1, "scaling": "sqrt_d", "widths": [2, 8]})";
  const auto parts = value_of("parts_of_sum", params);
  CHECK(parts["token_norms"].size() == 2);
  CHECK(parts["position_norms"][1].get<double>() == doctest::Approx(2).epsilon(1e-14));
  CHECK(parts["angles"].size() == 2);
  CHECK(to_text(parts["angle_spreads"]) == "[0.0,0.0]");
  CHECK(error_of("parts_of_sum", R"({"base": 10000, "position": 3, "standard_deviation": 2,
                                     "tokens": 1, "seed": 1, "scaling": "d", "widths": [2]})") ==
        "[addition] scaling must be \"none\" or \"sqrt_d\" but got \"d\"");
}

TEST_CASE("evaluate: attention to a sequence and to the same in another order") {
  const auto result = value_of("permuted_attention", R"({"d_model": 8, "seed": 1, "mask": "causal",
      "encoding": "sinusoidal", "tokens": [5, 6], "order": [0, 1]})");
  CHECK(result["weights"] == result["reordered_weights"]);
  CHECK(result["outputs"] == result["reordered_outputs"]);
  CHECK(result["weights"][0][0].get<double>() == 1);
  CHECK(result["weight_difference"].get<double>() == 0);
  CHECK(result["output_difference"].get<double>() == 0);
  CHECK(result["pooled_difference"].get<double>() == 0);
  CHECK(result["equivariant"].get<bool>());
  CHECK(result["invariant"].get<bool>());
  CHECK(error_of("permuted_attention",
                 R"({"d_model": 8, "seed": 1, "tokens": [5, 6], "order": [1, 1]})") ==
        "[permutation] order must have each number once but has 1 more than once");
}

TEST_CASE("evaluate: the limit of the similarity, and what a base decides") {
  CHECK(
      value_of("similarity_limit", R"({"base": 10000, "offsets": [100, 500]})")[0].get<double>() ==
      doctest::Approx(0.43733).epsilon(1e-4));
  CHECK(error_of("similarity_limit", R"({"base": 1, "offsets": [1]})") ==
        "[similarity] base must be a number above 1 but got 1");
  const auto choice = value_of("base_choice", R"({"d_model": 2, "bases": [10, 100]})");
  CHECK(choice["steps"][1].get<double>() == doctest::Approx(2 * std::sin(0.5)));
  CHECK(choice["longest"][0].get<double>() == doctest::Approx(6.283185307));
  CHECK(error_of("base_choice", R"({"d_model": 3, "bases": [10]})") ==
        "[frequencies] d_model must be a positive even number but got 3");
}

TEST_CASE("evaluate: a read-out of the encoding; the target is the ramp where none is given") {
  const auto fit = value_of("read_out", R"({"d_model": 8, "base": 10000, "count": 4})");
  CHECK(to_text(fit["target"]) == "[0.0,0.25,0.5,0.75]");
  CHECK(fit["error"].get<double>() < 1e-9);
  CHECK(fit["beyond"].get<double>() == 0);
  CHECK(fit["directions"].get<int>() == 4);
  CHECK(value_of(
            "read_out",
            R"({"d_model": 8, "base": 10000, "count": 4, "shown": 6, "target": "bump"})")["fitted"]
            .size() == 6);
  CHECK(error_of("read_out", R"({"d_model": 8, "base": 10000, "count": 4, "target": "x"})") ==
        "[read-out] target must be \"ramp\", \"parabola\", \"bump\", \"slow_wave\" or "
        "\"fast_wave\" but got \"x\"");
}

TEST_CASE("evaluate: equal tokens, alone and after another first one") {
  const auto effect = value_of("first_token_effect", R"({"layers": 2, "positions": 3, "seed": 1})");
  CHECK(effect["repeated"].size() == 3);
  CHECK(effect["after_first"][0].size() == 8);
  CHECK(effect["repeated_equal"].get<bool>());
  CHECK(effect["repeated_spread"].get<double>() < 1e-13);
  CHECK(effect["after_first_spread"].get<double>() > 0.1);
  CHECK(effect["varying"].get<int>() < 8);
  CHECK(error_of("first_token_effect", R"({"layers": 2, "positions": 1, "seed": 1})") ==
        "[first-token] positions must be a whole number from 2 to 512 but got 1");
}

TEST_CASE("evaluate: what each scheme costs") {
  const auto costs =
      value_of("encoding_costs", R"({"d_model": 8, "heads": 2, "layers": 2, "length": 10})");
  CHECK(costs["model_operations"].get<double>() == 3712);
  CHECK(costs["schemes"].size() == 6);
  CHECK(costs["schemes"]["rope"]["operations"].get<double>() == 96);
  CHECK(costs["schemes"]["learned"]["parameters"].get<double>() == 80);
  CHECK(costs["schemes"]["t5"]["memory"].get<double>() == 20);
  CHECK(error_of("encoding_costs", R"({"d_model": 8, "heads": 3, "layers": 2, "length": 10})") ==
        "[cost] d_model must give each of 3 heads an even number of dimensions but got 8");
}
