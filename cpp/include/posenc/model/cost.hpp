#pragma once

#include <vector>

#include "posenc/error.hpp"
#include "posenc/model/position_scheme.hpp"

/// The cost of each scheme of positions: operations for a token, parameters, memory.
namespace posenc {

/// A transformer that continues a text, with the keys and values of earlier tokens kept.
struct CostOptions {
  double d_model = 512;
  double heads = 8;  // divide d_model into an even number of dimensions each
  double layers = 6;
  double length = 512;  // n, the tokens of the text, the last one included
};

struct SchemeCost {
  Scheme scheme;
  /// Multiplications and additions for the last token of the text.
  double operations;
  /// The same as a fraction of all operations of the model for that token, the scheme's own included.
  double share;
  double parameters;
  /// Numbers kept besides parameters: a table, a cache, slopes.
  double memory;
};

struct EncodingCosts {
  /// Of the model without positions, for the last token: layers (24 d^2 + 4 n d), a multiplication and an addition for
  /// each weight of W_q, W_k, W_v, W_o (4 d^2) and of a feed-forward part of width 4 d (8 d^2), and for each component of
  /// each key (scores) and value (mean). Embeddings, norms and softmax are not counted.
  double model_operations;
  /// none, sinusoidal, learned, rope, alibi, t5.
  std::vector<SchemeCost> schemes;
};

/// With d = d_model, h heads, n the length:
///
///   scheme      operations     parameters  memory
///   sinusoidal  d              0           n d         a vector of the table is added, once
///   learned     d              n d         0           the same
///   rope        6 d layers     0           n d/h       each pair of q and k: 4 multiplications, 2 additions;
///                                                      d/2h cosines and sines for each position
///   alibi       2 n h layers   0           h           each score: slope times distance, subtracted
///   t5          n h layers     32 h        n h         each score: a bias is added, looked up once for all layers
///
/// Source: the formulas of each scheme; T5 with the 32 buckets of arXiv:1910.10683, section 2.1.
///
/// Errors: a d_model, heads, layers or length that is not a whole number from 1 to 2^20; a d_model that the heads do not
/// divide into an even number of dimensions.
Result<EncodingCosts> encoding_costs(const CostOptions& options);

}  // namespace posenc
