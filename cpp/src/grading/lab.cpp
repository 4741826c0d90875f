#include "posenc/grading/lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "posenc/analysis/spread.hpp"
#include "posenc/argument.hpp"
#include "posenc/grading/expression.hpp"

namespace posenc {
namespace {

/// One point of accuracy, and how far rounding may be off.
constexpr double point = 0.01;
constexpr double edge = 1e-9;
constexpr double high = 0.9;

/// A scheme as a sentence has it, and what explains that it falls beyond the lengths it was trained on, or does not.
struct SchemeText {
  std::string_view name;
  std::string_view shown;
  std::string_view fell;
  std::string_view held;
};

constexpr std::array schemes{
    // In quotes, as "none is best" would say something else.
    SchemeText{"none", "\"none\"",
               "with no positions, the mask tells it only which tokens came before, and among ever "
               "more of them that does not point to one",
               "a causal mask shows each token only those before it, which tells order at any "
               "length"},
    SchemeText{"sinusoidal", "sinusoidal",
               "its waves take values together, at the new places, that training never showed",
               "its formula has a value at every place, and what the model made of it carried on"},
    SchemeText{"learned", "learned", "rows of its table that were never trained are still noise",
               "rows that were never trained are noise, and this task got by without them"},
    SchemeText{"rope", "RoPE",
               "at distances longer than in training its slow pairs turn to angles never seen",
               "it sees distances alone, and those that count here were seen in training"},
    SchemeText{
        "alibi", "ALiBi",
        "its ramp weighs by distance alone, and here it is too steep or too flat for what the "
        "task asks",
        "its ramp goes on evenly, so that near tokens count most at any length"},
    SchemeText{
        "alibi-directional", "directional ALiBi",
        "its ramp weighs by distance, and here it is too steep or too flat for what the task "
        "asks",
        "half of its heads see only what is left, half only what is right: the direction of "
        "such a mask does the work, at any length"},
    SchemeText{"t5", "T5's bias",
               "all far distances share one number, which has to serve for more and more of them",
               "all far distances share one number, which training reached"},
    SchemeText{"hybrid", "hybrid",
               "rows of its table that were never trained add noise to its waves",
               "its waves go on, and the noise of rows never trained did not drown them"},
};

constexpr std::array<std::string_view, 6> sets{"prediction", "e13.2",      "practice-3",
                                               "practice-4", "practice-5", "longer"};

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, text) != all.end();
}

bool is_causal(std::string_view task) {
  return is_one_of(task, {"order", "previous", "forward-fill", "first-causal"});
}
bool ignores_order(std::string_view task) { return task.starts_with("copy") || task == "count"; }
bool asks_for_place(std::string_view task) {
  return is_one_of(task, {"reverse", "first", "first-causal"});
}
bool asks_for_distance(std::string_view task) { return is_one_of(task, {"previous", "shift"}); }

/// What the schemes have at one length, or lose between two: a number for each seed.
using Seeds = Vector;

bool has_answer(const Seeds& seeds) { return seeds.allFinite(); }

bool is_ahead(const Seeds& x, const Seeds& y) {
  if (!has_answer(x) || !has_answer(y)) return has_answer(x) && !has_answer(y);
  return (x.array() > y.array()).all() && x.mean() - y.mean() >= point - edge;
}

/// Those with an answer that no other is ahead of.
std::vector<bool> best_of(const std::vector<Seeds>& all) {
  std::vector<bool> best;
  for (const Seeds& one : all) {
    best.push_back(has_answer(one) && std::ranges::none_of(all, [&](const Seeds& other) {
                     return is_ahead(other, one);
                   }));
  }
  return best;
}

struct Runner {
  const SchemeText* scheme;
  Matrix accuracies;  // [seeds, lengths]
  Spread spread;
};

/// An outcome that has been checked.
struct Run {
  const LabOutcome& outcome;
  /// In the order of `schemes`.
  std::vector<Runner> runners;
  Index seeds;
  /// The longest tested length that was trained on; -1 if there is none.
  Index trained;
  Index longest;

  bool beyond() const { return outcome.lengths.back() > outcome.train_longest; }
  double length(Index n) const { return outcome.lengths[static_cast<std::size_t>(n)]; }
  /// That whose accuracies are predicted.
  Index predicted() const {
    Index n = 0;
    while (n < longest && length(n) < 2 * outcome.train_longest) ++n;
    return n;
  }
  std::string at(Index n) const { return " at length " + format_number(length(n)); }
  const Runner* find(std::string_view name) const {
    const auto found =
        std::ranges::find(runners, name, [](const Runner& r) { return r.scheme->name; });
    return found == runners.end() ? nullptr : &*found;
  }
  std::vector<Seeds> column(Index length) const {
    std::vector<Seeds> all;
    for (const Runner& runner : runners) all.push_back(runner.accuracies.col(length));
    return all;
  }
};

