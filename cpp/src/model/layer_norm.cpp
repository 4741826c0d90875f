#include "posenc/model/layer_norm.hpp"

#include <cmath>

#include "posenc/model/lanes.hpp"

namespace posenc {

namespace {

// One row. __restrict says that nothing overlaps: a check at run time would take as long as the row.

template <class Real>
void normalize_row(Index C, const Real* __restrict x, const Real* __restrict gain,
                   const Real* __restrict bias, RowMoments<Real> moments, Real* __restrict y) {
  const auto [mean, rstd] = moments;
  for (Index c = 0; c < C; ++c) y[c] = (x[c] - mean) * rstd * gain[c] + bias[c];
}

template <class Real>
void normalize_row_gradient(Index C, const Real* __restrict dy, const Real* __restrict x,
                            const Real* __restrict gain, RowMoments<Real> moments, Real of_g,
                            Real of_g_xhat, Real* __restrict dx, Real* __restrict dgain,
                            Real* __restrict dbias) {
  const auto [mean, rstd] = moments;
  for (Index c = 0; c < C; ++c) {
    const Real xhat = (x[c] - mean) * rstd;
    dgain[c] += dy[c] * xhat;
    dbias[c] += dy[c];
    dx[c] += rstd * (gain[c] * dy[c] - of_g - xhat * of_g_xhat);
  }
}

}  // namespace

template <class Real>
void layer_norm(Index rows, Index C, const Real* x, const Real* gain, const Real* bias, Real eps,
                Real* y, RowMoments<Real>* moments) {
  const auto squared = [](auto value) { return value * value; };
  for (Index row = 0; row < rows; ++row, x += C, y += C) {
    const Real mean = sum_over<Real>(
                          C, [&](Index c) { return load(x + c); }, [&](Index c) { return x[c]; }) /
                      static_cast<Real>(C);
    const Real variance = sum_over<Real>(
                              C, [&](Index c) { return squared(load(x + c) - mean); },
                              [&](Index c) { return squared(x[c] - mean); }) /
                          static_cast<Real>(C);
    moments[row] = {mean, 1 / std::sqrt(variance + eps)};
    normalize_row(C, x, gain, bias, moments[row], y);
  }
}

template <class Real>
void layer_norm_gradient(Index rows, Index C, const Real* dy, const Real* x, const Real* gain,
                         const RowMoments<Real>* moments, Real* dx, Real* dgain, Real* dbias) {
  const Index whole = C - C % lane_count<Real>;
  for (Index row = 0; row < rows; ++row, dy += C, x += C, dx += C) {
    const auto [mean, rstd] = moments[row];
    // Both means in one loop.
    Lanes<Real> sums{};
    Lanes<Real> sums_xhat{};
    for (Index c = 0; c < whole; c += lane_count<Real>) {
      const auto g = load(gain + c) * load(dy + c);
      sums += g;
      sums_xhat += g * (load(x + c) - mean);
    }
    Real sum = sum_of(sums);
    Real sum_xhat = sum_of(sums_xhat);
    for (Index c = whole; c < C; ++c) {
      const Real g = gain[c] * dy[c];
      sum += g;
      sum_xhat += g * (x[c] - mean);
    }
    normalize_row_gradient(C, dy, x, gain, moments[row], sum / static_cast<Real>(C),
                           rstd * sum_xhat / static_cast<Real>(C), dx, dgain, dbias);
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
