#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "class_report.hpp"

/// The forms in which `posenc report` prints a report.

/// Codes and numbers, without limits on the length of lists:
///   {"files", "records", "refused": [{"file", "reason"}], "doubled": [{"file", "kind", "counted", "name"}],
///   "groups": [{"class", "own_variants", "mean", "median", "learners": [..], "exercises": [..], "slips": [..],
///   "unsolved": [..]}], "agrees"}
/// README.md documents the fields.
nlohmann::ordered_json report_as_json(const ClassReport& report);

/// Tables for a terminal.
std::string report_as_text(const ClassReport& report);

/// One HTML page without scripts, which loads nothing: tables, and charts as SVG.
std::string report_as_html(const ClassReport& report);

/// The same words for text and HTML.

struct ReportColumn {
  std::string title;
  bool is_number;
};

struct ReportTable {
  std::string title;
  std::vector<ReportColumn> columns;
  /// Texts as in the files, not yet safe for a terminal or for HTML.
  std::vector<std::vector<std::string>> rows;
  /// A sentence about it; may be empty.
  std::string note;
};

std::string title_of(const Group& group);
/// How many learners and exercises, and the mean and median of the scores.
std::string summary_of(const Group& group);
/// How many files were counted.
std::string summary_of(const ClassReport& report);
/// The files that do not count, each with the reason. No rows if all count.
ReportTable left_out_files(const ClassReport& report);
/// The tables of a group that have rows.
std::vector<ReportTable> tables_of(const Group& group);
/// The name, or a text for a learner without one.
std::string name_of(const Learner& learner);

/// What a chart is called and shows.
struct ChartWords {
  std::string title;
  std::string caption;
  /// The text alternative of the picture.
  std::string label;
  /// Of the numbers as a table: what unfolds it, and the head of its first column; empty if another table has them.
  std::string numbers = {};
  std::string learner = {};
};

inline constexpr std::size_t score_bins = 10;
/// How many learners have a score within each tenth of all points; the last includes 1.
std::array<std::size_t, score_bins> score_counts(const Group& group);

ChartWords words_on_scores(const Group& group);
ChartWords words_on_exercises(const Group& group);
ChartWords words_on_results(const Group& group);

/// The title of the page.
std::string report_title();
