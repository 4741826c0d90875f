#pragma once

#include <string>
#include <vector>

#include "function.hpp"
#include "posenc/claims/claim.hpp"
#include "posenc/grading/verdict.hpp"
#include "training_types.hpp"

/// The types of claims.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(TrainedRuns)

/// As PlannedModel, with its options as the page has them.
struct ModelToTrain {
  std::string name;
  Settings options;
  std::vector<PlannedTest> tests;
};
POSENC_FIELDS(ModelToTrain, name, options, tests)

/// As TrainingPlan.
struct Plan {
  std::vector<ModelToTrain> models;
  double seeds;
};
POSENC_FIELDS(Plan, models, seeds)

/// A Trial, whether the reader's vote was right, and tilt_of its findings.
struct Tried {
  ClaimVerdict verdict;
  Outcome vote;
  double tilt;
  std::vector<Finding> findings;
  std::string because;
  std::optional<Chart> chart;
};
POSENC_FIELDS(Tried, verdict, vote, tilt, findings, because, chart)

struct AllClaims {
  std::vector<Claim> claims;
};
POSENC_FIELDS(AllClaims, claims)

template <>
struct Argument<std::span<const TrainedRun>> {
  using Js = const TrainedRuns&;
  static Result<std::vector<TrainedRun>> make(const emscripten::val& array) {
    std::vector<TrainedRun> runs;
    for (const auto& run : emscripten::vecFromJSArray<emscripten::val>(array)) {
      runs.push_back({emscripten::convertJSArrayToNumberVector<double>(run["accuracies"]),
                      emscripten::convertJSArrayToNumberVector<double>(run["losses"]),
                      emscripten::convertJSArrayToNumberVector<double>(run["curve"])});
    }
    return runs;
  }
};

}  // namespace posenc::wasm
