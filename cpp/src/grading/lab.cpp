#include "posenc/grading/lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

#include "posenc/analysis/spread.hpp"
#include "posenc/argument.hpp"
#include "posenc/expression.hpp"
#include "posenc/model/tasks.hpp"

namespace posenc {
namespace {

/// One point of accuracy, and how far rounding may be off.
constexpr double point = accuracy_point;
constexpr double edge = 1e-9;
constexpr double high = 0.9;

/// A scheme as a sentence has it, and what explains that it falls beyond the lengths it was trained on, or does not.
struct SchemeText {
  std::string_view name;
  std::string_view shown;
  std::string_view fell;
  std::string_view held;
};

constexpr SchemeText text_about(Scheme scheme, std::string_view fell, std::string_view held) {
  const SchemeFacts& facts = facts_of(scheme);
  // In quotes, as "none is best" would say something else.
  return {facts.name, scheme == Scheme::none ? "\"none\"" : facts.title, fell, held};
}

/// All but own, for which there is nothing to say.
constexpr std::array schemes{
    text_about(Scheme::none,
               "with no positions, the mask tells it only which tokens came before, and among ever "
               "more of them that does not point to one",
               "a causal mask shows each token only those before it, which tells order at any "
               "length"),
    text_about(Scheme::sinusoidal,
               "its waves take values together, at the new places, that training never showed",
               "its formula has a value at every place, and what the model made of it carried on"),
    text_about(Scheme::learned, "rows of its table that were never trained are still noise",
               "rows that were never trained are noise, and this task got by without them"),
    text_about(Scheme::rope,
               "at distances longer than in training its slow pairs turn to angles never seen",
               "it sees distances alone, and those that count here were seen in training"),
    text_about(
        Scheme::alibi,
        "its ramp weighs by distance alone, and here it is too steep or too flat for what the "
        "task asks",
        "its ramp goes on evenly, so that near tokens count most at any length"),
    text_about(
        Scheme::alibi_directional,
        "its ramp weighs by distance, and here it is too steep or too flat for what the task "
        "asks",
        "half of its heads see only what is left, half only what is right: the direction of "
        "such a mask does the work, at any length"),
    text_about(Scheme::t5,
               "all far distances share one number, which has to serve for more and more of them",
               "all far distances share one number, which training reached"),
    text_about(Scheme::hybrid, "rows of its table that were never trained add noise to its waves",
               "its waves go on, and the noise of rows never trained did not drown them"),
};

constexpr std::array<std::string_view, 6> sets{"prediction", "e13.2",      "practice-3",
                                               "practice-4", "practice-5", "longer"};

/// Which of the schemes.
using Chosen = std::array<bool, schemes.size()>;

std::size_t count_of(const Chosen& chosen) {
  std::size_t count = 0;
  for (const bool one : chosen) count += one ? 1 : 0;
  return count;
}

/// What schemes have at one length, or lose between two: [schemes, seeds].
using Seeds = Matrix;

/// (Plain loops, as everywhere here: this is brought to whoever exercises, and made to be small.)
double mean_of(const Seeds& all, Index x) {
  double sum = 0;
  for (Index s = 0; s < all.cols(); ++s) sum += all(x, s);
  return sum / static_cast<double>(all.cols());
}

bool has_answer(const Seeds& all, Index x) { return !std::isnan(mean_of(all, x)); }

std::span<const double> row_of(const Seeds& all, Index x) {
  return {&all(x, 0), static_cast<std::size_t>(all.cols())};
}

bool is_ahead(const Seeds& all, Index x, Index y) {
  return posenc::is_ahead(row_of(all, x), row_of(all, y));
}

/// Those with an answer that no other is ahead of.
Chosen best_of(const Seeds& all) {
  Chosen best{};
  for (Index x = 0; x < all.rows(); ++x) {
    bool is_best = has_answer(all, x);
    for (Index y = 0; y < all.rows(); ++y) is_best = is_best && !is_ahead(all, y, x);
    best[static_cast<std::size_t>(x)] = is_best;
  }
  return best;
}

struct Runner {
  const SchemeText* scheme;
  /// [seeds, lengths] row by row.
  const double* accuracies;
  Spread spread;
};

/// An outcome that has been checked.
struct Run {
  const LabOutcome& outcome;
  /// In the order of `schemes`.
  std::vector<Runner> runners = {};
  Index seeds;
  /// The longest tested length that was trained on; -1 if there is none.
  Index trained = -1;
  Index longest;
  /// Where they are known.
  std::optional<ExampleKind> examples = {};
  std::optional<Direction> direction = {};
  std::optional<TaskNeed> needs = {};

