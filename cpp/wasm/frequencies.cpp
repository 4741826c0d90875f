#include <emscripten/bind.h>

#include <span>

#include "function.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "results.hpp"

// Functions of frequencies, which most modules have.

using namespace posenc;

namespace {

Result<Matrix> table(const wasm::SinusoidalEncoding& encoding, std::span<const double> positions) {
  return sinusoidal_table(encoding.frequencies, positions, encoding.layout);
}

wasm::FrequencyTable frequencies(const GeometricFrequencies& omega) {
  return {omega.values(), wavelengths(omega), wavelength_limit(omega)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_frequencies) {
  wasm::register_options<wasm::FrequencyOptions>("FrequencyOptions");
  wasm::register_options<wasm::SinusoidalOptions>("SinusoidalOptions");

  wasm::function<&table>("sinusoidalTable");
  wasm::quick_function<&sinusoidal_columns>("sinusoidalColumns");
  wasm::quick_function<&frequencies>("frequencies");
  wasm::quick_function<&turns>("turns");
}
