#pragma once

#include <span>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// What a linear read-out can make of the sinusoidal encoding: a function of position as a weighted sum of the
/// columns, by least squares.
/// Source: for sums of sines and cosines as features, Tancik et al. 2020, Fourier Features Let Networks Learn High
/// Frequency Functions in Low Dimensional Domains, arXiv:2006.10739v1, section 4.
namespace posenc {

/// A function f(x), with x = position / count over the range that is fitted, so that it goes from 0 to 1.
enum class ReadOutTarget {
  ramp,       // x
  parabola,   // 4 x (1 - x)
  bump,       // exp(-(x - 1/2)^2 / (2 0.08^2))
  slow_wave,  // sin(2 pi x)
  fast_wave,  // sin(2 pi position / 4): a period of 4 positions, shorter than that of pair 0
};

POSENC_CHOICE(ReadOutTarget, read_out_target, "[read-out] `target`", ramp, parabola, bump,
              slow_wave, fast_wave)

/// A direction of the columns counts if, without those before it, more than this is left of its length: as for
/// the rank of the table. Weights stay below about its inverse.
inline constexpr double read_out_tolerance = 1e-6;

/// A fit, and how far off it is.
struct ReadOut {
  Vector target;     // f at the positions 0 .. shown-1
  Vector fitted;     // w . PE at the same positions
  double error;      // root mean square of fitted - target over the positions that were fitted
  double beyond;     // and over the others, which come after them; 0 without any
  Index directions;  // how many directions the fit used, at most d
};
POSENC_FIELDS(ReadOut, target, fitted, error, beyond, directions)

/// The w that minimizes the sum of (w . PE(p) - f(p))^2 over p = 0 .. count-1. Without an intercept: a slow cosine
/// serves as one.
///
/// By the QR decomposition of the table, from modified Gram-Schmidt with a second pass, column by column; directions
/// below read_out_tolerance are left out. (Eigen's pivoted QR would add 4 KB more to the .wasm.)
/// Source: Golub and Van Loan, Matrix Computations, 4th edition, sections 5.2.8 and 5.3.
///
/// @param count how many positions are fitted: a whole number of at least 1
/// @param shown at how many positions the fit is computed: a whole number from count to 4096
/// Errors: a number outside its range; d above 1024, where this would take seconds.
Result<ReadOut> read_out(const InverseFrequencies& frequencies, ReadOutTarget target, double count,
                         double shown);

}  // namespace posenc
