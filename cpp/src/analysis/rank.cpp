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

// Of Eigen's own decompositions BDCSVD would add 45 KB (gzip) to the .wasm and JacobiSVD 14, which takes
// ten times as long at d = 512; this adds 5, and is as exact and as fast as the former. Eigenvalues of
// the Gram matrix would be simpler, but they are squares: of values below 1e-8 rounding alone is left.

namespace posenc {
namespace {

/// Column-major, as all of the work is done on columns.
using Work = Eigen::MatrixXd;

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
  // Against the largest entry, about 1, this is nothing; its square would be no number to divide by.
  if (norm < 1e-100) return {std::move(x), 0, 0};
  // The sign that adds in x_0 - length, so that no digit is lost.
  const double length = x[0] > 0 ? -norm : norm;
  x[0] -= length;
  const double factor = 2 / x.squaredNorm();
  return {std::move(x), factor, length};
}

/// The diagonal and the superdiagonal, in turns, of the upper bidiagonal U^T A V; there are at least
/// as many rows as columns.
Vector bidiagonal(Work a) {
  Vector entries(2 * a.cols() - 1);
  for (Index k = 0; k < a.cols(); ++k) {
    const Index rows = a.rows() - k;
    const Index beyond = a.cols() - k - 1;
    // From the left: of column k the diagonal alone is left.
    const Reflection left = reflection(a.col(k).tail(rows));
    entries[2 * k] = left.length;
    if (beyond == 0) break;
    for (Index col = k + 1; col < a.cols(); ++col) {
      auto column = a.col(col).tail(rows);
      column -= left.factor * left.v.dot(column) * left.v;
    }
    // From the right: of row k the superdiagonal besides.
    const Reflection right = reflection(a.row(k).tail(beyond));
    entries[2 * k + 1] = right.length;
    Vector along = Vector::Zero(rows);  // A v
    for (Index n = 0; n < beyond; ++n) along += right.v[n] * a.col(k + 1 + n).tail(rows);
    along *= right.factor;
    for (Index n = 0; n < beyond; ++n) a.col(k + 1 + n).tail(rows) -= right.v[n] * along;
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

  // By a power of two, which costs no digit, so that no square of an entry overflows or vanishes.
  const int exponent = std::ilogb(largest);
  Work scaled = table.unaryExpr([=](double entry) { return std::scalbn(entry, -exponent); });
  // Not in place, which would add 2 KB.
  if (scaled.rows() < scaled.cols()) scaled = Work(scaled.transpose());

  // [0 B^T; B 0] has the eigenvalues +-sigma. With its rows and columns taken in turns from one half and
  // the other it is tridiagonal: zeros in the diagonal, and beside them the entries of B.
  Eigen::SelfAdjointEigenSolver<Work> solver;
  solver.computeFromTridiagonal(Vector::Zero(2 * n), bidiagonal(std::move(scaled)),
                                Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) {
    return invalid_argument({"[rank] the singular values of the table do not converge"});
  }
  // Ascending; a sigma of 0 may come out as a little less.
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
  // Before the table is made.
  if (auto error = check_entries(n, frequencies.dimension())) return *error;
  std::vector<double> positions(static_cast<std::size_t>(n));
  std::iota(positions.begin(), positions.end(), 0.0);
  POSENC_TRY(table, sinusoidal_table(frequencies, positions));
  POSENC_TRY(values, singular_values(table));
  const Index rank = count_above(values, tolerance);
  return SinusoidalRank{std::move(values), rank};
}

}  // namespace posenc