Result<Run> checked(const LabOutcome& o) {
  constexpr auto whole = [](double value, double least) {
    return value >= least && value <= max_position && value == std::floor(value);
  };
  constexpr auto share = [](double value) { return value >= 0 && value <= 1; };
  const auto wrong = [](std::string_view what, double value) {
    return invalid_argument({"[lab] ", what, " but got ", value});
  };
  if (o.schemes.empty()) return invalid_argument({"[lab] there must be at least one scheme"});
  if (o.lengths.empty()) return invalid_argument({"[lab] there must be at least one length"});
  double before = 0;
  for (const double length : o.lengths) {
    if (!whole(length, before + 1))
      return wrong("lengths must be rising whole numbers above 0", length);
    before = length;
  }
  if (!whole(o.train_longest, 1)) {
    return wrong("the longest length trained on must be a whole number above 0", o.train_longest);
  }
  if (!share(o.chance)) return wrong("chance must be from 0 to 1", o.chance);
  if (o.ceiling && !share(*o.ceiling)) return wrong("the ceiling must be from 0 to 1", *o.ceiling);
  if (!whole(o.seeds, 0)) return wrong("seeds must be a whole number from 0 on", o.seeds);
  const auto lengths = static_cast<Index>(o.lengths.size());
  // In double: the product may overflow an integer.
  const double expected =
      o.seeds * static_cast<double>(o.schemes.size()) * static_cast<double>(lengths);
  if (expected != static_cast<double>(o.accuracies.size())) {
    return invalid_argument({"[lab] there must be schemes x seeds x lengths = ", o.schemes.size(),
                             " x ", o.seeds, " x ", lengths, " accuracies but there are ",
                             o.accuracies.size()});
  }
  for (const double accuracy : o.accuracies) {
    if (!std::isnan(accuracy) && !share(accuracy)) {
      return wrong("an accuracy must be from 0 to 1, or NaN", accuracy);
    }
  }

  std::array<std::string_view, schemes.size()> names;
  std::ranges::transform(schemes, names.begin(), &SchemeText::name);
  for (const std::string& scheme : o.schemes) {
    if (const auto known = to_choice("[lab] scheme", scheme, names); !known) return known.error();
    if (std::ranges::count(o.schemes, scheme) > 1) {
      return invalid_argument({"[lab] every scheme must be there once but ", scheme, " is twice"});
    }
  }
  Run run{o, {}, static_cast<Index>(o.seeds), -1, lengths - 1};
  for (const SchemeText& scheme : schemes) {
    const auto found = std::ranges::find(o.schemes, scheme.name);
    if (found == o.schemes.end()) continue;
    Runner runner{&scheme, Matrix(run.seeds, lengths), {}};
    if (run.seeds > 0) {
      runner.accuracies = Eigen::Map<const Matrix>(
          o.accuracies.data() + (found - o.schemes.begin()) * run.seeds * lengths, run.seeds,
          lengths);
      runner.spread = *spread_over(runner.accuracies);
    }
    run.runners.push_back(std::move(runner));
  }
  while (run.trained < run.longest && run.length(run.trained + 1) <= o.train_longest) ++run.trained;
  return run;
}

// Words.

/// A share as a number in per cent, with one decimal. (No -0.)
std::string hundredths(double share) { return format_number(std::round(share * 1000) / 10 + 0.0); }

std::string points_of(double share) { return hundredths(share) + " points"; }

std::string listed(const std::vector<std::string>& all) {
  std::string text;
  for (std::size_t n = 0; n < all.size(); ++n) {
    text += (n == 0 ? "" : n + 1 == all.size() ? " and " : ", ") + all[n];
  }
  return text;
}

/// "RoPE 96.8 % (95.1 to 98)"
std::string figure(const Runner& runner, Index length) {
  const Spread& spread = runner.spread;
  const std::string name(runner.scheme->shown);
  if (std::isnan(spread.mean[length])) return name + " without an answer";
  std::string text = name + " " + hundredths(spread.mean[length]) + " %";
  if (runner.accuracies.rows() > 1) {
    text +=
        " (" + hundredths(spread.least[length]) + " to " + hundredths(spread.most[length]) + ")";
  }
  return text;
}

/// "At length 32: none 98.2 %, RoPE 96.8 %."
std::string figures(const Run& run, Index length, const std::vector<const Runner*>& some) {
  std::vector<std::string> all;
  for (const Runner* runner : some) all.push_back(figure(*runner, length));
  std::string text = run.at(length).substr(1) + ": " + listed(all) + ".";
  text[0] = 'A';
  return text;
}

