#include "posenc/analysis/norms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

double column_product(const Matrix& table, Index m, Index n) {
  double sum = 0;
  for (Index row = 0; row < table.rows(); ++row) sum += table(row, m) * table(row, n);
  return sum;
}

}  // namespace

double encoding_norm(const InverseFrequencies& frequencies) {
  return std::sqrt(static_cast<double>(frequencies.pairs()));
}

Result<double> encoding_distance(const InverseFrequencies& frequencies, double p, double q) {
  POSENC_TRY(rows, sinusoidal_table(frequencies, std::array{p, q}));
  double squares = 0;
  for (Index i = 0; i < rows.cols(); ++i) {
    squares += (rows(0, i) - rows(1, i)) * (rows(0, i) - rows(1, i));
  }
  return std::sqrt(squares);
}

RowNorms row_norms(const Matrix& table) {
  RowNorms norms{std::numeric_limits<double>::infinity(), 0};
  for (Index row = 0; row < table.rows(); ++row) {
    double squares = 0;
    for (Index i = 0; i < table.cols(); ++i) squares += table(row, i) * table(row, i);
    norms.shortest = std::min(norms.shortest, std::sqrt(squares));
    norms.longest = std::max(norms.longest, std::sqrt(squares));
  }
  return norms;
}

double largest_column_cosine(const Matrix& table) {
  Vector norms(table.cols());
  for (Index m = 0; m < table.cols(); ++m) norms[m] = std::sqrt(column_product(table, m, m));
  double largest = 0;
  for (Index m = 0; m < table.cols(); ++m) {
    for (Index n = 0; n < m; ++n) {
      largest = std::max(largest, std::abs(column_product(table, m, n)) / (norms[m] * norms[n]));
    }
  }
  return largest;
}

}  // namespace posenc
