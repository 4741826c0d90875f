#include <emscripten/bind.h>

#include <span>
#include <string>
#include <utility>

#include "claims_types.hpp"

// Claims on trial.

using namespace posenc;

namespace {

wasm::AllClaims all_claims() { return {claims()}; }

Result<wasm::Plan> plan_of(double number) {
  POSENC_TRY(planned, plan_of_claim(number));
  wasm::Plan plan{{}, planned.seeds};
  for (const PlannedModel& model : planned.models) {
    plan.models.push_back({model.name, {model.options}, model.tests});
  }
  return plan;
}

/// A trial, with the outcome of the vote on it.
Result<wasm::Tried> judged(double number, const std::string& vote,
                           std::span<const TrainedRun> runs) {
  POSENC_TRY(trial, try_claim(number, runs));
  const auto judged = judge_choice(vote, name_in(claim_verdict_names, trial.verdict));
  Evidence evidence = std::move(trial.evidence);
  const double tilt = tilt_of(evidence.findings);
  return wasm::Tried{trial.verdict,
                     judged.outcome,
                     tilt,
                     std::move(evidence.findings),
                     std::move(evidence.because),
                     std::move(evidence.chart)};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_claims) {
  wasm::register_type<wasm::TrainedRuns>(
      "{ accuracies: Float64Array, losses: Float64Array, curve: Float64Array }[]");

  wasm::function<&all_claims>("claims");
  wasm::function<&plan_of>("claimPlan");
  wasm::function<&judged>("tryClaim");
}
