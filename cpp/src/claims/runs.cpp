#include "posenc/claims/runs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "posenc/analysis/learning_curve.hpp"
#include "posenc/analysis/spread.hpp"
#include "posenc/claims/phrases/book.hpp"
#include "posenc/claims/phrases/longer.hpp"
#include "posenc/claims/phrases/runs.hpp"
#include "posenc/portable.hpp"
#include "posenc/wording.hpp"

namespace posenc {
namespace {

/// Mean, smallest and largest.
Spread over(std::span<const double> values) {
  return *spread_over(values, static_cast<double>(values.size()));
}

/// A fraction in percent, without the sign: "49", "99.9".
std::string percents(double fraction) {
  std::string text = in_percent(fraction);
  text.resize(text.size() - words_of(run_phrases, "unit-percent").size());
  return text;
}

/// @param with_each_seed Runs::accuracies or Runs::perplexities
ChartLine line_of(const Runs& runs, const ChartedModel& charted,
                  std::vector<double> (Runs::*with_each_seed)(std::size_t, std::size_t) const) {
  const PlannedModel& model = runs.plan.models[charted.model];
  ChartLine line{charted.name, {}, {}};
  const PositionOptions& position = model.options.model.position;
  if (position.layer_schemes.empty()) line.scheme = position.scheme;
  for (std::size_t test = 0; test < model.tests.size(); ++test) {
    const PlannedTest& asked = model.tests[test];
    if (!asked.under.empty()) continue;
    const Spread spread = over((runs.*with_each_seed)(charted.model, test));
    if (std::isnan(spread.mean[0])) continue;
    line.x.push_back(asked.length);
    line.y.push_back(spread.mean[0]);
    line.least.push_back(spread.least[0]);
    line.most.push_back(spread.most[0]);
  }
  return line;
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

std::string book_task_name(Task task) {
  switch (task) {
    case Task::previous:
      return say<book_phrases, "task-previous">();
    case Task::forward_fill:
      return say<book_phrases, "task-fill">();
    default:
      return say<book_phrases, "task-first">();
  }
}

GeometricFrequencies rope_frequencies(double base) {
  const TransformerOptions model = task_options(Task::previous, Scheme::rope).model;
  return *GeometricFrequencies::make(model.d_model / model.heads, base, "paper");
}

PlannedTest tested_under(std::string name, double length, const InverseFrequencies& theta,
                         double attention_factor) {
  const Vector& values = theta.values();
  return {std::move(name), length, {values.begin(), values.end()}, attention_factor};
}

std::vector<double> Runs::accuracies(std::size_t model, std::size_t test) const {
  std::vector<double> all;
  for (std::size_t s = 0; s < seeds; ++s) all.push_back(runs[model * seeds + s].accuracies[test]);
  return all;
}

std::vector<double> Runs::perplexities(std::size_t model, std::size_t test) const {
  std::vector<double> all;
  for (std::size_t s = 0; s < seeds; ++s) {
    all.push_back(portable_exp(runs[model * seeds + s].losses[test]));
  }
  return all;
}

double Runs::mean(std::size_t model, std::size_t test) const {
  return over(accuracies(model, test)).mean[0];
}

std::string Runs::accuracy_text(std::size_t model, std::size_t test) const {
  return text_with_spread(accuracies(model, test), words_of(run_phrases, "unit-percent"), percents);
}

double Runs::perplexity(std::size_t model, std::size_t test) const {
  return over(perplexities(model, test)).mean[0];
}

std::string Runs::perplexity_text(std::size_t model, std::size_t test) const {
  return text_with_spread(perplexities(model, test), "",
                          [](double perplexity) { return with_decimals(perplexity, 2); });
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

std::string text_with_spread(std::span<const double> values, std::string_view unit,
                             std::string (*shown)(double)) {
  const Spread spread = over(values);
  if (std::isnan(spread.mean[0])) return say<run_phrases, "no-answer">();
  const std::string mean = shown(spread.mean[0]);
  const std::string least = shown(spread.least[0]);
  const std::string most = shown(spread.most[0]);
  const std::size_t seeds = values.size();
  if (seeds == 1) return say<run_phrases, "one-seed">(mean, unit);
  if (least == most) return say<run_phrases, "equal-in-all-seeds">(mean, unit, seeds);
  return say<run_phrases, "spread-over-seeds">(mean, unit, least, most, seeds);
}

Chart Runs::accuracy_chart(const std::vector<ChartedModel>& models) const {
  double chance = 1;
  std::vector<ChartLine> lines;
  for (const ChartedModel& one : models) {
    lines.push_back(line_of(*this, one, &Runs::accuracies));
    const auto levels = reference_levels(plan.models[one.model].options);
    if (levels) chance = std::min(chance, levels->chance);
  }
  return {say<run_phrases, "axis-length">(),
          say<run_phrases, "axis-accuracy">(),
          std::move(lines),
          ChartValues::shares,
          {chance, 1}};
}

Chart Runs::perplexity_chart() const {
  Chart chart{say<run_phrases, "axis-length">(), say<run_phrases, "axis-perplexity">(), {}};
  for (std::size_t n = 0; n < plan.models.size(); ++n) {
    chart.lines.push_back(line_of(*this, {plan.models[n].name, n}, &Runs::perplexities));
  }
  chart.includes = {1};
  return chart;
}

}  // namespace posenc
