#include <span>
#include <string>
#include <utility>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/book.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/wording.hpp"

// Claims that are tried on trained models: layers without positions, and heads that RoPE rotates in part.

namespace posenc {
namespace {

PlannedModel rope_model(Task task, std::string name) {
  return with_steps(planned(std::move(name), task, Scheme::rope, longer_lengths()), enough_steps);
}

/// Accuracy by length of all models of a plan.
Chart chart_of_all(const Runs& runs) {
  std::vector<ChartedModel> lines;
  for (std::size_t n = 0; n < runs.plan.models.size(); ++n) {
    lines.push_back({runs.plan.models[n].name, n});
  }
  return runs.accuracy_chart(lines);
}

// 57. Layers without positions.

enum MixedModel : std::size_t {
  previous_all,
  previous_first_only,
  first_all,
  first_first_only,
  first_second_only,
};

/// Two layers learn both tasks within fewer steps than enough_steps, and end as far apart as after those.
constexpr double steps_of_two_layers = 200;

/// A model with these schemes in its two layers.
PlannedModel layered(Task task, Scheme first, Scheme second) {
  PlannedModel model = rope_model(
      task, say<book_phrases, "model-layers">(name_in(scheme_names, first),
                                              name_in(scheme_names, second), book_task_name(task)));
  model.options.steps = steps_of_two_layers;
  TransformerOptions& options = model.options.model;
  options.layers = 2;
  if (first != second) {
    options.position.scheme = Scheme::none;
    options.position.layer_schemes = {first, second};
  }
  return model;
}

TrainingPlan mixes() {
  using enum Scheme;
  return {{layered(Task::previous, rope, rope), layered(Task::previous, rope, none),
           layered(Task::first_causal, rope, rope), layered(Task::first_causal, rope, none),
           layered(Task::first_causal, none, rope)}};
}

Evidence layers_without_positions(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                                  std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const auto beside_all = [&](std::size_t model, std::size_t all) {
    return found<book_phrases, "mixed-at-64">(
        runs.mean(model, at_four_times) - runs.mean(all, at_four_times),
        for_it_if(runs.is_ahead(model, at_four_times, all, at_four_times)), plan.models[model].name,
        runs.accuracy_text(model, at_four_times), runs.accuracy_text(all, at_four_times));
  };
  Evidence evidence{
      {beside_all(previous_first_only, previous_all), beside_all(first_first_only, first_all),
       beside_all(first_second_only, first_all)},
      say<book_phrases, "because-two-layers-only">()};
  // Which of the layers has RoPE matters, too; that the claim leaves open.
  evidence.findings.back().support = Support::aside;
  evidence.chart = chart_of_all(runs);
  return evidence;
}

// 58. Heads rotated in part.

enum PartModel : std::size_t {
  previous_whole,
  previous_half,
  previous_quarter,
  first_whole,
  first_half,
};

PlannedModel rotated_in_part(Task task, double part) {
  PlannedModel model =
      rope_model(task, say<book_phrases, "model-rotary">(in_percent(part), book_task_name(task)));
  model.options.model.position.rotary = part;
  return model;
}

TrainingPlan parts_of_heads() {
  return {{rotated_in_part(Task::previous, 1), rotated_in_part(Task::previous, 0.5),
           rotated_in_part(Task::previous, 0.25), rotated_in_part(Task::first_causal, 1),
           rotated_in_part(Task::first_causal, 0.5)}};
}

Evidence partial_rotation(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                          std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const auto beside_whole = [&](std::size_t model, std::size_t whole) {
    return found<book_phrases, "part-rotated">(
        runs.mean(model, at_trained) - runs.mean(whole, at_trained),
        for_it_if(runs.is_ahead(whole, at_trained, model, at_trained)), plan.models[model].name,
        runs.accuracy_text(model, at_trained), runs.accuracy_text(whole, at_trained),
        runs.accuracy_text(model, at_four_times), runs.accuracy_text(whole, at_four_times));
  };
  return {{beside_whole(previous_half, previous_whole),
           beside_whole(previous_quarter, previous_whole), beside_whole(first_half, first_whole)},
          say<book_phrases, "because-few-pairs-are-enough">(),
          chart_of_all(runs)};
}

}  // namespace

std::vector<ClaimExperiment> trained_layer_claims() {
  return {
      trained_claim(57, say<book_phrases, "claim-nope-layers">(), "book",
                    {cited::yang_nope, cited::book_labs}, mixes, layers_without_positions),
      trained_claim(58, say<book_phrases, "claim-partial-rotation">(), "book",
                    {cited::neox, cited::barbero}, parts_of_heads, partial_rotation),
  };
}

}  // namespace posenc
