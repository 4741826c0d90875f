#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graded_record.hpp"
#include "posenc/grading/verdict_phrases.hpp"

/// What a folder of exported work says about a class. `posenc report` prints it.

/// A file of the folder.
struct RecordFile {
  std::string name;
  /// Nothing if the file is not a record.
  std::optional<GradedRecord> record;
  /// Why it is not.
  std::string fault;
  /// Two files with the same bytes have the same.
  std::size_t checksum;
};

/// Reads and grades the text of a file, whatever is in it.
RecordFile read_record(std::string name, const std::string& text);

/// Reads and grades each file of a folder whose name ends in .json, in the order of their names.
/// Throws BadInput if the folder cannot be read, or has no record.
std::vector<RecordFile> read_records(const std::string& folder);

enum class DoubledKind {
  identical,    // the same bytes
  same_record,  // the same learner and time of export
  older,        // an earlier export of the same learner, in the same class
};

inline constexpr posenc::EnumNames<DoubledKind, 3> doubled_kind_names{{
    {"identical", DoubledKind::identical},
    {"same-record", DoubledKind::same_record},
    {"older", DoubledKind::older},
}};

/// A file that does not count because another does.
struct DoubledFile {
  std::string file;
  DoubledKind kind;
  /// The file that counts.
  std::string counted;
  std::string learner;
};

struct RefusedFile {
  std::string file;
  std::string reason;
};

/// A learner's result in an exercise, without the sheets.
struct Cell {
  /// The share of the points.
  double fraction;
  bool answered;
  double attempts;
  bool gave_up;
};

/// A score in the file that is not that of the answers, or answers that cannot be graded.
struct Disagreement {
  std::string exercise;
  nlohmann::json seed;
  /// "best" or "latest"; empty if no answers to the exercise can be graded.
  std::string_view attempt;
  std::optional<double> claimed;
  std::optional<double> score;
  std::optional<int> max;
  /// Why it cannot be graded; empty if it can.
  std::string message;
};

struct Learner {
  std::string file;
  std::string name;
  std::string at;
  Total total;
  /// In the order of the group's exercises.
  std::vector<Cell> cells;
  std::size_t answered;
  std::size_t gave_up;
  double attempts;
  std::vector<Disagreement> disagreements;
};

struct ExerciseSummary {
  std::string id;
  /// Nothing if not all have the same variant, or there is no class.
  std::optional<nlohmann::json> seed;
  std::size_t answered;
  /// How many learners have all points.
  std::size_t solved;
  std::size_t gave_up;
  /// The mean share of the points, over all learners with a class, else over those who answered; nothing if nobody
  /// did.
  std::optional<double> mean;
};

struct Slip {
  std::string exercise;
  posenc::Reason reason;
  std::size_t learners;
  /// The library's words for it.
  posenc::Statement words;
};

/// An item for which no learner has full points.
struct UnsolvedItem {
  std::string exercise;
  std::string item;
  /// How many learners wrote something, and how many had it before them when they checked their answers.
  std::size_t answered;
  std::size_t asked;
};

/// The learners of one class, with the same exercises.
struct Group {
  /// Its name, which may be empty; nothing for learners without a class.
  std::optional<std::string> class_name;
  /// Whether not all learners have the same variants.
  bool has_own_variants;
  std::vector<ExerciseSummary> exercises;
  std::vector<Learner> learners;
  std::vector<Slip> slips;
  std::vector<UnsolvedItem> unsolved;
  /// Of the learners' scores; nothing without one.
  std::optional<double> mean;
  std::optional<double> median;
};

struct ClassReport {
  std::size_t files;
  std::size_t records;
  std::vector<RefusedFile> refused;
  std::vector<DoubledFile> doubled;
  std::vector<Group> groups;
  /// Whether no score in a counted file is wrong.
  bool agrees;
};

/// Precondition: the files are in the order of their names, and one of them is a record.
ClassReport class_report(const std::vector<RecordFile>& files);
