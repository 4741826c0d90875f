#include "posenc/grading/lab.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/grading/lab_questions.hpp"
#include "posenc/grading/lab_reading.hpp"
#include "posenc/grading/lab_reasons.hpp"
#include "posenc/grading/lab_run.hpp"
#include "posenc/grading/lab_sets.hpp"
#include "posenc/grading/lab_words.hpp"

namespace posenc::labs {
namespace {

/// A set asked of a run.
struct AskedSet {
  Run run;
  Questions questions = {};
};

std::optional<Error> check_asked(const Questions& questions, std::string_view set,
                                 const Answers& answers) {
  for (const auto& answer : answers) {
    bool is_asked = false;
    for (const SolvedQuestion& one : questions) {
      is_asked = is_asked || one.question.id == answer.first;
    }
    if (!is_asked) {
      return invalid_argument({text_of<"error-not-asked">(set, quote(answer.first))});
    }
  }
  return std::nullopt;
}

/// Errors: those of all functions of lab.hpp; where `is_graded`, a run that has not finished.
Result<AskedSet> ask(std::string_view set, const LabOutcome& outcome, const Answers& answers,
                     bool is_graded) {
  if (auto error = check(outcome)) return *std::move(error);
  AskedSet asked{run_of(outcome)};
  auto error = ask_set(asked.questions, set, asked.run);
  if (!error && is_graded && asked.run.seeds == 0) {
    error = invalid_argument({text_of<"error-not-run">(set)});
  }
  if (!error) error = check_asked(asked.questions, set, answers);
  if (error) return *std::move(error);
  return asked;
}

bool is_understood(const Reading& reading) {
  return reading.outcome != Outcome::empty && reading.outcome != Outcome::unreadable;
}

/// Adds the verdict on an answer: what is wrong with it, and, if it was understood, what explains the solution.
void add_verdict(std::vector<LabVerdict>& verdicts, const SolvedQuestion& asked,
                 const Reading& reading) {
  LabVerdict& verdict = verdicts.emplace_back();
  verdict.item = asked.question.id;
  verdict.outcome = reading.outcome;
  Explanation because = reading.explanation;
  if (is_understood(reading)) because.add_all(asked.because);
  verdict.because = std::move(because.text);
  verdict.reasons = std::move(because.codes);
}

/// Adds the verdict on whether the schemes with the best guess are among the best.
void add_winner(std::vector<LabVerdict>& verdicts, const Run& run,
                const std::vector<Reading>& guesses) {
  LabVerdict& verdict = verdicts.emplace_back();
  verdict.item = "winner";
  verdict.outcome = Outcome::empty;
  // That a scheme has no answer is the worst guess.
  const double worst = -2 * run.measure.most;
  const auto merit_of = [&](const Reading& guess) {
    return std::isnan(guess.share) ? worst : run.measure.better * guess.share;
  };
  double highest = worst;
  for (const Reading& guess : guesses) {
    if (!is_understood(guess)) return;
    highest = std::max(highest, merit_of(guess));
  }
  const Chosen best = run.best_of(run.merits(run.predicted()));
  Chosen guessed{};
  // To guess that no scheme has an answer is right if none has one.
  bool is_right = highest > worst || count_of(best) == 0;
  for (std::size_t n = 0; n < guesses.size(); ++n) {
    guessed[n] = highest > worst && merit_of(guesses[n]) == highest;
    if (guessed[n] && !best[n]) is_right = false;
  }
  verdict.outcome = is_right ? Outcome::right : Outcome::wrong;
  Explanation because;
  because.add<"winner-guess">(names_of(run, guessed));
  because.add<"winner-run">(names_of(run, best));
  add_figures(because, run, run.predicted());
  add_rule(because, run);
  verdict.because = std::move(because.text);
  verdict.reasons = std::move(because.codes);
}

}  // namespace
}  // namespace posenc::labs

namespace posenc {

std::vector<std::string_view> lab_set_ids() { return {labs::set_ids.begin(), labs::set_ids.end()}; }

Result<std::vector<LabQuestion>> lab_questions(std::string_view set, const LabOutcome& outcome) {
  using namespace labs;
  POSENC_TRY(asked, ask(set, outcome, {}, false));
  std::vector<LabQuestion> questions;
  for (SolvedQuestion& one : asked.questions) questions.push_back(std::move(one.question));
  return questions;
}

Result<std::vector<LabVerdict>> unreadable_of_lab(std::string_view set, const LabOutcome& outcome,
                                                  const Answers& answers) {
  using namespace labs;
  POSENC_TRY(asked, ask(set, outcome, answers, false));
  std::vector<LabVerdict> unreadable;
  for (const SolvedQuestion& one : asked.questions) {
    const Reading reading = read_answer(one, answer_to(answers, one.question.id));
    if (reading.outcome == Outcome::unreadable) add_verdict(unreadable, one, reading);
  }
  return unreadable;
}

Result<LabGrade> grade_lab(std::string_view set, const LabOutcome& outcome,
                           const Answers& answers) {
  using namespace labs;
  POSENC_TRY(asked, ask(set, outcome, answers, true));
  LabGrade grade{0, 0, {}};
  std::vector<Reading> readings;
  for (const SolvedQuestion& one : asked.questions) {
    readings.push_back(read_answer(one, answer_to(answers, one.question.id)));
    add_verdict(grade.items, one, readings.back());
  }
  if (is_prediction(set) && asked.run.count() > 1) add_winner(grade.items, asked.run, readings);
  for (const LabVerdict& verdict : grade.items) {
    grade.score += points(verdict.outcome);
    ++grade.max;
  }
  return grade;
}

}  // namespace posenc
