#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/trained.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/model/permutation.hpp"
#include "posenc/wording.hpp"

// Claims that are tried on models trained without positions.

namespace posenc {
namespace {

// 12. Copying without positions.

TrainingPlan copies() {
  PlannedModel longer =
      planned(say<trained_phrases, "model-reverse-11">(), Task::reverse, Scheme::none, {11});
  longer.options.train_shortest = longer.options.train_longest = 11;
  return {{planned(say<trained_phrases, "model-copy">(), Task::copy, Scheme::none, {8}),
           planned(say<trained_phrases, "model-reverse">(), Task::reverse, Scheme::none, {8}),
           longer}};
}

Evidence copying_needs_no_order(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                                std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  // "About": from half of 10 % to one and a half.
  constexpr double lowest = 0.05;
  constexpr double highest = 0.15;
  const double copied = runs.mean(0, 0);
  const auto ceiling = [](Index length) {
    return in_percent(*ceiling_without_order(ExampleKind::reverse, length));
  };
  return {{found<trained_phrases, "copying">(
               copied, for_it_if(copied >= lowest && copied <= highest), runs.accuracy_text(0, 0)),
           found<trained_phrases, "reversing-8">(runs.mean(1, 0), Support::aside,
                                                 runs.accuracy_text(1, 0), ceiling(8)),
           found<trained_phrases, "reversing-11">(runs.mean(2, 0), Support::aside,
                                                  runs.accuracy_text(2, 0), ceiling(11))},
          say<trained_phrases, "because-copy-is-token">()};
}

// 27. Attention both ways, without positions.

TrainingPlan order_both_ways() {
  // Equal inputs have equal outputs whatever the weights are: a hundred steps show it as well as a thousand.
  return {{with_steps(planned(say<trained_phrases, "model-order-both-ways">(),
                              Task::order_bidirectional, Scheme::none, {8, 32}),
                      100)}};
}

double pooled_difference(AttentionMask mask) {
  std::vector<double> tokens(8);
  std::iota(tokens.begin(), tokens.end(), 0);
  const std::vector<double> order{3, 0, 7, 1, 6, 2, 5, 4};
  return permuted_attention({32, 1, AddedPositions::none, mask}, tokens, order)->pooled_difference;
}

Evidence blind_both_ways(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                         std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  // Half of the examples are the others in another order, so that each of them is right as often as wrong.
  constexpr double rounding = 1e-9;
  const double ceiling = *ceiling_without_order(ExampleKind::order, 8);
  const auto trained = [&](std::size_t test) {
    const bool guesses = std::ranges::all_of(
        runs.accuracies(0, test), [&](double one) { return std::abs(one - ceiling) <= rounding; });
    return found<trained_phrases, "ordering-both-ways">(runs.mean(0, test), for_it_if(guesses),
                                                        runs.accuracy_text(0, test),
                                                        plan.models[0].tests[test].length);
  };
  const double pooled = pooled_difference(AttentionMask::none);
  const double causal = pooled_difference(AttentionMask::causal);
  return {{trained(0), trained(1),
           found<trained_phrases, "pooled-change">(
               pooled, for_it_if(pooled <= permutation_tolerance), with_power_of_ten(pooled, 2)),
           found<trained_phrases, "pooled-change-causal">(causal, Support::aside,
                                                          with_power_of_ten(causal, 2))},
          say<trained_phrases, "because-same-output">()};
}

// 28. Causal attention, without positions.

TrainingPlan order_from_the_mask() {
  const auto previous = [](std::string name, double layers) {
    PlannedModel model = planned(std::move(name), Task::previous, Scheme::none, {8});
    TrainingOptions& options = model.options;
    options.tokens = TokenDraw::distinct;
    options.train_shortest = options.train_longest = options.model.longest = 8;
    options.test_examples = 1024;
    options.model.layers = layers;
    return model;
  };
  return {{planned(say<trained_phrases, "model-order-causal">(), Task::order, Scheme::none,
                   {8, 16, 32}),
           previous(say<trained_phrases, "model-previous-one-layer">(), 1),
           previous(say<trained_phrases, "model-previous-two-layers">(), 2)}};
}

/// How far apart the outputs of one causal layer are at places that hold the same token, the last seven of eight.
double spread_of_equal_tokens(Index d, double first_token) {
  std::vector<double> tokens(8, 0.0);
  tokens.front() = first_token;
  std::vector<double> order(tokens.size());
  std::iota(order.begin(), order.end(), 0);
  const Matrix outputs =
      permuted_attention({static_cast<double>(d), 1, AddedPositions::none, AttentionMask::causal},
                         tokens, order)
          ->outputs.bottomRows(7);
  return (outputs.colwise().maxCoeff() - outputs.colwise().minCoeff()).maxCoeff();
}

/// The finding of those words about a model without positions.
Finding without_encoding(std::string_view words, const Runs& runs, std::size_t model,
                         std::size_t test) {
  return finding_of(words, {runs.accuracy_text(model, test)}, runs.mean(model, test),
                    for_it_if(!runs.has_learned(model, test)));
}

Evidence the_mask_shows_order(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                              std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  constexpr Index d = 32;
  const double equal = spread_of_equal_tokens(d, 0);
  const double different = spread_of_equal_tokens(d, 1);
  return {{without_encoding(words_of(trained_phrases, "ascending-at-8"), runs, 0, 0),
           without_encoding(words_of(trained_phrases, "ascending-at-32"), runs, 0, 2),
           without_encoding(words_of(trained_phrases, "previous-two-layers"), runs, 2, 0),
           found<trained_phrases, "previous-one-layer">(runs.mean(1, 0), Support::aside,
                                                        runs.accuracy_text(1, 0),
                                                        in_percent(causal_previous_ceiling(8))),
           found<trained_phrases, "equal-tokens">(equal, Support::aside, d,
                                                  with_power_of_ten(equal, 1)),
           found<trained_phrases, "another-first-token">(different, Support::aside,
                                                         with_digits(different, 2))},
          say<trained_phrases, "because-mask-shows-place">(),
          runs.accuracy_chart({{say<trained_phrases, "line-ascending">(), 0}})};
}

}  // namespace

std::vector<ClaimExperiment> trained_without_positions_claims() {
  return {
      trained_claim(12, say<trained_phrases, "claim-copying-drops">(), "train", {cited::labs},
                    copies, copying_needs_no_order),
      trained_claim(27, say<trained_phrases, "claim-blind-both-ways">(), "order",
                    {cited::set_transformer, cited::labs}, order_both_ways, blind_both_ways),
      trained_claim(28, say<trained_phrases, "claim-causal-needs-encoding">(), "order",
                    {cited::haviv, cited::kazemnejad}, order_from_the_mask, the_mask_shows_order),
  };
}

}  // namespace posenc
