#pragma once

#include <map>
#include <string>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/grading/verdict.hpp"
#include "posenc/matrix.hpp"

/// Real mistakes in code for positional encodings, each in action: what the code computes, what it should, and the
/// invariant that it breaks, measured. The code is Python; what it does is written here a second time, in C++, and tests
/// hold both to the same numbers.
namespace posenc {

/// What a reader can change.
struct ExhibitControl {
  std::string id;  // the name that the code has for it
  std::string label;
  double value;
  /// The values that it can take, rising.
  std::vector<double> stops;
};

struct Exhibit {
  std::string id;  // "mixed-layout"
  std::string title;
  /// What somebody sees who has this mistake, without naming it.
  std::string symptom;
  /// Which page of the lesson a reader would stumble on it: "rope", as its address has it.
  std::string section;
  /// Plain Python, with what it needs from math. It defines `result`, a function of the controls by their names.
  std::vector<std::string> code;
  std::vector<ExhibitControl> controls;
};

/// All of them, in the order in which the lesson meets them.
const std::vector<Exhibit>& exhibits();

/// What has to hold, and by how much it does not.
struct MeasuredInvariant {
  /// What is measured, "largest change of a norm": both numbers are of this.
  std::string measure;
  /// Finite, not negative, 0 at best.
  double broken;
  double repaired;
  /// The invariant holds up to here.
  double bound;
  bool holds_broken;
  bool holds_repaired;
};

/// An exhibit in action, at some setting of its controls.
struct Exhibition {
  /// What `result` gives, and what it gives once it is repaired: small, and all of it finite. Where the code ends in an
  /// error and gives nothing, `broken` has no rows, and `said` tells the error.
  Matrix broken;
  Matrix repaired;
  /// What their rows and columns are.
  std::string rows;
  std::string cols;
  /// The first is the one that the mistake breaks, at the controls' own values at least. Among the others can be some
  /// that it keeps: tests that do not find it.
  std::vector<MeasuredInvariant> invariants;
  /// The numbers in a sentence.
  std::string said;
};

/// @param values of its controls by id; one that is missing has its own value
/// Errors: an exhibit that there is not; a control that it has not, or a value that is not among its stops.
Result<Exhibition> exhibit_in_action(const std::string& id,
                                     const std::map<std::string, double>& values);

/// What a reader's pick is told.
struct Pick {
  Outcome outcome;  // right or wrong
  /// For a wrong line why it is in order, for the right one what the mistake is.
  std::string because;
  /// The code with the mistake mended, which can be longer; empty unless the pick is right.
  std::vector<std::string> repaired;
};

/// Whether the mistake is in that line of the code, counted from 1; several lines can be right, where it can be mended in
/// each. A blank line is wrong. Errors: an exhibit, or a line, that there is not.
Result<Pick> pick_line(const std::string& id, double line);

/// The code with the mistake mended, for one who gives up. Errors: an exhibit that there is not.
Result<std::vector<std::string>> repaired_code(const std::string& id);

}  // namespace posenc
