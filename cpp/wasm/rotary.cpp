#include <emscripten/bind.h>

#include "function.hpp"
#include "library_arguments.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/rotation.hpp"
#include "posenc/encoding/rotary.hpp"
#include "results.hpp"

// Functions for the section on RoPE.

using namespace posenc;

EMSCRIPTEN_BINDINGS(posenc_rotary) {
  wasm::register_options<wasm::RotaryOptions>("RotaryOptions");

  wasm::quick_function<&rotate>("rotate");
  wasm::quick_function<&rotary_scores>("rotaryScores");
  wasm::function<&rotate_many>("rotateMany");
  wasm::function<&vectors_to_rotate>("vectorsToRotate");
  wasm::quick_function<&rotation>("rotation");
  wasm::quick_function<&compare_scores>("compareScores");
  wasm::quick_function<&compare_layouts>("compareLayouts");
  wasm::function<&rope_decay_course>("ropeDecayCourse");
}
