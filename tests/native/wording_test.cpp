#include "posenc/wording.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace posenc;

TEST_CASE("numbers in sentences: powers of ten as people write them, all others as they are") {
  CHECK(with_power_of_ten(5e-7, 1) == "5·10⁻⁷");
  CHECK(with_power_of_ten(0x1p-16, 4) == "1.526·10⁻⁵");
  CHECK(with_power_of_ten(-1.25e-10, 3) == "-1.25·10⁻¹⁰");
  CHECK(with_power_of_ten(2.34e130, 2) == "2.3·10¹³⁰");
  CHECK(with_power_of_ten(123456, 2) == "1.2·10⁵");
  CHECK(with_power_of_ten(0, 2) == "0");
  CHECK(with_power_of_ten(0.00018, 2) == "0.00018");
  CHECK(with_power_of_ten(54410, 5) == "54410");
  CHECK(with_power_of_ten(std::numeric_limits<double>::infinity(), 2) == "inf");
}
