#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "posenc/grading/lab.hpp"
#include "posenc/grading/lab_run.hpp"
#include "posenc/grading/lab_words.hpp"

/// Questions with their solutions, and those that several sets share.
namespace posenc::labs {

enum class Truth : char { no, either, yes };

constexpr Truth truth(bool holds) { return holds ? Truth::yes : Truth::no; }

/// A question and, once the run has finished, its solution.
struct SolvedQuestion {
  LabQuestion question;
  /// One for each choice.
  std::vector<Truth> truths;
  /// Of a number: the share, or the bits, NaN where there is none; how far off is right, and near; the least it can be.
  double share = 0;
  double right_within = 0;
  double near_within = 0;
  double least = 0;
  /// The explanation of the solution, whatever the answer.
  Explanation because;
};

using Questions = std::vector<SolvedQuestion>;

/// Adds a question. The reference holds until the next one is added.
SolvedQuestion& add_question(Questions& questions, LabKind kind, const char* id, std::string text);
/// The same for a number of what the run measures; it has to be within `right_within` of `share`.
SolvedQuestion& add_number(Questions& questions, const Run& run, const char* id, std::string text,
                           double share, double right_within);

void add_choice(SolvedQuestion& asked, const char* id, const char* text, bool is_right);
/// A scheme as a choice.
void add_choice(SolvedQuestion& asked, const SchemeResult& scheme, Truth truth);

/// Which schemes are right often enough at a length.
void ask_high(Questions& questions, const Run& run, const char* id, Index at);

/// Which scheme loses most from the trained length to the longest: without an answer there, it loses everything.
void ask_fell(Questions& questions, const Run& run);

/// A number to read from the run: what a scheme measures at a length.
void ask_read(Questions& questions, const Run& run, Index n, Index at);

void ask_ahead(Questions& questions, const Run& run, const char* id, Index x, Index y, Index at);

}  // namespace posenc::labs
