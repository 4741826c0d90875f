#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/verdict.hpp"
#include "posenc/model/examples.hpp"
#include "posenc/model/position_scheme.hpp"

/// Questions on a learner's own run of a lab. The numbers of that run decide the right answers, whatever the lesson's own
/// runs gave. Only the direction of attention and the task's need come with the outcome, or else from the task that it
/// names.
///
/// A run measures accuracy, where more is better, or bits per character of a text, where less is better.
///
/// When a difference counts: at one length, scheme X is ahead of scheme Y if X is better in every seed (which have the
/// same data) and by at least one point, or 0.05 bits, on average. Otherwise the run does not separate them. A scheme
/// without an answer is behind all that have one. The best are those that no other is ahead of. With one seed the same
/// holds, and the sentence says that one seed shows no spread.
namespace posenc {

/// The results of a run that measures bits per character, and the levels of its text.
struct LabBits {
  /// Bits per character, [scheme][seed][length] row by row; NaN where a model has no answer.
  std::vector<double> values;
  /// What the frequencies of single characters alone need, and those of pairs; in bits per character.
  double single;
  double pair;
};

/// The results of a run, or, before it has started, what it will train.
struct LabOutcome {
  /// The task's name, such as "order".
  std::string task;
  /// By name, none twice; any but own. A scheme for each layer is written with slashes: "rope/none".
  std::vector<std::string> schemes;
  /// The tested lengths, rising: whole numbers above 0.
  std::vector<double> lengths;
  /// A whole number; 0 where nothing has run yet.
  double seeds;
  /// Fractions, [scheme][seed][length] row by row; NaN where a model has no answer. A scheme has an answer
  /// at a length if every seed has.
  std::vector<double> accuracies;
  /// The longest length trained on.
  double train_longest;
  /// The accuracy of guessing.
  double chance;
  /// The highest accuracy without positions at the longest tested length that was trained on, if known.
  std::optional<double> ceiling;
  /// Where they are not given, those of `task`; where that is unknown, numbers alone decide.
  std::optional<Direction> direction{};
  std::optional<TaskNeed> needs{};
  /// Of a run on text. It has no accuracies; chance and ceiling mean nothing.
  std::optional<LabBits> bits{};
};

enum class LabKind {
  one,      // the id of one choice
  several,  // the ids of choices with commas between them, "-" for none of them
  percent,  // a number in percent or in points: "85", "85 %", "85.5"; "-" where there is no answer
  bits,     // a number of bits per character: "2.5", "2.5 bits"; "-" where there is no answer
};

POSENC_NAMES(LabKind, lab_kind_names, one, several, percent, bits)

struct LabChoice {
  std::string id;
  std::string text;
};
POSENC_FIELDS(LabChoice, id, text)

struct LabQuestion {
  std::string id;
  std::string text;
  LabKind kind;
  std::vector<LabChoice> choices;
};
POSENC_FIELDS(LabQuestion, id, text, kind, choices)

struct LabVerdict {
  std::string item;
  /// Outcome::form: a prediction that is near. Outcome::empty, unreadable, right, wrong as elsewhere.
  Outcome outcome;
  /// The numbers of the run, and what explains them. For an unreadable answer, the part that was not understood; empty
  /// for an empty one.
  std::string because;
  /// The codes of its sentences in lab_phrases.hpp, in order; of an unreadable formula, none.
  std::vector<std::string> reasons{};
};
POSENC_FIELDS(LabVerdict, item, outcome, because, reasons)

struct LabGrade {
  double score;
  int max;
  std::vector<LabVerdict> items;
};
POSENC_FIELDS(LabGrade, score, max, items)

/// The names of all sets: those below, in their order.
std::vector<std::string_view> lab_set_ids();

/// The questions of a set, the schemes always in the order above whatever order they ran in:
///   prediction  before the run. guess-<scheme>: accuracy or bits at the shortest tested length of at least
///               twice train_longest, or else the longest. Right within 5 points or 0.3 bits, or within what
///               the seeds are apart; near (half a point) within 15 points or 0.8 bits.
///   e13.2       learned, kept, fell, read, alibi (where it ran), spread (two seeds or more), why-none
///               (where none ran on order)
///   practice-3  cost, needs, ceiling (where it is known): none, sinusoidal and learned
///   practice-4  trained, beyond (where longer lengths were tested): hybrid, sinusoidal and learned
///   practice-5  trained, longest (the same), asks (where the task is known): rope and sinusoidal
///   longer      silent, kept, fell
///   text        within, flat, single, fell, read: bits per character of schemes on a text
///   layers      within, twice, longest: rope against mixes, one or more
/// All but the prediction are about one measure: bits in the last two, accuracy in the others.
/// "At least 90 %" is by the mean, and a mean within half a point of it counts either way. So does a mean within 0.03
/// bits of the limit of "flat" and "single".
///
/// Errors: a set that does not exist; an outcome whose sizes or values are not as above; one that lacks what the set
/// needs (all but the prediction need a run).
Result<std::vector<LabQuestion>> lab_questions(std::string_view set, const LabOutcome& outcome);

/// The answers that cannot be read, before the run or after it: Outcome::unreadable, and the part that was not
/// understood. An empty one is not among them.
///
/// Errors: as above; an answer to a question that the set does not ask.
Result<std::vector<LabVerdict>> unreadable_of_lab(std::string_view set, const LabOutcome& outcome,
                                                  const Answers& answers);

/// One verdict for each question, in their order. After a prediction of two schemes or more there is one without an
/// answer of its own: "winner", by the schemes with the best guess, all of which must be among the best; it is empty
/// as long as a guess is missing.
///
/// Errors: as above; an answer to a question that the set does not ask; a run that has not finished.
Result<LabGrade> grade_lab(std::string_view set, const LabOutcome& outcome, const Answers& answers);

}  // namespace posenc