std::string figures(const Run& run, Index length) {
  std::vector<const Runner*> all;
  for (const Runner& runner : run.runners) all.push_back(&runner);
  return figures(run, length, all);
}

std::string rule(const Run& run) {
  if (run.seeds == 1) {
    return " A difference counts from one point on; one seed shows no spread, and another may say "
           "otherwise.";
  }
  return " A difference counts if each of your " + format_number(static_cast<double>(run.seeds)) +
         " seeds has it, and if it is at least one point on the mean; else your seeds do not "
         "agree.";
}

std::string names_where(const Run& run, const std::vector<bool>& chosen) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < chosen.size(); ++n) {
    if (chosen[n]) names.emplace_back(run.runners[n].scheme->shown);
  }
  return listed(names);
}

/// Why a scheme is where it is at a length beyond those trained on.
std::string reason(const Run& run, const Runner& runner, Index length) {
  const Vector& mean = runner.spread.mean;
  std::string text = " " + std::string(runner.scheme->shown) + ": ";
  if (std::isnan(mean[length])) return text + "it has nothing to say about places so far out.";
  if (!(mean[run.trained] >= high)) {
    return text + "it had not learned the task" + run.at(run.trained) + " either.";
  }
  const bool fell = mean[length] < high;
  if (runner.scheme->name == "none" && !is_causal(run.outcome.task)) {
    return text + (fell ? "it has no places to get wrong, but more tokens to tell apart."
                        : "what the task asks for does not depend on order.");
  }
  return text + std::string(fell ? runner.scheme->fell : runner.scheme->held) + ".";
}

/// Why a scheme did not learn a task at all, where that is known.
std::string missed(const Run& run, const Runner& runner) {
  const std::string_view name = runner.scheme->name;
  const std::string_view task = run.outcome.task;
  const std::string text = " " + std::string(runner.scheme->shown) + ": ";
  if (name == "none" && !is_causal(task) && !ignores_order(task)) {
    return text + "without positions or a mask all orders of the same tokens are alike to it.";
  }
  if (name == "alibi" && !is_causal(task)) {
    return text + "its ramp tells how far a token is, and not on which side.";
  }
  if (name == "rope" && asks_for_place(task)) {
    return text + "it knows distances, and the task asks for a place.";
  }
  return "";
}

// Questions, each with what is right.

enum class Truth { no, either, yes };

constexpr Truth truth(bool is_so) { return is_so ? Truth::yes : Truth::no; }

struct Asked {
  LabQuestion question;
  /// One for each choice.
  std::vector<Truth> truths = {};
  /// Where a number is asked: the share, NaN where there is none; how far off is right, and near.
  double share = 0;
  double right_within = 0;
  double near_within = 0;
  double least = 0;
  /// After what the verdict itself says.
  std::string because = {};
};

using Asking = std::vector<Asked>;

Asked scheme_choice(const Run& run, std::string id, std::string text, LabKind kind) {
  Asked asked{{std::move(id), std::move(text), kind, {}}};
  for (const Runner& runner : run.runners) {
    const auto& [name, shown, fell, held] = *runner.scheme;
    asked.question.choices.push_back(
        {std::string(name), std::string(name == "none" ? name : shown)});
  }
  asked.truths.assign(run.runners.size(), Truth::no);
  return asked;
}

Asked number(std::string id, std::string text, double share, double within) {
  return {.question = {std::move(id), std::move(text), LabKind::percent, {}},
          .share = share,
          .right_within = within};
}

Asked pick(std::string id, std::string text) {
  return {.question = {std::move(id), std::move(text), LabKind::one, {}}};
}

void offer(Asked& asked, std::string_view id, std::string_view text, bool is_so) {
  asked.question.choices.push_back({std::string(id), std::string(text)});
  asked.truths.push_back(truth(is_so));
}

/// Which schemes are right often enough at a length.
Asked at_least_90(const Run& run, std::string id, Index length) {
  Asked asked = scheme_choice(run, std::move(id),
                              "Which schemes are right at least 90 % of the time" + run.at(length) +
                                  ", on the mean of your seeds?",
                              LabKind::several);
  asked.because = figures(run, length);
  for (std::size_t n = 0; n < run.runners.size(); ++n) {
    const Runner& runner = run.runners[n];
    const double mean = runner.spread.mean[length];
    const bool is_near = std::abs(mean - high) <= point / 2 + edge;
    asked.truths[n] = is_near ? Truth::either : truth(mean > high);
    if (is_near)
      asked.because +=
          " " + std::string(runner.scheme->shown) + " is so near 90 % that it counts either way.";
    if (length > run.trained) {
      asked.because += reason(run, runner, length);
    } else if (!(mean >= high)) {
      asked.because += missed(run, runner);
    }
  }
  return asked;
}

