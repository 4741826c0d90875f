#pragma once

#include <map>
#include <string>
#include <vector>

#include "posenc/museum/exhibit.hpp"

/// What the museum's exhibits are made of, a list for each subject. What shows them asks exhibit.hpp.
namespace posenc {

/// A line of an exhibit's code, and what one who picks it is told.
struct CodeLine {
  std::string text;
  /// Why it is in order, or what the mistake is; empty for a blank line.
  std::string because;
  bool mistaken = false;
  /// The line or lines in its place once it is mended; empty where the mended code keeps it.
  std::vector<std::string> mended{};
};

/// The values of all controls, by their ids.
using ExhibitSettings = std::map<std::string, double>;

struct MuseumPiece {
  std::string id;
  std::string title;
  std::string symptom;
  std::string section;
  /// At least one is mistaken, and at least one of those mended. Where several are mistaken, each is where somebody
  /// may mend the code, and the mended code is one of the ways.
  std::vector<CodeLine> lines;
  std::vector<ExhibitControl> controls;
  /// Precondition: each of the controls is at one of its stops.
  Result<Exhibition> (*action)(const ExhibitSettings& values);
};

std::vector<MuseumPiece> wave_pieces();       // sinusoidal tables
std::vector<MuseumPiece> attention_pieces();  // what a layer makes of tokens and positions
std::vector<MuseumPiece> rotary_pieces();     // RoPE
std::vector<MuseumPiece> longer_pieces();     // what is there for longer texts

}  // namespace posenc
