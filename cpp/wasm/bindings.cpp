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

// What goes in and comes out, for the types in posenc.d.mts: tsc holds web/src/core/api.ts to them.
EMSCRIPTEN_DECLARE_VAL_TYPE(Positions)
EMSCRIPTEN_DECLARE_VAL_TYPE(AnswersByItem)
EMSCRIPTEN_DECLARE_VAL_TYPE(Items)
EMSCRIPTEN_DECLARE_VAL_TYPE(MatrixOrError)
EMSCRIPTEN_DECLARE_VAL_TYPE(GradeOrError)

namespace {

#define POSENC_ERROR "{ error: { code: 'invalid-argument' | 'too-large', message: string } }"
constexpr const char* positions_type = "Float64Array";
constexpr const char* answers_type = "Record<string, string>";
constexpr const char* items_type = "string[]";
constexpr const char* matrix_type =
    "{ value: { rows: number, cols: number, values: Float64Array<ArrayBuffer> } } | " POSENC_ERROR;
constexpr const char* grade_type =
    "{ value: { score: number, max: number, items: { item: string, outcome: 'empty' | 'unreadable' "
    "| "
    "'right' | 'form' | 'wrong' | 'carried-forward', reason: 'rounded' | 'degrees' | 'exponent' | "
    "'sin-cos-swapped' | 'one-based' | 'inverted-exponent' | 'decimal-shift' | null, read: number "
    "| "
    "null, message: string | null }[] } } | " POSENC_ERROR;

/// How a sinusoidal encoding is asked for. Numbers come as doubles, so that the core itself can say
/// what is wrong with them.
struct SinusoidalOptions {
  double d_model;
  double base;
  std::string variant;
  std::string layout;
};

val table_or_error(const SinusoidalOptions& options, const val& positions) {
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

MatrixOrError sinusoidal_table_js(const SinusoidalOptions& options, const Positions& positions) {
  return MatrixOrError(table_or_error(options, positions));
}

Items e13_1_items() { return Items(wasm::to_js(e13_1::items())); }

GradeOrError grade_e13_1(const AnswersByItem& answers) {
  return GradeOrError(wasm::to_js(e13_1::grade(wasm::answers_from_js(answers))));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  emscripten::register_type<Positions>(positions_type);
  emscripten::register_type<AnswersByItem>(answers_type);
  emscripten::register_type<Items>(items_type);
  emscripten::register_type<MatrixOrError>(matrix_type);
  emscripten::register_type<GradeOrError>(grade_type);
  emscripten::value_object<SinusoidalOptions>("SinusoidalOptions")
      .field("dModel", &SinusoidalOptions::d_model)
      .field("base", &SinusoidalOptions::base)
      .field("variant", &SinusoidalOptions::variant)
      .field("layout", &SinusoidalOptions::layout);
  emscripten::function("sinusoidalTable", &sinusoidal_table_js);
  emscripten::function("e131Items", &e13_1_items);
  emscripten::function("gradeE131", &grade_e13_1);
}
