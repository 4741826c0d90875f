#pragma once

#include <string>
#include <utility>

#include "claims_types.hpp"

/// Plans and trials of claims as the page has them, for the module of all claims and for those of groups.
namespace posenc::wasm {

inline Result<Plan> plan_of(Result<TrainingPlan> made) {
  POSENC_TRY(planned, std::move(made));
  Plan plan{{}, planned.seeds};
  for (const PlannedModel& model : planned.models) {
    plan.models.push_back({model.name, {model.options}, model.tests});
  }
  return plan;
}

/// A trial, and whether the vote on it was right.
inline Result<Tried> judged(Result<Trial> made, const std::string& vote) {
  POSENC_TRY(trial, std::move(made));
  const auto judged = judge_choice(vote, name_in(claim_verdict_names, trial.verdict));
  const ClaimVerdict verdict = trial.verdict;
  Evidence evidence = std::move(trial).evidence;
  return Tried{verdict, judged.outcome, std::move(evidence.findings), std::move(evidence.because),
               std::move(evidence.chart)};
}

inline void register_runs() {
  register_type<TrainedRuns>(
      "{ accuracies: Float64Array, losses: Float64Array, curve: Float64Array }[]");
}

}  // namespace posenc::wasm
