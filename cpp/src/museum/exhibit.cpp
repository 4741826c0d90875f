#include "posenc/museum/exhibit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "posenc/argument.hpp"
#include "posenc/museum/piece.hpp"

namespace posenc {
namespace {

/// The pieces of each subject, in the order of the lesson.
std::array<std::span<const MuseumPiece>, 6> pieces_by_subject() {
  return {wave_pieces(),   attention_pieces(), rotary_pieces(),
          longer_pieces(), position_pieces(),  beyond_words_pieces()};
}

Result<const MuseumPiece*> find(const std::string& id) {
  for (const auto pieces : pieces_by_subject()) {
    for (const MuseumPiece& piece : pieces) {
      if (piece.id == id) return &piece;
    }
  }
  return invalid_argument({"[museum] there is no exhibit ", quote(id)}).about("id");
}

Exhibit shown(const MuseumPiece& piece) {
  Exhibit exhibit{std::string(piece.id),
                  std::string(piece.title),
                  std::string(piece.symptom),
                  std::string(piece.section),
                  {},
                  {},
                  {}};
  for (const CodeLine& line : piece.lines) exhibit.code.emplace_back(line.text);
  for (const auto& [control, label, value, stops] : piece.controls) {
    exhibit.controls.push_back(
        {std::string(control), std::string(label), value, {stops.begin(), stops.end()}});
  }
  for (const auto& [text, url] : piece.sightings) {
    exhibit.sightings.push_back({std::string(text), std::string(url)});
  }
  return exhibit;
}

std::vector<std::string> repaired_lines(const MuseumPiece& piece) {
  std::vector<std::string> code;
  for (const CodeLine& line : piece.lines) {
    std::string_view rest = line.repaired.empty() ? line.text : line.repaired;
    std::size_t end = rest.find('\n');
    for (; end != std::string_view::npos; end = rest.find('\n')) {
      code.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end + 1);
    }
    code.emplace_back(rest);
  }
  return code;
}

}  // namespace

const std::vector<Exhibit>& exhibits() {
  static const std::vector<Exhibit> all = [] {
    std::vector<Exhibit> every;
    for (const auto pieces : pieces_by_subject()) {
      for (const MuseumPiece& piece : pieces) every.push_back(shown(piece));
    }
    return every;
  }();
  return all;
}

Result<Exhibition> exhibit_in_action(const std::string& id,
                                     const std::map<std::string, double>& values) {
  POSENC_TRY(piece, find(id));
  const auto& controls = piece->controls;
  ExhibitSettings set;
  for (const PieceControl& control : controls) set[std::string(control.id)] = control.value;
  for (const auto& [name, value] : values) {
    const auto control = std::ranges::find(controls, name, &PieceControl::id);
    if (control == controls.end()) {
      return invalid_argument({"[museum] ", quote(id), " has no control ", quote(name)})
          .about("values");
    }
    if (std::ranges::find(control->stops, value) == control->stops.end()) {
      std::string stops;
      for (const double stop : control->stops) {
        stops += (stops.empty() ? "" : ", ") + format_number(stop);
      }
      return invalid_argument({"[museum] ", quote(name), " of ", quote(id), " must be one of ",
                               stops, " but got ", value})
          .about("values");
    }
    set[name] = value;
  }
  return piece->action(set);
}

Result<Pick> pick_line(const std::string& id, double line) {
  POSENC_TRY(piece, find(id));
  const auto& lines = piece->lines;
  if (!(line >= 1 && line <= static_cast<double>(lines.size()) && line == std::floor(line))) {
    return invalid_argument({"[museum] a `line` of ", quote(id),
                             " must be a whole number from 1 to ", lines.size(), " but got ",
                             line});
  }
  const CodeLine& picked = lines[static_cast<std::size_t>(line) - 1];
  const std::string because(picked.because);
  if (picked.mistaken) return Pick{Outcome::right, because, repaired_lines(*piece)};
  return Pick{Outcome::wrong, because, {}};
}

Result<std::vector<std::string>> repaired_code(const std::string& id) {
  POSENC_TRY(piece, find(id));
  return repaired_lines(*piece);
}

}  // namespace posenc
