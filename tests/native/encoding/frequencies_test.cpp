#include "posenc/encoding/frequencies.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

using namespace posenc;

TEST_CASE("frequencies fall geometrically from 1, by base^(-2/d)") {
  for (const Index d : {2, 4, 10, 128, 512}) {
    for (const double base : {2.0, 100.0, 10000.0, 500000.0}) {
      CAPTURE(d);
      CAPTURE(base);
      const Vector omega = InverseFrequencies::make(d, base)->values();
      REQUIRE(omega.size() == d / 2);
      CHECK(omega[0] == 1);
      const double ratio = std::pow(base, -2.0 / static_cast<double>(d));
      for (Index i = 1; i < omega.size(); ++i) {
        CHECK(omega[i] / omega[i - 1] == doctest::Approx(ratio).epsilon(1e-13));
      }
    }
  }
}

TEST_CASE("the paper's last wavelength stays below 2 pi base; the endpoint variant reaches it") {
  const auto longest = [](FrequencyVariant variant) {
    return wavelengths(*InverseFrequencies::make(128, 10000, variant)).maxCoeff();
  };
  const double limit = 2 * std::numbers::pi * 10000;
  CHECK(longest(FrequencyVariant::paper) == doctest::Approx(limit * std::pow(10000, -2.0 / 128)));
  CHECK(longest(FrequencyVariant::endpoint) == doctest::Approx(limit).epsilon(1e-14));
}

TEST_CASE("the endpoint variant at d = 2 is not 0/0") {
  CHECK(InverseFrequencies::make(2, 10000, FrequencyVariant::endpoint)->values()[0] == 1);
}

TEST_CASE("frequencies: bad dimensions and bases are errors that name the value") {
  const auto message = [](Index d, double base) {
    return InverseFrequencies::make(d, base).error().message;
  };
  for (const Index d : {0, -4, 7}) {
    CHECK(message(d, 10000) ==
          "[frequencies] dimension must be a positive even number but got " + std::to_string(d));
  }
  CHECK(message(8, 0) == "[frequencies] base must be a finite number above 0 but got 0");
  CHECK(message(8, -1) == "[frequencies] base must be a finite number above 0 but got -1");
  CHECK(message(8, std::nan("")) ==
        "[frequencies] base must be a finite number above 0 but got nan");
  CHECK_FALSE(InverseFrequencies::make(8, std::numeric_limits<double>::infinity()));
  CHECK(message(400, 1e-300) ==
        "[frequencies] base must keep every angle and wavelength within the range of a double but "
        "got 1e-300");
  CHECK_FALSE(InverseFrequencies::make(512, 1e308, FrequencyVariant::endpoint));
  CHECK(InverseFrequencies::make(2000000000, 2).error().code == ErrorCode::too_large);
}
