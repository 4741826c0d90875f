#include "posenc/analysis/grid_resize.hpp"

#include "test.hpp"

TEST_CASE("a table of the same size loses nothing") {
  const Matrix table = *grid_table(*grid_frequencies(16, 10000), 3, 4, GridConvention::mae);
  const ResizedGrid same = *resized_grid(table, {3, 4}, {3, 4}, Interpolation::bicubic);
  CHECK(same.table == table);
  CHECK((same.norms.array() - 1).abs().maxCoeff() < 1e-14);
  CHECK((same.amplitudes.array() - 1).abs().maxCoeff() < 1e-14);
}

TEST_CASE("between patches rows are shorter, and fast columns lose the most") {
  const Matrix table = *grid_table(*grid_frequencies(64, 10000), 14, 14, GridConvention::mae);
  const ResizedGrid larger = *resized_grid(table, {14, 14}, {28, 28}, Interpolation::bilinear);
  // The center of a new patch is a quarter of the way from an old one to the next, in x and in y: a share of
  // |3/4 + 1/4 e^(i theta)| of each wave.
  double mean = 0;
  for (Index i = 0; i < 16; ++i) {
    const double theta = std::pow(10000.0, -static_cast<double>(i) / 16);
    mean += (10 + 6 * std::cos(theta)) / 16 / 16;
  }
  CHECK(larger.norms[14 * 28 + 14] == doctest::Approx(std::sqrt(mean)).epsilon(1e-12));
  CHECK(larger.norms.maxCoeff() < 1 + 1e-12);
  // The sines of x from the fastest on, then the cosines.
  CHECK(larger.amplitudes[0] < 0.95);
  CHECK(larger.amplitudes[0] < larger.amplitudes[8]);
  CHECK(larger.amplitudes[31] > 0.999);
}

TEST_CASE("what is 0 has nothing to lose") {
  const ResizedGrid nothing =
      *resized_grid(Matrix::Zero(4, 3), {2, 2}, {3, 3}, Interpolation::bilinear);
  CHECK(nothing.norms == Vector::Ones(9));
  CHECK(nothing.amplitudes == Vector::Ones(3));
  CHECK(!resized_grid(Matrix::Zero(4, 3), {2, 3}, {3, 3}, Interpolation::bilinear));
}
