#pragma once

#include <span>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Documents that are packed into one row of a batch, one behind the other, as in training: what separates them, the
/// mask or the position ids?
namespace posenc {

/// How the layer learns the positions.
enum class PackedScheme {
  rope,        // queries and keys are rotated, base 10000
  alibi,       // -slope (m - n) is added to the score of positions m and n
  sinusoidal,  // PE is added to the embeddings, base 10000
};

POSENC_CHOICE(PackedScheme, packed_scheme, "[packing] `scheme`", rope, alibi, sinusoidal)

/// Which of the keys up to its own place a query sees.
enum class DocumentMask {
  none,      // all of them: the mask is causal, no more
  document,  // those of its own document
};

POSENC_CHOICE(DocumentMask, document_mask, "[packing] `mask`", none, document)

/// How position ids are counted along the row.
enum class PackedPositions {
  continued,  // 0, 1, 2, .. from the first token of the row to the last
  reset,      // from 0 again in each document
};

POSENC_CHOICE(PackedPositions, packed_positions, "[packing] `positions`", continued, reset)

/// The document of each token of the row: 0 as many times as lengths[0], then 1, and so on.
/// Errors: a length that is not a whole number from 1 on; no documents; more than 512 tokens.
Result<Vector> documents_of(std::span<const double> lengths);

/// The position id of each token, for what documents_of returns.
Vector position_ids(const Vector& documents, PackedPositions positions);

/// The softmax of each row of scores [T, T] over the keys that its query sees; 0 for all others.
Matrix packed_weights(const Matrix& scores, const Vector& documents, DocumentMask mask);

/// How much of each query's attention goes to other documents: the sum of these weights, [T].
Vector attention_across(const Matrix& weights, const Vector& documents);

/// Attention to packed documents, and how far it is from that to each of them alone.
struct PackedAttention {
  Vector documents;  // of each token, [T]
  Vector positions;  // the position ids, [T]
  Matrix weights;    // [query, key]
  Vector across;     // see attention_across, [T]
  double crossing;   // its mean over the queries that come after the first document; 0 without any
  Vector differences;  // for each token, max |output - output in its document alone|, [T]
  double difference;   // the largest of them
  bool apart;          // whether that is only rounding: the documents do not affect each other
};
POSENC_FIELDS(PackedAttention, documents, positions, weights, across, crossing, differences,
              difference, apart)

/// One causal head of width 16 over the row:
///   weights = softmax(scores),   scores = q k^T / sqrt(16),   output = weights v
/// where q, k and v are projections of the tokens' embeddings, drawn from N(0, 1) for each component, by matrices drawn
/// from N(0, 1/16). ALiBi's slope is 1/4, the second of eight heads. A document alone has the same embeddings at the
/// positions 0, 1, 2, ..
///
/// Source: an illustration. Masks between documents: Grattafiori et al. 2024, arXiv:2407.21783, section 3.2.
///
/// @param lengths the tokens of each document
/// @param seed    of embeddings and matrices: a whole number from 0 to 2^53
/// Errors: those of documents_of; a seed outside its range.
Result<PackedAttention> packed_attention(std::span<const double> lengths, PackedScheme scheme,
                                         DocumentMask mask, PackedPositions positions, double seed);

}  // namespace posenc
