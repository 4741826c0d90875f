#include <emscripten/bind.h>

#include <string>
#include <utility>

#include "claims_types.hpp"
#include "function.hpp"
#include "posenc/analysis/similarity.hpp"

// Claims on trial, the museum of mistakes and encodings of one's own, a module of its own: pages without any do not bring it.

using namespace posenc;

namespace {

wasm::AllClaims all_claims() { return {claims()}; }

Result<wasm::Plan> plan(double number) {
  auto planned = plan_of_claim(number);
  if (!planned) return planned.error();
  wasm::Plan plan{{}, planned->seeds};
  for (const PlannedModel& model : planned->models) {
    plan.models.push_back({model.name, {model.options}, model.tests});
  }
  return plan;
}

Result<wasm::Tried> tried(double number, const std::string& vote,
                          std::span<const TrainedRun> runs) {
  auto trial = try_claim(number, runs);
  if (!trial) return trial.error();
  const auto judged = judge_choice(vote, name_in(claim_verdict_names, trial->verdict));
  const ClaimVerdict verdict = trial->verdict;
  Evidence evidence = std::move(trial).value().evidence;
  return wasm::Tried{verdict, judged.outcome, std::move(evidence.findings),
                     std::move(evidence.because), std::move(evidence.chart)};
}

wasm::AllExhibits all_exhibits() { return {exhibits()}; }

Result<wasm::Code> repaired(const std::string& id) {
  auto code = repaired_code(id);
  if (!code) return code.error();
  return wasm::Code{*std::move(code)};
}

Result<wasm::MeasuredEncoding> own_encoding(const std::string& formula, double d,
                                            double positions) {
  const auto own = OwnEncoding::make(formula, d);
  if (!own) return own.error();
  // What it refuses is less than what there is a table of.
  auto report = measure_invariants(*own, positions);
  if (!report) return report.error();
  auto table = own->table(positions);
  if (!table) return table.error();
  Matrix products = dot_products_of_rows(*table);
  return wasm::MeasuredEncoding{std::move(table).value(), std::move(products),
                                std::move(report).value().invariants};
}

wasm::OwnExamples examples() { return {{own_examples.begin(), own_examples.end()}}; }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_claims) {
  emscripten::register_type<wasm::NumbersByName>("Record<string, number>");
  emscripten::register_type<wasm::TrainedRuns>(
      "{ accuracies: Float64Array, curve: Float64Array }[]");

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
