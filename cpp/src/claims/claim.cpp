#include "posenc/claims/claim.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/claims/experiment.hpp"

namespace posenc {
namespace {

/// The experiments of a subject.
using SubjectClaims = std::vector<ClaimExperiment> (*)();

constexpr SubjectClaims subjects_of_claims[]{
    order_claims,
    wave_claims,
    vector_claims,
    rotation_claims,
    rotary_position_claims,
    rotary_frequency_claims,
    bias_claims,
    cost_claims,
    released_model_claims,
    real_model_claims,
    long_text_claims,
    grid_claims,
    continuous_claims,
    base_claims,
    hash_claims,
    trained_without_positions_claims,
    trained_table_claims,
    trained_rotary_claims,
    trained_alibi_claims,
    trained_book_claims,
    trained_layer_claims,
    trained_planted_claims,
};

Result<const ClaimExperiment*> find_experiment(double number) {
  const std::vector<ClaimExperiment>& experiments = claim_experiments();
  const auto found = std::ranges::find_if(
      experiments, [&](const ClaimExperiment& one) { return one.claim.number == number; });
  if (found != experiments.end()) return &*found;
  return invalid_argument({"[claims] the number of a claim must be a whole number from 1 to ",
                           experiments.size(), " but got ", number})
      .about("number");
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

bool has_support(std::span<const Finding> findings, Support support) {
  return std::ranges::find(findings, support, &Finding::support) != findings.end();
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

std::vector<Finding> about_every_case(std::vector<Finding> findings) {
  if (!has_support(findings, Support::against_it)) return findings;
  for (Finding& one : findings) {
    if (one.support == Support::for_it) one.support = Support::aside;
  }
  return findings;
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
  if (!has_support(findings, Support::against_it)) return ClaimVerdict::holds;
  return has_support(findings, Support::for_it) ? ClaimVerdict::depends : ClaimVerdict::fails;
}

double tilt_of(std::span<const Finding> findings) {
  const auto count = [&](Support support) {
    return static_cast<double>(std::ranges::count(findings, support, &Finding::support));
  };
  const double pro = count(Support::for_it);
  const double contra = count(Support::against_it);
  return (contra - pro) / (contra + pro);
}

const std::vector<ClaimExperiment>& claim_experiments() {
  static const std::vector<ClaimExperiment> all = [] {
    std::vector<ClaimExperiment> experiments;
    for (const SubjectClaims subject : subjects_of_claims) {
      for (ClaimExperiment& one : subject()) experiments.push_back(std::move(one));
    }
    std::ranges::sort(experiments, {}, [](const ClaimExperiment& one) { return one.claim.number; });
    return experiments;
  }();
  return all;
}

const std::vector<Claim>& claims() {
  static const std::vector<Claim> all = [] {
    std::vector<Claim> claims;
    for (const ClaimExperiment& one : claim_experiments()) claims.push_back(one.claim);
    return claims;
  }();
  return all;
}

Result<TrainingPlan> plan_of_claim(double number) {
  POSENC_TRY(experiment, find_experiment(number));
  if (!experiment->plan) {
    return invalid_argument({"[claims] claim ", number, " trains nothing"}).about("number");
  }
  return experiment->plan();
}

Result<Trial> try_claim(double number, std::span<const TrainedRun> runs) {
  POSENC_TRY(experiment, find_experiment(number));
  POSENC_TRY(found, evidence(*experiment, runs));
  const ClaimVerdict verdict = verdict_of(found.findings);
  return Trial{verdict, std::move(found)};
}

}  // namespace posenc
