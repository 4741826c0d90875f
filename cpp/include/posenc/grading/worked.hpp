#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "posenc/fields.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/matrix.hpp"

/// Exercises that are worked out by hand, stage by stage. Each defines once how to work it out, correctly and with
/// each slip; the verdicts on any sheet follow from that.
namespace posenc {

/// How an exercise is worked out: correctly (nothing), with one slip throughout, or by another convention.
using Approach = std::optional<Reason>;

/// Numbers that follow from those of earlier stages.
struct Stage {
  std::vector<Item> items;
  /// One value for each item. A value is NaN if and only if it depends on one that is NaN because it was not
  /// given.
  std::function<Vector(Approach approach, const std::vector<Vector>& before)> work;
  /// How to work out the k-th value from those before, as a learner could type it ("cos(5) + cos(0.05)"): its value
  /// rounds to that of `work`. Where it would be too long, "…" stands for what is left out.
  std::function<std::string(Index k, const std::vector<Vector>& before)> working;
};

/// The value of a stage with one item.
inline Vector one_value(double value) { return Vector::Constant(1, value); }

/// A choice at the end, and which one is right.
struct Choice {
  Item item;
  std::string right;
  /// The numbers that decide it: "PE(0).PE(1) = cos(1) + cos(0.01) = 1.540, …".
  std::string working;
};

struct Worked {
  std::vector<Stage> stages;
  std::vector<Choice> choices;
  /// Known slips. Where two explain a sheet equally well, the earlier one wins.
  std::vector<Reason> slips;
  /// Other conventions: named, and counted in full if the whole sheet follows them.
  std::vector<Reason> conventions;
};

/// The values of all stages, worked out in that way from beginning to end.
std::vector<Vector> values(const Worked& worked, Approach approach = std::nullopt);

/// Whether the values of two approaches can be distinguished on paper: at least one differs by more than 2 units
/// of its last decimal (2e-3 for three decimals), or by at least 1 if it is a whole number.
bool are_distinct(const Worked& worked, const Approach& one, const Approach& other);

/// Whether all slips and conventions can be distinguished from the right values and from each other.
bool all_distinct(const Worked& worked);

/// The verdicts on a sheet. Each number is judged as in judge(). A number that is not right by itself is, in this
/// order,
///
/// - Outcome::convention, if one convention explains it and all others that are not the expected ones (else
///   wrong, Reason::mixed_conventions);
/// - right, or Outcome::carried_forward, if it follows from the learner's own earlier answers: right if those
///   are;
/// - wrong, with the slip that explains most wrong answers, first of its group, then of the sheet; then the slip
///   that fewest other answers contradict; then the nearest. A slip explains an answer that it leads to, whether
///   made throughout or only after the learner's own earlier answers. Reason::truncated where digits were cut off,
///   unless a slip explains other answers, too; Reason::wrong_sign if nothing else does.
///
/// One that is right only by the learner's own rounded answers has Reason::last_digit: the solution prints another
/// number.
///
/// Precondition: answers only to items_of(worked).
Grade grade_worked(const Worked& worked, const Answers& answers);

/// One answer of a worked solution.
struct WorkedStep {
  std::string item;
  std::string working;
  /// The answer: with the decimals that are asked for, or the right choice.
  std::string value;
};
POSENC_FIELDS(WorkedStep, item, working, value)

/// The answers to all items, in their order, and how each is worked out.
std::vector<WorkedStep> solution(const Worked& worked);

/// All items, in their order.
std::vector<Item> items_of(const Worked& worked);

}  // namespace posenc
