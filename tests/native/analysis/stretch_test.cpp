#include "posenc/analysis/stretch.hpp"

#include "posenc/encoding/context_extension.hpp"
#include "test.hpp"

TEST_CASE("stretches: position interpolation stretches all, NTK-aware none but the last wholly") {
  const auto theta = *GeometricFrequencies::make(16, 10000);
  const Vector before = wavelengths(theta);
  const auto all = stretches(before, wavelengths(*position_interpolation(theta, 4)), 4);
  REQUIRE(all.has_value());
  CHECK(all->kept == 0);
  CHECK(all->whole == 8);
  CHECK(all->times.isApproxToConstant(4));

  const auto some = stretches(before, wavelengths(*ntk_aware(theta, 4)), 4);
  REQUIRE(some.has_value());
  CHECK(some->kept == 1);
  CHECK(some->whole == 1);
  CHECK(some->times[0] == doctest::Approx(1));
  CHECK(some->times[7] == doctest::Approx(4));
  CHECK(stretches(before, before, 1)->kept == 8);
  CHECK(stretches(before, before, 1)->whole == 0);
}

TEST_CASE("stretches: an invalid wavelength or factor is an error") {
  const Vector one = Vector::Ones(1);
  CHECK(stretches(one, Vector::Ones(2), 2).error().message ==
        "[stretch] there must be as many wavelengths after as before, 1, but there are 2");
  CHECK(stretches(one, one, 0).error().message ==
        "[stretch] factor must be a finite number above 0 but got 0");
  CHECK(stretches(one, -one, 2).error().message ==
        "[stretch] each wavelength of after must be a finite number above 0 but got -1");
}

TEST_CASE("frequency ratios: the larger over the smaller, whichever comes first") {
  const auto some = *InverseFrequencies::from_values(Vector{{1, 0.5, 0.1}});
  const auto others = *InverseFrequencies::from_values(Vector{{1, 0.1, 0.4}});
  const Vector ratios = frequency_ratios(some, others);
  CHECK(ratios[0] == 1);
  CHECK(ratios[1] == doctest::Approx(5));
  CHECK(ratios[2] == doctest::Approx(4));
  CHECK(frequency_ratios(others, some).isApprox(ratios));
}
