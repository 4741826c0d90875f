#include "posenc/grading/worked.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

namespace posenc {
namespace {

constexpr double not_given = std::numeric_limits<double>::quiet_NaN();

/// Whether two numbers differ however they are rounded to that many decimals.
bool differ(double one, double other, int decimals) {
  const double least = decimals == 0 ? 0.5 : 2 * std::pow(10.0, -decimals);
  return !(std::abs(one - other) <= least);
}

/// Every number of a sheet, stage by stage.
class Sheet {
 public:
  Sheet(const Worked& worked, const Answers& answers) : worked_(worked), truth_(values(worked)) {
    for (std::size_t s = 0; s < worked.stages.size(); ++s) {
      given_.push_back(Vector::Constant(truth_[s].size(), not_given));
      verdicts_.emplace_back();
      for (Index k = 0; k < truth_[s].size(); ++k) {
        const Item& item = worked.stages[s].items[static_cast<std::size_t>(k)];
        Verdict verdict = judge(answer_to(answers, item.id), truth_[s][k], item.decimals);
        if (verdict.read) given_[s][k] = *verdict.read;
        verdicts_[s].push_back(std::move(verdict));
      }
    }
    for (const Reason convention : worked.conventions)
      conventions_.push_back(hypothesis(convention));
    for (const Reason slip : worked.slips) slips_.push_back(hypothesis(slip));
  }

  std::vector<std::vector<Verdict>> judged() {
    const Reason* followed = followed_convention();
    // The answers that later stages may use and still be right, not just carried forward.
    std::vector<Vector> sound = given_;
    for (std::size_t s = 0; s < given_.size(); ++s) {
      const Vector given_follow = worked_.stages[s].work(std::nullopt, given_);
      const Vector sound_follow = worked_.stages[s].work(std::nullopt, sound);
      for (Index k = 0; k < given_[s].size(); ++k) {
        Verdict& verdict = verdicts_[s][static_cast<std::size_t>(k)];
        if (is_open(verdict)) settle(verdict, {s, k}, given_follow[k], sound_follow[k], followed);
        const bool is_sound = verdict.outcome == Outcome::right ||
                              verdict.outcome == Outcome::form ||
                              verdict.outcome == Outcome::convention;
        if (!is_sound) sound[s][k] = not_given;
      }
    }
    diagnose();
    return std::move(verdicts_);
  }

 private:
  struct Place {
    std::size_t stage;
    Index k;
  };

  /// The values that a reason leads to: from the beginning, and from the learner's own answers on.
  struct Hypothesis {
    Reason reason;
    std::vector<Vector> throughout;
    std::vector<Vector> from_given;
  };

  std::vector<Vector> from_given(Approach approach) const {
    std::vector<Vector> all;
    for (const Stage& stage : worked_.stages) all.push_back(stage.work(approach, given_));
    return all;
  }
  Hypothesis hypothesis(Reason reason) const {
    return {reason, values(worked_, reason), from_given(reason)};
  }

  /// Off by that factor, in one answer and no other.
  Hypothesis scaled(double factor) const {
    Hypothesis scaled{Reason::decimal_shift, truth_, from_given(std::nullopt)};
    for (auto* values : {&scaled.throughout, &scaled.from_given}) {
      for (Vector& stage : *values) stage *= factor;
    }
    return scaled;
  }

  const Item& item(Place at) const {
    return worked_.stages[at.stage].items[static_cast<std::size_t>(at.k)];
  }
  const Verdict& verdict(Place at) const {
    return verdicts_[at.stage][static_cast<std::size_t>(at.k)];
  }
  double truth(Place at) const { return truth_[at.stage][at.k]; }
  double given(Place at) const { return given_[at.stage][at.k]; }

  static bool is_open(const Verdict& verdict) {
    return verdict.outcome == Outcome::wrong || verdict.outcome == Outcome::form;
  }

  bool is(double value, Place at) const { return agrees(given(at), value, item(at).decimals); }

  bool explains(const Hypothesis& one, Place at) const {
    return is(one.throughout[at.stage][at.k], at) || is(one.from_given[at.stage][at.k], at);
  }
  bool is_discriminating(const Hypothesis& one, Place at) const {
    return differ(one.throughout[at.stage][at.k], truth(at), item(at).decimals);
  }

