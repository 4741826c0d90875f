#include "posenc/analysis/sign_changes.hpp"

#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {

Result<Vector> sign_changes(const InverseFrequencies& frequencies, double count) {
  const Index d = frequencies.dimension();
  POSENC_TRY(n, to_count("[sign changes] `count`", count));
  if (auto error = check_size("[sign changes] the table", n, d)) return *error;

  Vector changes = Vector::Zero(d);
  Vector last = Vector::Zero(d);  // the latest value that was not 0
  for (Index position = 0; position < n; ++position) {
    POSENC_TRY(encoding, sinusoidal_encoding(frequencies, static_cast<double>(position)));
    for (Index column = 0; column < d; ++column) {
      const double value = encoding[column];
      if (value == 0) continue;
      if (last[column] != 0 && (last[column] < 0) != (value < 0)) ++changes[column];
      last[column] = value;
    }
  }
  return changes;
}

}  // namespace posenc
