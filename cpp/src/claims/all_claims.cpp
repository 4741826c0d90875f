#include "posenc/claims/claim.hpp"
#include "posenc/claims/claim_set.hpp"
#include "posenc/claims/groups.hpp"

// Apart from claim.cpp: a program that tries the claims of one group links none of the others.

namespace posenc {
namespace {

std::vector<SubjectClaims> all_subjects() {
  std::vector<SubjectClaims> all;
  for (const ClaimGroup& group : claim_groups) {
    all.insert(all.end(), group.subjects.begin(), group.subjects.end());
  }
  return all;
}

const ClaimSet& all_claims() {
  static const ClaimSet all(all_subjects());
  return all;
}

}  // namespace

const std::vector<Claim>& claims() {
  static const std::vector<Claim> all = [] {
    std::vector<Claim> texts;
    for (const ClaimExperiment& one : all_claims().experiments()) texts.push_back(one.claim);
    return texts;
  }();
  return all;
}

Result<TrainingPlan> plan_of_claim(double number) { return all_claims().plan_of_claim(number); }

Result<Trial> try_claim(double number, std::span<const TrainedRun> runs) {
  return all_claims().try_claim(number, runs);
}

}  // namespace posenc