  template <class Do>
  void each_read(Do visit) const {
    for (std::size_t s = 0; s < given_.size(); ++s) {
      for (Index k = 0; k < given_[s].size(); ++k) {
        if (!std::isnan(given_[s][k])) visit(Place{s, k});
      }
    }
  }

  bool is_of_a_convention(Place at) const {
    return verdict(at).outcome == Outcome::wrong &&
           std::ranges::any_of(conventions_,
                               [&](const Hypothesis& one) { return explains(one, at); });
  }

  /// How many of the wrong answers it explains.
  int explained_by(const Hypothesis& one) const {
    int explained = 0;
    each_read(
        [&](Place at) { explained += verdict(at).outcome == Outcome::wrong && explains(one, at); });
    return explained;
  }

  /// Minus what is right, where a convention would explain no other wrong answer: one sign is lost sooner than a
  /// convention is changed.
  bool is_lost_sign(Place at) const {
    return explains(scaled(-1), at) &&
           std::ranges::none_of(conventions_, [&](const Hypothesis& one) {
             return explains(one, at) && explained_by(one) > 1;
           });
  }

  /// The convention that the vectors of the sheet follow; none if they follow several, or if a slip
  /// explains more of them.
  const Reason* followed_convention() const {
    int most_explained = 0;
    for (const Hypothesis& slip : slips_) {
      most_explained = std::max(most_explained, explained_by(slip));
    }
    for (const Hypothesis& one : conventions_) {
      bool is_followed = explained_by(one) >= std::max(most_explained, 1);
      each_read([&](Place at) {
        if (item(at).group.empty()) return;
        if (is_of_a_convention(at) && !explains(one, at)) is_followed = false;
        if (verdict(at).outcome == Outcome::wrong && is_lost_sign(at)) is_followed = false;
        if (verdict(at).outcome == Outcome::right && is_discriminating(one, at))
          is_followed = false;
      });
      if (is_followed) return &one.reason;
    }
    return nullptr;
  }

  void settle(Verdict& verdict, Place at, double given_follow, double sound_follow,
              const Reason* followed) const {
    const auto by_convention = [&](const Hypothesis& one) {
      return followed && one.reason == *followed && explains(one, at) &&
             verdict.outcome == Outcome::wrong;
    };
    if (std::ranges::any_of(conventions_, by_convention)) {
      verdict.outcome = Outcome::convention;
      verdict.reason = *followed;
    } else if (at.stage > 0 && is(given_follow, at)) {
      verdict.outcome = std::isnan(sound_follow) ? Outcome::carried_forward : Outcome::right;
      verdict.reason.reset();
    }
  }

  /// How well a slip explains an answer. The larger one wins.
  using Support = std::tuple<int, int, int>;

  Support support(const Hypothesis& slip, Place at, bool is_local) const {
    int in_group = 0;
    int in_sheet = 0;
    int contradictions = 0;
    each_read([&](Place other) {
      const bool is_explained = explains(slip, other);
      if (verdict(other).outcome == Outcome::wrong && is_explained) {
        ++in_sheet;
        const std::string& group = item(other).group;
        in_group += (!group.empty() && group == item(at).group) ||
                    (other.stage == at.stage && other.k == at.k);
      }
      contradictions += !is_local && !is_explained && is_discriminating(slip, other);
    });
    return {in_group, in_sheet, -contradictions};
  }

  void diagnose() {
    const std::array shifts{scaled(10), scaled(0.1)};
    const Hypothesis negated = scaled(-1);
    each_read([&](Place at) {
      Verdict& verdict = verdicts_[at.stage][static_cast<std::size_t>(at.k)];
      if (verdict.outcome == Outcome::right && !is(truth(at), at)) {
        verdict.reason = Reason::last_digit;
      }
      if (verdict.outcome != Outcome::wrong || verdict.reason) return;
      std::optional<Support> best;
      double nearest = 0;
      const auto consider = [&](const Hypothesis& slip, bool is_local) {
        if (!explains(slip, at)) return;
        const Support found = support(slip, at, is_local);
        const double distance =
            std::min(distance_to(slip.throughout, at), distance_to(slip.from_given, at));
        // Slips that are equal on paper differ by rounding: a distance must be clearly smaller to win.
        constexpr double clearly = 1e-9;
        if (best && (found < *best || (found == *best && distance >= nearest - clearly))) return;
        best = found;
        nearest = distance;
        verdict.reason = slip.reason;
      };
      for (const Hypothesis& slip : slips_) consider(slip, false);
      if (item(at).decimals > 0) {
        for (const Hypothesis& shift : shifts) consider(shift, true);
      }
      // A slip that explains this answer alone is less likely.
      if (is_truncated(at) && (!best || std::get<1>(*best) == 1)) {
        verdict.reason = Reason::truncated;
        return;
      }
      // What says less comes last.
      if (best) return;
      if (!item(at).group.empty() && is_of_a_convention(at) && !is_lost_sign(at)) {
        verdict.reason = Reason::mixed_conventions;
      } else if (explains(negated, at)) {
        verdict.reason = Reason::wrong_sign;
      }
    });
  }

