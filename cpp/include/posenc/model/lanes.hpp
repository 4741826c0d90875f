#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#include "posenc/matrix.hpp"

/// Four floats or two doubles at once: SSE natively, SIMD128 in WebAssembly, with the vector extensions common to
/// GCC and Clang. Sums are added in the same order in every build, so that the same run gives the same bits.
namespace posenc {

template <class Real>
inline constexpr Index lane_count = 16 / static_cast<Index>(sizeof(Real));

template <class Real>
struct LanesOf {
  typedef Real Type __attribute__((vector_size(16)));
};

template <class Real>
using Lanes = typename LanesOf<Real>::Type;

/// From any address, aligned or not.
template <class Real>
inline Lanes<Real> load(const Real* from) {
  Lanes<Real> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

template <class Real>
inline void store(Real* to, Lanes<Real> lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

template <class Real>
inline Lanes<Real> splat(Real value) {
  return value - Lanes<Real>{};
}

/// The same element in all lanes.
template <class Real>
inline Lanes<Real> load_splat(const Real* from) {
#ifdef __wasm_simd128__
  // Without this, the compiler loads neighbors together and takes them apart again.
  if constexpr (sizeof(Real) == 4) return std::bit_cast<Lanes<Real>>(wasm_v128_load32_splat(from));
#endif
  return splat(*from);
}

/// The first `count` lanes, with `otherwise` in the rest.
template <class Real>
inline Lanes<Real> load_part(const Real* from, Index count, Real otherwise = 0) {
  auto lanes = splat(otherwise);
  // Numbers known to the compiler, as a vector with an index that is not lives in memory.
#pragma GCC unroll 4
  for (Index n = 0; n < lane_count<Real>; ++n) {
    if (n < count) lanes[n] = from[n];
  }
  return lanes;
}

template <class Real>
inline void store_part(Real* to, Lanes<Real> lanes, Index count) {
#pragma GCC unroll 4
  for (Index n = 0; n < lane_count<Real>; ++n) {
    if (n < count) to[n] = lanes[n];
  }
}

template <class Real>
inline Lanes<Real> max(Lanes<Real> a, Lanes<Real> b) {
  return a > b ? a : b;
}

inline float sum_of(Lanes<float> lanes) { return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]); }
inline double sum_of(Lanes<double> lanes) { return lanes[0] + lanes[1]; }

inline float max_of(Lanes<float> lanes) {
  // Of vectors, because std::fmax is a call in WebAssembly.
  const auto of_two = max<float>(lanes, __builtin_shufflevector(lanes, lanes, 2, 3, 0, 1));
  return max<float>(of_two, __builtin_shufflevector(of_two, of_two, 1, 0, 3, 2))[0];
}
inline double max_of(Lanes<double> lanes) {
  return max<double>(lanes, __builtin_shufflevector(lanes, lanes, 1, 0))[0];
}

/// The sum over n = 0 .. count-1, where term(n) gives the lanes from n on. The rest at the end, fewer than
/// lane_count, comes one by one from single(n).
template <class Real, class Term, class Single>
inline Real sum_over(Index count, const Term& term, const Single& single) {
  Lanes<Real> sums{};
  Index n = 0;
  for (; n + lane_count<Real> <= count; n += lane_count<Real>) sums += term(n);
  Real sum = sum_of(sums);
  for (; n < count; ++n) sum += single(n);
  return sum;
}

/// e^x for x <= 0, within 2 units in the last place; 0 below -87.
///   e^x = 2^n e^r,  n = round(x / ln 2),  r = x - n ln 2 in (-0.35, 0.35)
/// with e^r by its series up to r^7.
inline Lanes<float> exp_of_negative(Lanes<float> x) {
  using Bits = std::int32_t __attribute__((vector_size(16)));
  // Below, 2^n would not be a normal number.
  const auto is_normal = x >= splat(-87.0F);
  x = is_normal ? x : Lanes<float>{};
  // Adding 1.5 x 2^23 rounds to a whole number, in the low bits.
  const auto shift = splat(12582912.0F);
  const Lanes<float> shifted = x * 1.44269504F + shift;
  const Lanes<float> n = shifted - shift;
  // ln 2 in two parts; the first has few bits, so that its product is exact.
  const Lanes<float> r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
  Lanes<float> series = splat(1.0F / 5040);
  series = series * r + 1.0F / 720;
  series = series * r + 1.0F / 120;
  series = series * r + 1.0F / 24;
  series = series * r + 1.0F / 6;
  series = series * r + 0.5F;
  series = series * r + 1.0F;
  series = series * r + 1.0F;
  const Bits power = (std::bit_cast<Bits>(shifted) + 127) << 23;
  const Lanes<float> value = series * std::bit_cast<Lanes<float>>(power);
  return is_normal ? value : Lanes<float>{};
}

inline Lanes<double> exp_of_negative(Lanes<double> x) {
  return Lanes<double>{std::exp(x[0]), std::exp(x[1])};
}

}  // namespace posenc
