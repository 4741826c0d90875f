#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/model/training_options.hpp"

/// What people say about positional encoding, put on trial: each claim has an experiment, and its verdict follows from
/// its findings. A claim about trained models is tried on runs of these, which the caller trains by the claim's plan.
namespace posenc {

/// The verdict on a claim, and a reader's vote.
enum class ClaimVerdict { holds, fails, depends };

inline constexpr EnumNames<ClaimVerdict, 3> claim_verdict_names{{
    {"true", ClaimVerdict::holds},
    {"false", ClaimVerdict::fails},
    {"depends", ClaimVerdict::depends},
}};
POSENC_NAMED_IN(ClaimVerdict, claim_verdict_names)

enum class ClaimKind {
  computed,  // by the core alone
  timed,     // by the core, on the machine it runs on: the numbers differ from run to run
  trained,   // on models that are trained for it
};

POSENC_NAMES(ClaimKind, claim_kind_names, computed, timed, trained)

struct Source {
  std::string text;  // "arXiv:1706.03762v7, section 3.5"
  std::string url;
};
POSENC_FIELDS(Source, text, url)

struct Claim {
  /// From 1, without gaps.
  int number;
  /// One sentence, as people say it.
  std::string text;
  /// The page of the lesson where a reader meets it, by its address: "sinusoidal".
  std::string section;
  ClaimKind kind;
  std::vector<Source> sources;
};
POSENC_FIELDS(Claim, number, text, section, kind, sources)

/// All of them, in the order of their numbers.
const std::vector<Claim>& claims();

enum class Support {
  for_it,
  against_it,
  aside,  // helps to understand, and decides nothing
};

inline constexpr EnumNames<Support, 3> support_names{{
    {"for", Support::for_it},
    {"against", Support::against_it},
    {"aside", Support::aside},
}};
POSENC_NAMED_IN(Support, support_names)

/// One result of an experiment.
struct Finding {
  /// A sentence, with the number in it.
  std::string text;
  /// The number itself, where one decides.
  std::optional<double> value;
  Support support;
  /// The sentence without its numbers, from the tables of posenc/claims/phrases: code_of(finding) is its code.
  std::string_view words{};
};
POSENC_FIELDS(Finding, text, value, support)

/// A line of a chart.
struct ChartLine {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  /// The smallest and the largest of several seeds at each x; else empty.
  std::vector<double> least{};
  std::vector<double> most{};
  /// The scheme that it is about, if it is one.
  std::optional<Scheme> scheme{};
};
POSENC_FIELDS(ChartLine, name, x, y, least, most, scheme)

/// The kind of values in a chart.
enum class ChartValues {
  numbers,
  shares,  // fractions of 1, which readers see in percent
};

POSENC_NAMES(ChartValues, chart_values_names, numbers, shares)

struct Chart {
  std::string x_axis;
  std::string y_axis;
  std::vector<ChartLine> lines;
  ChartValues values = ChartValues::numbers;
  /// Numbers that the axis of the values includes in any case.
  std::vector<double> includes{};
};
POSENC_FIELDS(Chart, x_axis, y_axis, lines, values, includes)

/// All results of an experiment.
struct Evidence {
  std::vector<Finding> findings;
  /// The reason for these results, in a sentence or two.
  std::string because;
  std::optional<Chart> chart{};
};

struct Trial {
  /// By the findings: `holds` if all that decide are for the claim, `fails` if all are against it, else `depends`.
  ClaimVerdict verdict;
  Evidence evidence;
};

/// The verdict by those findings. Precondition: one of them, at least, is not an aside.
ClaimVerdict verdict_of(std::span<const Finding> findings);

/// How far those findings tilt a balance: -1 if all that decide are for the claim, 1 if all are against it, and between
/// these by their numbers. Precondition: as above.
double tilt_of(std::span<const Finding> findings);

/// A test of a trained model.
struct PlannedTest {
  /// Under which frequencies: "YaRN (1, 32)"; empty for the model as it was trained.
  std::string under;
  double length;
  /// Replace RoPE's own; empty for its own. (They stay once they are set: tests of a model as it was trained come
  /// first.)
  std::vector<double> inverse_frequencies{};
  double attention_factor = 1;

  bool operator==(const PlannedTest&) const = default;
};
POSENC_FIELDS(PlannedTest, under, length, inverse_frequencies, attention_factor)

/// A model to train, with each seed from 1 on.
struct PlannedModel {
  std::string name;  // "RoPE, previous token"
  TrainingOptions options;
  std::vector<PlannedTest> tests;
};

struct TrainingPlan {
  std::vector<PlannedModel> models;
  /// How many seeds show the spread, unless the caller asks for another number.
  double seeds = 3;
};

/// The models to train for a claim. Errors: a number that no claim has; a claim that trains nothing.
Result<TrainingPlan> plan_of_claim(double number);

/// The results of one model of a plan with one seed.
struct TrainedRun {
  /// The accuracy in each test of the model, in their order; NaN where it has no answer.
  std::vector<double> accuracies;
  /// The mean cross-entropy in each test, in nats; NaN where it has no answer.
  std::vector<double> losses;
  /// Accuracies on the batches trained on, one for each step.
  std::vector<double> curve;
};

/// Puts a claim on trial.
///
/// @param runs of its plan: all seeds of the first model, then those of the second, and so on; empty for a claim that
///             trains nothing
/// Errors: a number that no claim has; runs that are not as many as the plan has models, or as many times as there are
/// seeds; a run without an accuracy and a loss for each test, or with an accuracy that is neither NaN nor from 0 to 1, or
/// a loss that is neither NaN nor a number of at least 0.
Result<Trial> try_claim(double number, std::span<const TrainedRun> runs = {});

}  // namespace posenc
