#include <emscripten/bind.h>

#include <string>

#include "function.hpp"
#include "tried_claims.hpp"

// Claims on trial. With the museum of mistakes (museum.cpp) and encodings from formulas (own.cpp) they are a module of
// their own. The page has a smaller one for each group of claims (claim_group.cpp).

using namespace posenc;

namespace {

wasm::AllClaims all_claims() { return {claims()}; }

Result<wasm::Plan> plan(double number) { return wasm::plan_of(plan_of_claim(number)); }

Result<wasm::Tried> tried(double number, const std::string& vote,
                          std::span<const TrainedRun> runs) {
  return wasm::judged(try_claim(number, runs), vote);
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_claims) {
  wasm::register_runs();
  wasm::function<&all_claims>("claims");
  wasm::function<&plan>("claimPlan");
  wasm::function<&tried>("tryClaim");
}
