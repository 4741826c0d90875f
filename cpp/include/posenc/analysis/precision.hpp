#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// How far apart are, at each position, the encodings that two ways to write omega_i give in single
/// precision, and the encoding in double. Each is the largest magnitude over the d columns; shape
/// [positions].
struct Float32Errors {
  Vector forms;        // |PE_power - PE_exponential|
  Vector power;        // |PE_power - PE|
  Vector exponential;  // |PE_exponential - PE|
};

/// PE is the table in double; PE_power and PE_exponential are it as single precision computes it:
///   power:        omega_i = 1 / base^(2i/d)
///   exponential:  omega_i = exp(-(ln(base)/d) * 2i)
/// Variant endpoint: d - 2 in place of d in both, and 2 at d = 2. On paper both forms are equal.
/// In float32 omega_i is off by some 1e-7 of itself, and so is the angle pos omega_i, which by then
/// may be thousands of radians.
///
/// Every elementary operation (also position, base, ln, quotient, product, power, angle, sine) is
/// computed in double and rounded to float32. That is the exactly rounded float32 operation for
/// + - * /, and for the functions too but for cases of about one in 2^28. powf, expf and the like are
/// not called: they differ between C libraries, and this is to be the same in every build.
///
/// Source: the formula is that of arXiv:1706.03762v7, section 3.5, which says nothing of precision;
/// the second form is that of the widely used exp(arange(0, d, 2) * (-log(base)/d)). There the host
/// language forms -log(base)/d in double and rounds it once; here its steps are rounded too.
///
/// @param positions finite, up to 2^53 in magnitude; above 2^24 float32 does not hold all of them,
///                  and what that costs is part of the error
/// Errors: a position outside of that; a base outside of 1e-20 .. 1e20, where some frequency or angle
/// would leave the range of float32; a table of more than max_elements.
Result<Float32Errors> float32_errors(const GeometricFrequencies& frequencies,
                                     std::span<const double> positions);

}  // namespace posenc
