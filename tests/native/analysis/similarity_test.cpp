#include "posenc/analysis/similarity.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

using namespace posenc;

TEST_CASE("dot products depend on the offset only, and are the kernel") {
  for (const Index d : {4, 16, 128}) {
    const auto frequencies = *InverseFrequencies::make(d, 10000);
    const std::array pairs{PositionPair{0, 5}, PositionPair{5, 0}, PositionPair{100, 105},
                           PositionPair{4000, 4005}};
    const Vector dots = *dot_products(frequencies, pairs);
    const Vector kernel = *kernel_dot(frequencies, std::array{5.0});
    for (const double dot : dots) CHECK(dot == doctest::Approx(kernel[0]).epsilon(1e-11));
  }
}

TEST_CASE("cosine similarity is the dot product over d/2, and the mean of cosines") {
  const auto frequencies = *InverseFrequencies::make(16, 10000);
  const std::array pairs{PositionPair{3, 13}, PositionPair{20, 40}};
  const Vector cosines = *cosine_similarities(frequencies, pairs);
  CHECK(((*dot_products(frequencies, pairs) / 8) - cosines).cwiseAbs().maxCoeff() < 1e-15);
  const Vector kernel = *kernel_mean_cos(frequencies, std::array{10.0, 20.0});
  CHECK((kernel - cosines).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("similarity is not monotonic: at d = 16 distance 20 is nearer than distance 10") {
  const Vector kernel =
      *kernel_mean_cos(*InverseFrequencies::make(16, 10000), std::array{0.0, 10.0, 20.0});
  CHECK(kernel[0] == 1);
  CHECK(kernel[1] < kernel[2]);
}

TEST_CASE("similarity: bad positions and offsets are errors") {
  const auto frequencies = *InverseFrequencies::make(4, 10000);
  CHECK(kernel_dot(frequencies, std::array{1.0, std::nan("")}).error().message ==
        "[similarity] offset must be a number between -2^53 and 2^53 but got nan");
  CHECK_FALSE(kernel_mean_cos(frequencies, std::array{1e300}));
  CHECK_FALSE(dot_products(frequencies, std::array{PositionPair{0, std::nan("")}}));
  CHECK_FALSE(cosine_similarities(frequencies, std::array{PositionPair{1e300, 0}}));
}
