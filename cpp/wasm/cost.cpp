#include <emscripten/bind.h>

#include <span>

#include "function.hpp"
#include "posenc/model/cost.hpp"
#include "results.hpp"

using namespace posenc;

namespace {

Result<wasm::CostsByLength> costs_by_length(double d_model, double heads, double layers,
                                            std::span<const double> lengths) {
  wasm::CostsByLength all;
  for (const double length : lengths) {
    POSENC_TRY(costs, encoding_costs({d_model, heads, layers, length}));
    all.model_operations.push_back(costs.model_operations);
    all.schemes.resize(costs.schemes.size());
    for (std::size_t n = 0; n < costs.schemes.size(); ++n) {
      const SchemeCost& one = costs.schemes[n];
      wasm::CostsOfScheme& scheme = all.schemes[n];
      scheme.scheme = one.scheme;
      scheme.operations.push_back(one.operations);
      scheme.shares.push_back(one.share);
      scheme.parameters.push_back(one.parameters);
      scheme.memory.push_back(one.memory);
    }
  }
  return all;
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_cost) { wasm::quick_function<&costs_by_length>("encodingCosts"); }
