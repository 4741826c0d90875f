#include "posenc/encoding/frequencies.hpp"

#include "test.hpp"

TEST_CASE("frequencies fall geometrically from 1, by base^(-2/d)") {
  for (const Index d : {2, 4, 10, 128, 512}) {
    for (const double base : {2.0, 100.0, 10000.0, 500000.0}) {
      CAPTURE(d);
      CAPTURE(base);
      const Vector omega = GeometricFrequencies::make(d, base)->values();
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
    return wavelengths(*GeometricFrequencies::make(128, 10000, variant)).maxCoeff();
  };
  const double limit = 2 * std::numbers::pi * 10000;
  CHECK(longest(FrequencyVariant::paper) == doctest::Approx(limit * std::pow(10000, -2.0 / 128)));
  CHECK(longest(FrequencyVariant::endpoint) == doctest::Approx(limit).epsilon(1e-14));
}

TEST_CASE("the endpoint variant at d = 2 is not 0/0") {
  CHECK(GeometricFrequencies::make(2, 10000, FrequencyVariant::endpoint)->values()[0] == 1);
}

TEST_CASE("frequencies: bad dimensions and bases are errors that name the value") {
  const auto message = [](Index d, double base) {
    return GeometricFrequencies::make(d, base).error().message;
  };
  for (const Index d : {0, -4, 7}) {
    CHECK(message(d, 10000) ==
          "[frequencies] dimension must be a positive even number but got " + std::to_string(d));
  }
  CHECK(message(8, 0) == "[frequencies] base must be a finite number above 0 but got 0");
  CHECK(message(8, -1) == "[frequencies] base must be a finite number above 0 but got -1");
  CHECK(message(8, std::nan("")) ==
        "[frequencies] base must be a finite number above 0 but got nan");
  CHECK_FALSE(GeometricFrequencies::make(8, std::numeric_limits<double>::infinity()));
  CHECK(message(400, 1e-300) ==
        "[frequencies] base must keep every angle and wavelength within the range of a double but "
        "got 1e-300");
  CHECK_FALSE(GeometricFrequencies::make(512, 1e308, FrequencyVariant::endpoint));
  // Its one wavelength is 2 pi, but the limit 2 pi base is beyond a double.
  CHECK_FALSE(GeometricFrequencies::make(2, 1e308));
  CHECK(GeometricFrequencies::make(2000000000, 2).error().code == ErrorCode::too_large);
}

TEST_CASE("no wavelength of the paper's formula reaches the limit 2 pi base, but they come near") {
  for (const double base : {2.0, 100.0, 10000.0, 500000.0}) {
    double before = 0;
    for (const Index d : {2, 4, 64, 512, 65536}) {
      const auto frequencies = *GeometricFrequencies::make(d, base);
      CHECK(wavelength_limit(frequencies) == 2 * std::numbers::pi * base);
      const double longest = wavelengths(frequencies).maxCoeff();
      CHECK(longest > before);
      CHECK(longest < wavelength_limit(frequencies));
      before = longest;
    }
    CHECK(before > 0.999 * 2 * std::numbers::pi * base);
  }
}

TEST_CASE("turns: one for each wavelength gone") {
  const auto frequencies = *GeometricFrequencies::make(16, 10000);
  for (const double position : {-3.0, 0.0, 0.5, 10.0, 131071.0}) {
    const Vector gone = *turns(frequencies, position);
    REQUIRE(gone.size() == 8);
    for (Index i = 0; i < 8; ++i) {
      const double wavelength = 2 * std::numbers::pi * std::pow(10.0, static_cast<double>(i) / 2);
      CHECK(gone[i] == doctest::Approx(position / wavelength).epsilon(1e-14));
    }
  }
  CHECK((*turns(frequencies, 10))[0] == doctest::Approx(1.591549430918953).epsilon(1e-15));
  CHECK(turns(frequencies, std::nan("")).error().message ==
        "[frequencies] position must be a number between -2^53 and 2^53 but got nan");
  CHECK(turns(*GeometricFrequencies::make(64, 1e-280), max_position)->allFinite());
}

TEST_CASE("inverse frequencies of any values: positive, and within the range of a double") {
  Vector values(3);
  values << 0.25, 1, 1e-4;
  const auto frequencies = InverseFrequencies::from_values(values);
  REQUIRE(frequencies);
  CHECK(frequencies->values() == values);
  CHECK(frequencies->dimension() == 6);
  CHECK(InverseFrequencies::from_values(Vector()).error().message ==
        "[frequencies] there must be at least one inverse frequency");
  for (const double bad :
       {0.0, -1.0, std::nan(""), 1e300, 1e-320, std::numeric_limits<double>::infinity()}) {
    values[1] = bad;
    CHECK(InverseFrequencies::from_values(values).error().message ==
          "[frequencies] each of inverse_frequencies must be above 0 and keep every angle and "
          "wavelength "
          "within the range of a double but got " +
              format_number(bad));
  }
}
