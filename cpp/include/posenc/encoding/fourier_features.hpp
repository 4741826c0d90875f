#pragma once

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// Waves of continuous coordinates: what a network of coordinates sees instead of the bare numbers.
namespace posenc {

/// The Fourier features of points v, one row for each:
///   gamma(v) = [cos(2 pi B v), sin(2 pi B v)]
///
/// Shape [points, 2 m]; angles in radians, formed in double.
/// Source: Tancik et al. 2020, arXiv:2006.10739, section 5.
///
/// @param points      [points, dimensions], each coordinate up to 2^53 in magnitude
/// @param frequencies B, [m, dimensions], in turns per unit of length, each up to 1e100 in magnitude
/// Errors: a B of other dimensions, or without rows; a number outside its range; more than max_elements.
Result<Matrix> fourier_features(const Matrix& points, const Matrix& frequencies);

/// A random B, whose entries are drawn from the normal distribution N(0, scale^2).
///
/// Shape [count, dimensions]. Source: as above: the scale, the paper's sigma, decides what can be learned.
///
/// @param count, dimensions whole numbers of at least 1
/// @param scale             finite and positive, up to 1e10
/// @param seed              a whole number from 0 to 2^53
/// Errors: a number outside its range; more than max_elements.
Result<Matrix> random_frequencies(double count, double dimensions, double scale, double seed);

/// NeRF's waves of points p, one row for each. Of each coordinate, in turn:
///   sin(2^0 pi p), cos(2^0 pi p), .., sin(2^(L-1) pi p), cos(2^(L-1) pi p)
///
/// Shape [points, dimensions * 2 L].
/// Source: Mildenhall et al. 2020, NeRF, arXiv:2003.08934, equation 4. (Released code often leaves out the factor pi,
/// goes through all coordinates before it doubles the frequency, and puts p itself in front.)
///
/// @param points [points, dimensions], each coordinate up to 1000 in magnitude (in the paper, 1)
/// @param levels L: a whole number from 1 to 32
/// Errors: a number outside its range; more than max_elements.
Result<Matrix> nerf_waves(const Matrix& points, double levels);

}  // namespace posenc
