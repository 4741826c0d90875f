#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "posenc/grading/exercise.hpp"

/// The quiz: questions with options to choose from, of which one is true. What an option says is checked with the
/// core's own functions where that can be done; where it cannot (which paper, which model), its truth is stated.
namespace posenc {

/// The truth of an option that nothing here can compute.
enum class Stated { is_true, is_false };

/// Whether an option is true, computed when asked for.
using Check = bool (*)();

struct QuizOption {
  std::string_view id;
  std::variant<Stated, Check> truth;
};

struct QuizQuestion {
  std::string_view id;
  /// In the lesson's order. One of them holds.
  std::vector<QuizOption> options;
};

/// All questions, in the lesson's order.
const std::vector<QuizQuestion>& quiz_questions();

/// Whether a question is one of the quiz's fifteen, worth a point. The others check a section.
bool counts_in_quiz(std::string_view question);

bool holds(const QuizOption& option);

/// The option that holds.
const QuizOption& right_option(const QuizQuestion& question);

/// Whether the option that holds is known by computing; the truth of the others may be stated.
bool is_computed(const QuizQuestion& question);

/// An item for each question, its choices the ids of the options. The fifteen of the quiz itself are worth a point each;
/// the others, which check a section, get a verdict and no point. Seed 0 has questions and options in the lesson's order,
/// any other draws both orders. The facts "computed" and "counted" have the ids of the questions that is_computed and of
/// those worth a point, with a comma and a space between them. Only what is answered is computed.
Exercise quiz(Seed seed);

}  // namespace posenc
