#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/grading/exercise.hpp"
#include "posenc/grading/nested.hpp"

/// Exercises in code: the learner's program runs in the page, which hands on what each call of it gave,
/// as Python's repr wrote it, or "raise ValueError: what it said". It is judged here.
namespace posenc {

/// One call that a program is tried with.
struct Case {
  /// As the page evaluates it, and the id of its item: "apply_rope([1.0, 0.0], 1)".
  std::string call;
  std::string hint;
  /// What is wrong with its arguments ("an odd d"), so that it must raise a ValueError or an
  /// AssertionError; else empty.
  std::string refused = {};
};

/// What somebody's program returns for each case, in their order; anything where it is to be refused.
struct Program {
  /// How it departs from what is asked.
  std::optional<Reason> reason;
  std::vector<Nested> results;
};

struct CodeExercise {
  std::vector<Fact> facts;
  std::vector<Case> cases;
  Program asked;
  /// Right as well, for who keeps to it in all cases.
  std::vector<Program> equals;
  /// What is diagnosed; several programs may have the same reason.
  std::vector<Program> slips;
  /// What is named and counts in full, for who keeps to it in all cases.
  std::vector<Program> conventions;
};

/// How far a number may be from the truth: results are of size 1, and doubles that are computed in
/// another order differ by less than 1e-12, numbers kept in single precision by less than 1e-6.
inline constexpr double code_tolerance = 1e-6;

/// Whether all programs can be told apart, but for those of the same reason: in some case their results
/// have different shapes, or differ somewhere by more than 1e-3.
bool all_told_apart(const CodeExercise& exercise);

std::vector<Item> items_of(const CodeExercise& exercise);

/// The verdicts on what a program gave. Each has a message where it is wrong or unreadable: what was
/// raised, that the shape differs, or the first number that does.
///
/// What is wrong gets the reason of a slip that leads to it, unless the slip would show in a case that is
/// right; of several, that which explains most cases. Results that keep to a convention wherever it
/// shows and they are right by any rule are Outcome::convention, unless a slip explains more; some
/// that do and some that do not are wrong, Reason::mixed_conventions.
///
/// Precondition: answers to nothing but items_of().
Grade grade_code(const CodeExercise& exercise, const Answers& answers);

/// What a call should have given and what it gave, for a picture of both.
struct CaseComparison {
  /// That of `expected`: {0} where the call must be refused.
  std::vector<Index> shape;
  /// Row by row. Some are -infinity where a bias masks.
  Vector expected;
  /// Nothing unless numbers of the same shape were returned. Infinities and NaN are possible.
  std::optional<Vector> got;
  /// What is wrong with it, taken by itself; empty if nothing is.
  std::string message;
};

/// The result of one case, by itself: of several that are right, that which it is; a convention is
/// compared with what is asked.
/// @param index of the case
CaseComparison compare(const CodeExercise& exercise, std::size_t index, std::string_view text);

}  // namespace posenc
