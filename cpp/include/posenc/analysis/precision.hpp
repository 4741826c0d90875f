#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// How far bfloat16, in which models mostly compute, rounds numbers near 1: an error below that is lost in it, one above
/// it is not.
inline constexpr double bfloat16_rounding = 0x1p-9;

/// Differences between the encoding in double and the encodings in single precision from two forms of
/// omega_i, at each position. Each is the largest magnitude over the d columns; shape [positions].
struct Float32Errors {
  Vector forms;        // |PE_power - PE_exponential|
  Vector power;        // |PE_power - PE|
  Vector exponential;  // |PE_exponential - PE|
};
POSENC_FIELDS(Float32Errors, forms, power, exponential)

/// PE is the table in double; PE_power and PE_exponential are the same table in single precision:
///   power:        omega_i = 1 / base^(2i/d)
///   exponential:  omega_i = exp(-(ln(base)/d) * 2i)
/// Variant endpoint: d - 2 instead of d in both, and 2 at d = 2. On paper both forms are equal. In float32
/// the relative error of omega_i is about 1e-7, and so is that of the angle pos omega_i, which can be
/// thousands of radians.
///
/// Every elementary operation (also position, base, ln, quotient, product, power, angle, sine) is
/// computed in double and rounded to float32. That is the exactly rounded float32 operation for + - * /,
/// and for the functions except in about one case in 2^28. It does not call powf, expf and the like: they
/// differ between C libraries, and the result has to be the same in every build.
///
/// Source: the formula of arXiv:1706.03762v7, section 3.5, which does not mention precision; the second
/// form is the widely used exp(arange(0, d, 2) * (-log(base)/d)). There the host language computes
/// -log(base)/d in double and rounds it once; here its steps are rounded too.
///
/// @param positions finite, up to 2^53 in magnitude; above 2^24 float32 cannot represent all of
///                  them, and that is part of the error
/// Errors: a position outside that range; a base outside 1e-20 .. 1e20, for which some frequency or angle
/// would leave the range of float32; a table of more than max_elements.
Result<Float32Errors> float32_errors(const GeometricFrequencies& frequencies,
                                     std::span<const double> positions);

/// Each omega_i rounded to float32 once: as near as single precision comes. Shape [pairs].
Vector float32_rounded_frequencies(const InverseFrequencies& frequencies);

/// omega_0 = 1 and omega_i = omega_{i-1} omega_1, every product rounded to float32: the geometric sequence by recurrence.
/// Shape [pairs]. Source: an illustration of what some code does to save powers.
Vector float32_multiplied_frequencies(const GeometricFrequencies& frequencies);

/// max over the columns of |PE of single precision - PE(position)| at each position, where single precision has the
/// frequencies `omega` (float32 values held in doubles), and rounds position, angle, sine and cosine as in float32_errors.
/// Shape [positions].
/// Source: arXiv:1706.03762v7, section 3.5, which says nothing of precision.
/// Precondition: as many omega as pairs. Errors: a position that is not finite or above 2^53 in magnitude; a table of more
/// than max_elements.
Result<Vector> float32_angle_errors(const InverseFrequencies& exact, const Vector& omega,
                                    std::span<const double> positions);

/// How far position `count` is off, in steps, where positions are made by adding a step again and again in float32:
///   (p_count - count step) / step, with p_0 = 0 and p_n = float32(p_{n-1} + float32(step))
/// Every addition is rounded, and the roundings add up. Source: ONNX's operator Range, whose specification adds delta once
/// per element (onnx.ai, Range-11).
/// Errors: a step that is not finite or not above 1e-30 and below 1e30; a count that is not a whole number from 0 to 1e8.
Result<double> float32_summed_drift(double step, double count);

/// max |float32(PE(position)) - PE(position)|: what is lost where angles, sines and cosines are in double, and only the
/// result is rounded. At most 2^-25. Errors: a position as above.
Result<double> float32_rounding_error(const InverseFrequencies& frequencies, double position);

}  // namespace posenc
