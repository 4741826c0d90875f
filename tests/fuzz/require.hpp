#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program where something does not hold: that is how the fuzzer learns of it.
/// @param expected the sentence that holds otherwise
inline void require(bool holds, const char* expected) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", expected);
  std::abort();
}
