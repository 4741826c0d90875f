#include "report_charts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "markup.hpp"
#include "one_line.hpp"
#include "posenc/error.hpp"
#include "posenc/wording.hpp"
#include "report.hpp"

namespace {

using markup::attribute;
using markup::element;
using markup::escaped;

std::string rectangle(std::string_view kind, double x, double y, double width, double height) {
  return element("rect",
                 attribute("class", kind) + attribute("x", x) + attribute("y", y) +
                     attribute("width", width) + attribute("height", height),
                 "");
}

std::string horizontal_line(double x, double y, double length) {
  return element("line",
                 attribute("class", "axis") + attribute("x1", x) + attribute("x2", x + length) +
                     attribute("y1", y) + attribute("y2", y),
                 "");
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text,
                    std::string_view kind = "") {
  return element("text",
                 attribute("x", x) + attribute("y", y) + attribute("text-anchor", anchor) +
                     (kind.empty() ? "" : attribute("class", kind)),
                 escaped(text));
}

/// @param parts markup of the picture
std::string figure(const ChartWords& words, double width, double height, const std::string& parts,
                   const std::string& numbers = "") {
  const std::string picture = element("svg",
                                      "role=\"img\"" + attribute("aria-label", words.label) +
                                          attribute("width", width) + attribute("height", height),
                                      parts);
  return element("figure", "",
                 "\n" + element("h3", "", escaped(words.title)) + "\n" +
                     markup::scrolling(words.title, picture) +
                     element("figcaption", "", escaped(words.caption)) + "\n" + numbers) +
         "\n";
}

std::string distribution_of(const Group& group) {
  constexpr double bar = 28;
  constexpr double step = 31;
  constexpr double tallest = 100;
  constexpr double base = 124;
  const auto counts = score_counts(group);
  const double most = static_cast<double>(*std::ranges::max_element(counts));
  std::string parts = horizontal_line(0, base, step * score_bins + 8);
  for (std::size_t n = 0; n < counts.size(); ++n) {
    const double x = 4 + step * static_cast<double>(n);
    const double height = most > 0 ? tallest * static_cast<double>(counts[n]) / most : 0;
    if (counts[n] > 0) {
      parts += rectangle("mean", x, base - height, bar, height) +
               text_at(x + bar / 2, base - height - 5, "middle", std::to_string(counts[n]));
    }
    parts += text_at(x, base + 15, "middle", std::to_string(100 / score_bins * n));
  }
  parts += text_at(4 + step * score_bins, base + 15, "middle", "100");
  return figure(words_on_scores(group), step * score_bins + 18, base + 22, parts);
}

std::string exercise_bars(const Group& group) {
  constexpr double row = 34;
  constexpr double label = 128;
  constexpr double length = 150;
  std::string parts;
  double y = 4;
  for (const ExerciseSummary& one : group.exercises) {
    const double solved =
        static_cast<double>(one.solved) / static_cast<double>(group.learners.size());
    const double mean = one.mean.value_or(0);
    parts += text_at(label - 8, y + 16, "end", cut_to(one.id, 18)) +
             rectangle("empty", label, y, length, 22) +
             rectangle("mean", label, y, length * mean, 13) +
             rectangle("solved", label, y + 13, length * solved, 9) +
             text_at(label + length + 8, y + 16, "start",
                     one.mean ? posenc::in_percent(*one.mean) : std::string("–"));
    y += row;
  }
  return figure(words_on_exercises(group), label + length + 62, y, parts);
}

/// How dark a cell is: 0 for no points, 4 for all.
std::size_t level_of(double fraction) {
  constexpr std::array<double, 3> limits{0, 0.5, 0.8};
  if (fraction >= 1) return 4;
  return static_cast<std::size_t>(
      std::ranges::count_if(limits, [&](double limit) { return fraction > limit; }));
}

std::string points_in(const Cell& cell) {
  if (!cell.answered) return "–";
  // Only all points are 100.
  const double rounded = std::round(100 * cell.fraction);
  const double percent = cell.fraction < 1 ? std::min(rounded, 99.0) : rounded;
  return posenc::with_decimals(percent, 0) + (cell.gave_up ? "*" : "");
}

constexpr double cell_width = 38;
constexpr double cell_height = 20;

std::string heat_cell(const Cell& cell, double x, double y) {
  const double width = cell_width - 2;
  const double height = cell_height - 2;
  const std::size_t level = level_of(cell.fraction);
  const std::string kind = cell.answered ? "h" + std::to_string(level) : "empty";
  return rectangle(kind, x, y, width, height) +
         text_at(x + width / 2, y + 13, "middle", points_in(cell),
                 cell.answered && level >= 3 ? "high" : "low");
}

/// The numbers of the heat map.
std::string results_table(const Group& group) {
  std::string head = element("th", "scope=\"col\"", escaped(words_on_results(group).learner));
  for (const ExerciseSummary& one : group.exercises) {
    head += element("th", "scope=\"col\" class=\"number\"", escaped(one_line(one.id)));
  }
  std::string body;
  for (const Learner& learner : group.learners) {
    std::string cells =
        element("th", "scope=\"row\"", element("bdi", "", escaped(one_line(name_of(learner)))));
    for (const Cell& cell : learner.cells) {
      cells += element("td", "class=\"number\"", points_in(cell));
    }
    body += element("tr", "", cells) + "\n";
  }
  const ChartWords words = words_on_results(group);
  const std::string table = element("table", "",
                                    element("caption", "", escaped(words.title)) +
                                        element("thead", "", element("tr", "", head)) + "\n" +
                                        element("tbody", "", "\n" + body));
  return element("details", "",
                 element("summary", "", escaped(words.numbers)) + "\n" +
                     markup::scrolling(words.numbers, table)) +
         "\n";
}

std::string heat_map(const Group& group) {
  constexpr double label = 160;
  constexpr double head = 104;
  std::string parts;
  double x = label;
  for (const ExerciseSummary& one : group.exercises) {
    const std::string place = "translate(" + posenc::format_number(x + cell_width / 2 + 4) + " " +
                              posenc::format_number(head - 6) + ") rotate(-60)";
    parts += element("text", attribute("transform", place), escaped(cut_to(one.id, 18)));
    x += cell_width;
  }
  double y = head;
  for (const Learner& learner : group.learners) {
    parts += text_at(label - 8, y + 13, "end", cut_to(name_of(learner), 22));
    x = label;
    for (const Cell& cell : learner.cells) {
      parts += heat_cell(cell, x, y);
      x += cell_width;
    }
    parts += "\n";
    y += cell_height;
  }
  // The last head leans out to the right.
  return figure(words_on_results(group), x + 44, y, parts, results_table(group));
}

}  // namespace

std::string charts_of(const Group& group) {
  if (group.exercises.empty()) return "";
  return distribution_of(group) + exercise_bars(group) + heat_map(group);
}