/// What each scheme loses from the trained length to the longest: what has no answer there, more than any.
std::vector<Seeds> losses(const Run& run) {
  std::vector<Seeds> all;
  for (const Runner& runner : run.runners) {
    const Seeds from = runner.accuracies.col(run.trained);
    const Seeds to = runner.accuracies.col(run.longest);
    all.push_back(has_answer(to) ? Seeds(from - to) : Seeds(from.array() + 2));
  }
  return all;
}

Asked fell_most(const Run& run) {
  Asked asked = scheme_choice(run, "fell",
                              "Which scheme loses most from length " +
                                  format_number(run.length(run.trained)) + " to length " +
                                  format_number(run.length(run.longest)) + "?",
                              LabKind::one);
  const std::vector<Seeds> all = losses(run);
  const std::vector<bool> most = best_of(all);
  double largest = 0;
  std::vector<std::string> lost;
  for (std::size_t n = 0; n < all.size(); ++n) {
    std::string text(run.runners[n].scheme->shown);
    if (!has_answer(all[n])) {
      text += " had none to lose";
    } else {
      largest = std::max(largest, all[n].mean());
      text += all[n].mean() > 1 ? " its answer" : " " + points_of(all[n].mean());
    }
    lost.push_back(std::move(text));
  }
  const bool nobody = largest < point - edge;
  asked.because = "What each lost: " + listed(lost) + ".";
  for (std::size_t n = 0; n < most.size(); ++n) {
    asked.truths[n] = truth(most[n] && !nobody);
    // What lost most may have kept most.
    const Runner& runner = run.runners[n];
    if (most[n] && !nobody && !(runner.spread.mean[run.longest] >= high)) {
      asked.because += reason(run, runner, run.longest);
    }
  }
  offer(asked, "nobody", "nobody: less than one point each", nobody);
  asked.because += rule(run);
  return asked;
}

/// A number to be read from the run: of the learned table, if it can be, or of what else fell.
std::optional<Asked> read_off(const Run& run) {
  const Runner* subject = nullptr;
  const auto can_be = [&](const Runner& runner) {
    return !std::isnan(runner.spread.mean[run.longest]);
  };
  for (const Runner& runner : run.runners) {
    const Vector& mean = runner.spread.mean;
    if (!can_be(runner)) continue;
    const bool has_fallen = mean[run.trained] - mean[run.longest] >= point;
    if (runner.scheme->name == "learned" || !subject ||
        (has_fallen &&
         subject->spread.mean[run.trained] - subject->spread.mean[run.longest] < point)) {
      subject = &runner;
    }
    if (runner.scheme->name == "learned") break;
  }
  if (!subject) return std::nullopt;
  Asked asked = number("read",
                       "How often is " + std::string(subject->scheme->shown) + " right" +
                           run.at(run.longest) + ", on the mean of your seeds, in per cent?",
                       subject->spread.mean[run.longest], 2 * point);
  asked.because = figures(run, run.longest, {subject}) + reason(run, *subject, run.longest);
  return asked;
}

Asked alibi_best(const Run& run, const Runner& alibi) {
  const std::vector<bool> best = best_of(run.column(run.longest));
  const bool is_best = best[static_cast<std::size_t>(&alibi - run.runners.data())];
  const bool alone = is_best && std::ranges::count(best, true) == 1;
  Asked asked =
      pick("alibi", "Does your run say that ALiBi is the best" + run.at(run.longest) + "?");
  offer(asked, "alone", "yes, alone", alone);
  offer(asked, "shared", "it shares the first place", is_best && !alone);
  offer(asked, "no", "no", !is_best);
  asked.because = figures(run, run.longest) + rule(run) + reason(run, alibi, run.longest);
  return asked;
}

std::optional<Asked> widest(const Run& run) {
  Asked asked = scheme_choice(
      run, "spread", "Of which scheme do your seeds differ most" + run.at(run.longest) + "?",
      LabKind::one);
  const auto width = [&](const Runner& runner) {
    return runner.spread.most[run.longest] - runner.spread.least[run.longest];
  };
  double largest = -1;
  for (const Runner& runner : run.runners) {
    if (width(runner) > largest) largest = width(runner);
  }
  if (largest < 0) return std::nullopt;
  std::vector<std::string> widths;
  for (std::size_t n = 0; n < run.runners.size(); ++n) {
    const Runner& runner = run.runners[n];
    asked.truths[n] = truth(width(runner) > largest - point + edge || width(runner) == largest);
    if (!std::isnan(width(runner))) {
      widths.push_back(std::string(runner.scheme->shown) + " " + points_of(width(runner)));
    }
  }
  asked.because =
      "From your lowest seed to your highest: " + listed(widths) +
      ". Widths within a point of each other count alike. What two seeds do not agree on is "
      "no property of the scheme: show the spread, and claim no value.";
  return asked;
}

