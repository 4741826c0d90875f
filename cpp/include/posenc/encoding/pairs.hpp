#pragma once

#include "posenc/matrix.hpp"

namespace posenc {

/// The indices of the two numbers of a pair, among the d of an encoding or a head.
struct PairIndices {
  Index first;
  Index second;
};

/// Side by side: (2i, 2i + 1).
constexpr PairIndices interleaved_pair(Index pair) { return {2 * pair, 2 * pair + 1}; }

/// One in each half: (i, i + pairs), where pairs = d/2.
constexpr PairIndices split_pair(Index pair, Index pairs) { return {pair, pairs + pair}; }

}  // namespace posenc
