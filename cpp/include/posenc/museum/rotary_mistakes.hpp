#pragma once

#include <span>

#include "posenc/encoding/rotary.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"
#include "posenc/museum/measures.hpp"

/// Mistaken rotations, as code that people wrote computes them: for the exhibits and the claims that are about them.
namespace posenc {

/// x cos + rotate_half(x) sin in halves, but with the angles of the other layout, c0 c0 c1 c1 .. where c0 c1 .. c0 c1 .. is
/// needed: component n has the angle of pair n/2. A row for each position.
/// Errors: those of cos_sin_table. Precondition: an x of theta.dimension() components.
Result<Matrix> rotate_with_repeated_angles(const InverseFrequencies& theta, const Vector& x,
                                           std::span<const double> positions);

/// x + rotate_half(x) f in halves, f the angle itself where RoPE has cos f and sin f.
/// Precondition: an x of theta.dimension() components.
Vector moved_along_tangent(const InverseFrequencies& theta, const Vector& x, double position);

/// What happens to the values of a head whose queries and keys are rotated.
enum class ValueRotation {
  none,     // RoPE
  rotated,  // the mistake: each by its own position, like q and k
  undone,   // the same, and the output is rotated back by the position of the query
};

/// One head of self-attention over tokens at the positions first, first + 1, .., nothing masked, its logits divided by the
/// square root of its width; q, k and v by rows, before any rotation.
/// Precondition: three of the same shape, with rope.head_dim() columns. Errors: those of rotate.
Result<HeadOutput> rotary_head(const RotaryEmbedding& rope, const Matrix& q, const Matrix& k,
                               const Matrix& v, double first, ValueRotation values);

}  // namespace posenc
