#include "posenc/claims/claim.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/claims/claim_set.hpp"
#include "posenc/claims/experiment.hpp"

namespace posenc {
namespace {

/// The numbers of the claims, as an error says which there are.
std::string numbers_of(const std::vector<ClaimExperiment>& experiments) {
  if (experiments.back().claim.number == static_cast<int>(experiments.size())) {
    return "a whole number from 1 to " + std::to_string(experiments.size());
  }
  std::string numbers;
  for (const ClaimExperiment& one : experiments) {
    numbers += (numbers.empty() ? "one of " : ", ") + std::to_string(one.claim.number);
  }
  return numbers;
}

std::optional<Error> check_runs(const TrainingPlan& plan, std::span<const TrainedRun> runs) {
  const std::size_t models = plan.models.size();
  if (runs.empty() || runs.size() % models != 0) {
    return invalid_argument({"[claims] each of the plan's ", models,
                             " models must have the same number of `runs` but there are ",
                             runs.size()});
  }
  const std::size_t seeds = runs.size() / models;
  for (std::size_t n = 0; n < runs.size(); ++n) {
    const PlannedModel& model = plan.models[n / seeds];
    for (const auto& [numbers, what] :
         {std::pair{&runs[n].accuracies, "an accuracy"}, std::pair{&runs[n].losses, "a loss"}}) {
      if (numbers->size() == model.tests.size()) continue;
      return invalid_argument({"[claims] a run of ", quote(model.name), " must have ", what,
                               " for each of ", model.tests.size(), " tests but has ",
                               numbers->size()})
          .about("runs");
    }
    for (const double loss : runs[n].losses) {
      if (std::isnan(loss) || (loss >= 0 && std::isfinite(loss))) continue;
      return invalid_argument({"[claims] a loss of ", quote(model.name),
                               " must be a number of at least 0, or NaN for no answer, but got ",
                               loss})
          .about("runs");
    }
    for (const auto& numbers : {runs[n].accuracies, runs[n].curve}) {
      for (const double accuracy : numbers) {
        if (std::isnan(accuracy) || (accuracy >= 0 && accuracy <= 1)) continue;
        return invalid_argument({"[claims] an accuracy of ", quote(model.name),
                                 " must be from 0 to 1, or NaN for no answer, but got ", accuracy})
            .about("runs");
      }
    }
  }
  return std::nullopt;
}

Result<Evidence> evidence(const ClaimExperiment& experiment, std::span<const TrainedRun> runs) {
  if (experiment.computed) {
    if (runs.empty()) return experiment.computed();
    return invalid_argument(
        {"[claims] claim ", experiment.claim.number, " needs no `runs` but got ", runs.size()});
  }
  const TrainingPlan plan = experiment.plan();
  if (auto error = check_runs(plan, runs)) return *error;
  return experiment.trained(plan, runs, runs.size() / plan.models.size());
}

std::vector<Source> to_sources(std::initializer_list<Citation> citations) {
  std::vector<Source> sources;
  for (const Citation& one : citations) {
    sources.push_back({std::string(one.text), std::string(one.url)});
  }
  return sources;
}

}  // namespace

Finding finding_of(std::string_view words, std::initializer_list<MessagePart> parts,
                   std::optional<double> value, Support support) {
  return {filled(words, parts), value, support, words};
}

Finding finding_of(std::string_view words, std::initializer_list<MessagePart> parts, double value,
                   Support support) {
  return finding_of(words, parts, std::optional(value), support);
}

ClaimExperiment computed_claim(int number, std::string text, std::string_view section,
                               std::initializer_list<Citation> sources,
                               Result<Evidence> (*computed)(), ClaimKind kind) {
  return {{number, std::move(text), std::string(section), kind, to_sources(sources)}, computed};
}

ClaimExperiment trained_claim(int number, std::string text, std::string_view section,
                              std::initializer_list<Citation> sources,
                              decltype(ClaimExperiment::plan) plan,
                              decltype(ClaimExperiment::trained) trained) {
  return {{number, std::move(text), std::string(section), ClaimKind::trained, to_sources(sources)},
          nullptr,
          plan,
          trained};
}

ClaimVerdict verdict_of(std::span<const Finding> findings) {
  const auto any = [&](Support support) {
    return std::ranges::any_of(findings,
                               [&](const Finding& one) { return one.support == support; });
  };
  if (!any(Support::against_it)) return ClaimVerdict::holds;
  return any(Support::for_it) ? ClaimVerdict::depends : ClaimVerdict::fails;
}

ClaimSet::ClaimSet(std::span<const SubjectClaims> subjects) {
  for (const SubjectClaims subject : subjects) {
    for (ClaimExperiment& one : subject()) experiments_.push_back(std::move(one));
  }
  std::ranges::sort(experiments_, {}, [](const ClaimExperiment& one) { return one.claim.number; });
}

Result<const ClaimExperiment*> ClaimSet::find(double number) const {
  const auto found = std::ranges::find_if(
      experiments_, [&](const ClaimExperiment& one) { return one.claim.number == number; });
  if (found != experiments_.end()) return &*found;
  return invalid_argument({"[claims] the number of a claim must be ", numbers_of(experiments_),
                           " but got ", number})
      .about("number");
}

Result<TrainingPlan> ClaimSet::plan_of_claim(double number) const {
  POSENC_TRY(experiment, find(number));
  if (!experiment->plan) {
    return invalid_argument({"[claims] claim ", number, " trains nothing"}).about("number");
  }
  return experiment->plan();
}

Result<Trial> ClaimSet::try_claim(double number, std::span<const TrainedRun> runs) const {
  POSENC_TRY(experiment, find(number));
  POSENC_TRY(found, evidence(*experiment, runs));
  const ClaimVerdict verdict = verdict_of(found.findings);
  return Trial{verdict, std::move(found)};
}

}  // namespace posenc