Asked why_none(const Run& run, const Runner& none) {
  const double mean = none.spread.mean[run.trained];
  const bool causal = is_causal(run.outcome.task);
  const bool near = causal && std::abs(mean - high) <= point / 2 + edge;
  const bool by_mask = causal && mean >= high;
  const bool blind = !causal && std::abs(mean - run.outcome.chance) <= 2 * point + edge;
  Asked asked = pick("why-none", "What does your run say of \"none\"" + run.at(run.trained) + "?");
  offer(asked, "mask", "it learned the task: the causal mask tells it order", by_mask);
  offer(asked, "blind", "it cannot learn it: it sees both ways, and is blind to order", blind);
  offer(asked, "steps", "it has not learned it, and nothing forbids it: perhaps with more steps",
        !by_mask && !blind);
  if (near) asked.truths[0] = asked.truths[2] = Truth::either;
  asked.because = figures(run, run.trained, {&none});
  if (by_mask) {
    asked.because +=
        " Each token sees only those before it. How much that is differs from place to place, "
        "which is "
        "all that order needs.";
  } else if (blind) {
    asked.because +=
        " Without positions and mask, all orders of the same tokens give the same answer. One of "
        "each "
        "two that are tested ascends: exactly half can be right, however long it is trained.";
  } else if (causal) {
    asked.because += " The mask tells it order: what it lacks is training.";
  } else {
    asked.because += " Guessing has " + hundredths(run.outcome.chance) + " %.";
  }
  return asked;
}

Error lacks(std::string_view set, std::string_view what) {
  return invalid_argument({"[lab] ", set, " needs ", what});
}

Result<Asking> prediction(const Run& run) {
  const Index length = run.predicted();
  Asking all;
  for (const Runner& runner : run.runners) {
    const std::string_view name = runner.scheme->name;
    std::string text = "How often will " + std::string(runner.scheme->shown) + " be right" +
                       run.at(length) + ", in per cent?";
    if (is_one_of(name, {"learned", "hybrid"})) text += " (- if its table ends before.)";
    Asked asked = number("guess-" + std::string(name), std::move(text), 0, 0);
    if (run.seeds > 0) {
      const Spread& spread = runner.spread;
      asked.share = spread.mean[length];
      asked.right_within = std::max(5 * point, spread.most[length] - spread.least[length]);
      asked.near_within = 15 * point;
      asked.because = figures(run, length, {&runner});
      if (run.trained >= 0 && length > run.trained) asked.because += reason(run, runner, length);
    }
    all.push_back(std::move(asked));
  }
  return all;
}

Result<Asking> e13_2(const Run& run) {
  if (run.runners.size() < 2) return lacks("e13.2", "two schemes or more");
  Asking all{at_least_90(run, "learned", run.trained), at_least_90(run, "kept", run.longest),
             fell_most(run)};
  if (auto asked = read_off(run)) all.push_back(*std::move(asked));
  if (const Runner* alibi = run.find("alibi")) all.push_back(alibi_best(run, *alibi));
  if (run.seeds > 1) {
    if (auto asked = widest(run)) all.push_back(*std::move(asked));
  }
  const Runner* none = run.find("none");
  if (none && is_one_of(run.outcome.task, {"order", "order-bidirectional"}) &&
      !std::isnan(none->spread.mean[run.trained])) {
    all.push_back(why_none(run, *none));
  }
  return all;
}

/// Why no more than the ceiling can be right, by task.
std::string_view ceiling_reason(std::string_view task) {
  if (is_one_of(task, {"reverse", "shift", "previous"})) {
    return " Without positions a token knows which others there are, and any of them may be the "
           "one "
           "asked for, each alike.";
  }
  if (is_one_of(task, {"first", "sort"})) {
    return " Without positions any of the tokens may be the one asked for, each alike.";
  }
  if (ignores_order(task)) {
    return " What this task asks for does not depend on order, and so nothing is lost.";
  }
  if (task.starts_with("order")) {
    return " All orders of the same tokens get one answer, and one of each two ascends.";
  }
  return " Without positions all orders of the same tokens look alike.";
}

