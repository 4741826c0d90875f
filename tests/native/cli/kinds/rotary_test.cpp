#include "../evaluated.hpp"
#include "test.hpp"

TEST_CASE("kinds of RoPE: a part of the head, and a factor, where they are asked for") {
  using Rows = std::vector<std::vector<double>>;
  CHECK(value_of("rotate", R"({"head_dim": 4, "rotary_dim": 2, "base": 10000, "x": [1, 0, 3, 4],
                               "positions": [0], "attention_factor": 2})")
            .get<Rows>() == Rows{{2, 0, 3, 4}});
  CHECK(value_of("cos_sin", R"({"head_dim": 4, "rotary_dim": 2, "base": 10000, "positions": [0, 1],
                                "attention_factor": 2})")
            .get<Rows>() == Rows{{2, 0}, {2 * std::cos(1.0), 2 * std::sin(1.0)}});
  CHECK(error_of("rotate", R"({"head_dim": 4, "base": 10000, "x": [1, 0, 3, 4], "positions": [0],
                               "attention_factor": 0})") ==
        "[rotary] attention_factor must be a number above 0 and up to 1e+10 but got 0");
}

TEST_CASE("kinds of RoPE: scores under given frequencies") {
  const auto scores = value_of("rotary_scores_with", R"({"inverse_frequencies": [0.25],
      "q": [1, 0], "k": [1, 0], "positions_mn": [[3, 1]], "attention_factor": 2})");
  CHECK(scores[0].get<double>() == doctest::Approx(4 * std::cos(0.5)).epsilon(1e-14));
}
