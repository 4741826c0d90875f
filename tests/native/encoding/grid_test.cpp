#include "posenc/encoding/grid.hpp"

#include "drawn.hpp"
#include "test.hpp"

namespace {

const GeometricFrequencies half_of_grid = *grid_frequencies(16, 10000);

Matrix table_from(std::uint64_t seed, Index rows, Index cols) {
  Random random(seed);
  return drawn::matrix(random, rows, cols);
}

constexpr std::array all_interpolations{Interpolation::bilinear, Interpolation::bicubic,
                                        Interpolation::bicubic_antialias};

}  // namespace

TEST_CASE("a grid's table is two sinusoidal tables side by side") {
  const Matrix mae = *grid_table(half_of_grid, 3, 5, GridConvention::mae);
  REQUIRE(mae.rows() == 15);
  REQUIRE(mae.cols() == 16);
  for (Index n = 0; n < 15; ++n) {
    const std::array x{static_cast<double>(n % 5)};
    const std::array y{static_cast<double>(n / 5)};
    const Matrix of_x = *sinusoidal_table(half_of_grid, x, ColumnLayout::concatenated);
    const Matrix of_y = *sinusoidal_table(half_of_grid, y, ColumnLayout::concatenated);
    CHECK(mae.row(n).head(8) == of_x.row(0));
    CHECK(mae.row(n).tail(8) == of_y.row(0));
  }
  const Matrix detr = *grid_table(half_of_grid, 3, 5, GridConvention::detr);
  const std::array last_x{2 * std::numbers::pi * 5 / (5 + 1e-6)};
  const Matrix of_last = *sinusoidal_table(half_of_grid, last_x);
  CHECK((detr.row(4).tail(8) - of_last.row(0)).cwiseAbs().maxCoeff() < 1e-15);
  CHECK(detr.row(4).head(8) == detr.row(0).head(8));
}

TEST_CASE("a table of the same size is unchanged, and one of equal rows stays equal") {
  const Matrix table = table_from(1, 12, 3);
  for (const Interpolation interpolation : all_interpolations) {
    CHECK(*resize_grid_table(table, {3, 4}, {3, 4}, interpolation) == table);
    const Matrix equal = Matrix::Constant(12, 3, 0.625);
    const Matrix resized = *resize_grid_table(equal, {3, 4}, {7, 5}, interpolation);
    CHECK((resized.array() - 0.625).abs().maxCoeff() < 1e-15);
  }
}

TEST_CASE("between patches a ramp stays a ramp, bicubic by 3/64 of a step") {
  Matrix ramp(64, 1);
  for (Index n = 0; n < 64; ++n) ramp(n, 0) = static_cast<double>(n % 8);
  const Matrix linear = *resize_grid_table(ramp, {8, 8}, {8, 16}, Interpolation::bilinear);
  const Matrix cubic = *resize_grid_table(ramp, {8, 8}, {8, 16}, Interpolation::bicubic);
  for (Index x = 4; x < 12; ++x) {
    const double there = (static_cast<double>(x) + 0.5) / 2 - 0.5;
    CHECK(linear(x, 0) == doctest::Approx(there));
    // (Keys' kernel follows a ramp only with a = -1/2.)
    CHECK(std::abs(cubic(x, 0) - there) == doctest::Approx(3.0 / 64));
  }
}

TEST_CASE("a ramp resized as by PyTorch 1.13.1, without and with antialias") {
  const Matrix ramp = Matrix(Vector::LinSpaced(4, 0, 3));
  const auto resized = [&](double count, Interpolation interpolation) {
    return *resize_grid_table(ramp, {4, 1}, {count, 1}, interpolation);
  };
  // torch.nn.functional.interpolate(ramp, size, mode="bicubic", antialias=...), in float32.
  const std::vector<double> without{-0.0992165, 0.2792450, 0.8965921, 1.5};
  const std::vector<double> with{-0.0793271, 0.2638724, 0.9240140, 1.5};
  for (Index n = 0; n < 4; ++n) {
    const auto at = static_cast<std::size_t>(n);
    CHECK(std::abs(resized(7, Interpolation::bicubic)(n, 0) - without[at]) < 1e-6);
    CHECK(std::abs(resized(7, Interpolation::bicubic_antialias)(n, 0) - with[at]) < 1e-6);
  }
  const Matrix halved = resized(2, Interpolation::bicubic_antialias);
  CHECK(std::abs(halved(0, 0) - 0.5867769) < 1e-6);
  CHECK(halved(0, 0) + halved(1, 0) == doctest::Approx(3));
}

TEST_CASE("rows and columns change places with those of the table") {
  const Matrix table = table_from(2, 12, 2);
  Matrix turned(12, 2);
  for (Index n = 0; n < 12; ++n) turned.row(n % 4 * 3 + n / 4) = table.row(n);
  const Matrix resized = *resize_grid_table(table, {3, 4}, {5, 7}, Interpolation::bicubic);
  const Matrix resized_turned = *resize_grid_table(turned, {4, 3}, {7, 5}, Interpolation::bicubic);
  for (Index n = 0; n < 35; ++n) {
    CHECK((resized_turned.row(n % 7 * 5 + n / 7) - resized.row(n)).cwiseAbs().maxCoeff() < 1e-14);
  }
}

TEST_CASE("what cannot be a grid is named") {
  const auto message = [](const auto& result) { return result.error().message; };
  CHECK(message(grid_table(half_of_grid, 0, 3, GridConvention::mae))
            .starts_with("[grid] rows must be"));
  CHECK(message(grid_table(half_of_grid, 3, 2.5, GridConvention::mae))
            .starts_with("[grid] columns must be"));
  CHECK(grid_table(half_of_grid, 1e6, 1e6, GridConvention::mae).error().code ==
        ErrorCode::too_large);
  CHECK(message(resize_grid_table(Matrix::Zero(5, 2), {2, 2}, {3, 3}, Interpolation::bilinear)) ==
        "[grid] table must have a row for each of the 2 x 2 patches but has 5 rows");
  CHECK(message(grid_frequencies(6, 10000)) ==
        "[grid] d_model must be a positive number divisible by 4 but got 6");
  CHECK(message(to_grid_convention("vit")).starts_with("[grid] convention must be"));
}
