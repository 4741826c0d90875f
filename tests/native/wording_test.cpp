#include "posenc/wording.hpp"

#include "test.hpp"

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

TEST_CASE("fractions in percent: to a tenth, and never all for almost all") {
  CHECK(in_percent(1) == "100 %");
  CHECK(in_percent(0.9996) == "99.9 %");
  CHECK(in_percent(0.99949) == "99.9 %");
  CHECK(in_percent(1 - 1e-12) == "99.9 %");
  CHECK(in_percent(0.985) == "98.5 %");
  CHECK(in_percent(0.37) == "37 %");
  CHECK(in_percent(0) == "0 %");
  // A share of something smaller can be more than all of it.
  CHECK(in_percent(1.0004) == "100 %");
  CHECK(per_cent(0.9996) == 99.9);
  CHECK(per_cent(2.5) == 250);
  CHECK(std::isnan(per_cent(std::numeric_limits<double>::quiet_NaN())));
}
