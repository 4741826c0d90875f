#include "posenc/grading/lab_run.hpp"

#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/model/tasks.hpp"

namespace posenc::labs {
namespace {

bool is_share(double value) { return value >= 0 && value <= 1; }

bool is_whole(double value, double least) {
  return value >= least && value <= max_position && value == std::floor(value);
}

std::optional<Error> check_values(const LabOutcome& outcome) {
  // Only the first failure is reported, in one place: that is less code than an error for each.
  const char* failure = nullptr;
  double failed_value = 0;
  const auto expect = [&](bool holds, const char* message, double value) {
    if (holds || failure != nullptr) return;
    failure = message;
    failed_value = value;
  };
  const auto count = static_cast<double>(outcome.schemes.size());
  const auto lengths = static_cast<double>(outcome.lengths.size());
  expect(count > 0, words<"error-no-scheme">, count);
  expect(lengths > 0, words<"error-no-length">, lengths);
  double before = 0;
  for (const double length : outcome.lengths) {
    expect(is_whole(length, before + 1), words<"error-lengths">, length);
    before = length;
  }
  expect(is_whole(outcome.train_longest, 1), words<"error-train-longest">, outcome.train_longest);
  expect(is_share(outcome.chance), words<"error-chance">, outcome.chance);
  if (outcome.ceiling) {
    expect(is_share(*outcome.ceiling), words<"error-ceiling">, *outcome.ceiling);
  }
  expect(is_whole(outcome.seeds, 0), words<"error-seeds">, outcome.seeds);
  for (const double accuracy : outcome.accuracies) {
    expect(std::isnan(accuracy) || is_share(accuracy), words<"error-accuracy">, accuracy);
  }
  if (failure != nullptr) {
    const MessagePart part(failed_value);
    return invalid_argument({filled(failure, &part)});
  }

  // In double: the product may overflow an integer.
  if (outcome.seeds * count * lengths != static_cast<double>(outcome.accuracies.size())) {
    return invalid_argument(
        {text_of<"error-accuracies">(count, outcome.seeds, lengths, outcome.accuracies.size())});
  }
  return std::nullopt;
}

std::optional<Error> check_schemes(const LabOutcome& outcome) {
  std::array<std::string_view, scheme_words.size()> names;
  for (std::size_t n = 0; n < names.size(); ++n) names[n] = scheme_words[n].name;
  Chosen seen{};
  for (const std::string& scheme : outcome.schemes) {
    POSENC_TRY(known, to_choice(words<"subject-scheme">, scheme, names));
    if (std::exchange(seen[known], true)) {
      return invalid_argument({text_of<"error-scheme-twice">(scheme)});
    }
  }
  return std::nullopt;
}

std::span<const double> row_of(const BySeed& all, Index x) {
  return {&all(x, 0), static_cast<std::size_t>(all.cols())};
}

}  // namespace

bool is_near_high(double mean) { return std::abs(mean - high) <= accuracy_point / 2 + rounding; }

Index Run::predicted() const {
  Index at = 0;
  while (at < longest && length(at) < 2 * outcome.train_longest) ++at;
  return at;
}

Index Run::find(Scheme wanted) const {
  for (Index n = 0; n < count(); ++n) {
    if (scheme(n).scheme == wanted) return n;
  }
  return -1;
}

BySeed Run::accuracies(Index at) const {
  BySeed all(count(), seeds);
  for (Index n = 0; n < count(); ++n) {
    for (Index s = 0; s < seeds; ++s) all(n, s) = result(n).accuracies[s * (longest + 1) + at];
  }
  return all;
}

std::optional<Error> check(const LabOutcome& outcome) {
  auto error = check_values(outcome);
  return error ? error : check_schemes(outcome);
}

Run run_of(const LabOutcome& outcome) {
  Run run{.outcome = outcome,
          .seeds = static_cast<Index>(outcome.seeds),
          .longest = static_cast<Index>(outcome.lengths.size()) - 1,
          .direction = outcome.direction,
          .needs = outcome.needs};
  for (const TaskFacts& facts : task_facts) {
    if (facts.name != outcome.task) continue;
    run.examples = facts.examples;
    if (!run.direction) run.direction = facts.direction;
    if (!run.needs) run.needs = need_of(facts.examples);
  }
  const std::size_t size = outcome.accuracies.size() / outcome.schemes.size();
  for (const SchemeWords& scheme : scheme_words) {
    for (std::size_t n = 0; n < outcome.schemes.size(); ++n) {
      if (outcome.schemes[n] != scheme.name) continue;
      const std::span own = std::span(outcome.accuracies).subspan(n * size, size);
      SchemeResult& result = run.results.emplace_back();
      result.scheme = &scheme;
      result.accuracies = own.data();
      if (run.seeds > 0) result.spread = *spread_over(own, outcome.seeds);
    }
  }
  while (run.trained < run.longest && run.length(run.trained + 1) <= outcome.train_longest) {
    ++run.trained;
  }
  return run;
}

// (A plain loop, as everywhere here: labs are made to be small.)
double mean_of(const BySeed& all, Index x) {
  double sum = 0;
  for (Index s = 0; s < all.cols(); ++s) sum += all(x, s);
  return sum / static_cast<double>(all.cols());
}

bool has_answer(const BySeed& all, Index x) { return !std::isnan(mean_of(all, x)); }

bool is_ahead(const BySeed& all, Index x, Index y) {
  return posenc::is_ahead(row_of(all, x), row_of(all, y));
}

Chosen best_of(const BySeed& all) {
  Chosen best{};
  for (Index x = 0; x < all.rows(); ++x) {
    bool is_best = has_answer(all, x);
    for (Index y = 0; y < all.rows(); ++y) is_best = is_best && !is_ahead(all, y, x);
    best[static_cast<std::size_t>(x)] = is_best;
  }
  return best;
}

Chosen only(Index x, Index y, Index z) {
  Chosen chosen{};
  for (const Index n : {x, y, z}) {
    if (n >= 0) chosen[static_cast<std::size_t>(n)] = true;
  }
  return chosen;
}

std::size_t count_of(const Chosen& chosen) {
  std::size_t count = 0;
  for (const bool one : chosen) count += one ? 1 : 0;
  return count;
}

}  // namespace posenc::labs
