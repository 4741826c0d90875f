#include <emscripten/bind.h>

#include <string>
#include <utility>

#include "claims_types.hpp"
#include "function.hpp"
#include "posenc/analysis/similarity.hpp"

// Claims on trial, the museum of mistakes and encodings from formulas, in a module of their own, which other pages do
// not load.

using namespace posenc;

namespace {

wasm::AllClaims all_claims() { return {claims()}; }

Result<wasm::Plan> plan(double number) {
  POSENC_TRY(planned, plan_of_claim(number));
  wasm::Plan plan{{}, planned.seeds};
  for (const PlannedModel& model : planned.models) {
    plan.models.push_back({model.name, {model.options}, model.tests});
  }
  return plan;
}

Result<wasm::Tried> tried(double number, const std::string& vote,
                          std::span<const TrainedRun> runs) {
  POSENC_TRY(trial, try_claim(number, runs));
  const auto judged = judge_choice(vote, name_in(claim_verdict_names, trial.verdict));
  const ClaimVerdict verdict = trial.verdict;
  Evidence evidence = std::move(trial).evidence;
  return wasm::Tried{verdict, judged.outcome, std::move(evidence.findings),
                     std::move(evidence.because), std::move(evidence.chart)};
}

wasm::AllExhibits all_exhibits() { return {exhibits()}; }

Result<wasm::Code> repaired(const std::string& id) {
  POSENC_TRY(code, repaired_code(id));
  return wasm::Code{std::move(code)};
}

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

EMSCRIPTEN_BINDINGS(posenc_claims) {
  wasm::register_type<wasm::NumbersByName>("Record<string, number>");
  wasm::register_type<wasm::TrainedRuns>(
      "{ accuracies: Float64Array, losses: Float64Array, curve: Float64Array }[]");

  wasm::function<&all_claims>("claims");
  wasm::function<&plan>("claimPlan");
  wasm::function<&tried>("tryClaim");
  wasm::function<&all_exhibits>("exhibits");
  wasm::function<&exhibit_in_action>("exhibitInAction");
  wasm::function<&pick_line>("pickLine");
  wasm::function<&repaired>("repairedCode");
  wasm::function<&own_encoding>("ownEncoding");
  wasm::function<&examples>("ownExamples");
}
