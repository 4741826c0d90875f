#include "posenc/analysis/learning_curve.hpp"

#include "test.hpp"

TEST_CASE("steps to a level: the first whose last batches reach it on average") {
  const std::array curve{0.0, 1.0, 0.5, 1.0, 1.0, 0.0};
  CHECK(steps_to_level(curve, 0.75, 2) == 3);
  CHECK(steps_to_level(curve, 1, 2) == 5);
  CHECK(steps_to_level(curve, 1, 1) == 2);
  CHECK(steps_to_level(curve, 0, 3) == 3);
}

TEST_CASE("steps to a level: infinite for a level never reached, or fewer steps than batches") {
  CHECK(std::isinf(steps_to_level(std::vector<double>(20, 0.9), 0.95, 10)));
  CHECK(std::isinf(steps_to_level(std::vector<double>(9, 1.0), 0.95, 10)));
  CHECK(std::isinf(steps_to_level({}, 0, 1)));
}
