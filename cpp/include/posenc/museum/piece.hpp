#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "posenc/museum/exhibit.hpp"

/// The exhibits themselves, one list per subject; their sentences are in phrases.hpp. Callers use exhibit.hpp.
namespace posenc {

/// A line of an exhibit's code.
struct CodeLine {
  std::string_view text;
  /// Why the line is correct, or what the mistake is.
  std::string_view because;
  bool mistaken = false;
  /// The line that replaces it in the repaired code, or several with \n between them; empty if the line stays.
  std::string_view repaired{};
};

/// The values that a control can take, at most 8, in ascending order.
struct Stops {
  double values[8]{};
  std::size_t count = 0;
  constexpr Stops(std::initializer_list<double> all) {
    for (const double value : all) values[count++] = value;
  }
  constexpr const double* begin() const { return values; }
  constexpr const double* end() const { return values + count; }
};

/// As ExhibitControl.
struct PieceControl {
  std::string_view id;
  std::string_view label;
  double value;
  Stops stops;
};

/// As Sighting.
struct PieceSighting {
  std::string_view text;
  std::string_view url;
};

/// The values of all controls, by their ids.
using ExhibitSettings = std::map<std::string, double>;

struct MuseumPiece {
  std::string_view id;
  std::string_view title;
  std::string_view symptom;
  std::string_view section;
  /// At least one is mistaken, and at least one of those has a replacement. If several are mistaken, the mistake can be
  /// repaired in each of them, and the repaired code shows one of the ways.
  std::span<const CodeLine> lines;
  std::span<const PieceControl> controls;
  /// Precondition: each of the controls is at one of its stops.
  Result<Exhibition> (*action)(const ExhibitSettings& values);
  /// Empty if the mistake is made up.
  std::span<const PieceSighting> sightings{};
};

std::span<const MuseumPiece> wave_pieces();       // sinusoidal tables
std::span<const MuseumPiece> attention_pieces();  // attention, and the positions that a layer gets
std::span<const MuseumPiece> rotary_pieces();     // RoPE
std::span<const MuseumPiece> longer_pieces();     // encodings for longer texts
std::span<const MuseumPiece>
position_pieces();  // positions of packed documents and of generated tokens
std::span<const MuseumPiece> beyond_words_pieces();  // timesteps of diffusion models

}  // namespace posenc
