#include "posenc/museum/exhibit.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

/// What one exhibit is made of.
struct Piece {
  Exhibit exhibit;
  /// The line with the mistake, from 1, and what it should be.
  int line;
  std::string mended;
  std::string because;
  Result<Exhibition> (*action)(const std::map<std::string, double>& values);
};

Result<Exhibition> from_one(const std::map<std::string, double>& values) {
  const auto omega = GeometricFrequencies::make(values.at("d"), 10000, "paper");
  if (!omega) return omega.error();
  const std::vector<double> right{0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<double> late{1, 2, 3, 4, 5, 6, 7, 8};
  auto broken = sinusoidal_table(*omega, late);
  auto repaired = sinusoidal_table(*omega, right);
  if (!broken) return broken.error();
  const auto off = [](const Matrix& table) {
    double largest = 0;
    for (Index n = 0; n < table.cols(); ++n) {
      largest = std::max(largest, std::abs(table(0, n) - static_cast<double>(n % 2)));
    }
    return largest;
  };
  const double wrong = off(*broken);
  const double mended = off(*repaired);
  return Exhibition{*std::move(broken),
                    *std::move(repaired),
                    "position",
                    "dimension",
                    {{"how far PE(0) is from 0, 1, 0, 1, ..", wrong, mended, rounding_tolerance,
                      wrong <= rounding_tolerance, mended <= rounding_tolerance}},
                    "The first row is off by " + format_number(wrong) + "."};
}

const std::vector<Piece>& pieces() {
  static const std::vector<Piece> all{
      {{"from-one",
        "Counted from one",
        "A table that does not fit anybody else’s weights.",
        "sinusoidal",
        {"from math import sin, cos", "", "def result(d):", "    table = []",
         "    for pos in range(1, 9):", "        row = []",
         "        for i in range(d // 2):", "            angle = pos / 10000 ** (2 * i / d)",
         "            row += [sin(angle), cos(angle)]", "        table.append(row)",
         "    return table"},
        {{"d", "dimensions", 8, {4, 8, 16, 32}}}},
       5,
       "    for pos in range(8):",
       "Positions begin at 0: the first row is sin 0 and cos 0.",
       from_one},
  };
  return all;
}

Result<const Piece*> find(const std::string& id) {
  const auto found =
      std::ranges::find_if(pieces(), [&](const Piece& piece) { return piece.exhibit.id == id; });
  if (found == pieces().end()) {
    return invalid_argument({"[museum] there is no exhibit ", quote(id)});
  }
  return &*found;
}

std::vector<std::string> mended(const Piece& piece) {
  std::vector<std::string> code = piece.exhibit.code;
  code[static_cast<std::size_t>(piece.line - 1)] = piece.mended;
  return code;
}

}  // namespace

const std::vector<Exhibit>& exhibits() {
  static const std::vector<Exhibit> all = [] {
    std::vector<Exhibit> every;
    for (const Piece& piece : pieces()) every.push_back(piece.exhibit);
    return every;
  }();
  return all;
}

Result<Exhibition> exhibit_in_action(const std::string& id,
                                     const std::map<std::string, double>& values) {
  const auto piece = find(id);
  if (!piece) return piece.error();
  std::map<std::string, double> set;
  for (const ExhibitControl& control : (*piece)->exhibit.controls) set[control.id] = control.value;
  for (const auto& [name, value] : values) {
    const auto& controls = (*piece)->exhibit.controls;
    const auto control = std::ranges::find(controls, name, &ExhibitControl::id);
    if (control == controls.end()) {
      return invalid_argument({"[museum] ", quote(id), " has no control ", quote(name)});
    }
    if (std::ranges::find(control->stops, value) == control->stops.end()) {
      return invalid_argument(
          {"[museum] ", control->label, " must be one of its stops but got ", value});
    }
    set[name] = value;
  }
  return (*piece)->action(set);
}

Result<Pick> pick_line(const std::string& id, double line) {
  const auto piece = find(id);
  if (!piece) return piece.error();
  const auto lines = static_cast<double>((*piece)->exhibit.code.size());
  if (!(line >= 1 && line <= lines && line == std::floor(line))) {
    return invalid_argument({"[museum] a line of ", quote(id), " must be a whole number from 1 to ",
                             lines, " but got ", line});
  }
  if (line != (*piece)->line) return Pick{Outcome::wrong, "This line is in order.", {}};
  return Pick{Outcome::right, (*piece)->because, mended(**piece)};
}

Result<std::vector<std::string>> repaired_code(const std::string& id) {
  const auto piece = find(id);
  if (!piece) return piece.error();
  return mended(**piece);
}

}  // namespace posenc
