#pragma once

#include <span>
#include <vector>

#include "posenc/claims/experiment.hpp"

/// The claims of some subjects. A program that tries only these has no code for the others, which makes it small: the
/// lesson's page loads those of one group (groups.hpp). For all claims, see claim.hpp.
namespace posenc {

/// The experiments of a subject: wave_claims.
using SubjectClaims = std::vector<ClaimExperiment> (*)();

class ClaimSet {
 public:
  explicit ClaimSet(std::span<const SubjectClaims> subjects);

  /// In the order of their numbers.
  const std::vector<ClaimExperiment>& experiments() const { return experiments_; }

  /// As the functions of claim.hpp. A claim of another subject is an error.
  Result<TrainingPlan> plan_of_claim(double number) const;
  Result<Trial> try_claim(double number, std::span<const TrainedRun> runs) const;

 private:
  Result<const ClaimExperiment*> find(double number) const;

  std::vector<ClaimExperiment> experiments_;
};

}  // namespace posenc
