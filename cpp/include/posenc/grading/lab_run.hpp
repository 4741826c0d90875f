#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/analysis/spread.hpp"
#include "posenc/error.hpp"
#include "posenc/grading/lab.hpp"
#include "posenc/grading/lab_measure.hpp"
#include "posenc/grading/lab_words.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model/examples.hpp"
#include "posenc/model/position_scheme.hpp"

/// The numbers of a learner's run, and the rule by which one scheme is ahead of another (see lab.hpp).
namespace posenc::labs {

/// From this accuracy on a task counts as learned.
inline constexpr double high = 0.9;
inline constexpr double rounding = 1e-9;

/// Whether a mean is so near `high` that it counts either way.
bool is_near_high(double mean);

/// A run has at most this many.
inline constexpr std::size_t most_schemes = 24;

/// One scheme, or a mix of them, its words as in SchemeWords, and its results.
struct SchemeResult {
  /// None of a mix, which has a scheme for each layer.
  std::optional<Scheme> scheme;
  /// In the outcome.
  std::string_view name;
  std::string shown;
  Sentence fell;
  Sentence held;
  /// [seeds, lengths] row by row.
  const double* values;
  Spread spread{};
};

/// Results, or differences of them, the higher the better: [schemes, seeds].
using BySeed = Matrix;

/// Which schemes of a run: one truth for each, in their order.
using Chosen = std::array<bool, most_schemes>;

/// These two, or three; -1 is none.
Chosen only(Index x, Index y = -1, Index z = -1);

/// An outcome that has been checked. It refers to the LabOutcome, which has to outlive it.
struct Run {
  const LabOutcome& outcome;
  const Measure& measure;
  /// In the order of scheme_words; then mixes, in the order of the outcome.
  std::vector<SchemeResult> results = {};
  Index seeds;
  /// Which tested length is the longest that was trained on; -1 if there is none.
  Index trained = -1;
  Index longest;
  std::optional<ExampleKind> examples = {};
  std::optional<Direction> direction = {};
  std::optional<TaskNeed> needs = {};

  bool is_causal() const { return direction == Direction::causal; }
  /// Whether no model without positions or a mask can do it.
  bool needs_order() const {
    return direction == Direction::bidirectional && needs && needs != TaskNeed::nothing;
  }
  bool is_tested_past_training() const { return outcome.lengths.back() > outcome.train_longest; }
  double length(Index at) const { return outcome.lengths[static_cast<std::size_t>(at)]; }
  Index count() const { return static_cast<Index>(results.size()); }
  const SchemeResult& result(Index n) const { return results[static_cast<std::size_t>(n)]; }
  /// Over the seeds; NaN without an answer.
  double mean(Index n, Index at) const { return result(n).spread.mean[at]; }
  double width(Index n, Index at) const {
    return result(n).spread.most[at] - result(n).spread.least[at];
  }
  Index predicted() const;
  /// Which result is the scheme's; -1 where it did not run.
  Index find(Scheme scheme) const;
  /// What each seed measured, negated where less is better.
  BySeed merits(Index at) const;
  /// Whether X is ahead of Y by enough to count.
  bool is_ahead(const BySeed& all, Index x, Index y) const;
  /// Those with an answer that no other is ahead of.
  Chosen best_of(const BySeed& all) const;
};

/// Errors: sizes or values that are not as lab.hpp demands.
std::optional<Error> check(const LabOutcome& outcome);

/// Precondition: check() finds no error.
Run run_of(const LabOutcome& outcome);

double mean_of(const BySeed& all, Index x);

bool has_answer(const BySeed& all, Index x);

std::size_t count_of(const Chosen& chosen);

}  // namespace posenc::labs
