#pragma once

#include <cstdio>

#include "test.hpp"

/// A number as a learner would write it if asked for that many decimals.
inline std::string decimals(double value, int count) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", count, value);
  return buffer;
}
