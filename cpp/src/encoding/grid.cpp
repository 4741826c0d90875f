#include "posenc/encoding/grid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace posenc {
namespace {

/// DETR divides by the last position plus this.
constexpr double detr_epsilon = 1e-6;

/// A patch of the old grid and its share in a value of the new one.
struct Share {
  Index from;
  double weight;
};

/// The shares of patches in a new value.
using Shares = std::vector<Share>;

/// Keys 1981, "Cubic convolution interpolation for digital image processing", equation 4.
double cubic_weight(double distance, double a) {
  const double s = std::abs(distance);
  if (s <= 1) return ((a + 2) * s - (a + 3)) * s * s + 1;
  if (s < 2) return a * (((s - 5) * s + 8) * s - 4);
  return 0;
}

double linear_weight(double distance) { return std::max(0.0, 1 - std::abs(distance)); }

/// The four patches around a center, where the last one is repeated beyond the edge.
Shares shares_with_edge_repeated(double center, Index patches, Interpolation interpolation) {
  constexpr double a = -0.75;
  Shares shares;
  const double first = std::floor(center) - 1;
  for (int k = 0; k < 4; ++k) {
    const double place = first + k;
    const double inside = std::clamp(place, 0.0, static_cast<double>(patches - 1));
    const double distance = center - place;
    shares.push_back({static_cast<Index>(inside), interpolation == Interpolation::bicubic
                                                      ? cubic_weight(distance, a)
                                                      : linear_weight(distance)});
  }
  return shares;
}

/// The patches within reach of a kernel that is `widening` times as wide; those beyond the edge are left out, and the
/// others' weights divided by their sum.
Shares shares_within_edge(double center, Index patches, double widening) {
  constexpr double a = -0.5;
  Shares shares;
  double sum = 0;
  for (Index place = 0; place < patches; ++place) {
    const double weight = cubic_weight((center - static_cast<double>(place)) / widening, a);
    if (weight == 0) continue;
    shares.push_back({place, weight});
    sum += weight;
  }
  for (Share& share : shares) share.weight /= sum;
  return shares;
}

/// The shares in each of `to` values in a row of those in a row of `from`.
std::vector<Shares> shares_in_row(Index from, Index to, Interpolation interpolation) {
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  std::vector<Shares> all;
  for (Index n = 0; n < to; ++n) {
    const double center = (static_cast<double>(n) + 0.5) * scale - 0.5;
    all.push_back(interpolation == Interpolation::bicubic_antialias
                      ? shares_within_edge(center, from, std::max(scale, 1.0))
                      : shares_with_edge_repeated(center, from, interpolation));
  }
  return all;
}

struct Counts {
  Index rows;
  Index columns;
};

Result<Counts> to_counts(double rows, double columns) {
  POSENC_TRY(whole_rows, to_count("[grid] `rows`", rows));
  POSENC_TRY(whole_columns, to_count("[grid] `columns`", columns));
  if (auto error = check_size("[grid] the grid", whole_rows, whole_columns)) return *error;
  return Counts{whole_rows, whole_columns};
}

}  // namespace

Result<Vector> grid_positions(double count, GridConvention convention) {
  POSENC_TRY(whole, to_count("[grid] `count`", count));
  if (auto error = check_size("[grid] the positions", whole, 1)) return *error;
  const Vector from_zero = Vector::LinSpaced(whole, 0, count - 1);
  if (convention == GridConvention::mae) return from_zero;
  return Vector((from_zero.array() + 1) / (count + detr_epsilon) * (2 * std::numbers::pi));
}

Result<GeometricFrequencies> grid_frequencies(double d_model, double base) {
  POSENC_TRY(d, to_multiple("[grid] `d_model`", d_model, 4));
  return GeometricFrequencies::make(d / 2, base);
}

Result<Matrix> grid_table(const InverseFrequencies& half, double rows, double columns,
                          GridConvention convention) {
  POSENC_TRY(counts, to_counts(rows, columns));
  const Index d = half.dimension();
  if (auto error = check_size("[grid] the table", counts.rows * counts.columns, 2 * d)) {
    return *error;
  }
  const bool is_mae = convention == GridConvention::mae;
  const ColumnLayout layout = is_mae ? ColumnLayout::concatenated : ColumnLayout::interleaved;
  POSENC_TRY(x_positions, grid_positions(columns, convention));
  POSENC_TRY(y_positions, grid_positions(rows, convention));
  POSENC_TRY(of_x, sinusoidal_table(half, elements_of(x_positions), layout));
  POSENC_TRY(of_y, sinusoidal_table(half, elements_of(y_positions), layout));

  Matrix table(counts.rows * counts.columns, 2 * d);
  for (Index n = 0; n < table.rows(); ++n) {
    const Index x = n % counts.columns;
    const Index y = n / counts.columns;
    table.row(n).segment(is_mae ? 0 : d, d) = of_x.row(x);
    table.row(n).segment(is_mae ? d : 0, d) = of_y.row(y);
  }
  return table;
}

Result<Matrix> resize_grid_table(const Matrix& table, GridSize from, GridSize to,
                                 Interpolation interpolation) {
  POSENC_TRY(old, to_counts(from.rows, from.columns));
  POSENC_TRY(size, to_counts(to.rows, to.columns));
  if (table.rows() != old.rows * old.columns) {
    return invalid_argument({"[grid] `table` must have a row for each of the ", from.rows, " x ",
                             from.columns, " patches but has ", table.rows(), " rows"});
  }
  if (auto error = check_magnitudes("[grid] every component of `table`", elements_of(table))) {
    return *error;
  }
  if (auto error = check_size("[grid] the table", size.rows * size.columns, table.cols())) {
    return *error;
  }
  const auto down = shares_in_row(old.rows, size.rows, interpolation);
  const auto across = shares_in_row(old.columns, size.columns, interpolation);
  Matrix resized = Matrix::Zero(size.rows * size.columns, table.cols());
  for (Index n = 0; n < resized.rows(); ++n) {
    for (const auto& [y, weight_y] : down[static_cast<std::size_t>(n / size.columns)]) {
      for (const auto& [x, weight_x] : across[static_cast<std::size_t>(n % size.columns)]) {
        resized.row(n) += weight_y * weight_x * table.row(y * old.columns + x);
      }
    }
  }
  return resized;
}

}  // namespace posenc
