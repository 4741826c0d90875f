#pragma once

#include <cstdint>

/// What C libraries round differently, from + - * / alone, whose results IEEE 754 fixes: the same bits in every
/// build (-ffp-contract=off keeps the compiler from fusing them). For everything that a run of training depends on.
namespace posenc {

/// ln(x), within 1 unit in the last place; subnormal numbers too. As std::log otherwise: -infinity for 0, NaN below
/// it and for NaN, infinity for infinity.
///   x = 2^k m, m from sqrt(1/2) to sqrt(2);  f = m - 1,  s = f / (2 + f), |s| < 0.172
///   ln(x) = k ln 2 + 2 artanh(s),  2 artanh(s) = 2 s + s R,  R = 2 s^2 / 3 + 2 s^4 / 5 + ..
/// up to 2 s^20 / 21, after which less than 2^-56 of it is left. As 2 s = f - s f = f - f^2/2 + s f^2/2,
///   2 artanh(s) = f - (f^2/2 - s (f^2/2 + R))
/// takes only something small from f, which is exact; and ln 2 has two parts, of which the first has so few bits
/// that its product with k is exact.
/// Source: that form, with fitted coefficients instead of the series, is that of fdlibm's e_log.c (Sun
/// Microsystems 1993).
double portable_log(double x);

/// e^x, within 2 units in the last place, or half a subnormal number. As std::exp otherwise: infinity where it is too
/// large, 0 where it is too small, NaN for NaN.
///   x = k ln 2 + r, |r| at most ln 2 / 2;  e^x = 2^k (1 + r (1 + r/2 (1 + r/3 (1 + ..)))), up to r^13 / 13!, after
/// which less than 2^-57 of it is left. ln 2 has two parts, as in portable_log.
double portable_exp(double x);

/// base^n, by repeated squaring. Precondition: n >= 0.
double portable_power(double base, std::int64_t n);

/// (1 + cos(pi t)) / 2 for t from 0 to 1, within 2^-51: with h = min(t, 1 - t) pi / 2, at most pi / 4,
///   1 - sin(h)^2 up to t = 1/2, then sin(h)^2
/// with sin(h) by its series up to h^15.
double portable_half_cosine(double t);

}  // namespace posenc
