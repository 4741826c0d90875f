#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/runs.hpp"
#include "posenc/claims/phrases/trained.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/encoding/learned.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/wording.hpp"

// Claims that are tried on models trained with sinusoidal and with learned tables.

namespace posenc {
namespace {

// 13. Sinusoidal and learned, in training and after it.

/// Each sinusoidal model is followed by the one with a learned table.
enum RaceModel : std::size_t { reverse_race = 0, sort_race = 2, count_race = 4, first_race = 6 };

struct RaceNames {
  std::string sinusoidal;
  std::string learned;
};

void add_race(TrainingPlan& plan, RaceNames names, Task task, const std::vector<double>& lengths) {
  plan.models.push_back(planned(std::move(names.sinusoidal), task, Scheme::sinusoidal, lengths));
  plan.models.push_back(planned(std::move(names.learned), task, Scheme::learned, lengths));
}

TrainingPlan races(const std::vector<double>& count_lengths) {
  TrainingPlan plan;
  add_race(plan,
           {say<trained_phrases, "model-sinusoidal-reverse">(),
            say<trained_phrases, "model-learned-reverse">()},
           Task::reverse, {8});
  add_race(plan,
           {say<trained_phrases, "model-sinusoidal-sort">(),
            say<trained_phrases, "model-learned-sort">()},
           Task::sort, {8});
  add_race(plan,
           {say<trained_phrases, "model-sinusoidal-count">(),
            say<trained_phrases, "model-learned-count">()},
           Task::count, count_lengths);
  return plan;
}

TrainingPlan training_and_beyond() {
  TrainingPlan plan = races({8, 12});
  add_race(plan,
           {say<trained_phrases, "model-sinusoidal-first">(),
            say<trained_phrases, "model-learned-first">()},
           Task::first_causal, {16, 64});
  for (const std::size_t n : {0U, 1U}) plan.models[first_race + n].options.steps = enough_steps;
  return plan;
}

/// The steps that both models of a race took.
struct RaceSteps {
  std::optional<double> lead;  // of the sinusoidal model, on average; none if a model never learns
  Support support;
  std::string waves;
  std::string table;
};

/// For it if the sinusoidal model is the faster one with every seed, and by more steps on average than are averaged over.
RaceSteps raced(const Runs& runs, std::size_t model) {
  constexpr double more_steps = 10;
  const auto waves = runs.steps_to_learn(model);
  const auto table = runs.steps_to_learn(model + 1);
  bool faster = true;
  double lead = 0;
  for (std::size_t s = 0; s < runs.seeds; ++s) {
    faster = faster && waves[s] < table[s];
    lead += (table[s] - waves[s]) / static_cast<double>(runs.seeds);
  }
  const auto text = [](const std::vector<double>& steps) {
    const bool is_never = std::ranges::any_of(steps, [](double one) { return std::isinf(one); });
    return is_never ? say<trained_phrases, "never-with-some-seed">()
                    : text_with_spread(steps, words_of(run_phrases, "unit-steps"),
                                       [](double one) { return with_decimals(one, 0); });
  };
  return {std::isfinite(lead) ? std::optional(lead) : std::nullopt,
          for_it_if(faster && lead >= more_steps), text(waves), text(table)};
}

/// The finding of those words about the last test of a sinusoidal model and of the one that follows.
Finding compared(std::string_view words, const Runs& runs, std::size_t model) {
  constexpr std::size_t test = 1;
  return finding_of(words, {runs.accuracy_text(model, test), runs.accuracy_text(model + 1, test)},
                    runs.mean(model, test) - runs.mean(model + 1, test),
                    for_it_if(runs.is_ahead(model, test, model + 1, test)));
}

Evidence sinusoidal_against_learned(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                                    std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const RaceSteps reversing = raced(runs, reverse_race);
  const RaceSteps sorting = raced(runs, sort_race);
  return {{found<trained_phrases, "steps-to-reverse">(reversing.lead, reversing.support,
                                                      reversing.waves, reversing.table),
           found<trained_phrases, "steps-to-sort">(sorting.lead, sorting.support, sorting.waves,
                                                   sorting.table),
           compared(words_of(trained_phrases, "counting-in-12"), runs, count_race),
           compared(words_of(trained_phrases, "first-of-64"), runs, first_race)},
          say<trained_phrases, "because-table-is-learned">()};
}

// 14. Sinusoids at any length.

TrainingPlan long_waves() {
  const auto model = [](std::string name, Task task) {
    return with_steps(planned(std::move(name), task, Scheme::sinusoidal, {16, 32, 64}),
                      enough_steps);
  };
  return {{model(say<trained_phrases, "model-sinusoidal-previous">(), Task::previous),
           model(say<trained_phrases, "model-sinusoidal-fill">(), Task::forward_fill),
           model(say<trained_phrases, "model-sinusoidal-first">(), Task::first_causal)}};
}

/// The finding of those words about a sinusoidal model at length 32.
Finding waves_at_32(std::string_view words, const Runs& runs, std::size_t model) {
  return finding_of(words, {runs.accuracy_text(model, 0), runs.accuracy_text(model, 1)},
                    runs.mean(model, 1), for_it_if(runs.has_learned(model, 1)));
}

Evidence waves_beyond_training(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                               std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  constexpr double far = 1e6;
  const auto encoded = sinusoidal_encoding(*GeometricFrequencies::make(32, 10000), far);
  const double largest = encoded ? encoded->cwiseAbs().maxCoeff() : std::nan("");
  return {
      about_every_case({found<trained_phrases, "encoding-far-out">(largest, for_it_if(largest <= 1),
                                                                   with_decimals(largest, 2)),
                        waves_at_32(words_of(trained_phrases, "sinusoids-previous-at-32"), runs, 0),
                        waves_at_32(words_of(trained_phrases, "sinusoids-fill-at-32"), runs, 1),
                        waves_at_32(words_of(trained_phrases, "sinusoids-first-at-32"), runs, 2)}),
      say<trained_phrases, "because-values-not-trained">(),
      runs.accuracy_chart({{say<trained_phrases, "line-previous">(), 0},
                           {say<trained_phrases, "line-fill">(), 1},
                           {say<trained_phrases, "line-first">(), 2}})};
}

// 15. Learned tables where they were not trained.

TrainingPlan unseen_rows() {
  PlannedModel full =
      planned(say<trained_phrases, "model-16-rows">(), Task::previous, Scheme::learned, {16, 32});
  full.options.model.position.table_rows = 16;
  const std::vector<double> lengths{16, 32, 64};
  return {{with_steps(planned(say<trained_phrases, "model-learned-previous">(), Task::previous,
                              Scheme::learned, lengths),
                      enough_steps),
           with_steps(planned(say<trained_phrases, "model-learned-first">(), Task::first_causal,
                              Scheme::learned, lengths),
                      enough_steps),
           // That it has no row does not depend on training.
           with_steps(full, 1)}};
}

/// The finding of those words about a learned model at length 64.
Finding rows_at_64(std::string_view words, const Runs& runs, std::size_t model) {
  return finding_of(words, {runs.accuracy_text(model, 2)}, runs.mean(model, 2),
                    for_it_if(!runs.has_learned(model, 2)));
}

Evidence rows_never_trained(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                            std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  return {{found<trained_phrases, "past-the-table">(
               std::nullopt, for_it_if(std::isnan(runs.mean(2, 1))), runs.accuracy_text(2, 1)),
           rows_at_64(words_of(trained_phrases, "untrained-rows-previous"), runs, 0),
           rows_at_64(words_of(trained_phrases, "untrained-rows-first"), runs, 1),
           found<trained_phrases, "vision-transformers-interpolate">(std::nullopt, Support::aside)},
          say<trained_phrases, "because-rows-are-noise">(),
          runs.accuracy_chart({{say<trained_phrases, "line-previous">(), 0},
                               {say<trained_phrases, "line-first">(), 1}})};
}

// 34. Learned tables within the trained length.

/// After the races, each learned model again with a table that starts as small as in widely used libraries.
constexpr std::size_t small_tables = first_race;

TrainingPlan within_training() {
  TrainingPlan plan = races({8});
  for (const std::size_t race : {reverse_race, sort_race, count_race}) {
    PlannedModel model = plan.models[race + 1];
    model.name =
        say<trained_phrases, "model-with-table-std">(model.name, initial_standard_deviation);
    model.options.model.position.table_std = initial_standard_deviation;
    plan.models.push_back(std::move(model));
  }
  return plan;
}

/// The finding of those words about a sinusoidal model and a learned one.
Finding learned_ahead(std::string_view words, const Runs& runs, std::size_t waves,
                      std::size_t table) {
  return finding_of(words,
                    {runs.accuracy_text(table, 0), runs.accuracy_text(waves, 0),
                     runs.plan.models[table].options.model.position.table_std},
                    runs.mean(table, 0) - runs.mean(waves, 0),
                    for_it_if(runs.is_ahead(table, 0, waves, 0)));
}

Evidence tables_are_not_better(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                               std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  constexpr std::string_view reversing = words_of(trained_phrases, "reversing-within");
  constexpr std::string_view sorting = words_of(trained_phrases, "sorting-within");
  constexpr std::string_view counting = words_of(trained_phrases, "counting-within");
  return {{learned_ahead(reversing, runs, reverse_race, reverse_race + 1),
           learned_ahead(sorting, runs, sort_race, sort_race + 1),
           learned_ahead(counting, runs, count_race, count_race + 1),
           learned_ahead(reversing, runs, reverse_race, small_tables),
           learned_ahead(sorting, runs, sort_race, small_tables + 1),
           learned_ahead(counting, runs, count_race, small_tables + 2),
           found<trained_phrases, "translation-reported">(std::nullopt, Support::aside)},
          say<trained_phrases, "because-nothing-to-gain">()};
}

}  // namespace

std::vector<ClaimExperiment> trained_table_claims() {
  return {
      trained_claim(13, say<trained_phrases, "claim-sinusoids-faster">(), "learned",
                    {cited::sinusoids, cited::labs}, training_and_beyond,
                    sinusoidal_against_learned),
      trained_claim(14, say<trained_phrases, "claim-any-length">(), "longer",
                    {cited::sinusoids, cited::alibi_extrapolation}, long_waves,
                    waves_beyond_training),
      trained_claim(15, say<trained_phrases, "claim-untrained-rows">(), "learned",
                    {cited::labs, cited::vision_transformer}, unseen_rows, rows_never_trained),
      trained_claim(34, say<trained_phrases, "claim-learned-slightly-better">(), "learned",
                    {cited::sinusoids, cited::labs}, within_training, tables_are_not_better),
  };
}

}  // namespace posenc
