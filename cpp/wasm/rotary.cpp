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

  wasm::function<&rotate>("rotate");
  wasm::function<&rotary_scores>("rotaryScores");
  wasm::function<&rotate_many>("rotateMany");
  wasm::function<&vectors_to_rotate>("vectorsToRotate");
  wasm::function<&rotation>("rotation");
  wasm::function<&compare_scores>("compareScores");
  wasm::function<&compare_layouts>("compareLayouts");
  wasm::function<&rope_decay_course>("ropeDecayCourse");
}
