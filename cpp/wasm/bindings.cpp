#include <emscripten/bind.h>

#include <string>

#include "convert.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/error.hpp"
#include "posenc/grading/exercise.hpp"
#include "typescript.hpp"

// What the page may call: whole tables and whole sheets of answers, never a call per number.

using namespace posenc;
using emscripten::val;

// What goes in and comes out, for the types in posenc.d.mts, which are the page's own.
EMSCRIPTEN_DECLARE_VAL_TYPE(Positions)
EMSCRIPTEN_DECLARE_VAL_TYPE(AnswersByItem)
EMSCRIPTEN_DECLARE_VAL_TYPE(ItemsOrError)
EMSCRIPTEN_DECLARE_VAL_TYPE(MatrixOrError)
EMSCRIPTEN_DECLARE_VAL_TYPE(GradeOrError)

namespace {

/// How a sinusoidal encoding is asked for. Numbers come as doubles and choices as names, so that the
/// core itself can say what is wrong with them.
struct SinusoidalOptions {
  double d_model;
  double base;
  std::string variant;
  std::string layout;
};

Result<Matrix> table(const SinusoidalOptions& options, const val& positions) {
  const auto frequencies = InverseFrequencies::make(options.d_model, options.base, options.variant);
  if (!frequencies) return frequencies.error();
  const auto layout = to_column_layout(options.layout);
  if (!layout) return layout.error();
  return sinusoidal_table(*frequencies, emscripten::convertJSArrayToNumberVector<double>(positions),
                          *layout);
}

MatrixOrError sinusoidal_table_js(const SinusoidalOptions& options, const Positions& positions) {
  return MatrixOrError(wasm::to_js(table(options, positions)));
}

ItemsOrError exercise_items(const std::string& id) {
  const auto exercise = find_exercise(id);
  if (!exercise) return ItemsOrError(wasm::error_to_js(exercise.error()));
  return ItemsOrError(wasm::value_to_js(wasm::to_js(exercise->items())));
}

GradeOrError grade_exercise(const std::string& id, const AnswersByItem& answers) {
  const auto exercise = find_exercise(id);
  if (!exercise) return GradeOrError(wasm::error_to_js(exercise.error()));
  return GradeOrError(wasm::to_js(grade(*exercise, wasm::answers_from_js(answers))));
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
  emscripten::register_type<Positions>("Float64Array");
  emscripten::register_type<AnswersByItem>("Record<string, string>");
  emscripten::register_type<MatrixOrError>(wasm::matrix_type());
  emscripten::register_type<ItemsOrError>(wasm::items_type());
  emscripten::register_type<GradeOrError>(wasm::grade_type());
  emscripten::value_object<SinusoidalOptions>("SinusoidalOptions")
      .field("dModel", &SinusoidalOptions::d_model)
      .field("base", &SinusoidalOptions::base)
      .field("variant", &SinusoidalOptions::variant)
      .field("layout", &SinusoidalOptions::layout);
  emscripten::function("sinusoidalTable", &sinusoidal_table_js);
  emscripten::function("exerciseItems", &exercise_items);
  emscripten::function("gradeExercise", &grade_exercise);
}