Result<Asking> practice_3(const Run& run) {
  const std::array who{run.find("none"), run.find("sinusoidal"), run.find("learned")};
  const auto mean = [&](const Runner* runner) { return runner->spread.mean[run.trained]; };
  const Runner* better = mean(who[1]) >= mean(who[2]) ? who[1] : who[2];
  const double without = mean(who[0]);
  const bool ahead =
      is_ahead(better->accuracies.col(run.trained), who[0]->accuracies.col(run.trained));
  const std::string told = figures(run, run.trained, {who[0], who[1], who[2]});
  const double lost = mean(better) - without;

  Asked cost = number("cost",
                      "How many points does removing the encoding cost" + run.at(run.trained) +
                          ": the better of sinusoidal and learned, minus \"none\"?",
                      lost, 2 * point);
  cost.least = -1;
  cost.because = told + " From " + std::string(better->scheme->shown) + " to \"none\" that is " +
                 points_of(lost) + ".";

  Asked needs = pick("needs", "By your run, does this task need to be told positions?");
  const bool can_do = without >= high;
  offer(needs, "yes", "yes", !can_do && ahead);
  offer(needs, "no", "no", can_do);
  offer(needs, "open", "the run does not say: no model of the three gets on", !can_do && !ahead);
  if (std::abs(without - high) <= point / 2 + edge) {
    needs.truths = {truth(ahead), Truth::either, truth(!ahead)};
  }
  needs.because = told;
  if (can_do) {
    needs.because +=
        is_causal(run.outcome.task)
            ? " Without positions it is right 90 % of the time: the causal mask tells it enough."
            : " Without positions it is right 90 % of the time: what the task asks for does not "
              "depend on order, and an encoding has nothing to add.";
  } else if (ahead) {
    needs.because +=
        " Without positions it does not get to 90 %, and an encoding is ahead of it: tokens have "
        "to look "
        "at places, and without positions all places look alike." +
        rule(run);
  } else {
    needs.because +=
        " Without positions it does not get to 90 %, and neither encoding is ahead of it." +
        rule(run);
  }

  Asking all{std::move(cost), std::move(needs)};
  if (run.outcome.ceiling) {
    Asked ceiling = number("ceiling",
                           "What is the highest accuracy that a model without positions can have" +
                               run.at(run.trained) + ", in per cent?",
                           *run.outcome.ceiling, point / 2);
    ceiling.because = "It is " + hundredths(*run.outcome.ceiling) + " %; \"none\" came to " +
                      hundredths(without) + " %." + std::string(ceiling_reason(run.outcome.task));
    if (without > *run.outcome.ceiling + edge) {
      ceiling.because += " What is above it is the luck of the test examples.";
    }
    all.push_back(std::move(ceiling));
  }
  return all;
}

/// Which of two schemes is ahead, if one is.
Asked which_ahead(const Run& run, std::string id, const Runner& x, const Runner& y, Index length) {
  const Seeds a = x.accuracies.col(length);
  const Seeds b = y.accuracies.col(length);
  Asked asked = pick(std::move(id), "Which is ahead" + run.at(length) + "?");
  for (const bool first : {true, false}) {
    const SchemeText& scheme = *(first ? x : y).scheme;
    offer(asked, scheme.name, scheme.shown, first ? is_ahead(a, b) : is_ahead(b, a));
  }
  offer(asked, "neither", "the run does not tell them apart", !is_ahead(a, b) && !is_ahead(b, a));
  asked.because = figures(run, length, {&x, &y}) + rule(run);
  return asked;
}

