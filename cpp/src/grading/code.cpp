#include "posenc/grading/code.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/expression.hpp"

namespace posenc {
namespace {

bool agree(double one, double other, double tolerance) {
  // Infinities have no difference.
  return one == other || std::abs(one - other) <= tolerance;
}

std::optional<Index> first_difference(const Nested& one, const Nested& other, double tolerance) {
  for (Index n = 0; n < one.values.size(); ++n) {
    if (!agree(one.values[n], other.values[n], tolerance)) return n;
  }
  return std::nullopt;
}

bool are_same(const Nested& one, const Nested& other, double tolerance = code_tolerance) {
  return one.shape == other.shape && !first_difference(one, other, tolerance);
}

Nested magnitudes(Nested nested) {
  nested.values = nested.values.cwiseAbs();
  return nested;
}

/// Two different numbers, with enough digits to see that they differ, at least six.
std::pair<std::string, std::string> in_digits(double one, double other) {
  const auto text = [](double value, int digits) {
    if (std::isnan(value)) return std::string("nan");
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    return std::string(buffer);
  };
  int digits = 6;
  while (digits < 17 && text(one, digits) == text(other, digits)) ++digits;
  return {text(one, digits), text(other, digits)};
}

/// The result of a call, as it was read.
struct Given {
  bool is_empty = false;
  std::string raised = {};  // "ValueError: its message"
  std::optional<Nested> returned = {};
  std::string not_understood = {};
};

constexpr std::string_view raise = "raise";

/// `text`, cut after at most 200 bytes and never within a character.
std::string shortened(std::string_view text) {
  constexpr std::size_t limit = 200;
  if (text.size() <= limit) return std::string(text);
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + " ...";
}

Given understood(std::string_view text) {
  text = trimmed(text);
  if (is_blank(text)) return {.is_empty = true};
  if (text.starts_with(raise) && (text.size() == raise.size() || text[raise.size()] == ' ')) {
    const std::string_view what = trimmed(text.substr(raise.size()));
    return {.raised = what.empty() ? "an unnamed error" : shortened(what)};
  }
  auto nested = parse_nested(text);
  if (!nested) return {.not_understood = nested.error().message};
  return {.returned = *std::move(nested)};
}

bool is_refusal(std::string_view raised, Refusal refusal) {
  const std::string_view type = raised.substr(0, raised.find(':'));
  return type == "ValueError" || type == "AssertionError" ||
         (type == "IndexError" && refusal == Refusal::index);
}

std::string difference(const Nested& expected, const Nested& got) {
  if (expected.shape != got.shape) {
    return joined({"expected ", shape_text(expected.shape), " but got ", shape_text(got.shape)});
  }
  const auto place = first_difference(expected, got, code_tolerance);
  if (!place) return "";
  const auto [right, wrong] = in_digits(expected.values[*place], got.values[*place]);
  const std::string where = place_text(expected.shape, *place);
  return joined({where, where.empty() ? "" : ": ", "expected ", right, " but got ", wrong});
}

/// The verdict on a single call, without a reason.
Verdict judge_case(const Case& asked, const Given& given, const Nested& expected,
                   std::string_view text) {
  const auto verdict = [](Outcome outcome, std::string message = {}) {
    return Verdict{outcome, std::nullopt, std::nullopt, std::move(message)};
  };
  if (given.is_empty) return verdict(Outcome::empty);
  const std::string_view error = asked.refusal == Refusal::index ? " must raise an IndexError but "
                                                                 : " must raise a ValueError but ";
  if (!given.raised.empty()) {
    if (asked.refused.empty()) return verdict(Outcome::wrong, "it raised " + given.raised);
    if (is_refusal(given.raised, asked.refusal)) return verdict(Outcome::right);
    return verdict(Outcome::wrong, joined({asked.refused, error, "raised ", given.raised}));
  }
  if (!asked.refused.empty()) {
    std::string returned = quote(trimmed(text));
    if (given.returned) {
      returned = shape_text(given.returned->shape);
      if (given.returned->shape.size() > 1) returned += " numbers";
    }
    return verdict(Outcome::wrong, joined({asked.refused, error, "returned ", returned}));
  }
  if (!given.returned) return verdict(Outcome::unreadable, given.not_understood);
  std::string message = difference(expected, *given.returned);
  const Outcome outcome = message.empty() ? Outcome::right : Outcome::wrong;
  return verdict(outcome, std::move(message));
}

/// The results of a program in all cases.
class ProgramRun {
 public:
  ProgramRun(const CodeExercise& exercise, const Answers& answers) : exercise_(exercise) {
    for (const Case& one : exercise.cases) {
      given_.push_back(understood(answer_to(answers, one.call)));
    }
    reference_ = &exercise.asked;
    for (const Program& equal : exercise.equals) {
      if (agreeing(equal) > agreeing(*reference_)) reference_ = &equal;
    }
    for (std::size_t n = 0; n < given_.size(); ++n) {
      const Case& one = exercise.cases[n];
      verdicts_.push_back(
          judge_case(one, given_[n], reference_->results[n], answer_to(answers, one.call)));
    }
  }

  std::vector<Verdict> judged() const {
    const Program* followed = followed_convention();
    std::vector<Verdict> verdicts = verdicts_;
    for (std::size_t n = 0; n < verdicts.size(); ++n) {
      if (!is_open(n)) continue;
      if (followed && gives(*followed, n)) {
        verdicts[n] = {Outcome::convention, followed->reason, std::nullopt, ""};
      } else if (const Program* slip = diagnosed(n)) {
        verdicts[n].reason = slip->reason;
      } else if (is_right_elsewhere(n)) {
        verdicts[n].reason = Reason::mixed_conventions;
      } else if (are_same(magnitudes(reference_->results[n]), magnitudes(*given_[n].returned))) {
        verdicts[n].reason = Reason::wrong_sign;
      }
    }
    return verdicts;
  }

