#pragma once

#include <fstream>
#include <nlohmann/json.hpp>

#include "posenc/claims/claim.hpp"
#include "posenc/model/trainer.hpp"
#include "reference_file.hpp"
#include "test.hpp"

/// Accuracies of five seeds.
using FiveSeeds = std::array<double, 5>;

inline FiveSeeds every_seed(double accuracy) {
  FiveSeeds all{};
  all.fill(accuracy);
  return all;
}

/// The same, each higher by `more`, as far as 0 and 1 allow.
inline FiveSeeds more_by(double more, FiveSeeds all) {
  for (double& one : all) one = std::clamp(one + more, 0.0, 1.0);
  return all;
}

/// What PyTorch had with five seeds: its file has mean and population sd, and these five have the same.
/// @param options what the file has for this configuration beside task and scheme, "{}" for nothing
inline FiveSeeds pytorch(const std::string& task, const std::string& scheme,
                         const std::string& length, const std::string& options = "{}") {
  using nlohmann::json;
  static const json document = [] {
    std::ifstream file = reference_file("training/experiments.json");
    return json::parse(file);
  }();
  const json wanted = json::parse(options);
  for (const json& one : document["configurations"]) {
    if (one["task"] != task || one["scheme"] != scheme) continue;
    if (one.value("options", json::object()) != wanted) continue;
    const json& found = one["accuracy"].at(length);
    FiveSeeds all = every_seed(found["mean"]);
    for (std::size_t s = 0; s < all.size(); ++s) {
      const double off = std::sqrt(2.0) * (static_cast<double>(s) - 2) / 2;
      all[s] = std::clamp(all[s] + off * found["sd"].get<double>(), 0.0, 1.0);
    }
    return all;
  }
  FAIL("PyTorch has no " << task << " " << scheme);
  return {};
}

/// Runs of that claim's plan, five seeds each: for each model its tests' accuracies.
inline std::vector<posenc::TrainedRun> five_seeds_of(
    double number, const std::vector<std::vector<FiveSeeds>>& models) {
  const auto plan = posenc::plan_of_claim(number);
  REQUIRE(plan);
  REQUIRE(plan->models.size() == models.size());
  std::vector<posenc::TrainedRun> runs;
  for (const auto& tests : models) {
    for (std::size_t seed = 0; seed < 5; ++seed) {
      posenc::TrainedRun run;
      for (const FiveSeeds& test : tests) run.accuracies.push_back(test[seed]);
      run.losses.assign(tests.size(), 0);
      runs.push_back(run);
    }
  }
  return runs;
}

/// "for", "against" and "aside" of the findings, in order: "+-.".
inline std::string supports_of(const posenc::Trial& trial) {
  std::string all;
  for (const posenc::Finding& finding : trial.evidence.findings) {
    all += finding.support == posenc::Support::for_it       ? '+'
           : finding.support == posenc::Support::against_it ? '-'
                                                            : '.';
  }
  return all;
}

inline posenc::Trial tried(double number, const std::vector<posenc::TrainedRun>& runs) {
  auto trial = posenc::try_claim(number, runs);
  REQUIRE_MESSAGE(trial, (trial ? "" : trial.error().message));
  for (const posenc::Finding& finding : trial->evidence.findings) {
    CAPTURE(finding.text);
    CHECK_FALSE(finding.text.empty());
    CHECK(finding.text.find("nan") == std::string::npos);
    CHECK(finding.text.find("inf") == std::string::npos);
  }
  CHECK_FALSE(trial->evidence.because.empty());
  return *std::move(trial);
}

/// That each model of a plan can be made, and is asked what it has an answer for, but where `silent` says so.
template <class Silent>
void check_plan(double number, const Silent& silent) {
  CAPTURE(number);
  const auto plan = posenc::plan_of_claim(number);
  REQUIRE(plan);
  CHECK(plan->seeds == 3);
  for (const posenc::PlannedModel& model : plan->models) {
    CAPTURE(model.name);
    auto made = posenc::Trainer::make(model.options);
    REQUIRE(made);
    posenc::Trainer trainer = *std::move(made);
    for (const posenc::PlannedTest& test : model.tests) {
      CAPTURE(test.under);
      CAPTURE(test.length);
      // (Errors of sample are those of evaluate.)
      const auto sample = trainer.sample(test.length, 0);
      CHECK(sample.has_value() != silent(model, test));
      if (test.inverse_frequencies.empty()) continue;
      const auto& theta = test.inverse_frequencies;
      const auto frequencies = posenc::InverseFrequencies::from_values(
          Eigen::Map<const posenc::Vector>(theta.data(), static_cast<posenc::Index>(theta.size())));
      REQUIRE(frequencies);
      CHECK_FALSE(trainer.use_frequencies(*frequencies, test.attention_factor));
    }
  }
}
