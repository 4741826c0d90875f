#include "posenc/grading/lab_run.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/model/tasks.hpp"

namespace posenc::labs {
namespace {

bool is_share(double value) { return value >= 0 && value <= 1; }

/// Measured ones: a model that fails at a length can need any number of bits.
bool are_bits(double value) { return value >= 0 && std::isfinite(value); }

/// What the run measured, [scheme][seed][length] row by row.
const std::vector<double>& values_of(const LabOutcome& outcome) {
  return outcome.bits ? outcome.bits->values : outcome.accuracies;
}

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
  expect(count <= double{most_schemes}, words<"error-many-schemes">, count);
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
  if (outcome.bits) {
    const auto accuracies = static_cast<double>(outcome.accuracies.size());
    expect(accuracies == 0, words<"error-two-measures">, accuracies);
    for (const double level : {outcome.bits->single, outcome.bits->pair}) {
      expect(are_bits(level), words<"error-level">, level);
    }
    for (const double bits : outcome.bits->values) {
      expect(std::isnan(bits) || are_bits(bits), words<"error-bits">, bits);
    }
  }
  if (failure != nullptr) {
    // (Only the one about too many schemes has a place for the second.)
    const MessagePart parts[] = {failed_value, most_schemes};
    return invalid_argument({filled(failure, parts)});
  }

  // In double: the product may overflow an integer.
  const std::size_t size = values_of(outcome).size();
  if (outcome.seeds * count * lengths != static_cast<double>(size)) {
    const MessagePart parts[] = {count, outcome.seeds, lengths, size};
    static_assert(fits<"error-accuracies", int, int, int, int> &&
                  fits<"error-all-bits", int, int, int, int>);
    return invalid_argument(
        {filled(outcome.bits ? words<"error-all-bits"> : words<"error-accuracies">, parts)});
  }
  return std::nullopt;
}

bool is_mix(std::string_view name) { return name.find('/') != std::string_view::npos; }

/// The schemes of a mix, one for each layer.
///
/// Errors: a name that is not a scheme's.
Result<std::vector<const SchemeWords*>> layers_of(std::string_view mix) {
  std::array<std::string_view, scheme_words.size()> names;
  for (std::size_t n = 0; n < names.size(); ++n) names[n] = scheme_words[n].name;
  std::vector<const SchemeWords*> layers;
  const std::string subject =
      is_mix(mix) ? text_of<"subject-mix">(mix) : std::string(words<"subject-scheme">);
  for (std::string_view rest = mix;;) {
    const auto slash = rest.find('/');
    POSENC_TRY(known, to_choice(subject.c_str(), rest.substr(0, slash), names));
    layers.push_back(&scheme_words[known]);
    if (slash == std::string_view::npos) return layers;
    rest.remove_prefix(slash + 1);
  }
}

std::optional<Error> check_schemes(const LabOutcome& outcome) {
  for (auto scheme = outcome.schemes.begin(); scheme != outcome.schemes.end(); ++scheme) {
    const auto layers = layers_of(*scheme);
    if (!layers) return layers.error();
    if (std::find(outcome.schemes.begin(), scheme, *scheme) != scheme) {
      return invalid_argument({text_of<"error-scheme-twice">(*scheme)});
    }
  }
  return std::nullopt;
}

/// "RoPE/none". Precondition: check_schemes() finds no error.
std::string shown_mix(std::string_view mix) {
  std::string shown;
  const auto layers = *layers_of(mix);
  for (const SchemeWords* layer : layers) {
    if (!shown.empty()) shown += '/';
    shown += facts_of(layer->scheme).title;
  }
  return shown;
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
    if (result(n).scheme == wanted) return n;
  }
  return -1;
}

BySeed Run::merits(Index at) const {
  BySeed all(count(), seeds);
  for (Index n = 0; n < count(); ++n) {
    for (Index s = 0; s < seeds; ++s) {
      all(n, s) = measure.better * result(n).values[s * (longest + 1) + at];
    }
  }
  return all;
}

bool Run::is_ahead(const BySeed& all, Index x, Index y) const {
  return posenc::is_ahead(row_of(all, x), row_of(all, y), measure.difference);
}

Chosen Run::best_of(const BySeed& all) const {
  Chosen best{};
  for (Index x = 0; x < all.rows(); ++x) {
    bool is_best = has_answer(all, x);
    for (Index y = 0; y < all.rows(); ++y) is_best = is_best && !is_ahead(all, y, x);
    best[static_cast<std::size_t>(x)] = is_best;
  }
  return best;
}

std::optional<Error> check(const LabOutcome& outcome) {
  auto error = check_values(outcome);
  return error ? error : check_schemes(outcome);
}

namespace {

/// Adds the results of all schemes.
void add_results(Run& run) {
  const LabOutcome& outcome = run.outcome;
  const std::span all(values_of(outcome));
  const std::size_t size = all.size() / outcome.schemes.size();
  const auto add = [&](std::size_t n, std::optional<Scheme> scheme, std::string shown,
                       Sentence fell, Sentence held) {
    const std::span own = all.subspan(n * size, size);
    SchemeResult& result = run.results.emplace_back(
        SchemeResult{scheme, outcome.schemes[n], std::move(shown), fell, held, own.data()});
    if (run.seeds > 0) result.spread = *spread_over(own, outcome.seeds);
  };
  for (const SchemeWords& words : scheme_words) {
    for (std::size_t n = 0; n < outcome.schemes.size(); ++n) {
      if (outcome.schemes[n] != words.name) continue;
      add(n, words.scheme, std::string(words.shown), words.fell, words.held);
    }
  }
  for (std::size_t n = 0; n < outcome.schemes.size(); ++n) {
    const std::string& name = outcome.schemes[n];
    if (is_mix(name)) {
      add(n, std::nullopt, shown_mix(name), sentence<"fell-mix">, sentence<"held-mix">);
    }
  }
}

}  // namespace

Run run_of(const LabOutcome& outcome) {
  Run run{.outcome = outcome,
          .measure = outcome.bits ? bits_measure : accuracy_measure,
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
  add_results(run);
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