 private:
  /// Whether there are numbers to compare.
  bool is_comparable(std::size_t n) const {
    return exercise_.cases[n].refused.empty() && given_[n].returned;
  }
  bool is_open(std::size_t n) const {
    return is_comparable(n) && verdicts_[n].outcome == Outcome::wrong;
  }
  bool gives(const Program& program, std::size_t n) const {
    return is_comparable(n) && are_same(program.results[n], *given_[n].returned);
  }
  bool shows(const Program& program, std::size_t n) const {
    return is_comparable(n) && !are_same(program.results[n], reference_->results[n]);
  }

  int agreeing(const Program& program) const {
    int count = 0;
    for (std::size_t n = 0; n < given_.size(); ++n) count += gives(program, n);
    return count;
  }
  int explained(const Program& program) const {
    int count = 0;
    for (std::size_t n = 0; n < given_.size(); ++n) count += is_open(n) && gives(program, n);
    return count;
  }
  bool is_contradicted(const Program& program) const {
    for (std::size_t n = 0; n < given_.size(); ++n) {
      if (verdicts_[n].outcome == Outcome::right && shows(program, n)) return true;
    }
    return false;
  }
  /// Whether no case follows another program that is right. A case that is wrong by every rule does not count.
  bool is_followed(const Program& program) const {
    for (std::size_t n = 0; n < given_.size(); ++n) {
      if (shows(program, n) && !gives(program, n) && is_right_elsewhere(n)) return false;
    }
    return true;
  }

  const Program* followed_convention() const {
    int most_explained = 1;
    for (const Program& slip : exercise_.slips) {
      most_explained = std::max(most_explained, explained(slip));
    }
    for (const Program& program : exercise_.conventions) {
      if (is_followed(program) && explained(program) >= most_explained) return &program;
    }
    return nullptr;
  }

  const Program* diagnosed(std::size_t n) const {
    const Program* best = nullptr;
    for (const Program& slip : exercise_.slips) {
      if (!gives(slip, n) || is_contradicted(slip)) continue;
      if (!best || explained(slip) > explained(*best)) best = &slip;
    }
    return best;
  }

  /// Whether it would be right if the other cases followed the same program.
  bool is_right_elsewhere(std::size_t n) const {
    const auto leads_here = [&](const Program& program) { return gives(program, n); };
    return leads_here(exercise_.asked) || std::ranges::any_of(exercise_.equals, leads_here) ||
           std::ranges::any_of(exercise_.conventions, leads_here);
  }

  const CodeExercise& exercise_;
  std::vector<Given> given_;
  /// Of the programs that are right, the one that fits most cases.
  const Program* reference_;
  std::vector<Verdict> verdicts_;
};

}  // namespace

bool all_distinct(const CodeExercise& exercise) {
  constexpr double clearly = 1e-3;
  std::vector<const Program*> programs{&exercise.asked};
  for (const auto* more : {&exercise.equals, &exercise.slips, &exercise.conventions}) {
    for (const Program& program : *more) programs.push_back(&program);
  }
  for (std::size_t a = 0; a < programs.size(); ++a) {
    for (std::size_t b = a + 1; b < programs.size(); ++b) {
      if (programs[a]->reason == programs[b]->reason) continue;
      const bool are_equal = std::ranges::equal(
          programs[a]->results, programs[b]->results,
          [](const Nested& one, const Nested& other) { return are_same(one, other, clearly); });
      if (are_equal) return false;
    }
  }
  return true;
}

Exercise exercise_of(CodeExercise made) {
  std::vector<Fact> facts = made.facts;
  std::vector<Item> items = items_of(made);
  return {"", 0, std::move(facts), std::move(items),
          [made = std::move(made)](const Answers& answers) { return grade_code(made, answers); }};
}

std::vector<Item> items_of(const CodeExercise& exercise) {
  std::vector<Item> items;
  for (const Case& one : exercise.cases) {
    items.push_back({.id = one.call, .hint = one.hint, .decimals = 6});
  }
  return items;
}

Grade grade_code(const CodeExercise& exercise, const Answers& answers) {
  Grade grade{0, 0, {}};
  std::vector<Verdict> verdicts = ProgramRun(exercise, answers).judged();
  for (std::size_t n = 0; n < verdicts.size(); ++n) {
    grade.score += points(verdicts[n].outcome);
    ++grade.max;
    grade.items.push_back({exercise.cases[n].call, std::move(verdicts[n])});
  }
  return grade;
}

CaseComparison compare(const CodeExercise& exercise, std::size_t index, std::string_view text) {
  Given given = understood(text);
  const Nested* expected = &exercise.asked.results[index];
  for (const Program& equal : exercise.equals) {
    if (given.returned && are_same(equal.results[index], *given.returned)) {
      expected = &equal.results[index];
    }
  }
  CaseComparison comparison{expected->shape, expected->values, std::nullopt,
                            judge_case(exercise.cases[index], given, *expected, text).message};
  if (given.is_empty) comparison.message = "the call was not reached";
  if (exercise.cases[index].refused.empty() && given.returned &&
      given.returned->shape == expected->shape) {
    comparison.got = std::move(given.returned->values);
  }
  return comparison;
}

Result<CaseComparison> compare_case(std::string_view id, const CodeExercise& exercise,
                                    std::string_view item, std::string_view text) {
  const auto found = std::ranges::find(exercise.cases, item, &Case::call);
  if (found == exercise.cases.end()) return not_asked(id, item, items_of(exercise));
  return compare(exercise, static_cast<std::size_t>(found - exercise.cases.begin()), text);
}

}  // namespace posenc
