#include "posenc/model/layer_norm.hpp"

#include <cmath>

#include "posenc/model/lanes.hpp"

namespace posenc {

template <class Real>
void layer_norm(Index rows, Index C, const Real* x, const Real* gain, const Real* bias, Real eps,
                Real* y, RowMoments<Real>* moments) {
  for (Index row = 0; row < rows; ++row, x += C, y += C) {
    const Real mean = sum_over<Real>(
                          C, [&](Index c) { return load(x + c); }, [&](Index c) { return x[c]; }) /
                      static_cast<Real>(C);
    const auto squared = [](auto centred) { return centred * centred; };
    const Real variance = sum_over<Real>(
                              C, [&](Index c) { return squared(load(x + c) - mean); },
                              [&](Index c) { return squared(x[c] - mean); }) /
                          static_cast<Real>(C);
    const Real rstd = 1 / std::sqrt(variance + eps);
    for (Index c = 0; c < C; ++c) y[c] = (x[c] - mean) * rstd * gain[c] + bias[c];
    moments[row] = {mean, rstd};
  }
}

template <class Real>
void layer_norm_gradient(Index rows, Index C, const Real* dy, const Real* x, const Real* gain,
                         const RowMoments<Real>* moments, Real* dx, Real* dgain, Real* dbias) {
  for (Index row = 0; row < rows; ++row, dy += C, x += C, dx += C) {
    const auto [mean, rstd] = moments[row];
    const auto xhat = [m = mean, r = rstd](auto value) { return (value - m) * r; };
    const Real of_g = sum_over<Real>(
                          C, [&](Index c) { return load(gain + c) * load(dy + c); },
                          [&](Index c) { return gain[c] * dy[c]; }) /
                      static_cast<Real>(C);
    const Real of_g_xhat =
        sum_over<Real>(
            C, [&](Index c) { return load(gain + c) * load(dy + c) * xhat(load(x + c)); },
            [&](Index c) { return gain[c] * dy[c] * xhat(x[c]); }) /
        static_cast<Real>(C);
    for (Index c = 0; c < C; ++c) {
      const Real centred = xhat(x[c]);
      dgain[c] += dy[c] * centred;
      dbias[c] += dy[c];
      dx[c] += rstd * (gain[c] * dy[c] - of_g - centred * of_g_xhat);
    }
  }
}

template void layer_norm<float>(Index, Index, const float*, const float*, const float*, float,
                                float*, RowMoments<float>*);
template void layer_norm<double>(Index, Index, const double*, const double*, const double*, double,
                                 double*, RowMoments<double>*);
template void layer_norm_gradient<float>(Index, Index, const float*, const float*, const float*,
                                         const RowMoments<float>*, float*, float*, float*);
template void layer_norm_gradient<double>(Index, Index, const double*, const double*, const double*,
                                          const RowMoments<double>*, double*, double*, double*);

}  // namespace posenc
