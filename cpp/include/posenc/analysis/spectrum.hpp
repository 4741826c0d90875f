#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The longest signal that is taken apart. The time goes with the number of samples times its largest prime
/// factor: for the longest prime it is about a second in a page, for 5000 or a power of two a millisecond.
inline constexpr Index max_samples = 8192;

/// |X_k|, the magnitudes of the discrete Fourier transform of x_0 .. x_{n-1}:
///   X_k = sum_t x_t exp(-2 pi i k t/n),   k = 0 .. floor(n/2)
/// The plain sum: no window, no mean taken off, not divided by n. Bin k is the wave of k periods in
/// the n samples; the bins above n/2 would repeat those below, as the samples are real.
///
/// Shape [floor(n/2) + 1], within 1e-14 of the root of sum_t x_t^2 times the root of n.
/// Computed by Eigen's FFT (kissfft, mixed radix).
///
/// @param signal 1 to max_samples numbers, up to 1e100 in magnitude
/// Errors: another number of samples; one that is larger, or no number.
Result<Vector> dft_magnitudes(std::span<const double> signal);

/// What one column of the sinusoidal table is made of.
struct ColumnSpectrum {
  Vector magnitudes;  // |X_k|, [floor(count/2) + 1]
  Index peak;  // the bin of the largest; of several that rounding may have put in order (within
               // the rounding_tolerance of the largest) the first
  double
      leaked;  // share of the sum of all magnitudes that is outside of the peak and the bins beside it
};

/// The spectrum of PE(0 .. count-1, column), layout interleaved: one bin where the window holds
/// whole periods of the wave, else leakage into all bins. The peak of a wave that is long against the
/// window is bin 0, its mean.
/// Source: the definition above, for arXiv:1706.03762v7, section 3.5.
///
/// @param column a whole number from 0 to d-1
/// @param count  how many positions: a whole number from 1 to max_samples
/// Errors: a column or count outside of that.
Result<ColumnSpectrum> column_spectrum(const InverseFrequencies& frequencies, double column,
                                       double count);

}  // namespace posenc
