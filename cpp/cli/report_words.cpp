#include <algorithm>
#include <string_view>
#include <utility>

#include "one_line.hpp"
#include "posenc/argument.hpp"
#include "posenc/wording.hpp"
#include "report.hpp"

// Every word of a report, as text and as HTML.

namespace {

using posenc::format_number;
using posenc::in_percent;

/// A longer list is cut. The JSON has all of it.
constexpr std::size_t most_rows = 20;

constexpr std::string_view no_value = "–";

std::string out_of(std::size_t count, std::size_t all) {
  return std::to_string(count) + " of " + std::to_string(all);
}

std::string percent_or_nothing(const std::optional<double>& fraction) {
  return fraction ? in_percent(*fraction) : std::string(no_value);
}

/// "2026-05-03T10:00:00.000Z" as "2026-05-03 10:00"; any other text unchanged.
std::string time_in_words(const std::string& at) {
  constexpr std::string_view shape = "0000-00-00T00:00";
  const bool is_time =
      at.size() > shape.size() && at.ends_with('Z') &&
      std::ranges::equal(shape, std::string_view(at).substr(0, shape.size()),
                         [](char expected, char c) {
                           return expected == '0' ? c >= '0' && c <= '9' : c == expected;
                         });
  return is_time ? at.substr(0, 10) + " " + at.substr(11, 5) : at;
}

std::string why_left_out(const DoubledFile& file) {
  const std::string learner = file.learner.empty() ? "the same learner" : file.learner;
  switch (file.kind) {
    case DoubledKind::identical:
      return "the same as " + file.counted + ", byte for byte";
    case DoubledKind::same_record:
      return "learner and time are those of " + file.counted +
             ", but not all of the contents; that file counts";
    case DoubledKind::older:
      return "an older export of " + learner + "; " + file.counted + " counts";
  }
  return "";
}

ReportTable learners_in(const Group& group) {
  ReportTable table{.title = "Learners",
                    .columns = {{"Learner", false},
                                {"Score", true},
                                {"Done", true},
                                {"Answered", true},
                                {"Checks", true},
                                {"Gave up", true},
                                {"Scores agree", false},
                                {"Exported (UTC)", false},
                                {"File", false}},
                    .rows = {},
                    .note =
                        "Done: exercises with all points. Checks: how often answers were "
                        "checked. Gave up: exercises whose solution the learner asked for. "
                        "Scores agree: the scores in the file are those of its answers."};
  for (const Learner& learner : group.learners) {
    const auto& [score, exercises, done] = learner.total;
    table.rows.push_back({name_of(learner), percent_or_nothing(score), out_of(done, exercises),
                          std::to_string(learner.answered), format_number(learner.attempts),
                          std::to_string(learner.gave_up),
                          learner.disagreements.empty() ? "yes" : "no", time_in_words(learner.at),
                          learner.file});
  }
  return table;
}

ReportTable exercises_in(const Group& group) {
  ReportTable table{.title = "Exercises",
                    .columns = {{"Exercise", false},
                                {"Variant", true},
                                {"Solved by", true},
                                {"Answered by", true},
                                {"Mean", true},
                                {"Gave up", true}},
                    .rows = {},
                    .note = group.class_name
                                ? "Mean: the share of the points, 0 for those who did not answer."
                                : "Mean: the share of the points of those who answered."};
  for (const ExerciseSummary& one : group.exercises) {
    table.rows.push_back({one.id, one.seed ? format_number(one.seed->get<double>()) : "",
                          out_of(one.solved, group.learners.size()), std::to_string(one.answered),
                          percent_or_nothing(one.mean), std::to_string(one.gave_up)});
  }
  return table;
}

/// Cuts the rows, and says so.
ReportTable with_most_rows(ReportTable table) {
  if (table.rows.size() <= most_rows) return table;
  table.note += (table.note.empty() ? "" : " ") + std::string("The first ") +
                out_of(most_rows, table.rows.size()) + "; the JSON has all.";
  table.rows.resize(most_rows);
  return table;
}

ReportTable slips_in(const Group& group) {
  ReportTable table{
      .title = "Most frequent slips",
      .columns = {{"Slip", false}, {"Exercise", false}, {"Learners", true}, {"Code", false}},
      .rows = {},
      .note = "Known slips in each learner's best and latest answers."};
  for (const auto& [exercise, reason, learners, words] : group.slips) {
    table.rows.push_back({std::string(words.first), exercise, std::to_string(learners),
                          std::string(posenc::name(reason))});
  }
  return with_most_rows(std::move(table));
}

ReportTable unsolved_in(const Group& group) {
  ReportTable table{.title = "Items nobody solved",
                    .columns = {{"Exercise", false}, {"Item", false}, {"Tried by", true}},
                    .rows = {},
                    .note =
                        "Of exercises that somebody checked. Tried by: learners with an answer "
                        "to the item, of those who checked the exercise."};
  for (const auto& [exercise, item, answered, asked] : group.unsolved) {
    table.rows.push_back({exercise, item, out_of(answered, asked)});
  }
  return with_most_rows(std::move(table));
}

std::string points_in_words(const std::optional<double>& points) {
  return points ? format_number(*points) : std::string(no_value);
}

ReportTable disagreements_in(const Group& group) {
  ReportTable table{.title = "Scores that disagree",
                    .columns = {{"Learner", false},
                                {"Exercise", false},
                                {"Variant", true},
                                {"Attempt", false},
                                {"In the file", true},
                                {"From the answers", true},
                                {"Reason", false}},
                    .rows = {},
                    .note = "Only points that the answers earn count."};
  for (const Learner& learner : group.learners) {
    for (const Disagreement& one : learner.disagreements) {
      const std::string right = one.max
                                    ? format_number(*one.score) + " of " + format_number(*one.max)
                                    : std::string(no_value);
      table.rows.push_back({name_of(learner), one.exercise, format_number(one.seed.get<double>()),
                            std::string(one.attempt), points_in_words(one.claimed), right,
                            one.message});
    }
  }
  return table;
}

}  // namespace

