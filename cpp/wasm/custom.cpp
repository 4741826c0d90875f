#include <emscripten/bind.h>

#include "custom_types.hpp"
#include "function.hpp"
#include "posenc/analysis/similarity.hpp"

// Encodings from a learner's formula.

using namespace posenc;

namespace {

Result<wasm::MeasuredEncoding> custom_encoding(const std::string& formula, double d,
                                               double positions) {
  POSENC_TRY(encoding, CustomEncoding::make(formula, d));
  // Checked first: its limits are below those of the table.
  POSENC_TRY(report, measure_invariants(encoding, positions));
  POSENC_TRY(table, encoding.table(positions));
  Matrix products = dot_products_of_rows(table);
  return wasm::MeasuredEncoding{std::move(table), std::move(products),
                                std::move(report).invariants};
}

wasm::CustomExamples examples() { return {{custom_examples.begin(), custom_examples.end()}}; }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_custom) {
  wasm::function<&custom_encoding>("ownEncoding");
  wasm::function<&examples>("ownExamples");
}
