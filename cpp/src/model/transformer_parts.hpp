#pragma once

#include "posenc/model/lanes.hpp"
#include "posenc/model/transformer.hpp"

namespace posenc {

/// The number of tokens processed together: few enough that their activations stay in the cache, and enough that
/// weights are read seldom.
inline constexpr Index rows_of_chunk = 128;

/// to(n) = each(to(n), from(n)), in vectors as far as possible.
template <class Real, class Each>
void over_row(Index count, const Real* from, Real* to, const Each& each) {
  constexpr Index lanes = lane_count<Real>;
  Index n = 0;
  for (; n + lanes <= count; n += lanes) store(to + n, each(load(to + n), load(from + n)));
  for (; n < count; ++n) to[n] = each(to[n], from[n]);
}

template <class Real>
void add(Index count, const Real* from, Real* to) {
  over_row(count, from, to, [](auto sum, auto term) { return sum + term; });
}

template <class Real>
template <class Each>
void Transformer<Real>::for_chunks(std::span<const Token> tokens, Index B, Index T,
                                   const Each& each) {
  derive();
  const Index at_once = std::max<Index>(1, rows_of_chunk / T);
  for (Index b = 0; b < B; b += at_once) {
    each(Chunk{tokens.data() + b * T, std::min(at_once, B - b), T}, b);
  }
}

}  // namespace posenc
