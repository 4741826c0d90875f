#include "posenc/museum/measures.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "posenc/model/attention.hpp"

namespace posenc {

MeasuredInvariant measured(std::string_view measure, double broken, double repaired, double bound) {
  return {std::string(measure), broken, repaired, bound, broken <= bound, repaired <= bound};
}

std::vector<double> positions_from(double first, double count) {
  std::vector<double> positions;
  for (double n = 0; n < count; ++n) positions.push_back(first + n);
  return positions;
}

Matrix row_products(const Matrix& a, const Matrix& b) {
  // Eigen's matrix product would be much code for small matrices.
  Matrix products = Matrix::Zero(a.rows(), b.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.rows(); ++j) {
      for (Index n = 0; n < a.cols(); ++n) products(i, j) += a(i, n) * b(j, n);
    }
  }
  return products;
}

double largest_difference(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

double spread_along_diagonals(const Matrix& scores) {
  double largest = 0;
  for (Index offset = 1 - scores.rows(); offset < scores.cols(); ++offset) {
    const auto diagonal = scores.diagonal(offset);
    largest = std::max(largest, diagonal.maxCoeff() - diagonal.minCoeff());
  }
  return largest;
}

double spread_by_offset(const Matrix& rows) {
  return spread_along_diagonals(row_products(rows, rows));
}

double distance_from_first_encoding(const Matrix& table) {
  double largest = 0;
  for (Index n = 0; n < table.cols(); ++n) {
    largest = std::max(largest, std::abs(table(0, n) - static_cast<double>(n % 2)));
  }
  return largest;
}

double distance_from_circle(const Matrix& table) {
  double largest = 0;
  for (Index row = 0; row < table.rows(); ++row) {
    for (Index n = 0; n < table.cols(); n += 2) {
      const double squares = table(row, n) * table(row, n) + table(row, n + 1) * table(row, n + 1);
      largest = std::max(largest, std::abs(squares - 1));
    }
  }
  return largest;
}

double distance_from_step(const Matrix& table, const Matrix& step) {
  const Matrix carried = row_products(table, step);
  const Index steps = table.rows() - 1;
  return steps == 0 ? 0 : largest_difference(table.bottomRows(steps), carried.topRows(steps));
}

HeadOutput head_output(const Matrix& q, const Matrix& k, const Matrix& v, double scale) {
  const AttentionShape shape{1, q.rows(), 1, q.cols()};
  const Index T = shape.T;
  const Index HS = shape.HS;
  Matrix qkv(T, 3 * HS);
  qkv << q, k, v;
  const Vector unbiased = Vector::Zero(2 * T - 1);
  Vector scratch(attention_scratch<double>(T, HS));
  HeadOutput head{Matrix(T, T), Matrix(T, HS)};
  attention<double>(shape, qkv.data(), {unbiased.data(), BiasLayout::by_offset(T)}, scale,
                    head.weights.data(), head.output.data(), scratch.data());
  return head;
}

}  // namespace posenc
