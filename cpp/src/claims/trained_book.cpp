#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/similarity.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/book.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/wording.hpp"

// Claims that are tried on trained models: what is said of RoPE and ALiBi on long texts. Their models are those of other
// claims.

namespace posenc {
namespace {

/// The tests of a model after those of LengthTest.
enum ChangedTest : std::size_t { first_changed = at_four_times + 1, second_changed };

PlannedModel rope_on(Task task, double base) {
  PlannedModel model = planned(say<book_phrases, "model-rope">(book_task_name(task), base), task,
                               Scheme::rope, longer_lengths());
  model.options.model.position.base = base;
  return model;
}

// 52. A larger base.

constexpr std::array tasks_of_bases{Task::previous, Task::first_causal};

/// For each task the model with the usual base, then the one with the larger base.
TrainingPlan two_bases() {
  TrainingPlan plan;
  for (const Task task : tasks_of_bases) {
    for (const double base : {usual_base, larger_base}) {
      plan.models.push_back(with_steps(rope_on(task, base), enough_steps));
    }
    PlannedModel& usual = plan.models[plan.models.size() - 2];
    usual.tests.push_back(tested_under(say<book_phrases, "under-larger-base">(larger_base),
                                       longer_lengths().back(), rope_frequencies(larger_base)));
  }
  return plan;
}

Evidence larger_base_alone(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                           std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence{{}, say<book_phrases, "because-some-training-is-missing">()};
  std::vector<ChartedModel> lines;
  for (std::size_t n = 0; n < tasks_of_bases.size(); ++n) {
    const std::size_t usual = 2 * n;
    const std::size_t larger = usual + 1;
    const std::string task = book_task_name(tasks_of_bases[n]);
    evidence.findings.push_back(found<book_phrases, "base-from-the-start">(
        runs.mean(larger, at_four_times), Support::aside, larger_base, task,
        runs.accuracy_text(larger, at_four_times)));
    evidence.findings.push_back(found<book_phrases, "base-raised-without-training">(
        runs.mean(usual, first_changed), for_it_if(runs.has_learned(usual, first_changed)),
        usual_base, larger_base, task, runs.accuracy_text(usual, first_changed)));
    evidence.findings.push_back(found<book_phrases, "base-left-as-it-is">(
        runs.mean(usual, at_four_times), Support::aside, usual_base, task,
        runs.accuracy_text(usual, at_four_times)));
    for (const std::size_t model : {usual, larger}) {
      lines.push_back({plan.models[model].name, model});
    }
  }
  evidence.findings = about_every_case(std::move(evidence.findings));
  evidence.chart = runs.accuracy_chart(lines);
  return evidence;
}

// 53. ALiBi's perplexity.

TrainingPlan alibi_on_tasks() {
  const PlannedModel usual = planned(say<book_phrases, "model-alibi-usual">(), Task::previous,
                                     Scheme::alibi, longer_lengths());
  PlannedModel steep = with_steps(usual, enough_steps);
  steep.name = say<book_phrases, "model-alibi-steep">();
  steep.options.model.position.slopes = {2, 1, 0.5, 0.25};
  const PlannedModel first = planned(say<book_phrases, "model-alibi-first">(), Task::first_causal,
                                     Scheme::alibi, longer_lengths());
  return {{steep, usual, with_steps(first, enough_steps)}};
}

Evidence flat_perplexity(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                         std::size_t seeds) {
  constexpr double flat_up_to = 1.1;
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence{{}, say<book_phrases, "because-near-is-enough">(), runs.perplexity_chart()};
  for (std::size_t n = 0; n < plan.models.size(); ++n) {
    const double times = runs.perplexity(n, at_four_times) / runs.perplexity(n, at_trained);
    evidence.findings.push_back(found<book_phrases, "perplexity-by-length">(
        times, for_it_if(times <= flat_up_to), plan.models[n].name,
        runs.perplexity_text(n, at_trained), runs.perplexity_text(n, at_four_times)));
  }
  return evidence;
}

// 54. Slow pairs.

constexpr std::array tasks_of_pairs{Task::previous, Task::forward_fill, Task::first_causal};
/// Of the four pairs of a head.
constexpr Index fast_pairs = 2;

/// The model's frequencies, with those of `count` pairs from `first` on so low that they do not turn.
InverseFrequencies held_still(Index first, Index count) {
  constexpr double still = 1e-12;
  Vector values = rope_frequencies(usual_base).values();
  values.segment(first, count).setConstant(still);
  return *InverseFrequencies::from_values(values);
}

TrainingPlan pairs_still() {
  const double length = longer_lengths().front();
  const Index pairs = rope_frequencies(usual_base).pairs();
  TrainingPlan plan{{rope_on_previous(), rope_on(Task::forward_fill, usual_base),
                     rope_on(Task::first_causal, usual_base)}};
  for (PlannedModel& model : plan.models) {
    model.tests.push_back(tested_under(say<book_phrases, "under-slow-still">(), length,
                                       held_still(fast_pairs, pairs - fast_pairs)));
    model.tests.push_back(
        tested_under(say<book_phrases, "under-fast-still">(), length, held_still(0, fast_pairs)));
  }
  return plan;
}

Finding unfinished_pairs_alone() {
  constexpr Index head = 128;
  constexpr double positions = 8192;
  // Closer to 1 than this, a similarity says nothing.
  constexpr double same_from = 0.99;
  const auto all = *GeometricFrequencies::make(head, larger_base);
  const Vector lengths = wavelengths(all);
  const Index unfinished = (lengths.array() > positions).count();
  const auto slow = *InverseFrequencies::from_values(all.values().tail(unfinished));
  const Vector similar = *kernel_mean_cos(slow, std::array{1.0, positions - 1});
  return found<book_phrases, "unfinished-pairs-alone">(
      similar[1], for_it_if(similar[1] > same_from), head, larger_base, unfinished, all.pairs(),
      positions, with_power_of_ten(1 - similar[0], 1), with_decimals(similar[1], 2));
}

Evidence slow_pairs_idle(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                         std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence{{}, say<book_phrases, "because-slow-pairs-tell-far">()};
  for (std::size_t n = 0; n < plan.models.size(); ++n) {
    evidence.findings.push_back(found<book_phrases, "pairs-held-still">(
        runs.mean(n, first_changed) - runs.mean(n, at_trained),
        for_it_if(!runs.is_ahead(n, at_trained, n, first_changed)),
        book_task_name(tasks_of_pairs[n]), runs.accuracy_text(n, at_trained),
        runs.accuracy_text(n, first_changed), runs.accuracy_text(n, second_changed)));
  }
  evidence.findings.push_back(unfinished_pairs_alone());
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> trained_book_claims() {
  return {
      trained_claim(52, say<book_phrases, "claim-larger-base-alone">(), "book",
                    {cited::xiong, cited::code_llama, cited::labs}, two_bases, larger_base_alone),
      trained_claim(53, say<book_phrases, "claim-alibi-flat">(), "book",
                    {cited::press, cited::book_labs}, alibi_on_tasks, flat_perplexity),
      trained_claim(54, say<book_phrases, "claim-slow-pairs-idle">(), "book",
                    {cited::barbero, cited::llama31_config}, pairs_still, slow_pairs_idle),
  };
}

}  // namespace posenc
