#include "posenc/analysis/invariants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

#include "posenc/analysis/invariant_phrases.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/wording.hpp"

namespace posenc {
namespace {

constexpr Index min_positions = 128;
constexpr int last_octave = 20;
/// Elements grow if they are larger than before from here on,
constexpr double far_out = 131072;  // 2^17
/// by more than this factor: sampled waves can be larger there by chance, but by less; a logarithm is by more.
constexpr double growth = 1.1;

/// A column that is nearer than this to the span of the basis differs from it only by rounding.
constexpr double min_direction = 1e-12;

std::string number(double value) {
  const double magnitude = std::abs(value);
  return magnitude >= 1000 && magnitude < 1e7 ? with_decimals(value, 0) : with_digits(value, 3);
}
std::string last_of(Index positions) { return format_number(static_cast<double>(positions - 1)); }

struct Rows {
  Matrix table;
  std::string error_after;  // the error of the first row that is missing; empty if none is
};

/// The rows from position 0 on that the encoding has, up to `wanted`.
/// Errors: the encoding's own, if it has fewer than `required`.
Result<Rows> rows_from_zero(const EncodingTable& encoding, Index required, Index wanted) {
  Rows rows;
  for (Index row = 0; row < wanted; ++row) {
    const auto position = static_cast<double>(row);
    const auto next = encoding({&position, 1});
    if (!next) {
      if (row < required) return next.error();
      rows.error_after = without_subject(next.error().message);
      rows.table.conservativeResize(row, Eigen::NoChange);
      break;
    }
    if (row == 0) rows.table.resize(wanted, next->cols());
    rows.table.row(row) = next->row(0);
  }
  return rows;
}

Invariant distinct(const Matrix& table) {
  const Vector sizes = table.rowwise().norm().cwiseMax(1);
  double nearest = -1;
  Index first = 0;
  Index second = 0;
  bool holds = true;
  for (Index p = 0; p < table.rows() && holds; ++p) {
    for (Index q = p + 1; q < table.rows() && holds; ++q) {
      const double distance = (table.row(p) - table.row(q)).norm();
      holds = distance > rounding_tolerance * std::max(sizes[p], sizes[q]);
      if (nearest < 0 || distance < nearest || !holds) {
        nearest = distance;
        first = p;
        second = q;
      }
    }
  }
  std::string text;
  if (holds) {
    text = say<invariant_phrases, "distinct-nearest">(last_of(table.rows()), first, second,
                                                      number(nearest));
  } else if (nearest > 0) {
    text = say<invariant_phrases, "distinct-same-rounded">(first, second, number(nearest));
  } else {
    text = say<invariant_phrases, "distinct-same">(first, second);
  }
  return {"distinct", holds, nearest, std::move(text)};
}

/// Positions from 127 to 2^20 + 1, some of each octave, odd and even, with each power of two and its
/// neighbors.
std::vector<double> far_positions() {
  std::vector<double> positions;
  for (int octave = 7; octave <= last_octave; ++octave) {
    const int power = 1 << octave;
    positions.push_back(power - 1);
    positions.push_back(power);
    positions.push_back(power + 1);
    for (int n = 1; n < 16 && octave < last_octave; ++n) {
      positions.push_back(power + n * (power / 16) + n);
    }
  }
  return positions;
}

/// @param near   the largest magnitude for positions 0 to count-1
/// @param failed why there are no further positions; empty if they were not tried
Invariant bounded(Index count, double near, std::string failed, const EncodingTable& encoding) {
  double before = near;
  double far = 0;
  for (const double position : far_positions()) {
    const auto row = encoding({&position, 1});
    if (!row) {
      if (failed.empty()) failed = without_subject(row.error().message);
      break;
    }
    double& largest = position < far_out ? before : far;
    largest = std::max(largest, row->cwiseAbs().maxCoeff());
  }
  const double all = std::max(before, far);
  const bool holds = failed.empty() && far <= growth * before + rounding_tolerance;
  std::string text = say<invariant_phrases, "bounded-near">(number(near), last_of(count));
  if (!failed.empty()) {
    text += say<invariant_phrases, "bounded-failed">(failed);
  } else if (holds) {
    text += say<invariant_phrases, "bounded-far">(number(all), last_octave);
  } else {
    text += say<invariant_phrases, "bounded-grows">(number(before), number(far), last_octave);
  }
  return {"bounded", holds, all, std::move(text)};
}

/// Column-major, because all operations are on columns.
using ByColumns = Eigen::MatrixXd;

/// Subtracts from x its projection on the first `rank` columns of `basis`; twice, because once leaves rounding.
void subtract_projection(const ByColumns& basis, Index rank, Vector& x) {
  for (int pass = 0; pass < 2; ++pass) {
    for (Index n = 0; n < rank; ++n) x -= basis.col(n).dot(x) * basis.col(n);
  }
}

Vector normalized(const Vector& x) {
  const double norm = x.norm();
  return norm > 0 ? Vector(x / norm) : x;
}

Invariant shift_linear(const Matrix& table) {
  const Index d = table.cols();
  const Index rows = table.rows() - 1;
  // An orthonormal basis of the columns, by Gram and Schmidt, with the column farthest from its span next.
  ByColumns basis = ByColumns::Zero(rows, d);
  ByColumns residuals(rows, d);
  for (Index col = 0; col < d; ++col) residuals.col(col) = normalized(table.col(col).head(rows));
  Index rank = 0;
  for (; rank < std::min(rows, d); ++rank) {
    Index furthest = 0;
    const double distance = std::sqrt(residuals.colwise().squaredNorm().maxCoeff(&furthest));
    if (distance <= min_direction) break;
    Vector direction = normalized(residuals.col(furthest));
    subtract_projection(basis, rank, direction);
    basis.col(rank) = normalized(direction);
    for (Index col = 0; col < d; ++col) {
      residuals.col(col) -= basis.col(rank).dot(residuals.col(col)) * basis.col(rank);
    }
  }
  double worst = 0;
  Index worst_column = 0;
  for (Index col = 0; col < d; ++col) {
    Vector residual = normalized(table.col(col).tail(rows));
    subtract_projection(basis, rank, residual);
    if (residual.norm() > worst) {
      worst = residual.norm();
      worst_column = col;
    }
  }
  // With as many unknowns as equations, some matrix fits any encoding.
  const bool enough = rows >= 2 * d;
  const bool holds = enough && worst <= rounding_tolerance;
  std::string text;
  if (!enough) {
    text = say<invariant_phrases, "shift-linear-unknown">(d, table.rows());
  } else if (holds) {
    text = say<invariant_phrases, "shift-linear-one">(d, last_of(rows), with_digits(worst, 2));
  } else {
    text = say<invariant_phrases, "shift-linear-none">(worst_column, with_digits(100 * worst, 2));
  }
  if (enough && rank < d) text += say<invariant_phrases, "shift-linear-rank">(rank, d);
  return {"shift-linear", holds, worst, std::move(text)};
}

Invariant offset_only(const Matrix& table) {
  double largest = 0;
  double widest = -1;
  double lowest = 0;
  Index at_offset = 0;
  for (Index offset = 0; offset < table.rows(); ++offset) {
    double low = 0;
    double high = 0;
    for (Index p = 0; p + offset < table.rows(); ++p) {
      const double product = table.row(p).dot(table.row(p + offset));
      low = p == 0 ? product : std::min(low, product);
      high = p == 0 ? product : std::max(high, product);
    }
    largest = std::max({largest, -low, high});
    if (high - low > widest) {
      widest = high - low;
      lowest = low;
      at_offset = offset;
    }
  }
  const double relative = largest > 0 ? widest / largest : 0;
  const bool holds = relative <= rounding_tolerance;
  std::string text;
  if (holds) {
    text =
        say<invariant_phrases, "offset-only-same">(last_of(table.rows()), with_digits(relative, 2));
  } else {
    text = say<invariant_phrases, "offset-only-differs">(at_offset, number(lowest),
                                                         number(lowest + widest));
  }
  return {"offset-only", holds, relative, std::move(text)};
}

}  // namespace

Result<InvariantReport> measure_invariants(Index d, double positions,
                                           const EncodingTable& encoding) {
  POSENC_TRY(requested, to_count("[invariants] `positions`", positions));
  if (requested > max_measured_positions) {
    return invalid_argument({"[invariants] `positions` must be at most ", max_measured_positions,
                             " but got ", positions});
  }
  if (d < 1 || d > max_measured_dimension) {
    return invalid_argument(
        {"[invariants] `d` must be from 1 to ", max_measured_dimension, " but got ", d});
  }
  const Index required = std::max<Index>(2, requested);
  POSENC_TRY(rows, rows_from_zero(encoding, required, std::max({required, 4 * d, min_positions})));
  auto [table, error_after] = std::move(rows);
  const Index count = table.rows();
  Invariant is_distinct = distinct(table);
  Invariant is_bounded =
      bounded(count, table.cwiseAbs().maxCoeff(), std::move(error_after), encoding);
  // A column that is only rounding has no scale to measure a difference by.
  for (Index col = 0; col < d; ++col) {
    if (table.col(col).cwiseAbs().maxCoeff() <= rounding_tolerance) table.col(col).setZero();
  }
  return InvariantReport{
      count,
      {std::move(is_distinct), std::move(is_bounded), shift_linear(table), offset_only(table)}};
}

Result<InvariantReport> measure_invariants(const CustomEncoding& encoding, double positions) {
  return measure_invariants(encoding.dimension(), positions,
                            [&](std::span<const double> of) { return encoding.table(of); });
}

Result<InvariantReport> measure_invariants(const InverseFrequencies& frequencies,
                                           double positions) {
  return measure_invariants(frequencies.dimension(), positions, [&](std::span<const double> of) {
    return sinusoidal_table(frequencies, of);
  });
}

}  // namespace posenc
