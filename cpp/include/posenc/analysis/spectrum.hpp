#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The longest signal that is accepted. The time grows with the number of samples times its largest prime
/// factor: about a second in a page for the longest prime, a millisecond for 5000 or a power of two.
inline constexpr Index max_samples = 8192;

/// |X_k|, the magnitudes of the discrete Fourier transform of x_0 .. x_{n-1}:
///   X_k = sum_t x_t exp(-2 pi i k t/n),   k = 0 .. floor(n/2)
/// The plain sum: no window, the mean not subtracted, not divided by n. Bin k is the wave of k periods in the
/// n samples; the bins above n/2 would repeat those below, because the samples are real.
///
/// Shape [floor(n/2) + 1], within 1e-14 of the root of sum_t x_t^2 times the root of n.
/// Computed by Eigen's FFT (kissfft, mixed radix).
///
/// @param signal 1 to max_samples numbers, up to 1e100 in magnitude
/// Errors: another number of samples; a sample that is larger, or NaN.
Result<Vector> dft_magnitudes(std::span<const double> signal);

/// The spectrum of one column of the sinusoidal table.
struct ColumnSpectrum {
  Vector magnitudes;  // |X_k|, [floor(count/2) + 1]
  Index peak;         // the bin of the largest; if several are equal up to rounding (within the
                      // rounding_tolerance of the largest), the first
  double leaked;      // share of the sum of all magnitudes outside the peak and the bins next to it
};
POSENC_FIELDS(ColumnSpectrum, magnitudes, peak, leaked)

/// The spectrum of PE(0 .. count-1, column), layout interleaved: one bin if the window holds whole periods
/// of the wave, else leakage into all bins. For a wave that is long compared with the window the peak is
/// bin 0, its mean.
/// Source: the definition above, for arXiv:1706.03762v7, section 3.5.
///
/// @param column a whole number from 0 to d-1
/// @param count  the number of positions: a whole number from 1 to max_samples
/// Errors: a column or count outside its range.
Result<ColumnSpectrum> column_spectrum(const InverseFrequencies& frequencies, double column,
                                       double count);

}  // namespace posenc
