#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/longer.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/encoding/context_extension.hpp"

// Claims that are tried on trained models: RoPE beyond the trained length, by itself, with another base and with remedies.

namespace posenc {
namespace {

constexpr double trained_length = 16;
constexpr double extension_factor = 4;

/// At four times the trained length.
PlannedTest asked_under(std::string name, const InverseFrequencies& theta,
                        double attention_factor = 1) {
  return tested_under(std::move(name), extension_factor * trained_length, theta, attention_factor);
}

// 20. Another base.

constexpr double smaller_base = 1000;
/// So small that the slowest wave, of 10.6 positions, completes a turn within the trained length.
constexpr double much_smaller_base = 2;
enum BaseModel : std::size_t { of_usual, of_smaller, of_much_smaller, of_larger };
enum BaseTest : std::size_t { under_smaller = 3, under_larger = 4 };

TrainingPlan bases() {
  TrainingPlan plan;
  for (const double base : {usual_base, smaller_base, much_smaller_base, larger_base}) {
    PlannedModel model = rope_on_previous();
    model.name = say<longer_phrases, "model-with-base">(model.name, base);
    model.options.model.position.base = base;
    plan.models.push_back(std::move(model));
  }
  for (const double base : {smaller_base, larger_base}) {
    plan.models[of_usual].tests.push_back(
        asked_under(say<longer_phrases, "under-base">(base), rope_frequencies(base)));
  }
  return plan;
}

/// The finding of those words about a test, compared with the usual base at four times the trained length.
Finding beside_usual_base(std::string_view words, const Runs& runs, std::size_t model,
                          std::size_t test) {
  return finding_of(words,
                    {runs.accuracy_text(model, test), runs.accuracy_text(of_usual, at_four_times)},
                    runs.mean(model, test) - runs.mean(of_usual, at_four_times),
                    for_it_if(runs.is_ahead(model, test, of_usual, at_four_times)));
}

/// A larger base that is ahead speaks against smaller ones; one that is not, for nothing.
Finding of_larger_base(Finding finding) {
  finding.support = finding.support == Support::for_it ? Support::against_it : Support::aside;
  return finding;
}

Evidence smaller_bases(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                       std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const auto line = [](double base, std::size_t model) {
    return ChartedModel{say<longer_phrases, "under-base">(base), model};
  };
  return {{beside_usual_base(words_of(longer_phrases, "base-lowered-afterwards"), runs, of_usual,
                             under_smaller),
           of_larger_base(beside_usual_base(words_of(longer_phrases, "base-raised-afterwards"),
                                            runs, of_usual, under_larger)),
           beside_usual_base(words_of(longer_phrases, "trained-with-base-2"), runs, of_much_smaller,
                             at_four_times),
           beside_usual_base(words_of(longer_phrases, "trained-with-base-1000"), runs, of_smaller,
                             at_four_times),
           of_larger_base(beside_usual_base(words_of(longer_phrases, "trained-with-base-500000"),
                                            runs, of_larger, at_four_times))},
          say<longer_phrases, "because-waves-get-shorter">(),
          runs.accuracy_chart({line(usual_base, of_usual), line(smaller_base, of_smaller),
                               line(much_smaller_base, of_much_smaller),
                               line(larger_base, of_larger)})};
}

// 21 and 39. RoPE beyond its training, without remedies and with them.

enum RemedyTest : std::size_t { interpolated = 3, ntk = 4, yarn_published = 5, yarn_short = 6 };
enum RemedyModel : std::size_t { on_previous, on_fill, on_first };

std::string task_of(std::size_t model) {
  switch (model) {
    case on_previous:
      return say<longer_phrases, "task-previous">();
    case on_fill:
      return say<longer_phrases, "task-fill">();
    default:
      return say<longer_phrases, "task-first">();
  }
}

TrainingPlan remedies() {
  const GeometricFrequencies own = rope_frequencies(usual_base);
  const auto published = yarn(own, trained_length, extension_factor, 1, 32, YarnRamp::paper);
  const auto shorter = yarn(own, trained_length, extension_factor, 0.25, 2, YarnRamp::paper);
  const std::array tests{
      asked_under(say<longer_phrases, "under-interpolation">(),
                  *position_interpolation(own, extension_factor)),
      asked_under(say<longer_phrases, "under-ntk">(), *ntk_aware(own, extension_factor)),
      asked_under(say<longer_phrases, "under-yarn-published">(), published->theta,
                  published->attention_factor),
      asked_under(say<longer_phrases, "under-yarn-short">(), shorter->theta,
                  shorter->attention_factor)};
  TrainingPlan plan{{rope_on_previous(),
                     planned(say<longer_phrases, "model-rope-fill">(), Task::forward_fill,
                             Scheme::rope, longer_lengths()),
                     planned(say<longer_phrases, "model-rope-first">(), Task::first_causal,
                             Scheme::rope, longer_lengths())}};
  for (PlannedModel& model : plan.models) {
    model.tests.insert(model.tests.end(), tests.begin(), tests.end());
  }
  return plan;
}

Evidence rope_without_help(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                           std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence{{}, say<longer_phrases, "because-angles-never-seen">()};
  std::vector<ChartedModel> lines;
  for (std::size_t n = 0; n < plan.models.size(); ++n) {
    evidence.findings.push_back(found<longer_phrases, "rope-at-64">(
        runs.mean(n, at_four_times), for_it_if(runs.has_learned(n, at_four_times)), task_of(n),
        runs.accuracy_text(n, at_four_times)));
    lines.push_back({task_of(n), n});
  }
  for (std::size_t n = 0; n < plan.models.size(); ++n) {
    evidence.findings.push_back(found<longer_phrases, "rope-at-32-and-remedies">(
        runs.mean(n, at_twice), Support::aside, task_of(n), runs.accuracy_text(n, at_twice),
        runs.accuracy_text(n, ntk), runs.accuracy_text(n, yarn_short)));
  }
  evidence.chart = runs.accuracy_chart(lines);
  return evidence;
}

constexpr std::array<std::size_t, 3> other_remedies{at_four_times, interpolated, ntk};

std::string other_remedy(std::size_t test) {
  switch (test) {
    case at_four_times:
      return say<longer_phrases, "no-remedy">();
    case interpolated:
      return say<longer_phrases, "interpolation">();
    default:
      return say<longer_phrases, "ntk-aware-scaling">();
  }
}

Evidence yarn_among_remedies(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                             std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence{{}, say<longer_phrases, "because-constants-matter">()};
  for (std::size_t n = 0; n < plan.models.size(); ++n) {
    const std::size_t best = *std::ranges::max_element(
        other_remedies, {}, [&](std::size_t other) { return runs.mean(n, other); });
    for (const std::size_t test : {yarn_published, yarn_short}) {
      const bool is_best = std::ranges::none_of(
          other_remedies, [&](std::size_t other) { return runs.is_ahead(n, other, n, test); });
      evidence.findings.push_back(found<longer_phrases, "yarn-and-best-other">(
          runs.mean(n, test) - runs.mean(n, best), for_it_if(is_best), task_of(n),
          runs.accuracy_text(n, test), plan.models[n].tests[test].under,
          runs.accuracy_text(n, best), other_remedy(best)));
    }
  }
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> trained_rotary_claims() {
  return {
      trained_claim(20, say<longer_phrases, "claim-smaller-base">(), "longer",
                    {cited::liu, cited::code_llama}, bases, smaller_bases),
      trained_claim(21, say<longer_phrases, "claim-no-help-needed">(), "longer",
                    {cited::chen, cited::peng}, remedies, rope_without_help),
      trained_claim(39, say<longer_phrases, "claim-yarn-best">(), "longer",
                    {cited::peng, cited::labs}, remedies, yarn_among_remedies),
  };
}

}  // namespace posenc
