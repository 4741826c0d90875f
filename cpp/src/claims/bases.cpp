#include <array>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/similarity.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/bases.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/wording.hpp"

// Claims about the base of the frequencies. (Every argument below is fixed and within what the functions accept, so that
// their results are taken as they are.)

namespace posenc {
namespace {

// 41. Neighbors.

constexpr std::array some_bases{100.0, 10000.0, 500000.0};

GeometricFrequencies waves_with_base(double base) { return *GeometricFrequencies::make(128, base); }

double similarity_at(double base, double distance) {
  return (*kernel_mean_cos(waves_with_base(base), std::array{distance}))[0];
}

/// How many pairs turn by a tenth of a radian or more from one position to the next.
Index pairs_that_turn(double base) {
  return (waves_with_base(base).values().array() >= 0.1).count();
}

Chart similarities_by_base() {
  Chart chart{say<base_phrases, "axis-distance">(), say<base_phrases, "axis-similarity">(), {}};
  std::vector<double> distances;
  for (double k = 0; k <= 100; ++k) distances.push_back(k);
  for (const double base : some_bases) {
    const Vector similar = *kernel_mean_cos(waves_with_base(base), distances);
    chart.lines.push_back(
        {say<base_phrases, "line-base">(base), distances, {similar.begin(), similar.end()}});
  }
  chart.includes = {0, 1};
  return chart;
}

Result<Evidence> neighbors_by_base() {
  Evidence evidence{
      {}, say<base_phrases, "because-slower-pairs-hide-neighbors">(), similarities_by_base()};
  auto& findings = evidence.findings;
  for (std::size_t n = 1; n < some_bases.size(); ++n) {
    const double smaller = some_bases[n - 1];
    const double larger = some_bases[n];
    const double more_alike = similarity_at(larger, 1) - similarity_at(smaller, 1);
    findings.push_back(found<base_phrases, "neighbors-by-base">(
        more_alike, for_it_if(more_alike < 0), with_decimals(similarity_at(smaller, 1), 4), smaller,
        with_decimals(similarity_at(larger, 1), 4), larger));
  }
  const double small = some_bases.front();
  const double large = some_bases.back();
  const Index turning = pairs_that_turn(large);
  findings.push_back(found<base_phrases, "pairs-that-turn">(
      static_cast<double>(turning), for_it_if(turning > pairs_that_turn(small)),
      pairs_that_turn(small), waves_with_base(small).pairs(), small, turning, large));
  const double first = waves_with_base(large).values()[0];
  findings.push_back(found<base_phrases, "first-pair-turns">(
      first, Support::aside, waves_with_base(small).values()[0], small, first, large));
  const double far = similarity_at(large, 1000);
  findings.push_back(found<base_phrases, "far-by-base">(
      far, Support::aside, with_decimals(similarity_at(small, 1000), 3), small,
      with_decimals(far, 3), large));
  return evidence;
}

// 42. The best base.

/// The usual one comes first.
constexpr std::array tried_bases{10000.0, 2.0, 500000.0};
constexpr std::array tried_tasks{Task::previous, Task::first_causal};
constexpr std::size_t at_trained = 0;
constexpr std::size_t at_four_times = 2;

std::string name_of(Task task) {
  return task == Task::previous ? say<base_phrases, "task-previous">()
                                : say<base_phrases, "task-first">();
}

TrainingPlan bases_by_task() {
  TrainingPlan plan;
  for (const Task task : tried_tasks) {
    for (const double base : tried_bases) {
      plan.models.push_back(
          with_steps(planned(say<base_phrases, "model-rope-with-base">(name_of(task), base), task,
                             Scheme::rope, longer_lengths()),
                     enough_steps));
      plan.models.back().options.model.position.base = base;
    }
  }
  return plan;
}

/// The finding of those words about the three models of a task, of which `usual` is the first.
Finding beside_other_bases(std::string_view words, const Runs& runs, std::size_t task,
                           std::size_t test) {
  const std::size_t usual = task * tried_bases.size();
  bool leads = true;
  bool trails = false;
  for (const std::size_t other : {usual + 1, usual + 2}) {
    leads = leads && runs.is_ahead(usual, test, other, test);
    trails = trails || runs.is_ahead(other, test, usual, test);
  }
  return finding_of(words,
                    {name_of(tried_tasks[task]), runs.accuracy_text(usual, test),
                     runs.accuracy_text(usual + 1, test), runs.accuracy_text(usual + 2, test)},
                    runs.mean(usual, test),
                    leads    ? Support::for_it
                    : trails ? Support::against_it
                             : Support::aside);
}

Evidence no_base_is_best(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                         std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence{{}, say<base_phrases, "because-nobody-derived-it">()};
  std::vector<ChartedModel> lines;
  for (std::size_t task = 0; task < tried_tasks.size(); ++task) {
    evidence.findings.push_back(
        beside_other_bases(words_of(base_phrases, "bases-within"), runs, task, at_trained));
    evidence.findings.push_back(
        beside_other_bases(words_of(base_phrases, "bases-beyond"), runs, task, at_four_times));
  }
  evidence.findings.push_back(found<base_phrases, "bases-released">(std::nullopt, Support::aside));
  for (std::size_t n = 0; n < tried_bases.size(); ++n) {
    lines.push_back({say<base_phrases, "line-base">(tried_bases[n]), n});
  }
  evidence.chart = runs.accuracy_chart(lines);
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> base_claims() {
  return {
      computed_claim(41, say<base_phrases, "claim-larger-base-neighbors">(), "sinusoidal",
                     {cited::sinusoids}, neighbors_by_base),
      trained_claim(
          42, say<base_phrases, "claim-base-10000-optimal">(), "sinusoidal",
          {cited::sinusoids, cited::roformer_rotation, cited::liu, cited::llama3, cited::qwen2},
          bases_by_task, no_base_is_best),
  };
}

}  // namespace posenc
