#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "posenc/grading/exercise.hpp"
#include "posenc/matrix.hpp"

/// Exercises that are worked out by hand, stage by stage: how they are worked is written down once, as
/// asked and with each slip, and the verdicts on any sheet follow from that.
namespace posenc {

/// How somebody works: as asked (nothing), with one slip throughout, or by another convention.
using Working = std::optional<Reason>;

/// Numbers that are worked out from those of the stages before.
struct Stage {
  std::vector<Item> items;
  /// One value for each item. A value that depends on one that is NaN, because it was not given, is NaN
  /// itself, and no other is.
  std::function<Vector(Working working, const std::vector<Vector>& before)> work;
};

/// A choice at the end, and which one is right.
struct Choice {
  Item item;
  std::string right;
};

struct Worked {
  std::vector<Stage> stages;
  std::vector<Choice> choices;
  /// What is diagnosed, in the order in which it is believed where two explain a sheet equally well.
  std::vector<Reason> slips;
  /// What is named and counts in full, if a sheet keeps to it.
  std::vector<Reason> conventions;
};

/// The values of all stages by somebody who works in that way from beginning to end.
std::vector<Vector> values(const Worked& worked, Working working = std::nullopt);

/// Whether the values of two workings can be told apart on paper: at least one differs by more than 2 of
/// the last decimal asked for (2e-3 for three), whole numbers by at least 1.
bool told_apart(const Worked& worked, const Working& one, const Working& other);

/// Whether all slips and conventions can be told from what is asked and from each other.
bool all_told_apart(const Worked& worked);

/// The verdicts on a sheet. Each number is judged as in judge(); what is not right by itself is, in this order,
///
/// - Outcome::convention, where a convention explains it and all others that differ from what is asked as
///   well (else wrong, Reason::mixed_conventions);
/// - right, or Outcome::carried_forward, where it follows from the learner's own earlier answers: right if
///   these are;
/// - wrong, with the slip that explains most of what is wrong, first of its group, then of the sheet; then
///   the one that fewest other answers contradict; then the nearest. A slip explains an answer that it
///   leads to, made throughout or from the learner's own earlier answers on.
///
/// Precondition: answers to nothing but items().
Grade grade_worked(const Worked& worked, const Answers& answers);

/// All items, in their order.
std::vector<Item> items_of(const Worked& worked);

}  // namespace posenc
