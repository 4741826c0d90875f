#include "posenc/analysis/rank.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"

// Why not Eigen's own decompositions: BDCSVD would add 45 KB (gzip) to the .wasm. JacobiSVD would add 14 KB,
// and takes ten times as long at d = 512. This adds 5 KB, and is as exact and as fast as BDCSVD. Eigenvalues of
// the Gram matrix would be simpler, but they are squares: values below 1e-8 would be lost in rounding.

namespace posenc {
namespace {

/// Column-major, because all operations are on columns.
using ByColumns = Eigen::MatrixXd;

std::optional<Error> check_entries(Index rows, Index cols) {
  // In double: the product may overflow an integer.
  if (static_cast<double>(rows) * static_cast<double>(cols) <=
      static_cast<double>(max_table_entries)) {
    return std::nullopt;
  }
  return too_large({"[rank] the table would have ", rows, " x ", cols, " entries, but at most ",
                    max_table_entries, " are decomposed at once"});
}

/// I - factor v v^T, which turns a vector x into (length, 0, .., 0).
struct Reflection {
  Vector v;
  double factor;
  double length;
};

Reflection reflection(Vector x) {
  const double norm = x.norm();
  // Negligible beside the largest entry, which is about 1; its square would underflow.
  if (norm < 1e-100) return {std::move(x), 0, 0};
  // The sign for which x_0 - length is a sum, so that no digit cancels.
  const double length = x[0] > 0 ? -norm : norm;
  x[0] -= length;
  const double factor = 2 / x.squaredNorm();
  return {std::move(x), factor, length};
}

/// The entries of the diagonal and the superdiagonal, alternating, of the upper bidiagonal U^T A V.
/// Precondition: at least as many rows as columns.
Vector bidiagonal(ByColumns a) {
  Vector entries(2 * a.cols() - 1);
  for (Index k = 0; k < a.cols(); ++k) {
    const Index rows = a.rows() - k;
    const Index columns_after = a.cols() - k - 1;
    // From the left: leaves only the diagonal of column k.
    const Reflection left = reflection(a.col(k).tail(rows));
    entries[2 * k] = left.length;
    if (columns_after == 0) break;
    for (Index col = k + 1; col < a.cols(); ++col) {
      auto column = a.col(col).tail(rows);
      column -= left.factor * left.v.dot(column) * left.v;
    }
    // From the right: leaves only the diagonal and superdiagonal of row k.
    const Reflection right = reflection(a.row(k).tail(columns_after));
    entries[2 * k + 1] = right.length;
    Vector along = Vector::Zero(rows);  // A v
    for (Index n = 0; n < columns_after; ++n) along += right.v[n] * a.col(k + 1 + n).tail(rows);
    along *= right.factor;
    for (Index n = 0; n < columns_after; ++n) a.col(k + 1 + n).tail(rows) -= right.v[n] * along;
  }
  return entries;
}

Index count_above(const Vector& values, double tolerance) {
  return values.size() == 0 ? 0 : (values.array() > tolerance * values[0]).count();
}

std::optional<Error> check_tolerance(double tolerance) {
  if (tolerance > 0 && tolerance < 1) return std::nullopt;
  return invalid_argument(
      {"[rank] `tolerance` must be a number above 0 and below 1 but got ", tolerance});
}

}  // namespace

Result<Vector> singular_values(const Matrix& table) {
  if (auto error = check_entries(table.rows(), table.cols())) return *error;
  const std::span entries(table.data(), static_cast<std::size_t>(table.size()));
  if (auto error = check_magnitudes("[rank] every entry of the `table`", entries)) return *error;
  const Index n = std::min(table.rows(), table.cols());
  const double largest = n == 0 ? 0 : table.cwiseAbs().maxCoeff();
  if (largest == 0) return Vector(Vector::Zero(n));

  // By a power of two, which is exact, so that no square of an entry overflows or underflows.
  const int exponent = std::ilogb(largest);
  ByColumns scaled = table.unaryExpr([=](double entry) { return std::scalbn(entry, -exponent); });
  // Not in place, which would add 2 KB.
  if (scaled.rows() < scaled.cols()) scaled = ByColumns(scaled.transpose());

  // [0 B^T; B 0] has the eigenvalues +-sigma. With rows and columns ordered alternately from both halves it is
  // tridiagonal: zeros on the diagonal, and the entries of B next to it.
  Eigen::SelfAdjointEigenSolver<ByColumns> solver;
  solver.computeFromTridiagonal(Vector::Zero(2 * n), bidiagonal(std::move(scaled)),
                                Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) {
    return invalid_argument({"[rank] the singular values of the table do not converge"});
  }
  // Ascending; a sigma of 0 can come out slightly negative.
  const Vector descending = solver.eigenvalues().tail(n).reverse().cwiseMax(0);
  return Vector(descending.unaryExpr([=](double value) { return std::scalbn(value, exponent); }));
}

Result<Index> numerical_rank(const Matrix& table, double tolerance) {
  if (auto error = check_tolerance(tolerance)) return *error;
  POSENC_TRY(values, singular_values(table));
  return count_above(values, tolerance);
}

Result<SinusoidalRank> sinusoidal_rank(const InverseFrequencies& frequencies, double count,
                                       double tolerance) {
  POSENC_TRY(n, to_count("[rank] `count`", count));
  if (auto error = check_tolerance(tolerance)) return *error;
  // Checked before the table takes memory.
  if (auto error = check_entries(n, frequencies.dimension())) return *error;
  std::vector<double> positions(static_cast<std::size_t>(n));
  std::iota(positions.begin(), positions.end(), 0.0);
  POSENC_TRY(table, sinusoidal_table(frequencies, positions));
  POSENC_TRY(values, singular_values(table));
  const Index rank = count_above(values, tolerance);
  return SinusoidalRank{std::move(values), rank};
}

}  // namespace posenc
