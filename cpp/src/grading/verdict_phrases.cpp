#include "posenc/grading/verdict_phrases.hpp"

namespace posenc {
namespace {

/// As that exercise words it, else as `usual`.
Statement worded_in(std::string_view exercise, std::string_view code, const Statement& usual) {
  for (const PhrasesInExercises& phrases : phrases_in_exercises) {
    if (phrases.code == code &&
        std::ranges::find(phrases.exercises, exercise) != phrases.exercises.end()) {
      return phrases.statement;
    }
  }
  return usual;
}

}  // namespace

Statement statement_on(const Verdict& verdict, std::string_view exercise) {
  if (verdict.reason) {
    const ReasonPhrases& phrases = reason_phrases[static_cast<std::size_t>(*verdict.reason)];
    return worded_in(exercise, name(*verdict.reason), phrases.statement);
  }
  const OutcomePhrases& phrases = outcome_phrases[static_cast<std::size_t>(verdict.outcome)];
  Statement statement = worded_in(exercise, name(verdict.outcome), phrases.statement);
  // Slips lead to numbers. What is wrong with a program's result is in the message.
  if (verdict.outcome == Outcome::wrong && !verdict.read) statement.why = {};
  return statement;
}

}  // namespace posenc
