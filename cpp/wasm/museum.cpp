#include <emscripten/bind.h>

#include <string>
#include <utility>

#include "function.hpp"
#include "museum_types.hpp"

// The museum of mistakes.

using namespace posenc;

namespace {

wasm::AllExhibits all_exhibits() { return {exhibits()}; }

Result<wasm::Code> repaired(const std::string& id) {
  POSENC_TRY(code, repaired_code(id));
  return wasm::Code{std::move(code)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_museum) {
  wasm::register_type<wasm::NumbersByName>("Record<string, number>");
  wasm::function<&all_exhibits>("exhibits");
  wasm::quick_function<&exhibit_in_action>("exhibitInAction");
  wasm::function<&pick_line>("pickLine");
  wasm::function<&repaired>("repairedCode");
}
