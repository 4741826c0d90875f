#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/longer.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/model/token_order.hpp"
#include "posenc/wording.hpp"

// Claims that are tried on trained models: ALiBi beyond the trained length, and in both directions.

namespace posenc {
namespace {

// 23. ALiBi beyond its training.

enum AlibiModel : std::size_t {
  order_sinusoidal,
  order_rope,
  order_alibi,
  previous_rope,
  previous_alibi,
  previous_steep,
  first_sinusoidal,
  first_alibi,
};

TrainingPlan alibi_and_others() {
  const auto order = [](std::string name, Scheme scheme) {
    return planned(std::move(name), Task::order, scheme, {8, 16, 32});
  };
  // At this length 300 steps give the results of 600, also with a scheme that does not learn the task.
  const auto first = [](std::string name, Scheme scheme) {
    return with_steps(
        planned(std::move(name), Task::first_causal, scheme, {longer_lengths().back()}),
        enough_steps);
  };
  const PlannedModel alibi_previous = planned(say<longer_phrases, "model-alibi-previous">(),
                                              Task::previous, Scheme::alibi, longer_lengths());
  PlannedModel steep = with_steps(alibi_previous, enough_steps);
  steep.name = say<longer_phrases, "model-alibi-steep">();
  steep.options.model.position.slopes = {2, 1, 0.5, 0.25};
  return {{order(say<longer_phrases, "model-sinusoidal-ordering">(), Scheme::sinusoidal),
           order(say<longer_phrases, "model-rope-ordering">(), Scheme::rope),
           order(say<longer_phrases, "model-alibi-ordering">(), Scheme::alibi), rope_on_previous(),
           alibi_previous, steep,
           first(say<longer_phrases, "model-sinusoidal-first">(), Scheme::sinusoidal),
           first(say<longer_phrases, "model-alibi-first">(), Scheme::alibi)}};
}

/// The finding of those words about a test of a model and the same test of its rivals, which can be one, given twice.
Finding among(std::string_view words, const Runs& runs, std::size_t test, std::size_t model,
              std::size_t rival, std::size_t other_rival) {
  const double best = std::max(runs.mean(rival, test), runs.mean(other_rival, test));
  const bool any_ahead =
      runs.is_ahead(rival, test, model, test) || runs.is_ahead(other_rival, test, model, test);
  return finding_of(words,
                    {runs.accuracy_text(model, test), runs.accuracy_text(rival, test),
                     runs.accuracy_text(other_rival, test)},
                    runs.mean(model, test) - best, for_it_if(!any_ahead));
}

Evidence alibi_beyond_training(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                               std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  return {{among(words_of(longer_phrases, "alibi-ordering-at-32"), runs, 2, order_alibi, order_rope,
                 order_sinusoidal),
           among(words_of(longer_phrases, "alibi-previous-at-32"), runs, at_twice, previous_alibi,
                 previous_rope, previous_rope),
           among(words_of(longer_phrases, "alibi-steep-at-64"), runs, at_four_times, previous_steep,
                 previous_rope, previous_rope),
           among(words_of(longer_phrases, "alibi-first-at-64"), runs, 0, first_alibi,
                 first_sinusoidal, first_sinusoidal)},
          say<longer_phrases, "because-near-preferred">(),
          runs.accuracy_chart({{say<longer_phrases, "line-usual-slopes">(), previous_alibi},
                               {say<longer_phrases, "line-steep-slopes">(), previous_steep},
                               {say<longer_phrases, "line-rope">(), previous_rope}})};
}

// 29. Symmetric ALiBi and reversal.

PlannedModel pairs_and_longer(std::string name, Scheme scheme) {
  TrainingOptions options = task_options(Task::order_bidirectional, scheme);
  // Of two tokens out of order the reversal is in order: at length 2 the task is to tell the two apart.
  options.train_shortest = 2;
  // Enough tokens that pairs of them are enough examples.
  options.model.vocabulary = 100;
  options.model.layers = 1;
  return {std::move(name), options, {{"", 2}, {"", 8}}};
}

TrainingPlan reversals() {
  return {
      {pairs_and_longer(say<longer_phrases, "model-symmetric-alibi">(), Scheme::alibi),
       pairs_and_longer(say<longer_phrases, "model-one-way-heads">(), Scheme::alibi_directional)}};
}

constexpr Index reversed_sequences = 64;

/// Of sequences of 8 tokens, in units of the largest logit.
double logits_reversed(Scheme scheme) {
  TransformerOptions options = task_options(Task::order_bidirectional, scheme).model;
  options.outputs = 2;
  return *reversal_difference(options, reversed_sequences, 8, 1);
}

Evidence alibi_reversed(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                        std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const double symmetric = logits_reversed(Scheme::alibi);
  const double directional = logits_reversed(Scheme::alibi_directional);
  return {{found<longer_phrases, "symmetric-at-2">(
               runs.mean(0, 0), for_it_if(runs.has_learned(0, 0)), runs.accuracy_text(0, 0)),
           found<longer_phrases, "symmetric-logits">(
               symmetric, for_it_if(symmetric > permutation_tolerance), reversed_sequences,
               with_power_of_ten(symmetric, 2)),
           found<longer_phrases, "one-way-at-2">(runs.mean(1, 0), Support::aside,
                                                 runs.accuracy_text(1, 0),
                                                 with_power_of_ten(directional, 2)),
           found<longer_phrases, "symmetric-at-8">(runs.mean(0, 1), Support::aside,
                                                   runs.accuracy_text(0, 1))},
          say<longer_phrases, "because-distance-alone">()};
}

}  // namespace

std::vector<ClaimExperiment> trained_alibi_claims() {
  return {
      trained_claim(23, say<longer_phrases, "claim-alibi-best">(), "alibi",
                    {cited::press, cited::labs}, alibi_and_others, alibi_beyond_training),
      trained_claim(29, say<longer_phrases, "claim-symmetric-alibi">(), "alibi",
                    {cited::alibi_symmetric, cited::labs}, reversals, alibi_reversed),
  };
}

}  // namespace posenc
