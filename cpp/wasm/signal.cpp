#include <emscripten/bind.h>

#include "function.hpp"
#include "library_arguments.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/read_out.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "results.hpp"

// Functions for the sections on signals and hashes.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_signal) {
  wasm::function<&kernel_mean_cos>("kernelMeanCos");
  wasm::quick_function<&similarity_limit>("similarityLimit");
  wasm::function<&kernel_course>("kernelCourse");
  wasm::function<&kernel_rises>("kernelRises");
  wasm::quick_function<&column_spectrum>("columnSpectrum");
  wasm::quick_function<&exponential_decay>("exponentialDecay");
  wasm::function<&read_out>("readOut");
}
