#include <emscripten/bind.h>

#include <span>
#include <vector>

#include "function.hpp"
#include "posenc/analysis/base_choice.hpp"
#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/sign_changes.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/model/permutation.hpp"
#include "results.hpp"

// Functions for the page: whole tables and whole sheets of answers, never one call per number. This file has those
// of the first sections. They are also a module of their own, the only one that a first visit loads.

using namespace posenc;

namespace {

Result<Matrix> table(const wasm::SinusoidalEncoding& encoding, std::span<const double> positions) {
  return sinusoidal_table(encoding.frequencies, positions, encoding.layout);
}

wasm::FrequencyTable frequencies(const GeometricFrequencies& omega) {
  return {omega.values(), wavelengths(omega), wavelength_limit(omega)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_first) {
  wasm::register_type<wasm::PermutedAttentionOptions>(
      "{ dModel: number, seed: number, encoding: string, mask: string }");
  emscripten::value_object<wasm::FrequencyOptions>("FrequencyOptions")
      .field("dModel", &wasm::FrequencyOptions::d_model)
      .field("base", &wasm::FrequencyOptions::base)
      .field("variant", &wasm::FrequencyOptions::variant);
  emscripten::value_object<wasm::SinusoidalOptions>("SinusoidalOptions")
      .field("dModel", &wasm::SinusoidalOptions::d_model)
      .field("base", &wasm::SinusoidalOptions::base)
      .field("variant", &wasm::SinusoidalOptions::variant)
      .field("layout", &wasm::SinusoidalOptions::layout);

  wasm::function<&permuted_attention>("permutedAttention");
  wasm::function<&table>("sinusoidalTable");
  wasm::function<&sinusoidal_columns>("sinusoidalColumns");
  wasm::function<&frequencies>("frequencies");
  wasm::function<&base_choice>("baseChoice");
  wasm::function<&turns>("turns");
  wasm::function<&sign_changes>("signChanges");
  wasm::function<&similarity_matrix>("similarityMatrix");
  wasm::function<&dot_products_around>("dotProductsAround");
  wasm::function<&compare_shift>("shift");
  wasm::function<&float32_errors>("float32Errors");
}
