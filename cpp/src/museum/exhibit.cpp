#include "posenc/museum/exhibit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/museum/piece.hpp"

namespace posenc {
namespace {

std::vector<MuseumPiece> in_order() {
  std::vector<MuseumPiece> all;
  for (const auto subject : {wave_pieces, attention_pieces, rotary_pieces, longer_pieces}) {
    for (MuseumPiece& one : subject()) all.push_back(std::move(one));
  }
  return all;
}

const std::vector<MuseumPiece>& pieces() {
  static const std::vector<MuseumPiece> all = in_order();
  return all;
}

Result<const MuseumPiece*> find(const std::string& id) {
  const auto found = std::ranges::find(pieces(), id, &MuseumPiece::id);
  if (found == pieces().end()) {
    return invalid_argument({"[museum] there is no exhibit ", quote(id)}).about("id");
  }
  return &*found;
}

Exhibit shown(const MuseumPiece& piece) {
  Exhibit exhibit{piece.id, piece.title, piece.symptom, piece.section, {}, piece.controls};
  for (const CodeLine& line : piece.lines) exhibit.code.push_back(line.text);
  return exhibit;
}

std::vector<std::string> mended(const MuseumPiece& piece) {
  std::vector<std::string> code;
  for (const CodeLine& line : piece.lines) {
    if (line.mended.empty()) {
      code.push_back(line.text);
    } else {
      code.insert(code.end(), line.mended.begin(), line.mended.end());
    }
  }
  return code;
}

}  // namespace

const std::vector<Exhibit>& exhibits() {
  static const std::vector<Exhibit> all = [] {
    std::vector<Exhibit> every;
    for (const MuseumPiece& piece : pieces()) every.push_back(shown(piece));
    return every;
  }();
  return all;
}

Result<Exhibition> exhibit_in_action(const std::string& id,
                                     const std::map<std::string, double>& values) {
  POSENC_TRY(piece, find(id));
  const auto& controls = (piece)->controls;
  ExhibitSettings set;
  for (const ExhibitControl& control : controls) set[control.id] = control.value;
  for (const auto& [name, value] : values) {
    const auto control = std::ranges::find(controls, name, &ExhibitControl::id);
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
  return (piece)->action(set);
}

Result<Pick> pick_line(const std::string& id, double line) {
  POSENC_TRY(piece, find(id));
  const auto& lines = (piece)->lines;
  if (!(line >= 1 && line <= static_cast<double>(lines.size()) && line == std::floor(line))) {
    return invalid_argument({"[museum] a `line` of ", quote(id),
                             " must be a whole number from 1 to ", lines.size(), " but got ",
                             line});
  }
  const CodeLine& picked = lines[static_cast<std::size_t>(line) - 1];
  if (picked.mistaken) return Pick{Outcome::right, picked.because, mended(*piece)};
  if (picked.text.empty()) return Pick{Outcome::wrong, "This line is blank.", {}};
  return Pick{Outcome::wrong, picked.because, {}};
}

Result<std::vector<std::string>> repaired_code(const std::string& id) {
  POSENC_TRY(piece, find(id));
  return mended(*piece);
}

}  // namespace posenc
