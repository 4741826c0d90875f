#include "posenc/claims/runs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "posenc/analysis/learning_curve.hpp"
#include "posenc/analysis/spread.hpp"
#include "posenc/claims/phrases/longer.hpp"
#include "posenc/claims/phrases/runs.hpp"
#include "posenc/wording.hpp"

namespace posenc {
namespace {

/// Mean, smallest and largest.
Spread over(std::span<const double> values) {
  return *spread_over(values, static_cast<double>(values.size()));
}

/// "49.0" as "49".
std::string shortest(double value, int decimals) {
  std::string text = with_decimals(value, decimals);
  if (decimals == 1 && text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

}  // namespace

PlannedModel planned(std::string name, Task task, Scheme scheme, std::vector<double> lengths) {
  PlannedModel model{std::move(name), task_options(task, scheme), {}};
  // They are in its tests: models that differ in nothing else are trained once.
  model.options.test_lengths.clear();
  for (const double length : lengths) {
    model.tests.push_back({"", length});
    model.options.model.longest = std::max(model.options.model.longest, length);
  }
  return model;
}

PlannedModel with_steps(PlannedModel model, double steps) {
  model.options.steps = steps;
  return model;
}

std::vector<double> longer_lengths() { return {16, 32, 64}; }

PlannedModel rope_on_previous() {
  return with_steps(planned(say<longer_phrases, "model-rope-previous">(), Task::previous,
                            Scheme::rope, longer_lengths()),
                    enough_steps);
}

std::vector<double> Runs::accuracies(std::size_t model, std::size_t test) const {
  std::vector<double> all;
  for (std::size_t s = 0; s < seeds; ++s) all.push_back(runs[model * seeds + s].accuracies[test]);
  return all;
}

double Runs::mean(std::size_t model, std::size_t test) const {
  return over(accuracies(model, test)).mean[0];
}

std::string Runs::accuracy_text(std::size_t model, std::size_t test) const {
  std::vector<double> percent = accuracies(model, test);
  for (double& one : percent) one *= 100;
  return text_with_spread(percent, words_of(run_phrases, "unit-percent"), 1);
}

bool Runs::is_ahead(std::size_t model, std::size_t test, std::size_t other,
                    std::size_t other_test) const {
  return posenc::is_ahead(accuracies(model, test), accuracies(other, other_test));
}

std::vector<double> Runs::steps_to_learn(std::size_t model) const {
  constexpr std::size_t batches = 10;
  constexpr double level = 0.95;
  std::vector<double> all;
  for (std::size_t s = 0; s < seeds; ++s) {
    all.push_back(steps_to_level(runs[model * seeds + s].curve, level, batches));
  }
  return all;
}

ChartLine Runs::line(std::string name, std::size_t model) const {
  ChartLine line{std::move(name), {}, {}};
  line.scheme = plan.models[model].options.model.position.scheme;
  for (std::size_t test = 0; test < plan.models[model].tests.size(); ++test) {
    const PlannedTest& asked = plan.models[model].tests[test];
    if (!asked.under.empty()) continue;
    const Spread spread = over(accuracies(model, test));
    if (std::isnan(spread.mean[0])) continue;
    line.x.push_back(asked.length);
    line.y.push_back(spread.mean[0]);
    line.least.push_back(spread.least[0]);
    line.most.push_back(spread.most[0]);
  }
  return line;
}

std::string text_with_spread(std::span<const double> values, std::string_view unit, int decimals) {
  const Spread spread = over(values);
  if (std::isnan(spread.mean[0])) return say<run_phrases, "no-answer">();
  const std::string mean = shortest(spread.mean[0], decimals);
  const std::string least = shortest(spread.least[0], decimals);
  const std::string most = shortest(spread.most[0], decimals);
  const std::size_t seeds = values.size();
  if (seeds == 1) return say<run_phrases, "one-seed">(mean, unit);
  if (least == most) return say<run_phrases, "equal-in-all-seeds">(mean, unit, seeds);
  return say<run_phrases, "spread-over-seeds">(mean, unit, least, most, seeds);
}

Chart accuracy_chart(std::vector<ChartLine> lines) {
  return {say<run_phrases, "axis-length">(), say<run_phrases, "axis-accuracy">(), std::move(lines)};
}

}  // namespace posenc
