#include <emscripten/bind.h>

#include <string>

#include "function.hpp"
#include "posenc/claims/groups.hpp"
#include "tried_claims.hpp"

// The claims of one group, POSENC_CLAIM_GROUP, in a module of their own. The page knows the texts of all claims without
// any module.

using namespace posenc;

namespace {

const ClaimSet& group() {
  static const ClaimSet claims(claim_subjects::POSENC_CLAIM_GROUP);
  return claims;
}

Result<wasm::Plan> plan(double number) { return wasm::plan_of(group().plan_of_claim(number)); }

Result<wasm::Tried> tried(double number, const std::string& vote,
                          std::span<const TrainedRun> runs) {
  return wasm::judged(group().try_claim(number, runs), vote);
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_claim_group) {
  wasm::register_runs();
  wasm::function<&plan>("claimPlan");
  wasm::function<&tried>("tryClaim");
}