  /// The right value with its further digits cut off.
  bool is_truncated(Place at) const {
    const double unit = std::pow(10.0, item(at).decimals);
    return item(at).decimals > 0 && agrees(given(at), std::trunc(truth(at) * unit) / unit, 12);
  }

  double distance_to(const std::vector<Vector>& values, Place at) const {
    const double distance = std::abs(values[at.stage][at.k] - given(at));
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
  }

  const Worked& worked_;
  std::vector<Vector> truth_;
  std::vector<Vector> given_;  // NaN where nothing was read
  std::vector<std::vector<Verdict>> verdicts_;
  std::vector<Hypothesis> conventions_;
  std::vector<Hypothesis> slips_;
};

}  // namespace

std::vector<Vector> values(const Worked& worked, Approach approach) {
  std::vector<Vector> before;
  for (const Stage& stage : worked.stages) before.push_back(stage.work(approach, before));
  return before;
}

bool are_distinct(const Worked& worked, const Approach& one, const Approach& other) {
  const std::vector<Vector> left = values(worked, one);
  const std::vector<Vector> right = values(worked, other);
  for (std::size_t s = 0; s < left.size(); ++s) {
    for (Index k = 0; k < left[s].size(); ++k) {
      const int decimals = worked.stages[s].items[static_cast<std::size_t>(k)].decimals;
      if (differ(left[s][k], right[s][k], decimals)) return true;
    }
  }
  return false;
}

bool all_distinct(const Worked& worked) {
  std::vector<Approach> approaches{std::nullopt};
  for (const auto* reasons : {&worked.slips, &worked.conventions}) {
    approaches.insert(approaches.end(), reasons->begin(), reasons->end());
  }
  for (std::size_t a = 0; a < approaches.size(); ++a) {
    for (std::size_t b = a + 1; b < approaches.size(); ++b) {
      if (!are_distinct(worked, approaches[a], approaches[b])) return false;
    }
  }
  return true;
}

Grade grade_worked(const Worked& worked, const Answers& answers) {
  Grade grade{0, 0, {}};
  const auto add = [&grade](const Item& item, Verdict verdict) {
    grade.score += points(verdict.outcome);
    ++grade.max;
    grade.items.push_back({item.id, std::move(verdict)});
  };
  auto verdicts = Sheet(worked, answers).judged();
  for (std::size_t s = 0; s < worked.stages.size(); ++s) {
    for (std::size_t k = 0; k < verdicts[s].size(); ++k) {
      add(worked.stages[s].items[k], std::move(verdicts[s][k]));
    }
  }
  for (const Choice& choice : worked.choices) {
    add(choice.item, judge_choice(answer_to(answers, choice.item.id), choice.right));
  }
  return grade;
}

std::vector<WorkedStep> solution(const Worked& worked) {
  std::vector<WorkedStep> steps;
  const std::vector<Vector> all = values(worked);
  for (std::size_t s = 0; s < worked.stages.size(); ++s) {
    const Stage& stage = worked.stages[s];
    for (std::size_t n = 0; n < stage.items.size(); ++n) {
      const Index k = static_cast<Index>(n);
      const Item& item = stage.items[n];
      steps.push_back({item.id, stage.working(k, all), in_decimals(all[s][k], item.decimals)});
    }
  }
  for (const Choice& choice : worked.choices) {
    steps.push_back({choice.item.id, choice.working, choice.right});
  }
  return steps;
}

std::vector<Item> items_of(const Worked& worked) {
  std::vector<Item> all;
  for (const Stage& stage : worked.stages) {
    all.insert(all.end(), stage.items.begin(), stage.items.end());
  }
  for (const Choice& choice : worked.choices) all.push_back(choice.item);
  return all;
}

}  // namespace posenc
