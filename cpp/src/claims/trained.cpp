#include "posenc/analysis/spread.hpp"
#include "posenc/argument.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/wording.hpp"

// Claims that are tried on models trained for them.

namespace posenc {
namespace {

const Source lab{"this lesson’s labs", ""};

/// Mean, least and most of a test over the seeds of a model.
Spread over_seeds(std::span<const TrainedRun> runs, std::size_t seeds, std::size_t model,
                  std::size_t test) {
  Matrix values(static_cast<Index>(seeds), 1);
  for (std::size_t s = 0; s < seeds; ++s) {
    values(static_cast<Index>(s), 0) = runs[model * seeds + s].accuracies[test];
  }
  return *spread_over(values);
}

PlannedModel without_order(std::string name, Experiment experiment) {
  return {std::move(name), experiment_options(experiment, Scheme::none), {{"", 8}}};
}

TrainingPlan copies() {
  return {{without_order("No positions, copy", Experiment::copy),
           without_order("No positions, reverse", Experiment::reverse)}};
}

Evidence copying_needs_no_order(const TrainingPlan&, std::span<const TrainedRun> runs,
                                std::size_t seeds) {
  const double copied = over_seeds(runs, seeds, 0, 0).mean[0];
  const double reversed = over_seeds(runs, seeds, 1, 0).mean[0];
  return {{{"Without positions " + in_percent(copied) + " of copied tokens are right", copied,
            copied < 0.2 ? Support::for_it : Support::against_it},
           {"Reversing them, " + in_percent(reversed) + " are right", reversed, Support::aside}},
          "A copied token needs to know nothing of its place; a reversed one does."};
}

}  // namespace

std::vector<ClaimExperiment> trained_claims() {
  return {
      {{12,
        "Without positional encoding, a copy task drops to some 10 %.",
        "train",
        ClaimKind::trained,
        {lab}},
       nullptr,
       copies,
       copying_needs_no_order},
  };
}

}  // namespace posenc
