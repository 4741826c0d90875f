#pragma once

#include <map>
#include <string>
#include <vector>

#include "function.hpp"
#include "posenc/analysis/invariants.hpp"
#include "posenc/claims/claim.hpp"
#include "posenc/encoding/own.hpp"
#include "posenc/grading/verdict.hpp"
#include "posenc/museum/exhibit.hpp"
#include "training_types.hpp"

/// The types of claims, of the museum and of encodings from a learner's formula.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(NumbersByName)
EMSCRIPTEN_DECLARE_VAL_TYPE(TrainedRuns)

template <>
inline constexpr auto names_of<ClaimKind> = claim_kind_names;
template <>
inline constexpr auto names_of<ChartValues> = chart_values_names;
template <>
inline constexpr auto names_of<ClaimVerdict> = claim_verdict_names;
template <>
inline constexpr auto names_of<Support> = support_names;
template <>
inline constexpr auto names_of<Outcome> = outcome_names;

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

struct AllExhibits {
  std::vector<Exhibit> exhibits;
};

struct Code {
  std::vector<std::string> lines;
};

struct MeasuredEncoding {
  Matrix table;
  Matrix products;  // of each position with each
  std::vector<Invariant> invariants;
};

struct OwnExamples {
  std::vector<OwnExample> examples;
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
inline constexpr auto fields<ExhibitControl> =
    std::tuple{Field{"id", &ExhibitControl::id}, Field{"label", &ExhibitControl::label},
               Field{"value", &ExhibitControl::value}, Field{"stops", &ExhibitControl::stops}};

template <>
inline constexpr auto fields<Sighting> =
    std::tuple{Field{"text", &Sighting::text}, Field{"url", &Sighting::url}};

template <>
inline constexpr auto fields<Exhibit> = std::tuple{Field{"id", &Exhibit::id},
                                                   Field{"title", &Exhibit::title},
                                                   Field{"symptom", &Exhibit::symptom},
                                                   Field{"section", &Exhibit::section},
                                                   Field{"code", &Exhibit::code},
                                                   Field{"controls", &Exhibit::controls},
                                                   Field{"sightings", &Exhibit::sightings}};

template <>
inline constexpr auto fields<AllExhibits> = std::tuple{Field{"exhibits", &AllExhibits::exhibits}};

template <>
inline constexpr auto fields<MeasuredInvariant> =
    std::tuple{Field{"measure", &MeasuredInvariant::measure},
               Field{"broken", &MeasuredInvariant::broken},
               Field{"repaired", &MeasuredInvariant::repaired},
               Field{"bound", &MeasuredInvariant::bound},
               Field{"holdsBroken", &MeasuredInvariant::holds_broken},
               Field{"holdsRepaired", &MeasuredInvariant::holds_repaired}};

template <>
inline constexpr auto fields<Exhibition> = std::tuple{Field{"broken", &Exhibition::broken},
                                                      Field{"repaired", &Exhibition::repaired},
                                                      Field{"rows", &Exhibition::rows},
                                                      Field{"cols", &Exhibition::cols},
                                                      Field{"invariants", &Exhibition::invariants},
                                                      Field{"said", &Exhibition::said},
                                                      Field{"firstRow", &Exhibition::first_row},
                                                      Field{"firstCol", &Exhibition::first_col}};

template <>
inline constexpr auto fields<Pick> =
    std::tuple{Field{"outcome", &Pick::outcome}, Field{"because", &Pick::because},
               Field{"repaired", &Pick::repaired}};

template <>
inline constexpr auto fields<Code> = std::tuple{Field{"lines", &Code::lines}};

template <>
inline constexpr auto fields<Invariant> =
    std::tuple{Field{"id", &Invariant::id}, Field{"holds", &Invariant::holds},
               Field{"value", &Invariant::value}, Field{"text", &Invariant::text}};

template <>
inline constexpr auto fields<MeasuredEncoding> = std::tuple{
    Field{"table", &MeasuredEncoding::table}, Field{"products", &MeasuredEncoding::products},
    Field{"invariants", &MeasuredEncoding::invariants}};

template <>
inline constexpr auto fields<OwnExample> =
    std::tuple{Field{"name", &OwnExample::name}, Field{"formula", &OwnExample::formula},
               Field{"d", &OwnExample::d}};

template <>
inline constexpr auto fields<OwnExamples> = std::tuple{Field{"examples", &OwnExamples::examples}};

template <>
struct Argument<const std::map<std::string, double>&> {
  using Js = const NumbersByName&;
  static Result<std::map<std::string, double>> make(const emscripten::val& object) {
    std::map<std::string, double> numbers;
    const auto entries = emscripten::val::global("Object").call<emscripten::val>("entries", object);
    for (const auto& entry : emscripten::vecFromJSArray<emscripten::val>(entries)) {
      numbers[entry[0].as<std::string>()] = entry[1].as<double>();
    }
    return numbers;
  }
};

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
