#pragma once

#include <string_view>

#include "posenc/grading/lab_questions.hpp"
#include "posenc/grading/lab_words.hpp"
#include "posenc/grading/verdict.hpp"

namespace posenc::labs {

struct Reading {
  Outcome outcome;
  /// What is wrong with the answer itself: what was not understood, how far off it is, what is missing.
  Explanation explanation = {};
  /// Of a number, as a share; NaN for "-".
  double share = 0;
};

Reading read_answer(const SolvedQuestion& asked, std::string_view text);

}  // namespace posenc::labs