std::string name_of(const Learner& learner) {
  return learner.name.empty() ? "(no name)" : learner.name;
}

std::string title_of(const Group& group) {
  if (!group.class_name) return "Learners without a class";
  return group.class_name->empty() ? "A class without a name" : "Class " + *group.class_name;
}

std::string summary_of(const Group& group) {
  std::string text = counted(group.learners.size(), "learner", "learners") + ", " +
                     counted(group.exercises.size(), "exercise", "exercises") + ".";
  if (group.mean) {
    text +=
        " Mean score " + in_percent(*group.mean) + ", median " + in_percent(*group.median) + ".";
  }
  if (group.has_own_variants) text += " Learners have different variants of the exercises.";
  if (!group.class_name) {
    text += " Without a class's set, a score is over the exercises that the learner answered.";
  }
  return text;
}

std::string summary_of(const ClassReport& report) {
  std::string text = counted(report.records, "record", "records") + " from " +
                     counted(report.files, "file", "files") + ".";
  if (!report.refused.empty()) {
    text += " " + counted(report.refused.size(), "file is not a record.", "files are not records.");
  }
  if (!report.doubled.empty()) {
    text += " " + counted(report.doubled.size(), "file is a copy or an older export.",
                          "files are copies or older exports.");
  }
  if (!report.agrees) text += " Some scores in the files do not match the answers.";
  return text;
}

ReportTable left_out_files(const ClassReport& report) {
  ReportTable table{.title = "Files that do not count",
                    .columns = {{"File", false}, {"Reason", false}},
                    .rows = {},
                    .note = ""};
  for (const auto& [file, reason] : report.refused) table.rows.push_back({file, reason});
  for (const DoubledFile& one : report.doubled) {
    table.rows.push_back({one.file, why_left_out(one)});
  }
  return table;
}

std::vector<ReportTable> tables_of(const Group& group) {
  std::vector<ReportTable> tables{learners_in(group), exercises_in(group), slips_in(group),
                                  unsolved_in(group), disagreements_in(group)};
  std::erase_if(tables, [](const ReportTable& table) { return table.rows.empty(); });
  return tables;
}

std::string report_title() { return "Positional encoding: report on a class"; }

std::array<std::size_t, score_bins> score_counts(const Group& group) {
  std::array<std::size_t, score_bins> counts{};
  for (const Learner& learner : group.learners) {
    if (!learner.total.score) continue;
    const auto bin = static_cast<std::size_t>(*learner.total.score * score_bins);
    ++counts[std::min(bin, score_bins - 1)];
  }
  return counts;
}

ChartWords words_on_scores(const Group& group) {
  ChartWords words{.title = "Distribution of the scores",
                   .caption = "Learners by score, in percent of all points.",
                   .label = "Learners by score."};
  const auto counts = score_counts(group);
  for (std::size_t n = 0; n < counts.size(); ++n) {
    if (counts[n] == 0) continue;
    const std::size_t width = 100 / score_bins;
    words.label += " " + std::to_string(width * n) + " to " + std::to_string(width * (n + 1)) +
                   " %: " + counted(counts[n], "learner", "learners") + ".";
  }
  return words;
}

ChartWords words_on_exercises(const Group& group) {
  ChartWords words{.title = "Each exercise",
                   .caption =
                       "Upper bar and number: mean share of the points. Lower bar: share of "
                       "learners with all points.",
                   .label = "Mean share of the points."};
  for (const ExerciseSummary& one : group.exercises) {
    words.label += " " + one_line(one.id) + ": " + percent_or_nothing(one.mean) + ", solved by " +
                   out_of(one.solved, group.learners.size()) + ".";
  }
  return words;
}

ChartWords words_on_results(const Group&) {
  return {.title = "Each learner in each exercise",
          .caption =
              "Percent of the points. A dash: not answered. A star: the learner asked for "
              "the solution.",
          .label =
              "A heat map of each learner’s points in each exercise. The table below has its "
              "numbers.",
          .numbers = "The numbers as a table",
          .learner = "Learner"};
}
