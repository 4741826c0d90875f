#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The longest signal that is transformed: at most half a second in a page.
inline constexpr Index max_samples = 131072;

/// |X_k|, the magnitudes of the discrete Fourier transform of x_0 .. x_{n-1}:
///   X_k = sum_t x_t exp(-2 pi i k t/n),   k = 0 .. floor(n/2)
/// The plain sum: no window, no mean taken off, not divided by n. Bin k is the wave of k periods in
/// the n samples; the bins above n/2 would repeat those below, as the samples are real.
///
/// Shape [floor(n/2) + 1]; off by no more than 1e-15 sqrt(n sum_t x_t^2), where without the 1e-15 stands
/// the most that a magnitude can be.
/// Source: the radix-2 transform of Cooley and Tukey 1965, An Algorithm for the Machine Calculation
/// of Complex Fourier Series, where n is a power of two; any other n by way of it, with the chirp of
/// Bluestein 1970, A Linear Filtering Approach to the Computation of Discrete Fourier Transform. So
/// every n takes n log n steps, primes too.
///
/// @param signal 1 to max_samples numbers, up to 1e100 in magnitude
/// Errors: another number of samples; one that is larger, or no number.
Result<Vector> dft_magnitudes(std::span<const double> signal);

/// What one column of the sinusoidal table is made of.
struct ColumnSpectrum {
  Vector magnitudes;  // |X_k|, [floor(count/2) + 1]
  Index peak;  // the bin of the largest; of several that rounding may have put in order (within
               // the rounding_tolerance of the largest) the first
};

/// The spectrum of PE(0 .. count-1, dimension), layout interleaved: one bin where the window holds
/// whole periods of the wave, else leakage into all bins. The peak of a wave that is long against the
/// window is bin 0, its mean.
/// Source: the definition above, for arXiv:1706.03762v7, section 3.5.
///
/// @param dimension the column: a whole number from 0 to d-1
/// @param count     how many positions: a whole number from 1 to max_samples
/// Errors: a dimension or count outside of that.
Result<ColumnSpectrum> column_spectrum(const InverseFrequencies& frequencies, double dimension,
                                       double count);

}  // namespace posenc
