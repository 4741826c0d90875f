#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/claims/claim.hpp"
#include "posenc/encoding/frequencies.hpp"

/// Shared by the claims that are tried on trained models.
namespace posenc {

/// From here on a model has learned a task: at least 90 %, as in the questions of the labs.
inline constexpr double learned_from = 0.9;

/// Steps instead of the experiment's 600 where the result is the same: sinusoidal and learned models on previous token,
/// fill forward and first token, and RoPE and steep ALiBi on previous token, then have the same accuracies within a point
/// at every tested length (measured, means of three seeds). They have learned these tasks within about 110.
inline constexpr double enough_steps = 300;

/// The experiment's model with that scheme, tested at those lengths, rising.
PlannedModel planned(std::string name, Task task, Scheme scheme, std::vector<double> lengths);

/// The same with other steps.
PlannedModel with_steps(PlannedModel model, double steps);

/// The trained length of the tasks on which RoPE and ALiBi are tried, twice and four times as much.
std::vector<double> longer_lengths();

/// The tests of a model at these lengths.
enum LengthTest : std::size_t { at_trained, at_twice, at_four_times };

/// The bases with which RoPE is tried.
inline constexpr double usual_base = 10000;
inline constexpr double larger_base = 500000;

/// RoPE on the previous token, tested at these lengths.
PlannedModel rope_on_previous();

/// What claims about long texts call the tasks previous, forward-fill and first-causal.
std::string book_task_name(Task task);

/// The frequencies of these models of RoPE with another base.
GeometricFrequencies rope_frequencies(double base);

/// A test with other frequencies than in training.
PlannedTest tested_under(std::string name, double length, const InverseFrequencies& theta,
                         double attention_factor = 1);

/// A model of a plan as a line of a chart.
struct ChartedModel {
  std::string name;
  std::size_t model;
};

/// The runs of a plan, by the numbers of its models and of their tests.
struct Runs {
  const TrainingPlan& plan;
  std::span<const TrainedRun> runs;
  std::size_t seeds;

  /// With each seed.
  std::vector<double> accuracies(std::size_t model, std::size_t test) const;
  std::vector<double> perplexities(std::size_t model, std::size_t test) const;
  double mean(std::size_t model, std::size_t test) const;
  /// "49 % (46 to 52 over 3 seeds)"; "no answer" where one seed has none.
  std::string accuracy_text(std::size_t model, std::size_t test) const;
  /// The mean over the seeds of e to the power of the loss.
  double perplexity(std::size_t model, std::size_t test) const;
  std::string perplexity_text(std::size_t model, std::size_t test) const;
  /// By the rule of the labs: in every seed, and by a point on average.
  bool is_ahead(std::size_t model, std::size_t test, std::size_t other,
                std::size_t other_test) const;
  /// From learned_from on.
  bool has_learned(std::size_t model, std::size_t test) const {
    return mean(model, test) >= learned_from;
  }
  /// After how many steps the accuracy on the last ten batches first is 95 %, with each seed; infinite for never.
  std::vector<double> steps_to_learn(std::size_t model) const;
  /// Accuracy by length, over all tests of the models as they were trained: from guessing, in the task where that is
  /// worth least, to all.
  Chart accuracy_chart(const std::vector<ChartedModel>& models) const;
  /// Perplexity by length, of all models.
  Chart perplexity_chart() const;
};

/// "106 steps (105 to 108 over 3 seeds)": the mean with that unit, the smallest and the largest, each as `shown` writes it.
std::string text_with_spread(std::span<const double> values, std::string_view unit,
                             std::string (*shown)(double));

}  // namespace posenc
