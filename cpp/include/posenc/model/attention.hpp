#pragma once

#include "posenc/matrix.hpp"
#include "posenc/model/position_scheme.hpp"

/// Multi-head self-attention between the projections: for each sequence and head
///   P = softmax(Q K^T scale + bias),   O = P V
/// Source: Vaswani et al. 2017, arXiv:1706.03762v7, section 3.2.
namespace posenc {

/// B sequences of T tokens, NH heads of HS components each; C = NH HS.
struct AttentionShape {
  Index B;
  Index T;
  Index NH;
  Index HS;
  /// If causal, the biases must mask every key after the query. What is masked is then mostly not computed, which
  /// changes no bit of the results.
  Direction direction = Direction::bidirectional;

  Index C() const { return NH * HS; }
};

/// Where the biases of logits are in memory; -infinity masks.
struct BiasLayout {
  Index first;     // of head 0, query 0 and key 0
  Index of_head;   // from one head to the next
  Index of_query;  // from one query to the next

  /// A number for each head and each offset, key - query, [NH, 2 longest - 1], from -(longest - 1) on. What ALiBi, T5
  /// and masks add to logits depends only on these two.
  static BiasLayout by_offset(Index longest) { return {longest - 1, 2 * longest - 1, -1}; }
  /// A number for each head, query and key, [NH, T, T].
  static BiasLayout by_query(Index T) { return {0, T * T, T}; }

  /// The bias of the query at position t in that head for key 0; those for the next keys follow.
  Index row(Index head, Index t) const { return first + head * of_head + t * of_query; }
};

template <class Real>
struct LogitBias {
  /// (Without it, a number would be taken for a layout.)
  LogitBias(const Real* numbers, BiasLayout their_layout) : values(numbers), layout(their_layout) {}

  const Real* values;
  BiasLayout layout;

  const Real* row(Index head, Index t) const { return values + layout.row(head, t); }
};

/// The size of the scratch memory, in numbers, that the functions below need for one sequence.
template <class Real>
Index attention_scratch(Index T, Index HS);

/// @param qkv     [B T, 3 C]: q, k and v of each token, each head by head
/// @param P       [B, NH, T, T], written: the attention of each query (row) to each key
/// @param output  [B T, C], written: O, head by head
template <class Real>
void attention(const AttentionShape& shape, const Real* qkv, LogitBias<Real> bias, Real scale,
               Real* P, Real* output, Real* scratch);

/// With dO = dL/doutput:
///   dV = P^T dO,   dP = dO V^T,   dS = P (dP - row sums of P dP),
///   dQ = scale dS K,   dK = scale dS^T Q,   dbias(offset) = sum of dS over all pairs of that offset
/// @param dqkv   [B T, 3 C], written
/// @param dbias  [NH, 2 longest - 1] as BiasLayout::by_offset, added to; nullptr to leave it out
template <class Real>
void attention_gradient(const AttentionShape& shape, const Real* doutput, const Real* qkv,
                        const Real* P, Real scale, Real* dqkv, Real* dbias, Index longest,
                        Real* scratch);

extern template Index attention_scratch<float>(Index, Index);
extern template Index attention_scratch<double>(Index, Index);
extern template void attention<float>(const AttentionShape&, const float*, LogitBias<float>, float,
                                      float*, float*, float*);
extern template void attention<double>(const AttentionShape&, const double*, LogitBias<double>,
                                       double, double*, double*, double*);
extern template void attention_gradient<float>(const AttentionShape&, const float*, const float*,
                                               const float*, float, float*, float*, Index, float*);
extern template void attention_gradient<double>(const AttentionShape&, const double*, const double*,
                                                const double*, double, double*, double*, Index,
                                                double*);

}  // namespace posenc
