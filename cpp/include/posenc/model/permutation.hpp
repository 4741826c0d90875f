#pragma once

#include <span>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Self-attention and the order of tokens: without positions and without a mask it ignores their order. For a
/// permutation matrix P
///   Attention(P X) = P Attention(X),   A(P X) = P A(X) P^T
/// (equivariance), so that the mean over the tokens does not change at all (invariance).
/// Source: Lee et al. 2019, Set Transformer, arXiv:1810.00825v3, section 3.1; attention itself is that of
/// Vaswani et al. 2017, arXiv:1706.03762v7, section 3.2.1.
namespace posenc {

enum class AddedPositions {
  none,
  sinusoidal,  // PE(n), base 10000, at the n-th place of the sequence, for any token
};

POSENC_CHOICE(AddedPositions, added_positions, "[permutation] `encoding`", none, sinusoidal)

enum class AttentionMask {
  none,
  causal,  // every token sees itself and those before it
};

POSENC_CHOICE(AttentionMask, attention_mask, "[permutation] `mask`", none, causal)

/// One layer of self-attention with a single head, drawn at random.
struct AttentionLayer {
  double d_model = 16;  // d: a positive even number up to 512
  double seed = 1;      // a whole number from 0 to 2^53
  AddedPositions encoding = AddedPositions::none;
  AttentionMask mask = AttentionMask::none;
};

/// Two results in float32 count as equal if they differ by at most this times the largest magnitude of an
/// element: the order of a sum changes its rounding, by about 1e-7.
inline constexpr double permutation_tolerance = 1e-5;

/// Attention to a sequence X, and to the same tokens in another order, P X.
struct PermutedAttention {
  Matrix weights;            // A(X), [query, key]
  Matrix outputs;            // Attention(X), [tokens, d]
  Matrix reordered_weights;  // A(P X), in the order of P X
  Matrix reordered_outputs;  // Attention(P X), likewise
  double weight_difference;  // max |A(P X) - P A(X) P^T|
  double output_difference;  // max |Attention(P X) - P Attention(X)|
  double pooled_difference;  // max |mean of Attention(P X) - mean of Attention(X)|, over the tokens
  bool equivariant;          // whether the first two differences are only rounding
  bool invariant;            // whether the third is
};
POSENC_FIELDS(PermutedAttention, weights, outputs, reordered_weights, reordered_outputs,
              weight_difference, output_difference, pooled_difference, equivariant, invariant)

/// Computes both, with the model's own attention, in float32:
///   Attention(X) = A(X) X W_v,   A(X) = softmax(X W_q (X W_k)^T / sqrt(d))
/// where a row of X is the embedding of a token, drawn from N(0, 1) for each component, plus its encoding, and W_q,
/// W_k and W_v are drawn from N(0, 1/d). Equal tokens have equal embeddings, in any sequence.
///
/// @param tokens the ids of X: 1 to 64 whole numbers from 0 on, below 2^31
/// @param order  row n of P X is row order[n] of X: a permutation of 0 .. length-1
/// Errors: a token, order or option outside its range.
Result<PermutedAttention> permuted_attention(const AttentionLayer& layer,
                                             std::span<const double> tokens,
                                             std::span<const double> order);

}  // namespace posenc
