#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "posenc/encoding/encodings.hpp"
#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/lab.hpp"
#include "posenc/grading/verdict.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model/training_options.hpp"

/// E13.2 with the learner's own code: the functions that they wrote in three exercises in code give the numbers of a
/// scheme, with which a model trains beside that of the library. The task is Task::order, of lab 1.
namespace posenc {

/// A scheme to train from an exercise in code, and the calls that give its numbers, as the page evaluates them.
struct OwnScheme {
  Scheme scheme;
  std::string exercise;
  std::vector<std::string> calls;
};
POSENC_FIELDS(OwnScheme, scheme, exercise, calls)

/// One for sinusoidal, rope and alibi:
///   sinusoidal  the table of all positions
///   rope        for each position, the function of every unit vector, and of another vector that shows whether it is linear
///   alibi       for each trained and tested length, the bias of each head
std::vector<OwnScheme> own_schemes();

/// What a learner's numbers are, from those that cannot train to those that train like the library's.
enum class OwnStanding {
  failed,      // a call raised an error, or was not reached
  unusable,    // a call returned something else than finite numbers of the right shape
  not_linear,  // rope: the function is no matrix
  differs,     // from the library's numbers, first at OwnDifference
  convention,  // the library's numbers in the convention that the Reason names
  near,        // the library's, up to code_tolerance
  same,        // the library's, to the last bit in single precision, as models train
};

POSENC_HYPHENATED_NAMES(OwnStanding, own_standing_names, failed, unusable, not_linear, differs,
                        convention, near, same)

/// The first number that is not the library's.
struct OwnDifference {
  std::optional<Index> length, head;  // alibi
  Index position;                     // for alibi, the query's
  Index index;                        // the pair; for alibi, the key
  double yours;
  double expected;
};
POSENC_FIELDS(OwnDifference, length, head, position, index, yours, expected)

/// Two runs that differ only in their numbers.
struct OwnRuns {
  TrainingOptions own;
  TrainingOptions built_in;
};

struct OwnReading {
  OwnStanding standing;
  std::optional<Reason> reason{};  // of a convention
  /// What failed, was unusable or not linear: the call, and what it did.
  std::string call{};
  std::string message{};
  std::optional<OwnDifference> difference{};
  /// Unless it cannot train. For another layout of RoPE, both have that layout.
  std::optional<OwnRuns> runs{};
};

/// Reads the results of a scheme's calls, in the form that exercises in code are graded in (see code.hpp).
/// Errors: a scheme other than the three; answers to other calls do not matter.
Result<OwnReading> read_own_scheme(Scheme scheme, const Answers& results);

/// How two trained models compare, over the seeds and at all tested lengths.
enum class OwnTraining {
  identical,  // the same losses, to the last bit
  alike,      // at no length one is ahead, as labs count it
  ahead,      // the learner's is ahead at some length, and nowhere behind
  behind,
  mixed,
};

POSENC_NAMES(OwnTraining, own_training_names, identical, alike, ahead, behind, mixed)

/// @param own, built_in accuracies, then losses: [2][seed][length] row by row
/// Errors: sizes that differ, or do not fit the number of seeds.
Result<OwnTraining> compare_own_training(std::span<const double> own,
                                         std::span<const double> built_in, double seeds);

/// The schemes that no other is ahead of, as labs count it.
struct OwnBest {
  std::vector<std::string> within;  // at the longest trained length
  std::vector<std::string> beyond;  // at the longest length
};
POSENC_FIELDS(OwnBest, within, beyond)

/// Errors: as for lab_questions; no tested length within the trained ones.
Result<OwnBest> best_own_schemes(const LabOutcome& outcome);

}  // namespace posenc
