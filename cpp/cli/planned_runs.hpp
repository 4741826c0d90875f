#pragma once

#include <cstddef>
#include <vector>

#include "posenc/claims/claim.hpp"
#include "step_progress.hpp"

/// The models of a plan, each with seeds 1, 2, .. up to `seeds`.
struct SeededPlan {
  posenc::TrainingPlan plan;
  std::size_t seeds;
};

/// Trains the models of the plans, on all processors. A model that several plans share is trained once.
///
/// @return for each plan its runs as try_claim takes them: all seeds of its first model, then those of the second, ..
/// Throws BadInput for options or frequencies that the core rejects.
std::vector<std::vector<posenc::TrainedRun>> runs_of(const std::vector<SeededPlan>& plans,
                                                     const StepProgress& progress);
