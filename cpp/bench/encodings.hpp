#pragma once

#include <string>
#include <vector>

#include "times.hpp"

/// How fast encodings are computed, compared with a plain copy of memory in the same run.
namespace posenc::bench {

struct Measurement {
  std::string name;
  double bytes;    // size of the result
  Times times;     // of one call
  double of_copy;  // median over the rounds of: time to copy that many bytes / time of the call
};

/// Each round times, one after the other: a copy; the sinusoidal table of 4096 x 128; RoPE applied to 32 heads
/// x 2048 positions x 128 in float32, in place, with a cache, in both layouts; the same with a new cache for
/// each call, and for each head.
///
/// @param rounds  at least 1
/// @param shrink  divides the positions, for a quick run: 1 for the sizes above
std::vector<Measurement> encodings(int rounds, int shrink = 1);

}  // namespace posenc::bench
