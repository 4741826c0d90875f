#include "posenc/model/token_reach.hpp"

#include "posenc/analysis/windows.hpp"
#include "test.hpp"

TEST_CASE("token reach: an output depends on as many tokens as the windows add up to") {
  const std::vector<std::vector<double>> all{{3}, {1, 1, 1}, {2, 5}, {4, 4, 4}, {3, 0}};
  for (const std::vector<double>& windows : all) {
    CAPTURE(windows.size());
    TransformerOptions options;
    options.d_model = 16;
    options.heads = 2;
    options.layers = static_cast<double>(windows.size());
    options.direction = Direction::causal;
    options.position.windows = windows;
    const double reach = std::min(*reach_of_windows(windows), 16.0);
    for (const std::uint64_t seed : {1u, 2u}) {
      CHECK(static_cast<double>(*tokens_reached(options, 16, seed)) == reach);
    }
  }
}

TEST_CASE("token reach: lengths and vocabularies that cannot be") {
  TransformerOptions options;
  options.longest = 8;
  const std::string length = "[transformer] the length of an input must be from 1 to 8 but is ";
  CHECK(message(tokens_reached(options, -1, 1)) == length + "-1");
  CHECK(message(tokens_reached(options, 0, 1)) == length + "0");
  CHECK(message(tokens_reached(options, 9, 1)) == length + "9");
  options.vocabulary = 1;
  CHECK(message(tokens_reached(options, 4, 1)) ==
        "[token reach] vocabulary must be at least 2, as each token is replaced by another, but "
        "got 1");
}
