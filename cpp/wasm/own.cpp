#include <emscripten/bind.h>

#include "function.hpp"
#include "own_types.hpp"
#include "posenc/analysis/similarity.hpp"

// Encodings from a learner's formula. They are also a module of their own, the only one that their page needs.

using namespace posenc;

namespace {

Result<wasm::MeasuredEncoding> own_encoding(const std::string& formula, double d,
                                            double positions) {
  POSENC_TRY(own, OwnEncoding::make(formula, d));
  // Checked first: its limits are below those of the table.
  POSENC_TRY(report, measure_invariants(own, positions));
  POSENC_TRY(table, own.table(positions));
  Matrix products = dot_products_of_rows(table);
  return wasm::MeasuredEncoding{std::move(table), std::move(products),
                                std::move(report).invariants};
}

wasm::OwnExamples examples() { return {{own_examples.begin(), own_examples.end()}}; }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_own) {
  wasm::function<&own_encoding>("ownEncoding");
  wasm::function<&examples>("ownExamples");
}
