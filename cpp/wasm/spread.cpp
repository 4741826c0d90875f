#include <emscripten/bind.h>

#include <span>

#include "function.hpp"
#include "posenc/analysis/spread.hpp"
#include "results.hpp"

using namespace posenc;

namespace {

constexpr Result<Spread> (*spread_of_rows)(std::span<const double>, double) = &spread_over;

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_spread) { wasm::quick_function<spread_of_rows>("spreadOver"); }
