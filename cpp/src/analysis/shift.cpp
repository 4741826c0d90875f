#include "posenc/analysis/shift.hpp"

#include <cmath>

namespace posenc {

Result<Matrix> shift_matrix(const InverseFrequencies& frequencies, double shift,
                            ColumnLayout layout) {
  const Index d = frequencies.dimension();
  if (auto error = check_positions("[shift] shift", {&shift, 1})) return *error;
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
  const auto m = shift_matrix(frequencies, shift, layout);
  if (!m) return m.error();
  const auto encoding = sinusoidal_encoding(frequencies, position, layout);
  if (!encoding) return encoding.error();
  return Vector(*m * *encoding);
}

}  // namespace posenc
