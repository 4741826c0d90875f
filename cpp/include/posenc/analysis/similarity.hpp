#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// How alike two sinusoidal encodings are. None of this depends on the column layout: a dot product
/// does not change when both vectors are permuted alike.
namespace posenc {

struct PositionPair {
  double first;
  double second;
};

/// PE(p).PE(q) of each pair, from the encoded vectors themselves. Shape [pairs].
/// Equal to kernel_dot(p - q) up to rounding: it depends on the offset only.
/// Errors: a position that is not finite or above 2^53 in magnitude.
Result<Vector> dot_products(const InverseFrequencies& frequencies,
                            std::span<const PositionPair> pairs);

/// PE(p).PE(q) / (|PE(p)| |PE(q)|) of each pair, from the encoded vectors. Shape [pairs].
/// Errors as for dot_products.
Result<Vector> cosine_similarities(const InverseFrequencies& frequencies,
                                   std::span<const PositionPair> pairs);

/// sum_i cos(k omega_i) for each offset k: PE(p).PE(p + k) by the addition theorem, d/2 at k = 0.
/// Shape [offsets]. Errors: an offset that is not finite or above 2^53 in magnitude.
Result<Vector> kernel_dot(const InverseFrequencies& frequencies, std::span<const double> offsets);

/// (2/d) sum_i cos(k omega_i) for each offset k: the cosine similarity of PE(p) and PE(p + k).
/// Shape [offsets]. Errors as for kernel_dot.
Result<Vector> kernel_mean_cos(const InverseFrequencies& frequencies,
                               std::span<const double> offsets);

}  // namespace posenc
