#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/model/training_options.hpp"

/// What people say about positional encoding, put on trial: each claim has an experiment, and its verdict follows from
/// what the experiment finds. A claim that is about trained models is tried on runs of these, which whoever asks trains
/// by its plan.
namespace posenc {

/// What a claim comes to, and what a reader can vote.
enum class ClaimVerdict { holds, fails, depends };

inline constexpr EnumNames<ClaimVerdict, 3> claim_verdict_names{{
    {"true", ClaimVerdict::holds},
    {"false", ClaimVerdict::fails},
    {"depends", ClaimVerdict::depends},
}};

enum class ClaimKind {
  computed,  // by the core alone
  timed,     // by the core, on the machine it runs on: the numbers differ from run to run
  trained,   // on models that are trained for it
};

inline constexpr EnumNames<ClaimKind, 3> claim_kind_names{{
    {"computed", ClaimKind::computed},
    {"timed", ClaimKind::timed},
    {"trained", ClaimKind::trained},
}};

/// Where something was said or measured.
struct Source {
  std::string text;  // "arXiv:1706.03762v7, section 3.5"
  std::string url;
};

struct Claim {
  /// From 1, without gaps.
  int number;
  /// As it is said, in a sentence.
  std::string text;
  /// Which page of the lesson a reader would stumble on it: "sinusoidal", as its address has it.
  std::string section;
  ClaimKind kind;
  std::vector<Source> sources;
};

/// All of them, in the order of their numbers.
const std::vector<Claim>& claims();

enum class Support {
  for_it,
  against_it,
  aside,  // what helps to understand, and decides nothing
};

inline constexpr EnumNames<Support, 3> support_names{{
    {"for", Support::for_it},
    {"against", Support::against_it},
    {"aside", Support::aside},
}};

/// One thing that an experiment found.
struct Finding {
  /// A sentence, with the number in it.
  std::string text;
  /// The number itself, where one decides.
  std::optional<double> value;
  Support support;
};

/// A line of a chart.
struct ChartLine {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  /// Of what several seeds gave: least and most at each x; else empty.
  std::vector<double> least{};
  std::vector<double> most{};
  /// What it is about, where that is one scheme.
  std::optional<Scheme> scheme{};
};

struct Chart {
  std::string x_axis;
  std::string y_axis;
  std::vector<ChartLine> lines;
};

/// What an experiment found.
struct Evidence {
  std::vector<Finding> findings;
  /// Why it came out like this, in a sentence or two.
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

/// What a trained model is asked.
struct PlannedTest {
  /// What it is asked under: "YaRN (1, 32)"; empty for the model as it was trained.
  std::string under;
  double length;
  /// In place of RoPE's own; empty for its own. (They stay once they are put in: tests of a model as it was trained
  /// come first.)
  std::vector<double> inverse_frequencies{};
  double attention_factor = 1;

  bool operator==(const PlannedTest&) const = default;
};

/// A model to train, with each seed from 1 on.
struct PlannedModel {
  std::string name;  // "RoPE, previous token"
  TrainingOptions options;
  std::vector<PlannedTest> tests;
};

struct TrainingPlan {
  std::vector<PlannedModel> models;
  /// How many seeds show the spread, where nobody asks for another number.
  double seeds = 3;
};

/// What is to be trained for a claim. Errors: a number that no claim has; a claim that trains nothing.
Result<TrainingPlan> plan_of_claim(double number);

/// What one model of a plan came to with one seed.
struct TrainedRun {
  /// A fraction for each test of the model, in their order; NaN where it has no answer.
  std::vector<double> accuracies;
  /// On the batches trained on, one for each step.
  std::vector<double> curve;
};

/// Puts a claim on trial.
///
/// @param runs of its plan: all seeds of the first model, then those of the second, and so on; empty for a claim that
///             trains nothing
/// Errors: a number that no claim has; runs that are not as many as the plan has models, or as many times as there are
/// seeds; a run without an accuracy for each test, or with one that is neither NaN nor from 0 to 1.
Result<Trial> try_claim(double number, std::span<const TrainedRun> runs = {});

}  // namespace posenc
