#include <algorithm>

#include "one_line.hpp"
#include "report.hpp"

// A report for a terminal.

namespace {

/// Longer texts in a cell are cut, but for the last column.
constexpr std::size_t most_characters = 48;

std::string cell_text(const std::string& text, bool is_last) {
  const std::string line = one_line(text);
  return is_last ? line : cut_to(line, most_characters);
}

std::string padded(const std::string& text, std::size_t width, bool at_the_left) {
  const std::string space(width - std::min(width, characters_in(text)), ' ');
  return at_the_left ? space + text : text + space;
}

std::string table_as_text(const ReportTable& table) {
  std::vector<std::vector<std::string>> rows(1);
  for (const ReportColumn& column : table.columns) rows.front().push_back(column.title);
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> widths(table.columns.size());
  for (auto& row : rows) {
    for (std::size_t n = 0; n < row.size(); ++n) {
      row[n] = cell_text(row[n], n + 1 == row.size());
      widths[n] = std::max(widths[n], characters_in(row[n]));
    }
  }
  std::string text = table.title + "\n";
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t n = 0; n < row.size(); ++n) {
      line += "  " + padded(row[n], widths[n], table.columns[n].is_number);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (!table.note.empty()) text += "  " + table.note + "\n";
  return text;
}

}  // namespace

std::string report_as_text(const ClassReport& report) {
  std::string text = summary_of(report) + "\n";
  if (const ReportTable files = left_out_files(report); !files.rows.empty()) {
    text += "\n" + table_as_text(files);
  }
  for (const Group& group : report.groups) {
    text += "\n" + one_line(title_of(group)) + "\n" + summary_of(group) + "\n";
    for (const ReportTable& table : tables_of(group)) text += "\n" + table_as_text(table);
  }
  return text;
}
