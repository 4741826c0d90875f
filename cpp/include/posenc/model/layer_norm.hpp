#pragma once

#include "posenc/matrix.hpp"

/// Layer normalization of each row x of C numbers, with the mean and variance of that row:
///   y = gain xhat + bias,   xhat = (x - mean) rstd,   rstd = 1 / sqrt(variance + eps)
/// Source: Ba, Kiros, Hinton 2016, arXiv:1607.06450v1, section 3, equations 3 and 4.
namespace posenc {

/// The values of a row that its gradient needs.
template <class Real>
struct RowMoments {
  Real mean;
  Real rstd;
};

/// @param x,y     [rows, C]
/// @param moments [rows], written
template <class Real>
void layer_norm(Index rows, Index C, const Real* x, const Real* gain, const Real* bias, Real eps,
                Real* y, RowMoments<Real>* moments);

/// With g = gain dL/dy, and means over a row:
///   dL/dx += rstd (g - mean(g) - xhat mean(g xhat)),   dL/dgain += sum over rows of dL/dy xhat,
///   dL/dbias += sum over rows of dL/dy
template <class Real>
void layer_norm_gradient(Index rows, Index C, const Real* dy, const Real* x, const Real* gain,
                         const RowMoments<Real>* moments, Real* dx, Real* dgain, Real* dbias);

extern template void layer_norm<float>(Index, Index, const float*, const float*, const float*,
                                       float, float*, RowMoments<float>*);
extern template void layer_norm<double>(Index, Index, const double*, const double*, const double*,
                                        double, double*, RowMoments<double>*);
extern template void layer_norm_gradient<float>(Index, Index, const float*, const float*,
                                                const float*, const RowMoments<float>*, float*,
                                                float*, float*);
extern template void layer_norm_gradient<double>(Index, Index, const double*, const double*,
                                                 const double*, const RowMoments<double>*, double*,
                                                 double*, double*);

}  // namespace posenc
