#include "posenc/analysis/projections.hpp"

#include "posenc/analysis/similarity.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

TEST_CASE("weighted dot products: equal weights are a factor, others make the place count") {
  const auto frequencies = *GeometricFrequencies::make(4, 10000);
  const std::array pairs{PositionPair{0, 1}, PositionPair{5, 6}};
  const Vector plain = *dot_products(frequencies, pairs);
  const Vector twice = *weighted_dot_products(frequencies, pairs, Vector::Constant(4, 2));
  CHECK(twice.isApprox(2 * plain, 1e-14));
  const Vector sines = *weighted_dot_products(frequencies, pairs, Vector{{1, 0, 0, 0}});
  CHECK(sines[0] == doctest::Approx(0));
  CHECK(sines[1] == doctest::Approx(std::sin(5.0) * std::sin(6.0)));
}

TEST_CASE("dot products with a vector: those of an encoding are those of the pairs") {
  const auto frequencies = *GeometricFrequencies::make(16, 10000);
  const std::array positions{0.0, 3.0, 100.0};
  const Vector query = *sinusoidal_encoding(frequencies, 7);
  const std::array pairs{PositionPair{0, 7}, PositionPair{3, 7}, PositionPair{100, 7}};
  CHECK(dot_products_with(frequencies, query, positions)
            ->isApprox(*dot_products(frequencies, pairs), 1e-14));
}
