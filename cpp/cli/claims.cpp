#include "claims.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "json_text.hpp"
#include "planned_runs.hpp"
#include "posenc/argument.hpp"
#include "posenc/claims/claim.hpp"
#include "posenc/claims/codes.hpp"

namespace {

using namespace posenc;
using nlohmann::ordered_json;

constexpr double max_seeds = 100;

ordered_json number_or_null(double number) {
  return std::isfinite(number) ? ordered_json(number) : ordered_json();
}

ordered_json shown(const Finding& finding) {
  return {{"text", finding.text},
          {"value", finding.value ? number_or_null(*finding.value) : ordered_json()},
          {"support", name(finding.support)},
          {"code", code_of(finding)}};
}

ordered_json shown(const Chart& chart) {
  ordered_json lines = ordered_json::array();
  for (const ChartLine& line : chart.lines) {
    lines.push_back({{"name", line.name},
                     {"x", line.x},
                     {"y", line.y},
                     {"least", line.least},
                     {"most", line.most}});
  }
  return {{"x_axis", chart.x_axis},
          {"y_axis", chart.y_axis},
          {"lines", lines},
          {"values", name(chart.values)},
          {"includes", chart.includes}};
}

std::size_t seeds_for(const TrainingPlan& plan, std::optional<double> asked) {
  const double seeds = asked.value_or(plan.seeds);
  if (!(seeds >= 1 && seeds <= max_seeds && seeds == std::floor(seeds))) {
    throw BadInput("--seeds must be a whole number from 1 to " + format_number(max_seeds) +
                   " but got " + format_number(seeds));
  }
  return static_cast<std::size_t>(seeds);
}

ordered_json shown(const PlannedModel& model, std::size_t seed, const TrainedRun& run) {
  ordered_json tests = ordered_json::array();
  for (std::size_t t = 0; t < model.tests.size(); ++t) {
    tests.push_back({{"under", model.tests[t].under},
                     {"length", model.tests[t].length},
                     {"accuracy", number_or_null(run.accuracies[t])},
                     {"loss", number_or_null(run.losses[t])}});
  }
  return {{"model", model.name}, {"seed", seed}, {"steps", run.curve.size()}, {"tests", tests}};
}

/// The trial of a claim as JSON. A claim that trains nothing has a plan without models, and no runs.
ordered_json trial_with(const Claim& claim, const SeededPlan& planned,
                        const std::vector<TrainedRun>& runs) {
  ordered_json shown_runs = ordered_json::array();
  for (std::size_t n = 0; n < runs.size(); ++n) {
    const PlannedModel& model = planned.plan.models[n / planned.seeds];
    shown_runs.push_back(shown(model, n % planned.seeds + 1, runs[n]));
  }
  const Trial trial = unwrap(try_claim(claim.number, runs));
  ordered_json findings = ordered_json::array();
  for (const Finding& finding : trial.evidence.findings) findings.push_back(shown(finding));
  const auto& chart = trial.evidence.chart;
  return {{"number", claim.number},
          {"text", claim.text},
          {"verdict", name(trial.verdict)},
          {"findings", findings},
          {"because", trial.evidence.because},
          {"chart", chart ? shown(*chart) : ordered_json()},
          {"sources", to_json(claim.sources)},
          {"runs", shown_runs}};
}

ordered_json trials_of(std::span<const Claim> tried, std::optional<double> seeds,
                       const StepProgress& progress) {
  std::vector<SeededPlan> plans;
  for (const Claim& claim : tried) {
    const bool trains = claim.kind == ClaimKind::trained;
    TrainingPlan plan = trains ? unwrap(plan_of_claim(claim.number)) : TrainingPlan{};
    const std::size_t count = seeds_for(plan, seeds);
    plans.push_back({std::move(plan), count});
  }
  const auto runs = runs_of(plans, progress);
  ordered_json all = ordered_json::array();
  for (std::size_t n = 0; n < tried.size(); ++n) {
    all.push_back(trial_with(tried[n], plans[n], runs[n]));
  }
  return all;
}

}  // namespace

ordered_json listed_claims() { return {{"claims", to_json(claims())}}; }

ordered_json trial_of(double number, std::optional<double> seeds, const StepProgress& progress) {
  if (seeds) static_cast<void>(seeds_for({}, seeds));
  const auto claim = std::ranges::find(claims(), number, &Claim::number);
  // Throws the core's own error, which lists the numbers of the claims.
  if (claim == claims().end()) static_cast<void>(unwrap(plan_of_claim(number)));
  return trials_of({claim, 1}, seeds, progress)[0];
}

ordered_json all_trials(std::optional<double> seeds, const StepProgress& progress) {
  return {{"claims", trials_of(claims(), seeds, progress)}};
}
