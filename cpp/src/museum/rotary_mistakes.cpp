#include "posenc/museum/rotary_mistakes.hpp"

#include <cmath>
#include <utility>

namespace posenc {
namespace {

/// Row t rotated to the position first + t, or back by as much.
Result<Matrix> rotated_rows(const RotaryEmbedding& rope, const Matrix& rows, double first,
                            bool back = false) {
  Matrix rotated(rows.rows(), rows.cols());
  for (Index t = 0; t < rows.rows(); ++t) {
    const double position = first + static_cast<double>(t);
    const double angle = back ? -position : position;
    POSENC_TRY(row, rotate(rope, rows.row(t).transpose(), {&angle, 1}));
    rotated.row(t) = row.row(0);
  }
  return rotated;
}

}  // namespace

Result<Matrix> rotate_with_repeated_angles(const InverseFrequencies& theta, const Vector& x,
                                           std::span<const double> positions) {
  POSENC_TRY(table, cos_sin_table(theta, positions));
  const Index pairs = theta.pairs();
  Matrix rotated(table.rows(), x.size());
  for (Index row = 0; row < rotated.rows(); ++row) {
    for (Index i = 0; i < pairs; ++i) {
      const auto [a, b] = split_pair(i, pairs);
      rotated(row, a) = x[a] * table(row, a / 2) - x[b] * table(row, pairs + a / 2);
      rotated(row, b) = x[b] * table(row, b / 2) + x[a] * table(row, pairs + b / 2);
    }
  }
  return rotated;
}

Vector moved_along_tangent(const InverseFrequencies& theta, const Vector& x, double position) {
  Vector moved = x;
  for (Index i = 0; i < theta.pairs(); ++i) {
    const auto [a, b] = split_pair(i, theta.pairs());
    const double angle = position * theta.values()[i];
    moved[a] -= x[b] * angle;
    moved[b] += x[a] * angle;
  }
  return moved;
}

Result<HeadOutput> rotary_head(const RotaryEmbedding& rope, const Matrix& q, const Matrix& k,
                               const Matrix& v, double first, ValueRotation values) {
  POSENC_TRY(rotated_q, rotated_rows(rope, q, first));
  POSENC_TRY(rotated_k, rotated_rows(rope, k, first));
  const double scale = 1 / std::sqrt(static_cast<double>(q.cols()));
  if (values == ValueRotation::none) return head_output(rotated_q, rotated_k, v, scale);
  POSENC_TRY(rotated_v, rotated_rows(rope, v, first));
  HeadOutput head = head_output(rotated_q, rotated_k, rotated_v, scale);
  if (values == ValueRotation::undone) {
    POSENC_TRY(output, rotated_rows(rope, head.output, first, true));
    head.output = std::move(output);
  }
  return head;
}

}  // namespace posenc
