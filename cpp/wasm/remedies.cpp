#include <emscripten/bind.h>

#include "extension.hpp"
#include "function.hpp"
#include "library_arguments.hpp"
#include "posenc/analysis/frequency_bands.hpp"
#include "posenc/encoding/remedies.hpp"
#include "results.hpp"

// RoPE on texts longer than in training: for figures and for labs.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_remedies) {
  wasm::quick_function<&wasm::Extended<&with_remedy>::call>("withRemedy");
  wasm::quick_function<&frequency_bands>("frequencyBands");
}
