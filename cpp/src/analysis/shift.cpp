#include "posenc/analysis/shift.hpp"

#include <cmath>

namespace posenc {

Result<Matrix> shift_matrix(const InverseFrequencies& frequencies, double shift,
                            ColumnLayout layout) {
  const Index d = frequencies.dimension();
  if (auto error = check_position("[shift] `shift`", shift)) return *error;
  if (auto error = check_size("[shift] the matrix", d, d)) return *error;

  Matrix m = Matrix::Zero(d, d);
  for (Index i = 0; i < frequencies.pairs(); ++i) {
    const double angle = shift * frequencies.values()[i];
    const auto [sine, cosine] = pair_columns(i, frequencies.pairs(), layout);
    m(sine, sine) = std::cos(angle);
    m(sine, cosine) = std::sin(angle);
    m(cosine, sine) = -std::sin(angle);
    m(cosine, cosine) = std::cos(angle);
  }
  return m;
}

Result<Vector> shifted_encoding(const InverseFrequencies& frequencies, double shift,
                                double position, ColumnLayout layout) {
  POSENC_TRY(m, shift_matrix(frequencies, shift, layout));
  POSENC_TRY(encoding, sinusoidal_encoding(frequencies, position, layout));
  return Vector(m * encoding);
}

Result<ShiftComparison> compare_shift(const InverseFrequencies& frequencies, double position,
                                      double shift) {
  POSENC_TRY(matrix, shift_matrix(frequencies, shift));
  POSENC_TRY(start, sinusoidal_encoding(frequencies, position));
  const double there = position + shift;
  if (auto error = check_position("[shift] position + `shift`", there)) return *error;
  POSENC_TRY(target, sinusoidal_encoding(frequencies, there));

  Vector carried = matrix * start;
  Vector difference = carried - target;
  const double largest = difference.lpNorm<Eigen::Infinity>();
  return ShiftComparison{
      std::move(matrix),     std::move(start), std::move(carried),           std::move(target),
      std::move(difference), largest,          largest <= rounding_tolerance};
}

}  // namespace posenc
