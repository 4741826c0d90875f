#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "posenc/grading/verdict.hpp"

/// A learner's exported work (record.hpp documents the file), graded again.

struct GradedItem {
  std::string id;
  posenc::Outcome outcome;
  /// Nothing for a question of a lab: its slips have no names.
  std::optional<posenc::Reason> reason;
};

struct AttemptGrade {
  double score;
  int max;
  std::vector<GradedItem> items;
};

struct GradedAttempt {
  /// Nothing if the attempt cannot be graded.
  std::optional<AttemptGrade> grade;
  /// The score in the file; nothing if it has none.
  std::optional<double> claimed;
  std::optional<double> claimed_max;
  /// Whether the score in the file is that of the answers.
  bool agrees;
  std::string at;
};

struct GradedSheet {
  std::string exercise;
  /// Numbers as in the file, such as 7 rather than 7.0; attempts may be null.
  nlohmann::json seed;
  nlohmann::json attempts;
  /// Whether the class was set this variant; nothing without a class.
  std::optional<bool> assigned;
  /// Of a lab: the settings of the run, as in a link.
  std::optional<std::string> setting;
  std::optional<GradedAttempt> best;
  std::optional<GradedAttempt> latest;
  /// Whether the learner asked for the solution before all was right.
  bool gave_up;
  bool agrees;
  /// Why it cannot be graded; empty if it can.
  std::string message;
};

struct AssignedExercise {
  std::string id;
  /// As in the file.
  nlohmann::json seed;
};

struct ClassSet {
  std::string name;
  std::vector<AssignedExercise> set;
};

struct GradedRecord {
  std::string name;
  std::string at;
  std::optional<ClassSet> classroom;
  std::vector<GradedSheet> sheets;
  bool agrees;
};

/// Throws BadInput for a document that is not a record.
GradedRecord graded_record(const nlohmann::json& document);

/// A learner's result in one exercise.
struct ExerciseResult {
  std::string exercise;
  /// The sheets that count; none if the learner has not answered it.
  std::vector<const GradedSheet*> sheets;
  /// The share of the points, from 0 to 1; 0 for answers that cannot be graded.
  double fraction;
};

/// The results in the exercises of the class's set, or without a class in those that were answered. Of an exercise, the
/// sheets with the assigned seed count, of a lab all runs; without a class all variants. The best sheet gives the
/// result, each by its best attempt, or by its latest where none is kept as the best, unless the learner gave up.
std::vector<ExerciseResult> results_of(const GradedRecord& record);

struct Total {
  /// The mean of the results; nothing if there is no exercise.
  std::optional<double> score;
  std::size_t exercises;
  /// How many of them have all points.
  std::size_t done;
};

Total total_of(const std::vector<ExerciseResult>& results);
