#include "posenc/analysis/norms.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "posenc/encoding/sinusoidal.hpp"

using namespace posenc;

TEST_CASE("norms: every encoding is as long as sqrt(d/2), wherever it is") {
  for (const Index d : {2, 4, 128}) {
    const auto frequencies = *GeometricFrequencies::make(d, 10000);
    CHECK(encoding_norm(frequencies) == std::sqrt(static_cast<double>(d) / 2));
    const RowNorms norms =
        row_norms(*sinusoidal_table(frequencies, std::array{0.0, 3.5, -17.0, 131071.0}));
    CHECK(norms.shortest == doctest::Approx(encoding_norm(frequencies)).epsilon(1e-14));
    CHECK(norms.longest == doctest::Approx(encoding_norm(frequencies)).epsilon(1e-14));
  }
}

TEST_CASE("norms: the shortest and the longest row, worked out by hand") {
  const RowNorms norms = row_norms(Matrix{{3, 4}, {0, 0}, {-5, 12}, {1, 0}});
  CHECK(norms.shortest == 0);
  CHECK(norms.longest == 13);
}