  bool is_causal() const { return direction == Direction::causal; }
  /// Whether no model without positions or a mask can do it.
  bool needs_order() const {
    return direction == Direction::bidirectional && needs && needs != TaskNeed::nothing;
  }
  bool beyond() const { return outcome.lengths.back() > outcome.train_longest; }
  double length(Index n) const { return outcome.lengths[static_cast<std::size_t>(n)]; }
  const Runner& runner(Index n) const { return runners[static_cast<std::size_t>(n)]; }
  Index count() const { return static_cast<Index>(runners.size()); }
  double mean(Index n, Index at) const { return runner(n).spread.mean[at]; }
  double width(Index n, Index at) const {
    return runner(n).spread.most[at] - runner(n).spread.least[at];
  }
  /// That whose accuracies are predicted.
  Index predicted() const {
    Index n = 0;
    while (n < longest && length(n) < 2 * outcome.train_longest) ++n;
    return n;
  }
  /// -1 where it did not run.
  Index find(std::string_view name) const {
    for (Index n = 0; n < count(); ++n) {
      if (runner(n).scheme->name == name) return n;
    }
    return -1;
  }
  Seeds column(Index at) const {
    Seeds all(count(), seeds);
    for (Index n = 0; n < count(); ++n) {
      for (Index s = 0; s < seeds; ++s) all(n, s) = runner(n).accuracies[s * (longest + 1) + at];
    }
    return all;
  }
};

std::optional<Error> check(const LabOutcome& o) {
  // The first that is wrong is told, in one place.
  std::string_view wrong;
  double got = 0;
  const auto expect = [&](bool is_so, std::string_view what, double value) {
    if (is_so || !wrong.empty()) return;
    wrong = what;
    got = value;
  };
  constexpr auto whole = [](double value, double least) {
    return value >= least && value <= max_position && value == std::floor(value);
  };
  constexpr auto share = [](double value) { return value >= 0 && value <= 1; };
  const auto count = static_cast<double>(o.schemes.size());
  const auto lengths = static_cast<double>(o.lengths.size());
  expect(count > 0, "there must be at least one scheme", count);
  expect(lengths > 0, "there must be at least one length", lengths);
  double before = 0;
  for (const double length : o.lengths) {
    expect(whole(length, before + 1), "lengths must be rising whole numbers above 0", length);
    before = length;
  }
  expect(whole(o.train_longest, 1), "the longest length trained on must be a whole number above 0",
         o.train_longest);
  expect(share(o.chance), "chance must be from 0 to 1", o.chance);
  if (o.ceiling) expect(share(*o.ceiling), "the ceiling must be from 0 to 1", *o.ceiling);
  expect(whole(o.seeds, 0), "seeds must be a whole number from 0 on", o.seeds);
  for (const double accuracy : o.accuracies) {
    expect(std::isnan(accuracy) || share(accuracy), "an accuracy must be from 0 to 1, or NaN",
           accuracy);
  }
  if (!wrong.empty()) return invalid_argument({"[lab] ", wrong, " but got ", got});

  // In double: the product may overflow an integer.
  if (o.seeds * count * lengths != static_cast<double>(o.accuracies.size())) {
    return invalid_argument({"[lab] there must be schemes x seeds x lengths = ", count, " x ",
                             o.seeds, " x ", lengths, " accuracies but there are ",
                             o.accuracies.size()});
  }
  std::array<std::string_view, schemes.size()> names;
  for (std::size_t n = 0; n < names.size(); ++n) names[n] = schemes[n].name;
  Chosen seen{};
  for (const std::string& scheme : o.schemes) {
    POSENC_TRY(known, to_choice("[lab] `scheme`", scheme, names));
    if (std::exchange(seen[known], true)) {
      return invalid_argument({"[lab] every scheme must be there once but ", scheme, " is twice"});
    }
  }
  return std::nullopt;
}

/// Precondition: check() finds no error.
Run run_of(const LabOutcome& o) {
  Run run{.outcome = o,
          .seeds = static_cast<Index>(o.seeds),
          .longest = static_cast<Index>(o.lengths.size()) - 1,
          .direction = o.direction,
          .needs = o.needs};
  for (const TaskFacts& facts : task_facts) {
    if (facts.name != o.task) continue;
    run.examples = facts.examples;
    if (!run.direction) run.direction = facts.direction;
    if (!run.needs) run.needs = need_of(facts.examples);
  }
  const std::size_t size = o.accuracies.size() / o.schemes.size();
  for (const SchemeText& scheme : schemes) {
    for (std::size_t n = 0; n < o.schemes.size(); ++n) {
      if (o.schemes[n] != scheme.name) continue;
      const std::span own = std::span(o.accuracies).subspan(n * size, size);
      Runner& runner = run.runners.emplace_back();
      runner.scheme = &scheme;
      runner.accuracies = own.data();
      if (run.seeds > 0) runner.spread = *spread_over(own, o.seeds);
    }
  }
  while (run.trained < run.longest && run.length(run.trained + 1) <= o.train_longest) ++run.trained;
  return run;
}

// Words. Each is added to a text: that is less code than a text of its own.

// (Nor is a list made of the parts: each is a call.)

void append(std::string& text, std::string_view part) { text += part; }

template <class Number>
  requires std::is_arithmetic_v<Number>
void append(std::string& text, Number number) {
  text += format_number(static_cast<double>(number));
}

template <class... Parts>
void add(std::string& text, const Parts&... parts) {
  (append(text, parts), ...);
}

/// A share in per cent, with one decimal. (No -0.)
double hundredths(double share) { return std::round(share * 1000) / 10 + 0.0; }

void add_points(std::string& text, double share) {
  const double points = hundredths(share);
  add(text, points, points == 1 ? " point" : " points");
}

/// A list of so many, in words: what stands before number n.
std::string_view before(std::size_t n, std::size_t count) {
  return n == 0 ? "" : n + 1 == count ? " and " : ", ";
}

std::string listed(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t n = 0; n < all.size(); ++n) add(text, before(n, all.size()), all[n]);
  return text;
}

/// "At length 32: none 98.2 %, RoPE 96.8 % (95.1 to 98)."
void add_figures(std::string& text, const Run& run, Index at, const std::vector<Index>& some) {
  add(text, "At length ", run.length(at), ":");
  for (std::size_t n = 0; n < some.size(); ++n) {
    const auto& [scheme, accuracies, spread] = run.runner(some[n]);
    add(text, n == 0 ? " " : before(n, some.size()), scheme->shown);
    if (std::isnan(spread.mean[at])) {
      add(text, " without an answer");
      continue;
    }
    add(text, " ", hundredths(spread.mean[at]), " %");
    if (run.seeds > 1) {
      add(text, " (", hundredths(spread.least[at]), " to ", hundredths(spread.most[at]), ")");
    }
  }
  add(text, ".");
}

void add_figures(std::string& text, const Run& run, Index at) {
  std::vector<Index> all;
  for (Index n = 0; n < run.count(); ++n) all.push_back(n);
  add_figures(text, run, at, all);
}

void add_rule(std::string& text, const Run& run) {
  if (run.seeds == 1) {
    add(text,
        " A difference counts from one point on; one seed shows no spread, and another may say "
        "otherwise.");
  } else {
    add(text, " A difference counts if each of your ", run.seeds,
        " seeds has it, and if it is at least one point on the mean; else your seeds do not "
        "agree. Of two schemes that are equally good, chance alone puts one ahead in all ",
        run.seeds, " seeds in 1 of ", std::exp2(run.seeds - 1), " cases.");
  }
}

void add_names(std::string& text, const Run& run, const Chosen& chosen) {
  const std::size_t count = count_of(chosen);
  std::size_t n = 0;
  for (Index x = 0; x < run.count(); ++x) {
    if (chosen[static_cast<std::size_t>(x)]) {
      add(text, before(n++, count), run.runner(x).scheme->shown);
    }
  }
  if (count == 0) add(text, "nobody");
}

/// Why a scheme is where it is at a length beyond those trained on.
void add_reason(std::string& text, const Run& run, Index x, Index at) {
  const SchemeText& scheme = *run.runner(x).scheme;
  const double mean = run.mean(x, at);
  add(text, " ", scheme.shown, ": ");
  if (std::isnan(mean)) {
    add(text, "it has nothing to say about places so far out.");
  } else if (!(run.mean(x, run.trained) >= high)) {
    add(text, "it had not learned the task at length ", run.length(run.trained), " either.");
  } else if (scheme.name == "none" && !run.is_causal()) {
    add(text, mean < high ? "it has no places to get wrong, but more tokens to tell apart."
                          : "what the task asks for does not depend on order.");
  } else {
    add(text, mean < high ? scheme.fell : scheme.held, ".");
  }
}

/// Why a scheme learned a task, or did not, where more is known than that it was told positions.
void add_known(std::string& text, const Run& run, Index x) {
  const auto& [name, shown, fell, held] = *run.runner(x).scheme;
  std::string_view why;
  if (run.mean(x, run.trained) >= high) {
    if ((name == "none" && run.is_causal()) || (name == "alibi-directional" && run.needs_order()))
      why = held;
  } else if (name == "none" && run.needs_order()) {
    why = "without positions or a mask all orders of the same tokens are alike to it";
  } else if (name == "alibi" && run.needs_order()) {
    why = "its ramp tells how far a token is, and not on which side";
  } else if (name == "rope" && run.needs == TaskNeed::place) {
    why = "it knows distances, and the task asks for a place";
  }
  if (!why.empty()) add(text, " ", shown, ": ", why, ".");
}

// Questions, each with what is right.

enum class Truth : char { no, either, yes };

constexpr Truth truth(bool is_so) { return is_so ? Truth::yes : Truth::no; }

struct Asked {
  LabQuestion question;
  /// One for each choice.
  std::vector<Truth> truths;
  /// Where a number is asked: the share, NaN where there is none; how far off is right, and near.
  double share = 0;
  double right_within = 0;
  double near_within = 0;
  double least = 0;
  /// After what the verdict itself says.
  std::string because;
};

/// A list of questions that grows.
using Asking = std::vector<Asked>;

/// The question's text is added to it.
Asked& ask(Asking& all, LabKind kind, std::string_view id) {
  Asked& asked = all.emplace_back();
  asked.question.id = id;
  asked.question.kind = kind;
  return asked;
}

Asked& ask_number(Asking& all, std::string_view id, double share, double within) {
  Asked& asked = ask(all, LabKind::percent, id);
  asked.share = share;
  asked.right_within = within;
  return asked;
}

void offer(Asked& asked, std::string_view id, std::string_view text, Truth truth) {
  LabChoice& choice = asked.question.choices.emplace_back();
  choice.id = id;
  choice.text = text;
  asked.truths.push_back(truth);
}

void offer(Asked& asked, std::string_view id, std::string_view text, bool is_so) {
  offer(asked, id, text, truth(is_so));
}

void offer(Asked& asked, const SchemeText& scheme, Truth truth) {
  offer(asked, scheme.name, scheme.name == "none" ? scheme.name : scheme.shown, truth);
}

/// Whether a mean is so near 90 % that it counts either way.
bool is_near_high(double mean) { return std::abs(mean - high) <= point / 2 + edge; }

/// Which schemes are right often enough at a length.
void ask_high(Asking& all, const Run& run, std::string_view id, Index at) {
  Asked& asked = ask(all, LabKind::several, id);
  add(asked.question.text, "Which schemes are right at least 90 % of the time at length ",
      run.length(at), ", on the mean of your seeds?");
  std::string& because = asked.because;
  add_figures(because, run, at);
  for (Index n = 0; n < run.count(); ++n) {
    const SchemeText& scheme = *run.runner(n).scheme;
    const double mean = run.mean(n, at);
    const bool is_near = is_near_high(mean);
    offer(asked, scheme, is_near ? Truth::either : truth(mean > high));
    if (is_near) add(because, " ", scheme.shown, " is so near 90 % that it counts either way.");
    if (at > run.trained) {
      add_reason(because, run, n, at);
    } else {
      add_known(because, run, n);
    }
  }
}

/// Which scheme loses most from the trained length to the longest: what has no answer there, all of it.
void ask_fell(Asking& asking, const Run& run) {
  Asked& asked = ask(asking, LabKind::one, "fell");
  add(asked.question.text, "Which scheme loses most from length ", run.length(run.trained),
      " to length ", run.length(run.longest), "?");
  std::string& because = asked.because;
  Seeds all = run.column(run.trained);
  const Seeds left = run.column(run.longest);
  for (Index n = 0; n < all.rows(); ++n) {
    for (Index s = 0; s < all.cols(); ++s) all(n, s) -= has_answer(left, n) ? left(n, s) : -2;
  }
  const Chosen most = best_of(all);
  double largest = 0;
  add(because, "What each lost: ");
  for (Index n = 0; n < run.count(); ++n) {
    const double lost = mean_of(all, n);
    add(because, before(static_cast<std::size_t>(n), run.runners.size()),
        run.runner(n).scheme->shown);
    if (std::isnan(lost)) {
      add(because, " had none to lose");
    } else if (lost > 1) {
      add(because, " its answer");
    } else {
      add(because, " ");
      add_points(because, lost);
    }
    if (lost > largest) largest = lost;
  }
  add(because, ".");
  const bool nobody = largest < point - edge;
  for (Index n = 0; n < run.count(); ++n) {
    const bool is_so = most[static_cast<std::size_t>(n)] && !nobody;
    offer(asked, *run.runner(n).scheme, truth(is_so));
    // What lost most may have kept most.
    if (is_so && !(run.mean(n, run.longest) >= high)) add_reason(because, run, n, run.longest);
  }
  offer(asked, "nobody", "nobody: less than one point each", nobody);
  add_rule(because, run);
}

/// A number to be read from the run: of the learned table, if it can be, or of what else fell.
void ask_read(Asking& all, const Run& run) {
  const auto falls = [&](Index n) {
    return run.mean(n, run.trained) - run.mean(n, run.longest) >= point;
  };
  Index subject = -1;
  for (Index n = 0; n < run.count(); ++n) {
    if (std::isnan(run.mean(n, run.longest))) continue;
    const bool is_learned = run.runner(n).scheme->name == "learned";
    if (is_learned || subject < 0 || (falls(n) && !falls(subject))) subject = n;
    if (is_learned) break;
  }
  if (subject < 0) return;
  Asked& asked = ask_number(all, "read", run.mean(subject, run.longest), 2 * point);
  add(asked.question.text, "How often is ", run.runner(subject).scheme->shown, " right at length ",
      run.length(run.longest), ", on the mean of your seeds, in per cent?");
  add_figures(asked.because, run, run.longest, {subject});
  add_reason(asked.because, run, subject, run.longest);
}

void ask_alibi(Asking& all, const Run& run, Index alibi) {
  const Chosen best = best_of(run.column(run.longest));
  const bool is_best = best[static_cast<std::size_t>(alibi)];
  const bool alone = is_best && count_of(best) == 1;
  Asked& asked = ask(all, LabKind::one, "alibi");
  add(asked.question.text, "Does your run say that ALiBi is the best at length ",
      run.length(run.longest), "?");
  offer(asked, "alone", "yes, alone", alone);
  offer(asked, "shared", "it shares the first place", is_best && !alone);
  offer(asked, "no", "no", !is_best);
  add_figures(asked.because, run, run.longest);
  add_rule(asked.because, run);
  add_reason(asked.because, run, alibi, run.longest);
}

void ask_spread(Asking& all, const Run& run) {
  double largest = -1;
  for (Index n = 0; n < run.count(); ++n) {
    if (run.width(n, run.longest) > largest) largest = run.width(n, run.longest);
  }
  if (largest < 0) return;
  Asked& asked = ask(all, LabKind::one, "spread");
  add(asked.question.text, "Of which scheme do your seeds differ most at length ",
      run.length(run.longest), "?");
  add(asked.because, "From your lowest seed to your highest:");
  for (Index n = 0; n < run.count(); ++n) {
    const double width = run.width(n, run.longest);
    offer(asked, *run.runner(n).scheme, truth(width > largest - point + edge));
    if (std::isnan(width)) continue;
    add(asked.because, " ", run.runner(n).scheme->shown, " ");
    add_points(asked.because, width);
    add(asked.because, ";");
  }
  add(asked.because,
      " within a point of each other they count alike. What two seeds do not agree on is "
      "no property of the scheme: show the spread, and claim no value.");
}

void ask_why_none(Asking& all, const Run& run, Index none) {
  const double mean = run.mean(none, run.trained);
  const bool causal = run.is_causal();
  const bool near = causal && is_near_high(mean);
  const bool by_mask = causal && mean >= high;
  const bool blind = !causal && std::abs(mean - run.outcome.chance) <= 2 * point + edge;
  Asked& asked = ask(all, LabKind::one, "why-none");
  add(asked.question.text, "What does your run say of \"none\" at length ", run.length(run.trained),
      "?");
  offer(asked, "mask", "it learned the task: the causal mask tells it order", by_mask || near);
  offer(asked, "blind", "it cannot learn it: it sees both ways, and is blind to order", blind);
  offer(asked, "steps", "it has not learned it, and nothing forbids it: perhaps with more steps",
        near || (!by_mask && !blind));
  std::string& because = asked.because;
  add_figures(because, run, run.trained, {none});
  if (by_mask) {
    add(because,
        " Each token sees only those before it. How much that is differs from place to place, "
        "which is all that order needs.");
  } else if (blind) {
    add(because,
        " Without positions and mask, all orders of the same tokens give the same answer. One of "
        "each two that are tested ascends: exactly half can be right, however long it is "
        "trained.");
  } else if (causal) {
    add(because, " The mask tells it order: what it lacks is training.");
  } else {
    add(because, " Guessing has ", hundredths(run.outcome.chance), " %.");
  }
}

void prediction(Asking& all, const Run& run) {
  const Index at = run.predicted();
  for (Index n = 0; n < run.count(); ++n) {
    const SchemeText& scheme = *run.runner(n).scheme;
    Asked& asked = ask_number(all, "guess-", 0, 0);
    // (What is guessed, how often it is right, stands once above all of them.)
    add(asked.question.text, scheme.name == "none" ? scheme.name : scheme.shown, " at length ",
        run.length(at));
    asked.question.id += scheme.name;
    if (run.seeds == 0) continue;
    asked.share = run.mean(n, at);
    asked.right_within = std::max(5 * point, run.width(n, at));
    asked.near_within = 15 * point;
    add_figures(asked.because, run, at, {n});
    if (run.trained >= 0 && at > run.trained) add_reason(asked.because, run, n, at);
  }
}

void e13_2(Asking& all, const Run& run) {
  ask_high(all, run, "learned", run.trained);
  ask_high(all, run, "kept", run.longest);
  ask_fell(all, run);
  ask_read(all, run);
  if (const Index alibi = run.find("alibi"); alibi >= 0) ask_alibi(all, run, alibi);
  if (run.seeds > 1) ask_spread(all, run);
  const Index none = run.find("none");
  if (none >= 0 && run.examples == ExampleKind::order && !std::isnan(run.mean(none, run.trained))) {
    ask_why_none(all, run, none);
  }
}

/// Why no more than the ceiling can be right.
std::string_view ceiling_reason(const Run& run) {
  const auto kind = run.examples;
  if (kind == ExampleKind::reverse || kind == ExampleKind::shift || kind == ExampleKind::previous) {
    return " Without positions a token knows which others there are, and any of them may be the "
           "one "
           "asked for, each alike.";
  }
  if (kind == ExampleKind::first || kind == ExampleKind::sort) {
    return " Without positions any of the tokens may be the one asked for, each alike.";
  }
  if (run.needs == TaskNeed::nothing) {
    return " What this task asks for does not depend on order, and so nothing is lost.";
  }
  if (kind == ExampleKind::order) {
    return " All orders of the same tokens get one answer, and one of each two ascends.";
  }
  return " Without positions all orders of the same tokens look alike.";
}

void practice_3(Asking& all, const Run& run) {
  const Index none = run.find("none");
  const Index waves = run.find("sinusoidal");
  const Index table = run.find("learned");
  const Index better = run.mean(waves, run.trained) >= run.mean(table, run.trained) ? waves : table;
  const double without = run.mean(none, run.trained);
  const double lost = run.mean(better, run.trained) - without;
  const double length = run.length(run.trained);
  {
    Asked& cost = ask_number(all, "cost", lost, 2 * point);
    add(cost.question.text, "How many points does removing the encoding cost at length ", length,
        ": the better of sinusoidal and learned, minus \"none\"?");
    cost.least = -1;
    add_figures(cost.because, run, run.trained, {none, waves, table});
    add(cost.because, " From ", run.runner(better).scheme->shown, " to \"none\" that is ");
    add_points(cost.because, lost);
    add(cost.because, ".");
  }
  {
    const bool can_do = without >= high;
    const bool near = is_near_high(without);
    const bool ahead = is_ahead(run.column(run.trained), better, none);
    Asked& needs = ask(all, LabKind::one, "needs");
    add(needs.question.text, "By your run, does this task need to be told positions?");
    offer(needs, "yes", "yes", (near || !can_do) && ahead);
    offer(needs, "no", "no", near || can_do);
    offer(needs, "open", "the run does not say: no model of the three gets on",
          (near || !can_do) && !ahead);
    std::string& because = needs.because;
    add_figures(because, run, run.trained, {none, waves, table});
    if (can_do) {
      add(because, " Without positions it is right at least 90 % of the time: ",
          run.is_causal()
              ? "the causal mask tells it enough."
              : "what the task asks for does not depend on order, and an encoding has nothing "
                "to add.");
    } else {
      add(because, " Without positions it does not get to 90 %, and ",
          ahead ? "an encoding is ahead of it: tokens have to look at places, and without "
                  "positions all places look alike."
                : "neither encoding is ahead of it.");
      add_rule(because, run);
    }
  }
  if (!run.outcome.ceiling) return;
  const double ceiling = *run.outcome.ceiling;
  Asked& asked = ask_number(all, "ceiling", ceiling, point / 2);
  add(asked.question.text,
      "What is the highest accuracy that a model without positions can have at "
      "length ",
      length, ", in per cent?");
  add(asked.because, "It is ", hundredths(ceiling), " %; \"none\" came to ", hundredths(without),
      " %.", ceiling_reason(run),
      without > ceiling + edge ? " What is above it is the luck of the test examples." : "");
}

/// Which of two schemes is ahead, if one is.
void ask_ahead(Asking& all, const Run& run, std::string_view id, Index x, Index y, Index at) {
  const Seeds column = run.column(at);
  const bool first = is_ahead(column, x, y);
  const bool second = is_ahead(column, y, x);
  Asked& asked = ask(all, LabKind::one, id);
  add(asked.question.text, "Which is ahead at length ", run.length(at), "?");
  offer(asked, *run.runner(x).scheme, truth(first));
  offer(asked, *run.runner(y).scheme, truth(second));
  offer(asked, "neither", "the run does not tell them apart", !first && !second);
  add_figures(asked.because, run, at, {x, y});
  add_rule(asked.because, run);
  if (at == run.trained) {
    add_known(asked.because, run, x);
    add_known(asked.because, run, y);
  }
}

void practice_4(Asking& all, const Run& run) {
  const Index hybrid = run.find("hybrid");
  const Index waves = run.find("sinusoidal");
  const Index table = run.find("learned");
  {
    const Seeds column = run.column(run.trained);
    // +1 where the hybrid is ahead, -1 where the part is.
    const auto against = [&](Index part) {
      return (is_ahead(column, hybrid, part) ? 1 : 0) - (is_ahead(column, part, hybrid) ? 1 : 0);
    };
    const int w = against(waves);
    const int t = against(table);
    Asked& asked = ask(all, LabKind::one, "trained");
    add(asked.question.text, "How does hybrid compare with its two parts at length ",
        run.length(run.trained), "?");
    offer(asked, "ahead", "ahead of both", w > 0 && t > 0);
    offer(asked, "both", "like both: not told apart from either", w == 0 && t == 0);
    offer(asked, "sinusoidal", "like sinusoidal, not like learned", w == 0 && t != 0);
    offer(asked, "learned", "like learned, not like sinusoidal", t == 0 && w != 0);
    offer(asked, "other", "behind both, or between them", w * t != 0 && w + t < 2);
    add_figures(asked.because, run, run.trained, {waves, table, hybrid});
    add_rule(asked.because, run);
    add(asked.because, " A sum of two vectors holds both: the model can use either.");
  }
  if (!run.beyond()) return;

  // How far off each part is. Without an answer is like without an answer, and unlike anything else.
  const Seeds column = run.column(run.longest);
  Seeds apart(2, run.seeds);
  for (const Index row : {0, 1}) {
    const Index part = row == 0 ? waves : table;
    for (Index s = 0; s < run.seeds; ++s) {
      apart(row, s) = has_answer(column, part) && has_answer(column, hybrid)
                          ? std::abs(column(part, s) - column(hybrid, s))
                      : has_answer(column, part) == has_answer(column, hybrid) ? 0
                                                                               : 2;
    }
  }
  const bool not_waves = is_ahead(apart, 0, 1);
  const bool not_table = is_ahead(apart, 1, 0);
  Asked& asked = ask(all, LabKind::one, "beyond");
  add(asked.question.text, "Which of its parts is hybrid nearer to at length ",
      run.length(run.longest), "?");
  offer(asked, "sinusoidal", "sinusoidal", !not_waves);
  offer(asked, "learned", "learned", !not_table);
  add_figures(asked.because, run, run.longest, {waves, table, hybrid});
  if (!not_waves && !not_table) add(asked.because, " The run does not tell: either counts.");
  add_rule(asked.because, run);
  add_reason(asked.because, run, hybrid, run.longest);
}

void practice_5(Asking& all, const Run& run) {
  const Index waves = run.find("sinusoidal");
  const Index rope = run.find("rope");
  ask_ahead(all, run, "trained", waves, rope, run.trained);
  if (run.beyond()) {
    ask_ahead(all, run, "longest", waves, rope, run.longest);
    add_reason(all.back().because, run, waves, run.longest);
    add_reason(all.back().because, run, rope, run.longest);
  }
  const bool place = run.needs == TaskNeed::place;
  if (!place && run.needs != TaskNeed::distance) return;
  Asked& asked = ask(all, LabKind::one, "asks");
  add(asked.question.text, "What does this task ask for?");
  offer(asked, "place", "a place, whose distance differs from token to token", place);
  offer(asked, "distance", "a distance, the same for every token", !place);
  add(asked.because,
      place ? "Each token has to look at a place that is at another distance for each. Added "
              "waves tell places; RoPE puts only distances into its scores. "
            : "Each token has to look one place back. That is one distance, which RoPE has "
              "in its scores; from waves it has to be worked out. ");
  add_figures(asked.because, run, run.trained, {waves, rope});
}

void longer(Asking& all, const Run& run) {
  Asked& silent = ask(all, LabKind::several, "silent");
  add(silent.question.text, "Which schemes have no answer at length ", run.length(run.longest),
      "?");
  bool any = false;
  for (Index n = 0; n < run.count(); ++n) {
    const bool is_silent = std::isnan(run.mean(n, run.longest));
    offer(silent, *run.runner(n).scheme, truth(is_silent));
    any = any || is_silent;
  }
  add_figures(silent.because, run, run.longest);
  add(silent.because,
      any ? " A table has no row past its last, and a run whose numbers got lost has none."
          : " All have an answer; having one is not the same as being right.");
  ask_high(all, run, "kept", run.longest);
  ask_fell(all, run);
}

/// The questions of a set, and, once it has run, what is right.
std::optional<Error> ask_all(Asking& all, std::string_view set, const Run& run) {
  struct Set {
    std::string_view schemes;
    std::array<std::string_view, 3> needed;
    void (*make)(Asking&, const Run&);
  };
  static constexpr std::array<Set, sets.size()> makers{
      {{"", {}, &prediction},
       {"", {}, &e13_2},
       {"none, sinusoidal and learned", {"none", "sinusoidal", "learned"}, &practice_3},
       {"hybrid, sinusoidal and learned", {"hybrid", "sinusoidal", "learned"}, &practice_4},
       {"rope and sinusoidal", {"rope", "sinusoidal"}, &practice_5},
       {"", {}, &longer}}};
  POSENC_TRY(choice, to_choice("[lab] the set", set, sets));
  const Set& maker = makers[choice];

  std::string lacks;
  if (choice > 0) {
    const bool needs_beyond = maker.make == &e13_2 || maker.make == &longer;
    if (run.seeds == 0) {
      lacks = "a run that is done: seeds is 0";
    } else if (run.trained < 0) {
      lacks = "a tested length that was trained on";
    } else if (needs_beyond && !run.beyond()) {
      lacks = "a tested length beyond those trained on";
    } else if (maker.make == &e13_2 && run.count() < 2) {
      lacks = "two schemes or more";
    }
    for (const std::string_view scheme : maker.needed) {
      if (scheme.empty() || !lacks.empty()) continue;
      const Index runner = run.find(scheme);
      if (runner < 0) {
        add(lacks, "the schemes ", maker.schemes, " in one run");
      } else if (std::isnan(run.mean(runner, run.trained))) {
        add(lacks, "an answer of ", scheme, " at length ", run.length(run.trained));
      }
    }
  }
  if (!lacks.empty()) return invalid_argument({"[lab] ", set, " needs ", lacks});
  maker.make(all, run);
  return std::nullopt;
}

// Verdicts.

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const auto first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/// An answer as understood.
struct Read {
  Outcome outcome;
  /// What the verdict says before the numbers; what was not understood.
  std::string said = {};
  /// A number typed, as a share; NaN for "-".
  double share = 0;
};

Read read_number(const Asked& asked, std::string_view text) {
  const double none = std::nan("");
  if (text == "-") {
    if (std::isnan(asked.share)) return {Outcome::right, "", none};
    return {Outcome::wrong, "It has an answer. ", none};
  }
  const bool has_sign = text.ends_with('%');
  if (has_sign) text = trimmed(text.substr(0, text.size() - 1));
  const auto expression = Expression::parse(text);
  if (!expression) return {Outcome::unreadable, expression.error().message};
  const auto value = expression->evaluate();
  if (!value) return {Outcome::unreadable, value.error().message};
  const double share = *value / 100;
  if (!(share >= asked.least && share <= 1)) {
    return {Outcome::unreadable, joined({"a number from ", 100 * asked.least,
                                         " to 100 is asked for, but this is ", *value})};
  }
  const double off = share - asked.share;
  if (std::isnan(off)) return {Outcome::wrong, "It has no answer there. ", share};
  if (std::abs(off) <= asked.right_within + edge) return {Outcome::right, "", share};
  const bool is_near = std::abs(off) <= asked.near_within + edge;
  std::string said;
  add(said, "Your ", *value, " is ");
  add_points(said, std::abs(off));
  add(said, off > 0 ? " too high. " : " too low. ");
  if (!has_sign && std::abs(*value - asked.share) <= asked.right_within) {
    add(said, "It is read in per cent. ");
  }
  return {is_near ? Outcome::form : Outcome::wrong, std::move(said), share};
}

Read read_choices(const Asked& asked, std::string_view text) {
  const std::vector<LabChoice>& choices = asked.question.choices;
  const bool one = asked.question.kind == LabKind::one;
  std::vector<char> given(choices.size());
  for (std::string_view rest = text; one || text != "-";) {
    const auto comma = one ? std::string_view::npos : rest.find(',');
    const std::string_view id = trimmed(rest.substr(0, comma));
    const auto found = std::ranges::find(choices, id, &LabChoice::id);
    if (found == choices.end()) return {Outcome::unreadable, "there is no choice " + quote(id)};
    given[static_cast<std::size_t>(found - choices.begin())] = true;
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  const auto in_words = [](const LabChoice& choice) {
    return choice.id == "none" ? quote(choice.text) : choice.text;
  };
  std::vector<std::string> so;
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  for (std::size_t n = 0; n < choices.size(); ++n) {
    if (asked.truths[n] != Truth::no) so.push_back(in_words(choices[n]));
    if (given[n] && asked.truths[n] == Truth::no) extra.push_back(in_words(choices[n]));
    if (!given[n] && asked.truths[n] == Truth::yes) missing.push_back(in_words(choices[n]));
  }
  if (one) {
    if (extra.empty()) return {Outcome::right};
    return {Outcome::wrong, "The answer is: " + listed(so) + ". "};
  }
  if (extra.empty() && missing.empty()) return {Outcome::right};
  std::string said;
  if (!missing.empty()) said += "Missing: " + listed(missing) + ". ";
  if (!extra.empty()) said += "Marked wrongly: " + listed(extra) + ". ";
  return {Outcome::wrong, std::move(said)};
}

Read read(const Asked& asked, std::string_view text) {
  if (is_blank(text)) return {Outcome::empty};
  text = trimmed(text);
  return asked.question.kind == LabKind::percent ? read_number(asked, text)
                                                 : read_choices(asked, text);
}

std::optional<Error> check_asked(const Asking& asking, std::string_view set,
                                 const Answers& answers) {
  for (const auto& answer : answers) {
    bool is_asked = false;
    for (const Asked& asked : asking) is_asked = is_asked || asked.question.id == answer.first;
    if (!is_asked) {
      return invalid_argument({"[lab] ", set, " does not ask for ", quote(answer.first)});
    }
  }
  return std::nullopt;
}

/// Whether those are among the best that were predicted to be.
void judge_winner(LabVerdict& verdict, const Run& run, const std::vector<Read>& guesses) {
  verdict.item = "winner";
  verdict.outcome = Outcome::empty;
  double highest = -1;
  for (const Read& guess : guesses) {
    if (guess.outcome == Outcome::empty || guess.outcome == Outcome::unreadable) return;
    if (guess.share > highest) highest = guess.share;
  }
  const Chosen best = best_of(run.column(run.predicted()));
  Chosen first{};
  // Who predicts no answer of any is right if there is none.
  bool is_right = highest >= 0 || count_of(best) == 0;
  for (std::size_t n = 0; n < guesses.size(); ++n) {
    first[n] = guesses[n].share == highest;
    if (first[n] && !best[n]) is_right = false;
  }
  verdict.outcome = is_right ? Outcome::right : Outcome::wrong;
  std::string& because = verdict.because;
  add(because, "First by your guess: ");
  add_names(because, run, first);
  add(because, ". First by your run: ");
  add_names(because, run, best);
  add(because, ". ");
  add_figures(because, run, run.predicted());
  add_rule(because, run);
}

}  // namespace

std::vector<std::string_view> lab_set_ids() { return {sets.begin(), sets.end()}; }

Result<std::vector<LabQuestion>> lab_questions(std::string_view set, const LabOutcome& outcome) {
  if (auto error = check(outcome)) return *std::move(error);
  Asking asking;
  if (auto error = ask_all(asking, set, run_of(outcome))) return *std::move(error);
  std::vector<LabQuestion> questions;
  for (Asked& asked : asking) questions.push_back(std::move(asked.question));
  return questions;
}

Result<std::vector<LabVerdict>> unreadable_of_lab(std::string_view set, const LabOutcome& outcome,
                                                  const Answers& answers) {
  if (auto error = check(outcome)) return *std::move(error);
  Asking asking;
  if (auto error = ask_all(asking, set, run_of(outcome))) return *std::move(error);
  if (auto error = check_asked(asking, set, answers)) return *std::move(error);
  std::vector<LabVerdict> unreadable;
  for (const Asked& asked : asking) {
    Read one = read(asked, answer_to(answers, asked.question.id));
    if (one.outcome != Outcome::unreadable) continue;
    unreadable.push_back({asked.question.id, one.outcome, std::move(one.said)});
  }
  return unreadable;
}

Result<LabGrade> grade_lab(std::string_view set, const LabOutcome& outcome,
                           const Answers& answers) {
  if (auto error = check(outcome)) return *std::move(error);
  const Run run = run_of(outcome);
  Asking asking;
  if (auto error = ask_all(asking, set, run)) return *std::move(error);
  if (run.seeds == 0) {
    return invalid_argument(
        {"[lab] ", set, " needs a run that is done before it is graded: seeds is 0"});
  }
  if (auto error = check_asked(asking, set, answers)) return *std::move(error);

  LabGrade grade{0, 0, {}};
  std::vector<Read> all;
  for (const Asked& asked : asking) {
    Read& one = all.emplace_back(read(asked, answer_to(answers, asked.question.id)));
    LabVerdict& verdict = grade.items.emplace_back();
    verdict.item = asked.question.id;
    verdict.outcome = one.outcome;
    verdict.because = std::move(one.said);
    const bool is_read = one.outcome != Outcome::empty && one.outcome != Outcome::unreadable;
    if (is_read) verdict.because += asked.because;
  }
  if (set == sets[0] && run.count() > 1) judge_winner(grade.items.emplace_back(), run, all);
  for (const LabVerdict& verdict : grade.items) {
    grade.score += points(verdict.outcome);
    ++grade.max;
  }
  return grade;
}

}  // namespace posenc
