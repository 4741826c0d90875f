#include "posenc/analysis/windows.hpp"

#include "test.hpp"

TEST_CASE("windows: each layer looks its window less one further back") {
  const auto reach = [](const std::vector<double>& windows) { return *reach_of_windows(windows); };
  CHECK(reach({}) == 1);
  CHECK(reach({1, 1}) == 1);
  CHECK(reach({16}) == 16);
  CHECK(reach({16, 16, 16, 16}) == 61);
  CHECK(reach({4, 9}) == 12);
  CHECK(reach({4, 0}) == std::numeric_limits<double>::infinity());
  // Mistral 7B.
  CHECK(reach(std::vector<double>(32, 4096)) == 131041);
  for (const double wrong : {-1.0, 2.5, std::numeric_limits<double>::infinity()}) {
    const auto error = reach_of_windows(std::vector{4.0, wrong});
    REQUIRE_FALSE(error);
    CHECK(error.error().message.find("must be a whole number of at least 0 but got") !=
          std::string::npos);
  }
}
