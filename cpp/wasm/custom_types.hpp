#pragma once

#include <vector>

#include "function.hpp"
#include "posenc/analysis/invariants.hpp"
#include "posenc/encoding/custom.hpp"

/// The types of encodings from a learner's formula.
namespace posenc::wasm {

struct MeasuredEncoding {
  Matrix table;
  Matrix products;  // of each position with each
  std::vector<Invariant> invariants;
};
POSENC_FIELDS(MeasuredEncoding, table, products, invariants)

struct CustomExamples {
  std::vector<CustomExample> examples;
};
POSENC_FIELDS(CustomExamples, examples)

}  // namespace posenc::wasm
