#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "convert.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/grading/e13_1.hpp"

// What the page may call: whole tables and whole sheets of answers, never a call per number.

using namespace posenc;
using emscripten::val;

namespace {

/// How a sinusoidal encoding is asked for. Numbers come as doubles, so that the core itself can say
/// what is wrong with them.
struct SinusoidalOptions {
  double d_model;
  double base;
  std::string variant;
  std::string layout;
};

val sinusoidal_table_js(const SinusoidalOptions& options, const val& positions) {
  const auto dimension = to_index("[sinusoidal] d_model", options.d_model);
  if (!dimension) return wasm::error_to_js(dimension.error());
  const auto variant = to_enum("[sinusoidal] variant", options.variant, frequency_variant_names);
  if (!variant) return wasm::error_to_js(variant.error());
  const auto layout = to_enum("[sinusoidal] layout", options.layout, column_layout_names);
  if (!layout) return wasm::error_to_js(layout.error());
  const auto frequencies = InverseFrequencies::make(*dimension, options.base, *variant);
  if (!frequencies) return wasm::error_to_js(frequencies.error());
  return wasm::to_js(sinusoidal_table(
      *frequencies, emscripten::convertJSArrayToNumberVector<double>(positions), *layout));
}

val e13_1_items() { return wasm::to_js(e13_1::items()); }

val grade_e13_1(const val& answers) {
  return wasm::to_js(e13_1::grade(wasm::answers_from_js(answers)));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  emscripten::value_object<SinusoidalOptions>("SinusoidalOptions")
      .field("dModel", &SinusoidalOptions::d_model)
      .field("base", &SinusoidalOptions::base)
      .field("variant", &SinusoidalOptions::variant)
      .field("layout", &SinusoidalOptions::layout);
  emscripten::function("sinusoidalTable", &sinusoidal_table_js);
  emscripten::function("e131Items", &e13_1_items);
  emscripten::function("gradeE131", &grade_e13_1);
}
