#include "posenc/analysis/norms.hpp"

#include <cmath>

namespace posenc {

double encoding_norm(const InverseFrequencies& frequencies) {
  return std::sqrt(static_cast<double>(frequencies.pairs()));
}

RowNorms row_norms(const Matrix& table) {
  const Vector norms = table.rowwise().norm();
  return {norms.minCoeff(), norms.maxCoeff()};
}

}  // namespace posenc
