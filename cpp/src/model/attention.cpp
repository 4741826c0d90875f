#include "posenc/model/attention.hpp"

#include <algorithm>
#include <limits>

#include "posenc/model/product.hpp"

namespace posenc {
namespace {

/// Softmax of T logits times `scale` plus their biases, in place. At least one is not masked.
template <class Real>
__attribute__((noinline)) void softmax(Index T, Real scale, const Real* bias, Real* row) {
  constexpr Index lanes = lane_count<Real>;
  const Index whole = T - T % lanes;
  const Index rest = T - whole;
  constexpr Real masked = -std::numeric_limits<Real>::infinity();
  auto last = splat(masked);
  if (rest > 0) {
    last = load_part(row + whole, rest) * scale + load_part(bias + whole, rest, masked);
  }
  auto largest = last;
  for (Index j = 0; j < whole; j += lanes) {
    const auto logits = load(row + j) * scale + load(bias + j);
    store(row + j, logits);
    largest = max<Real>(largest, logits);
  }
  const Real maximum = max_of(largest);
  // e^(x - maximum) is at maximum 1, so nothing overflows; masked entries become 0.
  Lanes<Real> of_last{};
  if (rest > 0) of_last = exp_of_negative(last - maximum);
  auto sums = of_last;
  for (Index j = 0; j < whole; j += lanes) {
    const auto raised = exp_of_negative(load(row + j) - maximum);
    store(row + j, raised);
    sums += raised;
  }
  const Real share = 1 / sum_of(sums);
  for (Index j = 0; j < whole; j += lanes) store(row + j, load(row + j) * share);
  if (rest > 0) store_part(row + whole, of_last * share, rest);
}

/// Turns dP of one row into scale dS, in place. Adds dS itself to `dbias`, unless that is nullptr.
template <class Real>
__attribute__((noinline)) void softmax_gradient(Index T, Real scale, const Real* __restrict P,
                                                Real* __restrict dP, Real* __restrict dbias) {
  const Real sum = sum_over<Real>(
      T, [&](Index j) { return load(P + j) * load(dP + j); },
      [&](Index j) { return P[j] * dP[j]; });
  if (dbias != nullptr) {
    for (Index j = 0; j < T; ++j) dbias[j] += P[j] * (dP[j] - sum);
  }
  for (Index j = 0; j < T; ++j) dP[j] = P[j] * (dP[j] - sum) * scale;
}

/// Queries from `first` to `end` - 1, and the keys that any of them sees: those below `keys`.
struct QueryBlock {
  Index first;
  Index end;
  Index keys;
};

/// As wide as panels of packed factors, so that the keys of a block are whole panels.
constexpr Index block_size = 16;
static_assert(block_size % panel_width<float>(block_size) == 0);
static_assert(block_size % panel_width<double>(block_size) == 0);

/// Calls each(block) for blocks of all queries. If causal, block n is also the block of keys that only its own queries
/// and later ones see.
template <class Each>
void over_blocks(const AttentionShape& shape, const Each& each) {
  const Index T = shape.T;
  if (shape.direction == Direction::bidirectional) return each(QueryBlock{0, T, T});
  for (Index first = 0; first < T; first += block_size) {
    const Index end = std::min(first + block_size, T);
    each(QueryBlock{first, end, end});
  }
}

/// The rows of a factor that take part in a product: those from `first` to `end` - 1 of `all`.
struct FactorRows {
  Index first;
  Index end;
  Index all;
};

/// C = A B with those rows of a packed B.
template <Left left, class Real>
void multiply_rows(Index rows, Index cols, const FactorRows& of, const Real* a, Index stride,
                   const Real* packed, Real* c, Index c_stride) {
  for (Index col = 0, width = 0; col < cols; col += width, packed += width * of.all) {
    width = panel_width<Real>(cols - col);
    multiply<left>(rows, std::min(width, cols - col), of.end - of.first, a, stride,
                   packed + width * of.first, c + col, c_stride);
  }
}

/// C = A^T B for the columns of A [T, T] that are keys of the block; a row of A is that of a query, 0 where it does not
/// see the key.
template <class Real>
void multiply_by_keys(const AttentionShape& shape, const QueryBlock& block, const Real* a,
                      const Real* packed, Real* c, Index c_stride) {
  const Index T = shape.T;
  const bool causal = shape.direction == Direction::causal;
  const Index from = causal ? block.first : 0;
  multiply_rows<Left::transposed>(block.end - block.first, shape.HS, {from, T, T},
                                  a + from * T + block.first, T, packed, c + block.first * c_stride,
                                  c_stride);
}

}  // namespace

template <class Real>
Index attention_scratch(Index T, Index HS) {
  // A packed factor and dS.
  return std::max(packed_size<Real>(T, HS), packed_size<Real>(HS, T)) + T * T;
}

template <class Real>
void attention(const AttentionShape& shape, const Real* qkv, LogitBias<Real> bias, Real scale,
               Real* P, Real* output, Real* scratch) {
  const Index B = shape.B, T = shape.T, NH = shape.NH, HS = shape.HS;
  const Index C = shape.C();
  for (Index b = 0; b < B; ++b, qkv += T * 3 * C, output += T * C) {
    for (Index h = 0; h < NH; ++h, P += T * T) {
      const Real* q = qkv + h * HS;
      const Real* k = q + C;
      const Real* v = k + C;
      // S = Q K^T
      pack_transposed(k, T, HS, 3 * C, scratch);
      over_blocks(shape, [&](const QueryBlock& of) {
        multiply<Left::as_it_is>(of.end - of.first, of.keys, HS, q + of.first * 3 * C, 3 * C,
                                 scratch, P + of.first * T, T);
        // P = softmax(S scale + bias)
        for (Index t = of.first; t < of.end; ++t) {
          softmax(of.keys, scale, bias.row(h, t), P + t * T);
          std::fill_n(P + t * T + of.keys, T - of.keys, Real{0});
        }
      });
      // O = P V
      pack(v, T, HS, 3 * C, scratch);
      over_blocks(shape, [&](const QueryBlock& of) {
        multiply_rows<Left::as_it_is>(of.end - of.first, HS, {0, of.keys, T}, P + of.first * T, T,
                                      scratch, output + of.first * C + h * HS, C);
      });
    }
  }
}

template <class Real>
void attention_gradient(const AttentionShape& shape, const Real* doutput, const Real* qkv,
                        const Real* P, Real scale, Real* dqkv, Real* dbias, Index longest,
                        Real* scratch) {
  const Index B = shape.B, T = shape.T, NH = shape.NH, HS = shape.HS;
  const Index C = shape.C();
  Real* dS = scratch + std::max(packed_size<Real>(T, HS), packed_size<Real>(HS, T));
  for (Index b = 0; b < B; ++b, qkv += T * 3 * C, dqkv += T * 3 * C, doutput += T * C) {
    for (Index h = 0; h < NH; ++h, P += T * T) {
      const Real* q = qkv + h * HS;
      const Real* k = q + C;
      const Real* v = k + C;
      const Real* dO = doutput + h * HS;
      Real* dq = dqkv + h * HS;
      Real* dk = dq + C;
      Real* dv = dk + C;
      // O = P V:  dV = P^T dO,  dP = dO V^T
      pack(dO, T, HS, C, scratch);
      over_blocks(
          shape, [&](const QueryBlock& of) { multiply_by_keys(shape, of, P, scratch, dv, 3 * C); });
      pack_transposed(v, T, HS, 3 * C, scratch);
      over_blocks(shape, [&](const QueryBlock& of) {
        multiply<Left::as_it_is>(of.end - of.first, of.keys, HS, dO + of.first * C, C, scratch,
                                 dS + of.first * T, T);
        // P = softmax(S):  dS = P (dP - row sums of P dP)
        for (Index t = of.first; t < of.end; ++t) {
          const Index from = BiasLayout::by_offset(longest).row(h, t);
          softmax_gradient(of.keys, scale, P + t * T, dS + t * T,
                           dbias == nullptr ? nullptr : dbias + from);
        }
      });
      // S = Q K^T scale:  dQ = scale dS K,  dK = scale dS^T Q
      pack(k, T, HS, 3 * C, scratch);
      over_blocks(shape, [&](const QueryBlock& of) {
        multiply_rows<Left::as_it_is>(of.end - of.first, HS, {0, of.keys, T}, dS + of.first * T, T,
                                      scratch, dq + of.first * 3 * C, 3 * C);
      });
      pack(q, T, HS, 3 * C, scratch);
      over_blocks(shape, [&](const QueryBlock& of) {
        multiply_by_keys(shape, of, dS, scratch, dk, 3 * C);
      });
    }
  }
}

template Index attention_scratch<float>(Index, Index);
template Index attention_scratch<double>(Index, Index);
template void attention<float>(const AttentionShape&, const float*, LogitBias<float>, float, float*,
                               float*, float*);
template void attention<double>(const AttentionShape&, const double*, LogitBias<double>, double,
                                double*, double*, double*);
template void attention_gradient<float>(const AttentionShape&, const float*, const float*,
                                        const float*, float, float*, float*, Index, float*);
template void attention_gradient<double>(const AttentionShape&, const double*, const double*,
                                         const double*, double, double*, double*, Index, double*);

}  // namespace posenc