Result<Asking> practice_4(const Run& run) {
  const Runner& hybrid = *run.find("hybrid");
  const std::array parts{run.find("sinusoidal"), run.find("learned")};
  // +1 where the hybrid is ahead, -1 where the part is.
  std::array<int, 2> against{};
  for (std::size_t n = 0; n < 2; ++n) {
    const Seeds own = hybrid.accuracies.col(run.trained);
    const Seeds part = parts[n]->accuracies.col(run.trained);
    against[n] = (is_ahead(own, part) ? 1 : 0) - (is_ahead(part, own) ? 1 : 0);
  }
  Asked trained =
      pick("trained", "How does hybrid compare with its two parts" + run.at(run.trained) + "?");
  const auto [s, l] = against;
  offer(trained, "ahead", "ahead of both", s > 0 && l > 0);
  offer(trained, "both", "like both: not told apart from either", s == 0 && l == 0);
  offer(trained, "sinusoidal", "like sinusoidal, not like learned", s == 0 && l != 0);
  offer(trained, "learned", "like learned, not like sinusoidal", l == 0 && s != 0);
  offer(trained, "other", "behind both, or between them", s * l != 0 && s + l < 2);
  trained.because = figures(run, run.trained, {parts[0], parts[1], &hybrid}) + rule(run) +
                    " A sum of two vectors holds both: the model can use either.";
  Asking all{std::move(trained)};
  if (!run.beyond()) return all;

  // Without an answer is like without an answer, and unlike anything else.
  const auto distance_to = [&](const Runner& part) {
    const Seeds theirs = part.accuracies.col(run.longest);
    const Seeds own = hybrid.accuracies.col(run.longest);
    if (has_answer(theirs) && has_answer(own)) return Seeds((theirs - own).cwiseAbs());
    return Seeds(Seeds::Constant(run.seeds, has_answer(theirs) == has_answer(own) ? 0 : 2));
  };
  const Seeds from_waves = distance_to(*parts[0]);
  const Seeds from_table = distance_to(*parts[1]);
  Asked beyond =
      pick("beyond", "Which of its parts is hybrid nearer to" + run.at(run.longest) + "?");
  offer(beyond, "sinusoidal", "sinusoidal", !is_ahead(from_waves, from_table));
  offer(beyond, "learned", "learned", !is_ahead(from_table, from_waves));
  beyond.because = figures(run, run.longest, {parts[0], parts[1], &hybrid});
  if (!is_ahead(from_waves, from_table) && !is_ahead(from_table, from_waves)) {
    beyond.because += " The run does not tell: either counts.";
  }
  beyond.because += rule(run) + reason(run, hybrid, run.longest);
  all.push_back(std::move(beyond));
  return all;
}

Result<Asking> practice_5(const Run& run) {
  const Runner& rope = *run.find("rope");
  const Runner& waves = *run.find("sinusoidal");
  Asking all{which_ahead(run, "trained", waves, rope, run.trained)};
  if (run.beyond()) {
    all.push_back(which_ahead(run, "longest", waves, rope, run.longest));
    all.back().because += reason(run, waves, run.longest) + reason(run, rope, run.longest);
  }
  const std::string_view task = run.outcome.task;
  if (asks_for_place(task) || asks_for_distance(task)) {
    Asked asks = pick("asks", "What does this task ask for?");
    offer(asks, "place", "a place, whose distance differs from token to token",
          asks_for_place(task));
    offer(asks, "distance", "a distance, the same for every token", asks_for_distance(task));
    asks.because =
        asks_for_place(task)
            ? "Each token has to look at a place that is at another distance for each. Added "
              "waves tell places; RoPE puts only distances into its scores."
            : "Each token has to look one place back. That is one distance, which RoPE has in "
              "its scores; from waves it has to be worked out.";
    asks.because += " " + figures(run, run.trained, {&waves, &rope});
    all.push_back(std::move(asks));
  }
  return all;
}

Result<Asking> longer(const Run& run) {
  Asked silent = scheme_choice(
      run, "silent", "Which schemes have no answer" + run.at(run.longest) + "?", LabKind::several);
  bool any = false;
  for (std::size_t n = 0; n < run.runners.size(); ++n) {
    const bool is_silent = std::isnan(run.runners[n].spread.mean[run.longest]);
    silent.truths[n] = truth(is_silent);
    any = any || is_silent;
  }
  silent.because =
      figures(run, run.longest) +
      (any ? " A table has no row past its last, and a run whose numbers got lost has none."
           : " All have an answer; having one is not the same as being right.");
  return Asking{std::move(silent), at_least_90(run, "kept", run.longest), fell_most(run)};
}

/// The questions of a set, and, once it has run, what is right.
Result<Asking> ask(std::string_view set, const Run& run) {
  const auto choice = to_choice("[lab] the set", set, sets);
  if (!choice) return choice.error();
  if (*choice == 0) return prediction(run);
  if (run.seeds == 0) return lacks(set, "a run that is done: seeds is 0");

  if (run.trained < 0) return lacks(set, "a tested length that was trained on");
  if ((set == "e13.2" || set == "longer") && !run.beyond()) {
    return lacks(set, "a tested length beyond those trained on");
  }
  struct Needs {
    std::string_view set;
    std::string_view told;
    std::array<std::string_view, 3> schemes;
    Result<Asking> (*make)(const Run&);
  };
  static constexpr std::array all{
      Needs{"e13.2", "", {}, &e13_2},
      Needs{"practice-3",
            "none, sinusoidal and learned",
            {"none", "sinusoidal", "learned"},
            &practice_3},
      Needs{"practice-4",
            "hybrid, sinusoidal and learned",
            {"hybrid", "sinusoidal", "learned"},
            &practice_4},
      Needs{"practice-5", "rope and sinusoidal", {"rope", "sinusoidal"}, &practice_5},
      Needs{"longer", "", {}, &longer}};
  const Needs& needs = all[*choice - 1];
  for (const std::string_view scheme : needs.schemes) {
    if (scheme.empty()) continue;
    const Runner* runner = run.find(scheme);
    if (!runner) {
      return lacks(set, "the schemes " + std::string(needs.told) + " in one run");
    }
    if (std::isnan(runner->spread.mean[run.trained])) {
      return lacks(set, "an answer of " + std::string(scheme) + run.at(run.trained));
    }
  }
  return needs.make(run);
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
  std::string said = "Your " + format_number(*value) + " is " + points_of(std::abs(off)) +
                     (off > 0 ? " too high. " : " too low. ");
  if (!has_sign && std::abs(*value - asked.share) <= asked.right_within) {
    said += "It is read in per cent. ";
  }
  return {is_near ? Outcome::form : Outcome::wrong, std::move(said), share};
}

