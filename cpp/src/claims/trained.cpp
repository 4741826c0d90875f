#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "posenc/analysis/spread.hpp"
#include "posenc/argument.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/model/permutation.hpp"
#include "posenc/wording.hpp"

// Claims that are tried on models trained for them: what none, sinusoidal and learned positions come to.

namespace posenc {
namespace {

const Source vaswani{"arXiv:1706.03762v7, section 3.5", "https://arxiv.org/abs/1706.03762"};
const Source haviv{"Haviv et al. 2022, arXiv:2203.16634", "https://arxiv.org/abs/2203.16634"};
const Source kazemnejad{"Kazemnejad et al. 2023, arXiv:2305.19466",
                        "https://arxiv.org/abs/2305.19466"};

// 12. Copying without positions.

TrainingPlan copies() {
  PlannedModel longer =
      planned("No positions, reverse 11 tokens", Task::reverse, Scheme::none, {11});
  longer.options.train_shortest = longer.options.train_longest = 11;
  return {{planned("No positions, copy", Task::copy, Scheme::none, {8}),
           planned("No positions, reverse", Task::reverse, Scheme::none, {8}), longer}};
}

Evidence copying_needs_no_order(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                                std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  // "About": from half of 10 % to one and a half.
  constexpr double about_least = 0.05;
  constexpr double about_most = 0.15;
  const double copied = runs.mean(0, 0);
  const auto with_ceiling = [](Index length) {
    return "; over all examples no model without positions can have more than " +
           in_percent(*ceiling_without_order(ExampleKind::reverse, length));
  };
  return {
      {{"Copying 8 tokens without positions, " + runs.told(0, 0) + " are right", copied,
        for_it_if(copied >= about_least && copied <= about_most)},
       {"Reversing 8 tokens without positions, " + runs.told(1, 0) + " are right" + with_ceiling(8),
        runs.mean(1, 0), Support::aside},
       {"Reversing 11, " + runs.told(2, 0) + " are right" + with_ceiling(11), runs.mean(2, 0),
        Support::aside}},
      "A copied token is the token itself: nothing has to be known of its place. Some 10 % is "
      "what is left where a task asks for places, such as reversing."};
}

// 13. Sinusoidal and learned, in training and after it.

enum RaceModel : std::size_t { reverse_race = 0, sort_race = 2, count_race = 4, first_race = 6 };

/// Each task with a sinusoidal model, then with a learned table.
TrainingPlan race() {
  TrainingPlan plan;
  const auto add = [&](const std::string& name, Task task, const std::vector<double>& lengths) {
    plan.models.push_back(planned("Sinusoidal, " + name, task, Scheme::sinusoidal, lengths));
    plan.models.push_back(planned("Learned, " + name, task, Scheme::learned, lengths));
  };
  add("reverse", Task::reverse, {8});
  add("sort", Task::sort, {8});
  add("count", Task::count, {8, 12});
  add("first token", Task::first_causal, {16, 64});
  for (const std::size_t n : {0U, 1U}) plan.models[first_race + n].options.steps = enough_steps;
  return plan;
}

/// For it if the sinusoidal model is the faster one with every seed, and by more steps on the mean than are averaged.
Finding raced(const Runs& runs, std::size_t model, const std::string& task) {
  constexpr double more_steps = 10;
  const auto waves = runs.steps_to_learn(model);
  const auto table = runs.steps_to_learn(model + 1);
  bool faster = true;
  double ahead = 0;
  for (std::size_t s = 0; s < runs.seeds; ++s) {
    faster = faster && waves[s] < table[s];
    ahead += (table[s] - waves[s]) / static_cast<double>(runs.seeds);
  }
  const auto told = [](const std::vector<double>& steps) {
    for (const double one : steps) {
      if (std::isinf(one)) return std::string("never, with some seed");
    }
    return told_with_spread(steps, " steps", 0);
  };
  return {task + ": 95 % right on the last ten batches after " + told(waves) +
              " with sinusoids, and after " + told(table) + " with a learned table",
          std::isfinite(ahead) ? std::optional(ahead) : std::nullopt,
          for_it_if(faster && ahead >= more_steps)};
}

Finding compared(const Runs& runs, std::size_t model, std::size_t test, const std::string& what) {
  return {what + ": " + runs.told(model, test) + " with sinusoids, " + runs.told(model + 1, test) +
              " with a learned table",
          runs.mean(model, test) - runs.mean(model + 1, test),
          for_it_if(runs.is_ahead(model, test, model + 1, test))};
}

Evidence sinusoidal_against_learned(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                                    std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  return {
      {raced(runs, reverse_race, "Reversing 8 tokens"), raced(runs, sort_race, "Sorting 8 tokens"),
       compared(runs, count_race, 1, "Counting in 12 tokens, trained with 8"),
       compared(runs, first_race, 1, "The first token from 64, trained with 16")},
      "Sinusoids are there from the first step and go on beyond the trained positions; a table has "
      "to be learned, but into whatever the task asks for. What counts more hangs on the task, and "
      "on how loud positions are beside the tokens."};
}

// 14. Sinusoids at any length.

TrainingPlan long_waves() {
  TrainingPlan plan;
  for (const auto& [name, task] : {std::pair{"Sinusoidal, previous token", Task::previous},
                                   std::pair{"Sinusoidal, fill forward", Task::forward_fill},
                                   std::pair{"Sinusoidal, first token", Task::first_causal}}) {
    plan.models.push_back(
        with_steps(planned(name, task, Scheme::sinusoidal, {16, 32, 64}), enough_steps));
  }
  return plan;
}

Evidence waves_beyond_training(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                               std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  constexpr double far = 1e6;
  const auto encoded = sinusoidal_encoding(*GeometricFrequencies::make(32, 10000), far);
  const double largest = encoded ? encoded->cwiseAbs().maxCoeff() : std::nan("");
  const auto asked = [&](std::size_t model, const std::string& task) {
    return Finding{task + ", trained at length 16: " + runs.told(model, 0) +
                       " there, and at length 32 " + runs.told(model, 1) + " of the new positions",
                   runs.mean(model, 1), for_it_if(runs.has_learned(model, 1))};
  };
  return {{{"The encoding of position 1 000 000 is there: at d = 32 its largest component is " +
                with_decimals(largest, 2),
            largest, for_it_if(largest <= 1)},
           asked(0, "Previous token"),
           asked(1, "Fill forward"),
           asked(2, "First token")},
          "The formula has a value at any position. What a model makes of values that it has not "
          "been trained on is another matter: it hangs on the task.",
          accuracy_chart({runs.line("previous token", 0), runs.line("fill forward", 1),
                          runs.line("first token", 2)})};
}

// 15. Learned tables where they were not trained.

TrainingPlan unseen_rows() {
  PlannedModel full =
      planned("Learned, a table of 16 rows", Task::previous, Scheme::learned, {16, 32});
  full.options.model.position.table_rows = 16;
  const std::vector<double> lengths{16, 32, 64};
  return {{with_steps(planned("Learned, previous token", Task::previous, Scheme::learned, lengths),
                      enough_steps),
           with_steps(planned("Learned, first token", Task::first_causal, Scheme::learned, lengths),
                      enough_steps),
           // That it has no row does not hang on training.
           with_steps(full, 1)}};
}

Evidence rows_never_trained(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                            std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const auto asked = [&](std::size_t model, const std::string& task) {
    return Finding{task + ", trained at length 16, in rows of a longer table: " +
                       runs.told(model, 2) + " of the new positions of length 64",
                   runs.mean(model, 2), for_it_if(!runs.has_learned(model, 2))};
  };
  const bool is_silent = std::isnan(runs.mean(2, 1));
  return {{{"Asked for 32 positions, a table of 16 rows gives " + runs.told(2, 1), std::nullopt,
            for_it_if(is_silent)},
           asked(0, "Previous token"),
           asked(1, "First token"),
           {"Vision Transformers interpolate their table for larger pictures (reported, not "
            "measured here)",
            std::nullopt, Support::aside}},
          "Past its last row a table has nothing, and rows that were not trained are still noise. "
          "Whether that noise does harm, the task decides: to find the first token, its own row "
          "is enough.",
          accuracy_chart({runs.line("previous token", 0), runs.line("first token", 1)})};
}

// 27. Attention both ways, without positions.

TrainingPlan order_both_ways() {
  // Equal inputs have equal outputs whatever the weights are: a hundred steps show it as a thousand do.
  return {{with_steps(planned("No positions, ordering, both directions", Task::order_bidirectional,
                              Scheme::none, {8, 32}),
                      100)}};
}

double pooled_difference(AddedPositions encoding, AttentionMask mask) {
  std::vector<double> tokens(8);
  std::iota(tokens.begin(), tokens.end(), 0);
  const std::vector<double> order{3, 0, 7, 1, 6, 2, 5, 4};
  return permuted_attention({32, 1, encoding, mask}, tokens, order)->pooled_difference;
}

Evidence blind_both_ways(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                         std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  // Half of the examples are the others in another order, so that each of them is right as often as wrong.
  constexpr double rounding = 1e-9;
  const double ceiling = *ceiling_without_order(ExampleKind::order, 8);
  const auto trained = [&](std::size_t test, const std::string& length) {
    const auto accuracies = runs.accuracies(0, test);
    return Finding{"Trained to tell ascending tokens from the same out of order, it has " +
                       runs.told(0, test) + " right at length " + length,
                   runs.mean(0, test), for_it_if(std::ranges::all_of(accuracies, [&](double one) {
                     return std::abs(one - ceiling) <= rounding;
                   }))};
  };
  const double pooled = pooled_difference(AddedPositions::none, AttentionMask::none);
  const double causal = pooled_difference(AddedPositions::none, AttentionMask::causal);
  return {{trained(0, "8"),
           trained(1, "32"),
           {"Eight tokens in another order: the mean of the outputs of a layer changes by " +
                with_digits(pooled, 2) + " at most",
            pooled, for_it_if(pooled <= permutation_tolerance)},
           {"With a causal mask it changes by " + with_digits(causal, 2), causal, Support::aside}},
          "Without positions, attention gives each token the same output wherever it stands, to "
          "rounding, and a pool over the tokens does not know their order. Guessing is all that is "
          "left."};
}

// 28. Causal attention, without positions.

TrainingPlan order_from_the_mask() {
  const auto previous = [](const std::string& name, double layers) {
    PlannedModel model = planned(name, Task::previous, Scheme::none, {8});
    TrainingOptions& options = model.options;
    options.tokens = TokenDraw::distinct;
    options.train_shortest = options.train_longest = options.model.longest = 8;
    options.test_examples = 1024;
    options.model.layers = layers;
    return model;
  };
  return {{planned("No positions, ordering, causal", Task::order, Scheme::none, {8, 16, 32}),
           previous("No positions, previous token, one layer", 1),
           previous("No positions, previous token, two layers", 2)}};
}

Evidence the_mask_tells(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                        std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const auto asked = [&](std::size_t model, std::size_t test, const std::string& what) {
    return Finding{what + runs.told(model, test) + " are right without any encoding",
                   runs.mean(model, test), for_it_if(!runs.has_learned(model, test))};
  };
  return {
      {asked(0, 0, "Ascending or not, at the trained length 8: "),
       asked(0, 2, "Ascending or not, at length 32: "),
       asked(2, 0, "The previous one of 8 tokens, two layers: "),
       {"With one layer it is " + runs.told(1, 0) + ": one causal layer cannot have more than " +
            in_percent(causal_previous_ceiling(8)),
        runs.mean(1, 0), Support::aside}},
      "The mask shows each token only those before it, so that no two positions see the same: "
      "from how much a token sees, layers can work out where it stands.",
      accuracy_chart({runs.line("ascending or not, no positions", 0)})};
}

// 34. Learned tables within the trained length.

TrainingPlan within_training() {
  TrainingPlan plan;
  for (const auto& [title, task] :
       {std::pair{"reverse", Task::reverse}, std::pair{"sort", Task::sort},
        std::pair{"count", Task::count}}) {
    const std::string name = title;
    plan.models.push_back(planned("Sinusoidal, " + name, task, Scheme::sinusoidal, {8}));
    plan.models.push_back(planned("Learned, " + name, task, Scheme::learned, {8}));
  }
  return plan;
}

Evidence tables_are_not_better(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                               std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence;
  const std::array tasks{"Reversing", "Sorting", "Counting"};
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    const std::size_t waves = 2 * task;
    const std::size_t table = waves + 1;
    evidence.findings.push_back(
        {std::string(tasks[task]) + " 8 tokens: " + runs.told(table, 0) +
             " with a learned table, " + runs.told(waves, 0) + " with sinusoids",
         runs.mean(table, 0) - runs.mean(waves, 0), for_it_if(runs.is_ahead(table, 0, waves, 0))});
  }
  evidence.findings.push_back(
      {"For translation, the paper of the Transformer found \"nearly identical results\" "
       "(reported, not measured here)",
       std::nullopt, Support::aside});
  evidence.because =
      "Where a task can be solved with either there is nothing left to be better at; where it "
      "needs "
      "no positions, a table that begins as noise is in the way longer.";
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> trained_claims() {
  constexpr ClaimKind trained = ClaimKind::trained;
  std::vector<ClaimExperiment> all{
      {{12,
        "Without positional encoding, a model that copies its input drops to about 10 %.",
        "train",
        trained,
        {labs_source}},
       nullptr,
       copies,
       copying_needs_no_order},
      {{13,
        "With sinusoidal encodings a model learns faster and generalises better than with learned "
        "ones.",
        "learned",
        trained,
        {vaswani, labs_source}},
       nullptr,
       race,
       sinusoidal_against_learned},
      {{14,
        "A sinusoidal encoding can deal with sequences of any length.",
        "longer",
        trained,
        {vaswani, {"arXiv:2108.12409v2, section 2", "https://arxiv.org/abs/2108.12409"}}},
       nullptr,
       long_waves,
       waves_beyond_training},
      {{15,
        "A learned table of positions is of no use at positions that were not trained.",
        "learned",
        trained,
        {labs_source, {"arXiv:2010.11929v2, section 3.2", "https://arxiv.org/abs/2010.11929"}}},
       nullptr,
       unseen_rows,
       rows_never_trained},
      {{27,
        "Without positional encoding, a bidirectional transformer that pools its outputs cannot "
        "tell one order from another.",
        "order",
        trained,
        {{"arXiv:1810.00825v3, section 3.1", "https://arxiv.org/abs/1810.00825"}, labs_source}},
       nullptr,
       order_both_ways,
       blind_both_ways},
      {{28,
        "A causal transformer, too, needs a positional encoding to know the order of its tokens.",
        "order",
        trained,
        {haviv, kazemnejad}},
       nullptr,
       order_from_the_mask,
       the_mask_tells},
      {{34,
        "Up to the trained length, learned positions do slightly better than sinusoidal ones.",
        "learned",
        trained,
        {vaswani, labs_source}},
       nullptr,
       within_training,
       tables_are_not_better},
  };
  for (ClaimExperiment& one : longer_claims()) all.push_back(std::move(one));
  return all;
}

}  // namespace posenc
