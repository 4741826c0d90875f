#pragma once

#include "posenc/matrix.hpp"

/// dL/dx by central differences, one element of x at a time: what a gradient is held against. Where L
/// and x are of size 1 it is right to about 1e-9.
template <class Loss>
posenc::Matrix central_differences(posenc::Matrix x, Loss loss) {
  constexpr double step = 1e-5;
  posenc::Matrix gradient(x.rows(), x.cols());
  for (posenc::Index row = 0; row < x.rows(); ++row) {
    for (posenc::Index col = 0; col < x.cols(); ++col) {
      const double at = x(row, col);
      x(row, col) = at + step;
      const double above = loss(x);
      x(row, col) = at - step;
      const double below = loss(x);
      x(row, col) = at;
      gradient(row, col) = (above - below) / (2 * step);
    }
  }
  return gradient;
}
