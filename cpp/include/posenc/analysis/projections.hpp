#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// Products of sinusoidal encodings that are weighted, or taken with another vector than an encoding.
namespace posenc {

/// sum_n w_n PE(p)_n PE(q)_n of each pair, layout interleaved: the score of two encodings that are projected, each
/// dimension by itself. Shape [pairs]. It depends on the offset only where both weights of a pair are equal.
/// Precondition: a weight for each of the d dimensions. Errors as for dot_products.
Result<Vector> weighted_dot_products(const InverseFrequencies& frequencies,
                                     std::span<const PositionPair> pairs, const Vector& weights);

/// PE(p).x for each position p, layout interleaved: how well keys at these positions fit a query x. Shape [positions].
/// Precondition: x has d components. Errors: as for sinusoidal_table.
Result<Vector> dot_products_with(const InverseFrequencies& frequencies, const Vector& x,
                                 std::span<const double> positions);

}  // namespace posenc
