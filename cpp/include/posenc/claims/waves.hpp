#pragma once

#include <vector>

#include "posenc/encoding/frequencies.hpp"

/// Shared by claims about frequencies.
namespace posenc {

/// The frequencies that claims about sinusoidal encodings are tried on: base 10000.
inline GeometricFrequencies waves(Index d, FrequencyVariant variant = FrequencyVariant::paper) {
  return *GeometricFrequencies::make(d, 10000, variant);
}

/// 0, 1, .. end - 1: positions or pairs.
inline std::vector<double> whole_numbers_below(Index end) {
  std::vector<double> numbers;
  for (Index n = 0; n < end; ++n) numbers.push_back(static_cast<double>(n));
  return numbers;
}

}  // namespace posenc
