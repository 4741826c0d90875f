#include "posenc/analysis/spectrum.hpp"

#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"

// Not Eigen's FFT (kissfft, in its unsupported part): its time is quadratic in the largest prime factor
// of n (in a page 5 s and more for a prime near 16384), n = 1 makes it write through a null pointer,
// and it would add seven times as much to the .wasm.

namespace posenc {
namespace {

using Complex = std::complex<double>;
using Signal = std::vector<Complex>;

/// a b. The operator of std::complex looks for infinities in every product, which takes longer than
/// the product.
Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// exp(-2 pi i j/n), j = 0 .. n-1.
Signal roots_of_unity(std::size_t n) {
  Signal roots(n);
  const double step = -2 * std::numbers::pi / static_cast<double>(n);
  for (std::size_t j = 0; j < n; ++j) {
    const double angle = step * static_cast<double>(j);
    roots[j] = {std::cos(angle), std::sin(angle)};
  }
  return roots;
}

/// X_k = sum_t x[stride t] exp(-2 pi i k t/n), n a power of two: the sums E over even and O over odd t
/// are transforms of n/2, and X_k = E_k + exp(-2 pi i k/n) O_k, X_{k+n/2} = E_k - exp(-2 pi i k/n) O_k.
/// @param roots those of n times stride
void transform(const Complex* x, std::size_t stride, Complex* spectrum, std::size_t n,
               const Signal& roots) {
  if (n == 1) {
    *spectrum = *x;
    return;
  }
  const std::size_t half = n / 2;
  transform(x, 2 * stride, spectrum, half, roots);
  transform(x + stride, 2 * stride, spectrum + half, half, roots);
  for (std::size_t k = 0; k < half; ++k) {
    const Complex even = spectrum[k];
    const Complex odd = times(roots[stride * k], spectrum[half + k]);
    spectrum[k] = even + odd;
    spectrum[half + k] = even - odd;
  }
}

Signal transform(const Signal& x, const Signal& roots) {
  Signal spectrum(x.size());
  transform(x.data(), 1, spectrum.data(), x.size(), roots);
  return spectrum;
}

/// |X_k| for k = 0 .. n-1 and any n. As k t = (k^2 + t^2 - (k - t)^2)/2, with w_t = exp(-pi i t^2/n)
///   X_k = w_k sum_t (x_t w_t) conj(w_{k-t})
/// is, but for w_k, a convolution: a product of spectra whose length may be any power of two that
/// keeps the two ends apart.
Signal chirp_transform(std::span<const double> x) {
  const std::size_t n = x.size();
  const std::size_t padded = std::bit_ceil(2 * n - 1);
  const Signal half_roots = roots_of_unity(2 * n);
  const Signal roots = roots_of_unity(padded);
  Signal chirped(padded);
  Signal chirp(padded);
  for (std::size_t t = 0; t < n; ++t) {
    // t^2 modulo 2n, as whole numbers: an angle of t^2 would have lost its last digits.
    const auto square = static_cast<std::uint64_t>(t) * t % (2 * n);
    const Complex w = half_roots[static_cast<std::size_t>(square)];
    chirped[t] = x[t] * w;
    chirp[t] = chirp[(padded - t) % padded] = std::conj(w);
  }
  chirped = transform(chirped, roots);
  chirp = transform(chirp, roots);
  // Back by the transform of the conjugate, which differs in nothing that a magnitude shows.
  const double scale = 1 / static_cast<double>(padded);
  for (std::size_t k = 0; k < padded; ++k)
    chirped[k] = std::conj(times(chirped[k], chirp[k])) * scale;
  return transform(chirped, roots);
}

std::optional<Error> check_samples(Index samples) {
  if (samples <= max_samples) return std::nullopt;
  return too_large({"[spectrum] the signal would have ", samples, " samples, but at most ",
                    max_samples, " are transformed at once"});
}

}  // namespace

Result<Vector> dft_magnitudes(std::span<const double> signal) {
  if (signal.empty())
    return invalid_argument({"[spectrum] the signal must have at least one sample"});
  const auto n = static_cast<Index>(signal.size());
  if (auto error = check_samples(n)) return *error;
  if (auto error = check_magnitudes("[spectrum] every sample", signal)) return *error;
  const Signal spectrum =
      std::has_single_bit(signal.size())
          ? transform(Signal(signal.begin(), signal.end()), roots_of_unity(signal.size()))
          : chirp_transform(signal);
  Vector magnitudes(n / 2 + 1);
  for (Index k = 0; k <= n / 2; ++k) {
    magnitudes[k] = std::abs(spectrum[static_cast<std::size_t>(k)]);
  }
  return magnitudes;
}

Result<ColumnSpectrum> column_spectrum(const InverseFrequencies& frequencies, double dimension,
                                       double count) {
  const auto n = to_count("[spectrum] count", count);
  if (!n) return n.error();
  if (auto error = check_samples(*n)) return *error;
  std::vector<double> positions(static_cast<std::size_t>(*n));
  std::iota(positions.begin(), positions.end(), 0.0);
  const auto column = sinusoidal_columns(frequencies, {&dimension, 1}, positions);
  if (!column) return column.error();
  auto magnitudes = dft_magnitudes({column->data(), positions.size()});
  if (!magnitudes) return magnitudes.error();

  const double level = magnitudes->maxCoeff() * (1 - rounding_tolerance);
  Index peak = 0;
  while ((*magnitudes)[peak] < level) ++peak;
  return ColumnSpectrum{std::move(magnitudes).value(), peak};
}

}  // namespace posenc
