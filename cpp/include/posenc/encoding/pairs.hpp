#pragma once

#include "posenc/matrix.hpp"

namespace posenc {

/// Where the two numbers of a pair stand among the d of an encoding or a head.
struct PairIndices {
  Index first;
  Index second;
};

/// The two side by side: (2i, 2i + 1).
constexpr PairIndices interleaved_pair(Index pair) { return {2 * pair, 2 * pair + 1}; }

/// One in each half: (i, i + d/2), of d/2 pairs.
constexpr PairIndices split_pair(Index pair, Index pairs) { return {pair, pairs + pair}; }

}  // namespace posenc
