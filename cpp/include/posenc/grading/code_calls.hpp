#pragma once

#include <optional>
#include <string>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/grading/code.hpp"
#include "posenc/grading/worked.hpp"
#include "posenc/random.hpp"

/// The parts of exercises in code. A kind of call is a struct with is_refused(), text_of() and hint_of().
namespace posenc {

inline constexpr double default_base = 10000;

/// As Python writes a float: "1.0".
std::string python_float(double value);
/// As Python writes a list of floats: "[0.5, -1.0]".
std::string python_list(const Vector& numbers);
/// ", base=100.0" where it is not the default.
std::string base_argument(double base);

/// The results of a program for all calls.
/// @param give the result of one call that is not refused
template <class Call, class Give>
Program program(std::optional<Reason> reason, const std::vector<Call>& calls, Give give) {
  Program made{reason, {}};
  for (const Call& call : calls) {
    made.results.push_back(is_refused(call) ? Nested{{0}, {}} : give(call));
  }
  return made;
}

/// An exercise with these calls, without programs.
/// @param refused_for what is wrong with the calls that are refused
template <class Call>
CodeExercise exercise_in_code(const char* signature, const std::vector<Call>& calls,
                              const char* refused_for) {
  CodeExercise made{{{"signature", signature}}, {}, {}, {}, {}, {}};
  for (const Call& call : calls) {
    made.cases.push_back(
        {text_of(call), hint_of(call), is_refused(call) ? refused_for : std::string()});
  }
  return made;
}

Nested nested(const Matrix& rows);
Nested nested(const Vector& x);
/// The columns of a table as its rows.
Nested transposed(const Nested& table);

/// Precondition: d is even.
GeometricFrequencies frequencies(Index d, double base);

Vector vector(std::initializer_list<double> components);
/// Components in tenths, none of them 0: short to read, and each changes the result.
Vector draw_vector(Random& random, Index size);
double draw_other_base(Random& random);

/// (-b, a) for each pair (a, b).
Vector quarter_turned(const Vector& x, PairLayout layout);

/// For each component of x the angle of its pair at a position.
Vector angles_of_pairs(Index d, double position, double base, PairLayout layout, Approach approach);

/// x cos + quarter_turned(x) sin, where pairs and angles may follow different layouts.
Vector turned_by(const Vector& x, double position, double base, PairLayout pairs,
                 PairLayout angles_of, Approach approach);

}  // namespace posenc
