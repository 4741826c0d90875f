#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/planted.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/encoding/log_n.hpp"

// A claim that is tried on trained models: flat loss, and what is found in a long text.

namespace posenc {
namespace {

// 70. A flat loss.

constexpr std::array<double, 4> lengths_of_planted{16, 32, 64, 128};

enum PlantedModel : std::size_t { planted_rope, planted_alibi, planted_learned, planted_none };
enum PlantedLength : std::size_t { planted_at_trained = 0, planted_at_longest = 3 };
/// Tests of RoPE's model at the longest length.
enum PlantedCure : std::size_t { scaled_by_log_n = 4, without_turns = 5 };

PlannedModel planted_with(Scheme scheme, std::string name) {
  return planned(std::move(name), Task::planted, scheme,
                 {lengths_of_planted.begin(), lengths_of_planted.end()});
}

TrainingPlan models_of_planted() {
  TrainingPlan plan{{planted_with(Scheme::rope, say<planted_phrases, "model-rope">()),
                     planted_with(Scheme::alibi, say<planted_phrases, "model-alibi">()),
                     planted_with(Scheme::learned, say<planted_phrases, "model-learned">()),
                     planted_with(Scheme::none, say<planted_phrases, "model-none">())}};
  const double longest = lengths_of_planted.back();
  const GeometricFrequencies own = rope_frequencies(usual_base);
  // Queries and keys are both multiplied by it.
  const double factor = std::sqrt(*log_n_factor(lengths_of_planted.front(), longest));
  // So slow that no pair turns.
  const auto still = InverseFrequencies::from_values(Vector::Constant(own.pairs(), 1e-12));
  std::vector<PlannedTest>& tests = plan.models[planted_rope].tests;
  tests.push_back(tested_under(say<planted_phrases, "under-log-n">(), longest, own, factor));
  tests.push_back(tested_under(say<planted_phrases, "under-no-turns">(), longest, *still));
  return plan;
}

Evidence flat_loss_finds(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                         std::size_t seeds) {
  // As for ALiBi's flat perplexity.
  constexpr double flat_up_to = 1.1;
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence{{}, say<planted_phrases, "because-one-of-many">()};
  std::vector<ChartedModel> lines;
  for (std::size_t n = 0; n < plan.models.size(); ++n) {
    const bool is_flat = runs.perplexity(n, planted_at_longest) <=
                         flat_up_to * runs.perplexity(n, planted_at_trained);
    // One model that finds what is planted does not show that all do.
    const bool decides = is_flat && n != planted_none;
    evidence.findings.push_back(found<planted_phrases, "planted-at-128">(
        runs.mean(n, planted_at_longest),
        decides ? for_it_if(runs.has_learned(n, planted_at_longest)) : Support::aside,
        plan.models[n].name, runs.perplexity_text(n, planted_at_trained),
        runs.perplexity_text(n, planted_at_longest), runs.accuracy_text(n, planted_at_trained),
        runs.accuracy_text(n, planted_at_longest)));
    lines.push_back({plan.models[n].name, n});
  }
  for (const std::size_t cure : {scaled_by_log_n, without_turns}) {
    evidence.findings.push_back(found<planted_phrases, "cured-at-128">(
        runs.mean(planted_rope, cure), Support::aside, plan.models[planted_rope].tests[cure].under,
        runs.accuracy_text(planted_rope, cure)));
  }
  evidence.chart = runs.accuracy_chart(lines);
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> trained_planted_claims() {
  return {trained_claim(70, say<planted_phrases, "claim-flat-finds">(), "train",
                        {cited::ruler, cited::lost_in_the_middle}, models_of_planted,
                        flat_loss_finds)};
}

}  // namespace posenc
