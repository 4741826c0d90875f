#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/grading/exercise.hpp"
#include "posenc/grading/nested.hpp"

/// Exercises in code: the page runs the learner's program and passes on the result of each call, as Python's
/// repr writes it, or "raise ValueError: its message". The verdict is given here.
namespace posenc {

/// Which exceptions refuse a call. (An AssertionError always does.)
enum class Refusal {
  value,  // a ValueError
  index,  // an IndexError, or a ValueError
};

/// One call that a program is tested with.
struct Case {
  /// As the page evaluates it, and the id of its item: "apply_rope([1.0, 0.0], 1)".
  std::string call;
  std::string hint;
  /// What is wrong with its arguments ("an odd d"), so that it must be refused; else empty.
  std::string refused = {};
  Refusal refusal = Refusal::value;
};

/// The results of a program for each case, in their order; anything where the call must be refused.
struct Program {
  /// How it differs from the expected result.
  std::optional<Reason> reason;
  std::vector<Nested> results;
};

struct CodeExercise {
  std::vector<Fact> facts;
  std::vector<Case> cases;
  Program asked;
  /// Also right, if all cases follow it.
  std::vector<Program> equals;
  /// Known slips; several programs may have the same reason.
  std::vector<Program> slips;
  /// Other conventions: named, and counted in full if all cases follow it.
  std::vector<Program> conventions;
};

/// How far a number may be from the truth: results are of size 1, doubles computed in another order differ
/// by less than 1e-12, and numbers in single precision by less than 1e-6.
inline constexpr double code_tolerance = 1e-6;

/// Whether any two programs with different reasons can be distinguished: in some case their results have
/// different shapes, or differ somewhere by more than 1e-3.
bool all_distinct(const CodeExercise& exercise);

std::vector<Item> items_of(const CodeExercise& exercise);

/// The exercise, without an id and a seed.
Exercise exercise_of(CodeExercise made);

/// The verdicts on a program's results. A wrong or unreadable result has a message: what was raised, that
/// the shape differs, or the first number that does.
///
/// A wrong result gets the reason of a slip that leads to it, unless the slip would have changed a case that
/// is right; of several, the slip that explains most cases. If all cases that are right by some rule and in
/// which a convention makes a difference follow that convention, they are Outcome::convention, unless a
/// slip explains more. If only some of them do, those are wrong, Reason::mixed_conventions.
///
/// Precondition: answers to nothing but items_of().
Grade grade_code(const CodeExercise& exercise, const Answers& answers);

/// The expected result of a call and its result, for a picture of both.
struct CaseComparison {
  /// The shape of `expected`: {0} where the call must be refused.
  std::vector<Index> shape;
  /// Row by row. Some are -infinity where a bias masks.
  Vector expected;
  /// Nothing unless numbers of the same shape were returned. Infinities and NaN are possible.
  std::optional<Vector> got;
  /// What is wrong with this result by itself; empty if nothing is.
  std::string message;
};

/// Compares the result of a single case: if several results are right, with the one that it equals; the result
/// of another convention, with what the exercise asks for.
/// @param index of the case
CaseComparison compare(const CodeExercise& exercise, std::size_t index, std::string_view text);

/// The same for the case of an item.
/// @param id of the exercise
/// Errors: an item that the exercise does not have.
Result<CaseComparison> compare_case(std::string_view id, const CodeExercise& exercise,
                                    std::string_view item, std::string_view text);

}  // namespace posenc
