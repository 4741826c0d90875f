#include "posenc/claims/rows.hpp"

#include <cmath>

namespace posenc {
namespace {

double row_product(const Matrix& table, Index a, Index b) {
  double sum = 0;
  for (Index col = 0; col < table.cols(); ++col) sum += table(a, col) * table(b, col);
  return sum;
}

}  // namespace

double row_similarity(const Matrix& table, Index a, Index b) {
  return row_product(table, a, b) / std::sqrt(row_product(table, a, a) * row_product(table, b, b));
}

double row_distance(const Matrix& table, Index a, Index b) {
  double squares = 0;
  for (Index col = 0; col < table.cols(); ++col) {
    const double difference = table(a, col) - table(b, col);
    squares += difference * difference;
  }
  return std::sqrt(squares);
}

bool has_row(const Matrix& table, const Matrix& other, Index row) {
  for (Index n = 0; n < table.rows(); ++n) {
    Index same = 0;
    while (same < table.cols() &&
           std::abs(table(n, same) - other(row, same)) <= rounding_tolerance) {
      ++same;
    }
    if (same == table.cols()) return true;
  }
  return false;
}

Matrix with_halves_swapped(const Matrix& table) {
  const Index half = table.cols() / 2;
  Matrix swapped(table.rows(), table.cols());
  for (Index row = 0; row < table.rows(); ++row) {
    for (Index col = 0; col < half; ++col) {
      swapped(row, col) = table(row, half + col);
      swapped(row, half + col) = table(row, col);
    }
  }
  return swapped;
}

}  // namespace posenc
