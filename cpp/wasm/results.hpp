#pragma once

#include <vector>

#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model/position_scheme.hpp"

/// Results that the core has in another form, or in parts.
namespace posenc::wasm {

/// A vector that is the whole result.
struct Values {
  Vector values;
};
POSENC_FIELDS(Values, values)

/// One matrix for each layer, as a list. (PerHead, which has the same type, becomes one block.)
struct ByLayer {
  std::vector<Matrix> matrices;
};

/// The cost of a scheme at each of some lengths.
struct CostsOfScheme {
  Scheme scheme;
  std::vector<double> operations;
  std::vector<double> shares;
  std::vector<double> parameters;
  std::vector<double> memory;
};
POSENC_FIELDS(CostsOfScheme, scheme, operations, shares, parameters, memory)

/// The costs of all schemes at each of some lengths.
struct CostsByLength {
  std::vector<double> model_operations;
  std::vector<CostsOfScheme> schemes;
};
POSENC_FIELDS(CostsByLength, model_operations, schemes)

struct FrequencyTable {
  Vector inverse_frequencies;
  Vector wavelengths;
  double limit;
};
POSENC_FIELDS(FrequencyTable, inverse_frequencies, wavelengths, limit)

/// RoPE after an extension, with the numbers that a figure shows.
struct Extension {
  Vector inverse_frequencies;
  Vector wavelengths;
  double attention_factor;
};
POSENC_FIELDS(Extension, inverse_frequencies, wavelengths, attention_factor)

struct ExtensionWithBase {
  Vector inverse_frequencies;
  Vector wavelengths;
  double attention_factor;
  double base;
};
POSENC_FIELDS(ExtensionWithBase, inverse_frequencies, wavelengths, attention_factor, base)

}  // namespace posenc::wasm
