#include "posenc/analysis/norms.hpp"

#include "posenc/analysis/similarity.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

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

TEST_CASE("the distance of encodings: by the law of cosines, d minus twice the kernel") {
  const auto frequencies = *GeometricFrequencies::make(16, 10000);
  const double kernel = (*kernel_dot(frequencies, std::array{372.0}))[0];
  CHECK(*encoding_distance(frequencies, 128, 500) ==
        doctest::Approx(std::sqrt(16 - 2 * kernel)).epsilon(1e-12));
  CHECK(*encoding_distance(frequencies, 5, 5) == 0);
}

TEST_CASE("the largest cosine of columns: 0 at right angles, 1 for multiples") {
  CHECK(largest_column_cosine(Matrix{{1, 0, 0}, {0, 2, 0}, {0, 0, -1}}) == 0);
  CHECK(largest_column_cosine(Matrix{{1, -2}, {1, -2}}) == doctest::Approx(1));
  CHECK(largest_column_cosine(Matrix{{1, 0}, {1, 1}}) == doctest::Approx(std::sqrt(0.5)));
}