Read read_choices(const Asked& asked, std::string_view text) {
  const std::vector<LabChoice>& choices = asked.question.choices;
  const bool one = asked.question.kind == LabKind::one;
  std::vector<bool> given(choices.size());
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
    return {Outcome::wrong, "Your run says: " + listed(so) + ". "};
  }
  if (extra.empty() && missing.empty()) return {Outcome::right};
  std::string said;
  if (!missing.empty()) said += "Missing: " + listed(missing) + ". ";
  if (!extra.empty()) said += "Not so: " + listed(extra) + ". ";
  return {Outcome::wrong, std::move(said)};
}

Read read(const Asked& asked, std::string_view text) {
  if (is_blank(text)) return {Outcome::empty};
  text = trimmed(text);
  return asked.question.kind == LabKind::percent ? read_number(asked, text)
                                                 : read_choices(asked, text);
}

/// Whether those are among the best that were predicted to be.
LabVerdict winner(const Run& run, const std::vector<Read>& guesses) {
  LabVerdict verdict{"winner", Outcome::empty, ""};
  double highest = -1;
  for (const Read& guess : guesses) {
    if (guess.outcome == Outcome::empty || guess.outcome == Outcome::unreadable) return verdict;
    if (guess.share > highest) highest = guess.share;
  }
  const std::vector<bool> best = best_of(run.column(run.predicted()));
  std::vector<bool> first;
  // Who predicts no answer of any is right if there is none.
  bool is_right = highest >= 0 || std::ranges::count(best, true) == 0;
  for (std::size_t n = 0; n < guesses.size(); ++n) {
    first.push_back(guesses[n].share == highest);
    if (first[n] && !best[n]) is_right = false;
  }
  const auto shown = [&](const std::vector<bool>& chosen) {
    const std::string names = names_where(run, chosen);
    return names.empty() ? "nobody" : names;
  };
  verdict.outcome = is_right ? Outcome::right : Outcome::wrong;
  verdict.because = "First by your guess: " + shown(first) + ". First by your run: " + shown(best) +
                    ". " + figures(run, run.predicted()) + rule(run);
  return verdict;
}

}  // namespace

Result<std::vector<LabQuestion>> lab_questions(std::string_view set, const LabOutcome& outcome) {
  const auto run = checked(outcome);
  if (!run) return run.error();
  const auto asking = ask(set, *run);
  if (!asking) return asking.error();
  std::vector<LabQuestion> questions;
  for (const Asked& asked : *asking) questions.push_back(asked.question);
  return questions;
}

Result<LabGrade> grade_lab(std::string_view set, const LabOutcome& outcome,
                           const Answers& answers) {
  const auto run = checked(outcome);
  if (!run) return run.error();
  const auto asking = ask(set, *run);
  if (!asking) return asking.error();
  if (run->seeds == 0) return lacks(set, "a run that is done before it is graded: seeds is 0");
  for (const auto& answer : answers) {
    const std::string& id = answer.first;
    if (std::ranges::none_of(*asking, [&](const Asked& one) { return one.question.id == id; })) {
      return invalid_argument({"[lab] ", set, " does not ask for ", quote(id)});
    }
  }

  LabGrade grade{0, 0, {}};
  std::vector<Read> all;
  for (const Asked& asked : *asking) {
    Read one = read(asked, answer_to(answers, asked.question.id));
    const bool is_read = one.outcome != Outcome::empty && one.outcome != Outcome::unreadable;
    grade.items.push_back(
        {asked.question.id, one.outcome, is_read ? one.said + asked.because : one.said});
    all.push_back(std::move(one));
  }
  if (set == sets[0] && run->runners.size() > 1) grade.items.push_back(winner(*run, all));
  for (const LabVerdict& verdict : grade.items) {
    grade.score += points(verdict.outcome);
    ++grade.max;
  }
  return grade;
}

}  // namespace posenc
