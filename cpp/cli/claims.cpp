#include "claims.hpp"

#include <cmath>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "parallel.hpp"
#include "posenc/argument.hpp"
#include "posenc/claims/claim.hpp"
#include "posenc/model/trainer.hpp"

namespace {

using namespace posenc;
using nlohmann::ordered_json;

constexpr double most_seeds = 100;

ordered_json number_or_null(double number) {
  return std::isfinite(number) ? ordered_json(number) : ordered_json();
}

ordered_json shown(const std::vector<Source>& sources) {
  ordered_json all = ordered_json::array();
  for (const Source& one : sources) all.push_back({{"text", one.text}, {"url", one.url}});
  return all;
}

ordered_json shown(const Finding& finding) {
  return {{"text", finding.text},
          {"value", finding.value ? number_or_null(*finding.value) : ordered_json()},
          {"support", name_in(support_names, finding.support)}};
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
  return {{"x_axis", chart.x_axis}, {"y_axis", chart.y_axis}, {"lines", lines}};
}

std::size_t seeds_for(const TrainingPlan& plan, std::optional<double> asked) {
  const double seeds = asked.value_or(plan.seeds);
  if (!(seeds >= 1 && seeds <= most_seeds && seeds == std::floor(seeds))) {
    throw BadInput("--seeds must be a whole number from 1 to " + format_number(most_seeds) +
                   " but got " + format_number(seeds));
  }
  return static_cast<std::size_t>(seeds);
}

/// A model has no answer where evaluating it is an error, such as beyond the rows of a learned table.
double accuracy_in(Trainer& trainer, const PlannedTest& test) {
  if (!test.inverse_frequencies.empty()) {
    const auto& theta = test.inverse_frequencies;
    const auto values = Eigen::Map<const Vector>(theta.data(), static_cast<Index>(theta.size()));
    const auto frequencies = unwrap(InverseFrequencies::from_values(values));
    if (const auto error = trainer.use_frequencies(frequencies, test.attention_factor)) {
      throw BadInput(error->message);
    }
  }
  const auto result = trainer.evaluate(test.length);
  return result ? result->accuracy : std::nan("");
}

/// @param progress told of steps, and the last loss
template <class Progress>
TrainedRun trained(const PlannedModel& model, std::size_t seed, const Progress& progress) {
  TrainingOptions options = model.options;
  options.seed = static_cast<double>(seed);
  auto trainer = unwrap(Trainer::make(options));
  TrainedRun run;
  for (auto done = trainer.step(10); !done.losses.empty(); done = trainer.step(10)) {
    run.curve.insert(run.curve.end(), done.accuracies.begin(), done.accuracies.end());
    progress(done.losses.size(), done.losses.back());
  }
  for (const PlannedTest& test : model.tests) run.accuracies.push_back(accuracy_in(trainer, test));
  return run;
}

/// All seeds of the first model, then those of the second, and so on.
std::vector<TrainedRun> runs_of(const TrainingPlan& plan, std::size_t seeds,
                                const std::function<void(double, double, double)>& progress) {
  double all = 0;
  for (const PlannedModel& model : plan.models) {
    all += model.options.steps * static_cast<double>(seeds);
  }
  std::vector<TrainedRun> runs(plan.models.size() * seeds);
  std::mutex one_at_a_time;
  double done = 0;
  in_parallel(runs.size(), [&](std::size_t n) {
    runs[n] = trained(plan.models[n / seeds], n % seeds + 1, [&](std::size_t steps, double loss) {
      const std::lock_guard lock(one_at_a_time);
      done += static_cast<double>(steps);
      progress(done, all, loss);
    });
  });
  return runs;
}

ordered_json shown(const PlannedModel& model, std::size_t seed, const TrainedRun& run) {
  ordered_json tests = ordered_json::array();
  for (std::size_t t = 0; t < model.tests.size(); ++t) {
    tests.push_back({{"under", model.tests[t].under},
                     {"length", model.tests[t].length},
                     {"accuracy", number_or_null(run.accuracies[t])}});
  }
  return {{"model", model.name}, {"seed", seed}, {"steps", run.curve.size()}, {"tests", tests}};
}

}  // namespace

ordered_json listed_claims() {
  ordered_json all = ordered_json::array();
  for (const Claim& claim : claims()) {
    all.push_back({{"number", claim.number},
                   {"text", claim.text},
                   {"section", claim.section},
                   {"kind", name_in(claim_kind_names, claim.kind)},
                   {"sources", shown(claim.sources)}});
  }
  return {{"claims", all}};
}

ordered_json trial_of(double number, std::optional<double> seeds,
                      const std::function<void(double, double, double)>& progress) {
  const auto claim =
      std::ranges::find_if(claims(), [&](const Claim& one) { return one.number == number; });
  std::vector<TrainedRun> runs;
  ordered_json shown_runs = ordered_json::array();
  if (seeds) static_cast<void>(seeds_for({}, seeds));
  if (claim != claims().end() && claim->kind == ClaimKind::trained) {
    const TrainingPlan plan = unwrap(plan_of_claim(number));
    const std::size_t count = seeds_for(plan, seeds);
    runs = runs_of(plan, count, progress);
    for (std::size_t n = 0; n < runs.size(); ++n) {
      shown_runs.push_back(shown(plan.models[n / count], n % count + 1, runs[n]));
    }
  }
  const Trial trial = unwrap(try_claim(number, runs));
  ordered_json findings = ordered_json::array();
  for (const Finding& finding : trial.evidence.findings) findings.push_back(shown(finding));
  const auto& chart = trial.evidence.chart;
  return {{"number", claim->number},
          {"text", claim->text},
          {"verdict", name_in(claim_verdict_names, trial.verdict)},
          {"findings", findings},
          {"because", trial.evidence.because},
          {"chart", chart ? shown(*chart) : ordered_json()},
          {"sources", shown(claim->sources)},
          {"runs", shown_runs}};
}

ordered_json all_trials(std::optional<double> seeds,
                        const std::function<void(double, double, double)>& progress) {
  ordered_json all = ordered_json::array();
  for (const Claim& claim : claims()) all.push_back(trial_of(claim.number, seeds, progress));
  return {{"claims", all}};
}
