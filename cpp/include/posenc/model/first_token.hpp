#pragma once

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Why a causal model without encoding can know positions, and when it cannot. Causal attention takes means over
/// the tokens so far. Means of equal rows are equal, so equal tokens stay equal in every layer; after a different
/// first token, its share of the mean falls from position to position.
namespace posenc {

/// The width of the stack: few enough components to draw each.
inline constexpr Index first_token_width = 8;

/// The outputs of a stack for two sequences: one token repeated, and the same with another token first.
struct FirstTokenEffect {
  Matrix repeated;     // outputs for t, t, .., t: [positions, width]
  Matrix after_first;  // outputs for b, t, .., t, likewise
  double
      repeated_spread;  // the largest difference, in one component, between two outputs of t: on paper 0
  double after_first_spread;
  Index varying;        // the component in which the latter differ most
  bool repeated_equal;  // whether rounding explains `repeated_spread`
};
POSENC_FIELDS(FirstTokenEffect, repeated, after_first, repeated_spread, after_first_spread, varying,
              repeated_equal)

/// Computes both in double by layers of causal self-attention with a single head and a residual connection,
///   X' = X + A(X) X W,   A(X) = softmax of (X W_q) (X W_k)^T / sqrt(d), each row up to its own position
/// without encoding. The embeddings of t and b are drawn from N(0, 1) for each component, W_q, W_k and W from N(0, 1/d)
/// for each layer. W stands for W_v W_o.
///
/// Source: an illustration of Kazemnejad et al. 2023, arXiv:2305.19466v2, section 5.1 and appendix C.1, whose
/// theorem assumes such a first token (<bos>); attention is that of arXiv:1706.03762v7, section 3.2.1.
///
/// @param layers    a whole number from 1 to 8
/// @param positions the length of both sequences: a whole number from 2 to 512
/// @param seed      a whole number from 0 to 2^53
/// Errors: an argument outside its range.
Result<FirstTokenEffect> first_token_effect(double layers, double positions, double seed);

}  // namespace posenc
