#pragma once

#include <span>
#include <vector>

#include "posenc/claims/claim.hpp"

/// The experiments behind the claims, a list for each subject. What asks for a trial asks claim.hpp.
namespace posenc {

/// The support of a finding that decides.
constexpr Support for_it_if(bool holds) { return holds ? Support::for_it : Support::against_it; }

/// One of `computed` and the pair of `plan` and `trained` is there, by the claim's kind.
struct ClaimExperiment {
  Claim claim;
  Result<Evidence> (*computed)() = nullptr;
  TrainingPlan (*plan)() = nullptr;
  /// Precondition: the runs are those of the plan, with `seeds` seeds: runs[model * seeds + seed].
  Evidence (*trained)(const TrainingPlan& plan, std::span<const TrainedRun> runs,
                      std::size_t seeds) = nullptr;
};

std::vector<ClaimExperiment> order_claims();    // what attention knows of order
std::vector<ClaimExperiment> wave_claims();     // frequencies and angles of sinusoidal encodings
std::vector<ClaimExperiment> vector_claims();   // sinusoidal encodings whole: how alike, how long
std::vector<ClaimExperiment> rotary_claims();   // RoPE and its remedies
std::vector<ClaimExperiment> bias_claims();     // ALiBi, T5, and what released models have
std::vector<ClaimExperiment> trained_claims();  // on models that are trained for them

}  // namespace posenc
