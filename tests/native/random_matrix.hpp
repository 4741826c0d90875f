#pragma once

#include <cstdint>

#include "posenc/matrix.hpp"
#include "posenc/random.hpp"

/// A matrix of normal numbers.
inline posenc::Matrix random_matrix(posenc::Random& random, posenc::Index rows,
                                    posenc::Index cols) {
  posenc::Matrix matrix(rows, cols);
  for (double& element : matrix.reshaped()) element = random.normal();
  return matrix;
}

/// A whole number from `low` to `high`.
inline posenc::Index random_index(posenc::Random& random, posenc::Index low, posenc::Index high) {
  return low + static_cast<posenc::Index>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}
