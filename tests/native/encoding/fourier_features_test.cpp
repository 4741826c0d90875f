#include "posenc/encoding/fourier_features.hpp"

#include "drawn.hpp"
#include "test.hpp"

namespace {

Matrix points_from(std::uint64_t seed, Index count, Index axes) {
  Random random(seed);
  return drawn::matrix(random, count, axes);
}

}  // namespace

TEST_CASE("Fourier features compare points by their offset alone") {
  const Matrix b = *random_frequencies(64, 2, 3, 1);
  const Matrix points = points_from(1, 2, 2);
  Matrix moved = points;
  moved.rowwise() += Eigen::RowVector2d(0.375, -1.5);
  const Matrix here = *fourier_features(points, b);
  const Matrix there = *fourier_features(moved, b);
  CHECK(here.row(0).dot(here.row(1)) == doctest::Approx(there.row(0).dot(there.row(1))));
  CHECK(here.row(0).squaredNorm() == doctest::Approx(64));
}

TEST_CASE("random frequencies have the spread that they are given, and NeRF's waves double") {
  const Matrix b = *random_frequencies(20000, 2, 2.5, 7);
  const double squares = b.squaredNorm() / static_cast<double>(b.size());
  CHECK(std::sqrt(squares) == doctest::Approx(2.5).epsilon(0.01));
  CHECK(*random_frequencies(20000, 2, 2.5, 7) == b);
  CHECK(*random_frequencies(20000, 2, 2.5, 8) != b);
  CHECK((*random_frequencies(4, 2, 5, 7) - 2 * b.topRows(4)).cwiseAbs().maxCoeff() < 1e-14);

  const Matrix points = points_from(3, 4, 2);
  const Matrix waves = *nerf_waves(points, 5);
  REQUIRE(waves.cols() == 20);
  for (Index level = 0; level < 5; ++level) {
    // As Fourier features, the frequency of a level is 2^(level - 1) turns per unit.
    const Matrix one = Matrix::Constant(1, 1, std::exp2(level - 1));
    for (const Index axis : {0, 1}) {
      const Matrix features = *fourier_features(points.col(axis), one);
      const Index column = 2 * (5 * axis + level);
      CHECK((waves.col(column) - features.col(1)).cwiseAbs().maxCoeff() < 1e-13);
      CHECK((waves.col(column + 1) - features.col(0)).cwiseAbs().maxCoeff() < 1e-13);
    }
  }
}

TEST_CASE("what cannot be Fourier features is named") {
  const auto message = [](const auto& result) { return result.error().message; };
  CHECK(message(fourier_features(Matrix::Zero(1, 3), Matrix::Zero(4, 2))) ==
        "[fourier] each row of frequencies must have 3 numbers, as each of the points has, but "
        "there are 4 rows of 2");
  CHECK(message(fourier_features(Matrix::Constant(1, 2, NAN), Matrix::Zero(4, 2)))
            .starts_with("[fourier] each coordinate of points must be"));
  CHECK(message(random_frequencies(4, 2, 0, 1)) ==
        "[fourier] scale must be a number above 0 and up to 1e+10 but got 0");
  CHECK(message(nerf_waves(Matrix::Zero(1, 2), 33)).starts_with("[fourier] levels must be"));
  CHECK(message(nerf_waves(Matrix::Constant(1, 2, 1001), 3)) ==
        "[fourier] each coordinate of points must be from -1000 to 1000 but got 1001");
  CHECK(random_frequencies(1e9, 2, 1, 1).error().code == ErrorCode::too_large);
}
