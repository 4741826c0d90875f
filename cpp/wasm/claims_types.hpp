#pragma once

#include <string>
#include <vector>

#include "function.hpp"
#include "outcome_types.hpp"
#include "posenc/claims/claim.hpp"
#include "training_types.hpp"

/// The types of claims.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(TrainedRuns)

template <>
inline constexpr auto names_of<ClaimKind> = claim_kind_names;
template <>
inline constexpr auto names_of<ChartValues> = chart_values_names;
template <>
inline constexpr auto names_of<ClaimVerdict> = claim_verdict_names;
template <>
inline constexpr auto names_of<Support> = support_names;

// In this namespace, so that their conversions are found from within the templates of convert.hpp.

/// As PlannedModel, with its options as the page has them.
struct ModelToTrain {
  std::string name;
  Settings options;
  std::vector<PlannedTest> tests;
};

/// As TrainingPlan.
struct Plan {
  std::vector<ModelToTrain> models;
  double seeds;
};

/// A Trial, and whether the reader's vote was right.
struct Tried {
  ClaimVerdict verdict;
  Outcome vote;
  std::vector<Finding> findings;
  std::string because;
  std::optional<Chart> chart;
};

struct AllClaims {
  std::vector<Claim> claims;
};

template <>
inline constexpr auto fields<Source> =
    std::tuple{Field{"text", &Source::text}, Field{"url", &Source::url}};

template <>
inline constexpr auto fields<Claim> = std::tuple{
    Field{"number", &Claim::number}, Field{"text", &Claim::text}, Field{"section", &Claim::section},
    Field{"kind", &Claim::kind}, Field{"sources", &Claim::sources}};

template <>
inline constexpr auto fields<AllClaims> = std::tuple{Field{"claims", &AllClaims::claims}};

template <>
inline constexpr auto fields<PlannedTest> =
    std::tuple{Field{"under", &PlannedTest::under}, Field{"length", &PlannedTest::length},
               Field{"inverseFrequencies", &PlannedTest::inverse_frequencies},
               Field{"attentionFactor", &PlannedTest::attention_factor}};

template <>
inline constexpr auto fields<ModelToTrain> =
    std::tuple{Field{"name", &ModelToTrain::name}, Field{"options", &ModelToTrain::options},
               Field{"tests", &ModelToTrain::tests}};

template <>
inline constexpr auto fields<Plan> =
    std::tuple{Field{"models", &Plan::models}, Field{"seeds", &Plan::seeds}};

template <>
inline constexpr auto fields<Finding> =
    std::tuple{Field{"text", &Finding::text}, Field{"value", &Finding::value},
               Field{"support", &Finding::support}};

template <>
inline constexpr auto fields<ChartLine> =
    std::tuple{Field{"name", &ChartLine::name}, Field{"x", &ChartLine::x},
               Field{"y", &ChartLine::y},       Field{"least", &ChartLine::least},
               Field{"most", &ChartLine::most}, Field{"scheme", &ChartLine::scheme}};

template <>
inline constexpr auto fields<Chart> = std::tuple{
    Field{"xAxis", &Chart::x_axis}, Field{"yAxis", &Chart::y_axis}, Field{"lines", &Chart::lines},
    Field{"values", &Chart::values}, Field{"includes", &Chart::includes}};

template <>
inline constexpr auto fields<Tried> =
    std::tuple{Field{"verdict", &Tried::verdict}, Field{"vote", &Tried::vote},
               Field{"findings", &Tried::findings}, Field{"because", &Tried::because},
               Field{"chart", &Tried::chart}};

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
