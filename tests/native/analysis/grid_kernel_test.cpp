#include "posenc/analysis/grid_kernel.hpp"

#include "test.hpp"

TEST_CASE("in axial kernels x and y add up; in mixed ones they do not") {
  const GridKernel axial = *grid_kernel(*axial_frequencies(64, 100), 6);
  REQUIRE(axial.values.rows() == 13);
  CHECK(axial.values(6, 6) == 1);
  CHECK(axial.interplay < 1e-14);
  CHECK(axial.by_direction > 0.05);
  for (Index n = 0; n < 13; ++n) {
    for (Index m = 0; m < 13; ++m) {
      // Alike in x and y, and in both directions of each.
      CHECK(axial.values(n, m) == doctest::Approx(axial.values(m, n)).epsilon(1e-14));
      CHECK(axial.values(n, m) == doctest::Approx(axial.values(n, 12 - m)).epsilon(1e-14));
    }
  }
  const GridKernel mixed = *grid_kernel(*mixed_frequencies(64, 10, 0.5), 6);
  CHECK(mixed.interplay > 0.1);
  CHECK(grid_kernel(*mixed_frequencies(64, 10, 0), 6)->interplay < 1e-14);
}

TEST_CASE("kernels of turned frequencies are turned") {
  const double quarter = 1.5707963267948966;
  const GridKernel plain = *grid_kernel(*mixed_frequencies(16, 10, 0.25), 3);
  const GridKernel turned = *grid_kernel(*mixed_frequencies(16, 10, 0.25 + quarter), 3);
  CHECK((plain.values - turned.values).cwiseAbs().maxCoeff() < 1e-14);
  // By half of that, axes and diagonals change places.
  const GridKernel half = *grid_kernel(*mixed_frequencies(16, 10, 0.25 + quarter / 2), 3);
  CHECK((plain.axes - half.diagonals).cwiseAbs().maxCoeff() < 1e-14);
  CHECK((plain.diagonals - half.axes).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("what cannot be the kernel of a grid is named") {
  const auto mrope = *mrope_frequencies(std::array{1.0, 1.0, 1.0}, SectionLayout::chunked, 10000);
  CHECK(grid_kernel(mrope, 3).error().message ==
        "[grid] frequencies must be of 2 axes, x and y, but have 3");
  CHECK(
      grid_kernel(*axial_frequencies(8, 100), 0).error().message.starts_with("[grid] reach must"));
}
