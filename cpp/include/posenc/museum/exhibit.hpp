#pragma once

#include <map>
#include <string>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/grading/verdict.hpp"
#include "posenc/matrix.hpp"

/// Real mistakes in code for positional encodings, each in action: what the code computes, what it should compute, and
/// the invariant that it breaks, measured. The code shown is Python. The library computes the same in C++, and tests
/// compare the two.
namespace posenc {

/// A parameter of an exhibit that a reader can change.
struct ExhibitControl {
  std::string id;  // its name in the code
  std::string label;
  double value;
  /// The values that it can take, in ascending order.
  std::vector<double> stops;
};
POSENC_FIELDS(ExhibitControl, id, label, value, stops)

/// Where a mistake was made, or discussed, in public.
struct Sighting {
  std::string text;  // "x-transformers, issue 182: values were rotated until version 1.20.0"
  std::string url;
};
POSENC_FIELDS(Sighting, text, url)

struct Exhibit {
  std::string id;  // "mixed-layout"
  std::string title;
  /// How the mistake shows, without naming it.
  std::string symptom;
  /// The page of the lesson where a reader would meet it, as in the page's address: "rope".
  std::string section;
  /// Plain Python, which imports from the standard library. It defines `result`, a function of the controls by name.
  std::vector<std::string> code;
  std::vector<ExhibitControl> controls;
  /// Empty if the mistake is made up.
  std::vector<Sighting> sightings;
};
POSENC_FIELDS(Exhibit, id, title, symptom, section, code, controls, sightings)

/// All exhibits, in the order of the lesson.
const std::vector<Exhibit>& exhibits();

/// How far the code is from an invariant, with the mistake and without it.
struct MeasuredInvariant {
  /// The quantity measured, for example "how far the first row is from 0, 1, 0, 1, …".
  std::string measure;
  /// Both are finite and not negative; 0 is best.
  double broken;
  double repaired;
  /// The invariant holds if the number is at most this.
  double bound;
  bool holds_broken;
  bool holds_repaired;
};
POSENC_FIELDS(MeasuredInvariant, measure, broken, repaired, bound, holds_broken, holds_repaired)

/// The results of an exhibit at one setting of its controls.
struct Exhibition {
  /// What `result` returns with the mistake and after repair: at most 32 by 64, all finite. If the code ends with an
  /// error, `broken` has no rows, and `said` names the error.
  Matrix broken;
  Matrix repaired;
  /// What a row and a column stand for: "position", "dimension".
  std::string rows;
  std::string cols;
  /// The first is the one that the mistake breaks, at least at the controls' initial values. The others can be ones
  /// that hold in spite of the mistake: tests that would not find it.
  std::vector<MeasuredInvariant> invariants;
  /// A sentence about the numbers.
  std::string said;
  /// The number of the first row and of the first column, from which they count on.
  double first_row = 0;
  double first_col = 0;
};
POSENC_FIELDS(Exhibition, broken, repaired, rows, cols, invariants, said, first_row, first_col)

/// Runs an exhibit.
/// @param values of its controls by id; a control that is missing keeps its initial value
/// Errors: an unknown exhibit; an unknown control, or a value that is not among its stops.
Result<Exhibition> exhibit_in_action(const std::string& id,
                                     const std::map<std::string, double>& values);

/// The answer to a line that a reader picked.
struct Pick {
  Outcome outcome;  // right or wrong
  /// For a wrong line, why it is correct; for the right one, what the mistake is.
  std::string because;
  /// The repaired code, which can be longer; empty unless the pick is right.
  std::vector<std::string> repaired;
};
POSENC_FIELDS(Pick, outcome, because, repaired)

/// Whether the mistake is in that line of the code, counted from 1. Several lines are right if the mistake can be
/// repaired in each of them. A blank line is wrong. Errors: an unknown exhibit, a line that the code does not have.
Result<Pick> pick_line(const std::string& id, double line);

/// The repaired code, for a reader who gives up. Errors: an unknown exhibit.
Result<std::vector<std::string>> repaired_code(const std::string& id);

}  // namespace posenc
