#include "posenc/model/cost.hpp"

#include "test.hpp"

TEST_CASE("costs: of each scheme, counted by hand for a model of two layers") {
  const auto costs = encoding_costs({8, 2, 2, 10});
  REQUIRE(costs);
  // Each layer: 12 d^2 weights, 10 keys and 10 values of d components, two operations each.
  CHECK(costs->model_operations == 2 * (2 * 12 * 64 + 2 * 10 * 8 + 2 * 10 * 8));
  std::vector<std::vector<double>> rows;
  for (const SchemeCost& one : costs->schemes) {
    rows.push_back({one.operations, one.parameters, one.memory});
    CHECK(one.share ==
          doctest::Approx(one.operations / (costs->model_operations + one.operations)));
  }
  CHECK(rows == std::vector<std::vector<double>>{
                    {0, 0, 0},
                    {8, 0, 80},    // one sum per component
                    {8, 80, 0},    // the same, from a table of parameters
                    {96, 0, 40},   // 4 pairs of q and of k, 6 operations each, in 2 layers
                    {80, 0, 2},    // 10 scores in 2 heads of 2 layers, 2 operations each
                    {40, 64, 20},  // the same scores, one operation each
                });
  CHECK(costs->schemes[3].scheme == Scheme::rope);
  CHECK(costs->schemes[4].scheme == Scheme::alibi);
}

TEST_CASE("costs: only ALiBi's and T5's grow with the text") {
  const auto operations = [](double length, std::size_t scheme) {
    return encoding_costs({64, 4, 1, length})->schemes[scheme].operations;
  };
  for (std::size_t scheme = 0; scheme < 4; ++scheme) {
    CHECK(operations(100, scheme) == operations(1000, scheme));
  }
  for (std::size_t scheme = 4; scheme < 6; ++scheme) {
    CHECK(10 * operations(100, scheme) == operations(1000, scheme));
  }
}

TEST_CASE("costs: what cannot be counted is refused by name") {
  const auto message = [](const CostOptions& options) {
    const auto costs = encoding_costs(options);
    REQUIRE_FALSE(costs);
    return costs.error().message;
  };
  CHECK(message({0, 8, 6, 512}) ==
        "[cost] d_model must be a whole number from 1 to 1048576 but got 0");
  CHECK(message({512, 2.5, 6, 512}) ==
        "[cost] heads must be a whole number from 1 to 1048576 but got 2.5");
  CHECK(message({512, 8, 6, 2e9}) ==
        "[cost] length must be a whole number from 1 to 1048576 but got 2000000000");
  CHECK(message({512, 5, 6, 512}) ==
        "[cost] d_model must give each of 5 heads an even number of dimensions but got 512");
}
