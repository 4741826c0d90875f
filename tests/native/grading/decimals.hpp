#pragma once

#include <cstdio>
#include <string>

/// A number as a learner would write it who is asked for so many decimals.
inline std::string decimals(double value, int count) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", count, value);
  return buffer;
}
