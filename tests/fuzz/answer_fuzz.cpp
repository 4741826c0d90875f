// Any bytes as what a learner types: understood as a number that is finite, or not, for a reason. And as a
// formula, whose table and invariants are finite, or not, for a reason.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/analysis/invariants.hpp"
#include "posenc/encoding/custom.hpp"
#include "posenc/expression.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/exercise.hpp"
#include "require.hpp"
#include "split.hpp"

namespace {

using posenc::Outcome;

void check_expression(std::string_view text) {
  const auto decimal = posenc::plain_decimal(text);
  require(!decimal || decimal->decimals >= 0, "decimals are counted from 0");
  const auto expression = posenc::Expression::parse(text);
  if (!expression) {
    require(!expression.error().message.empty(), "an error says what is not understood");
    return;
  }
  require(!posenc::is_blank(text), "a blank answer is not a formula");
  const auto value = expression->evaluate();
  if (value) {
    require(std::isfinite(*value), "the value of an answer is finite");
  } else {
    require(!value.error().message.empty(), "an error says what cannot be computed");
  }
}

/// Of a formula that is understood: elements one by one are those of the table, or it says why not.
void check_formula(std::string_view text) {
  constexpr double d = 3;
  const auto encoding = posenc::CustomEncoding::make(text, d);
  if (!encoding) {
    require(!encoding.error().message.empty(), "an error says what is not understood of a formula");
    return;
  }
  require(!posenc::is_blank(text), "a blank text is not a formula");
  const auto table = encoding->table(8);
  if (!table) {
    require(!table.error().message.empty(), "an error says why a formula has no table");
    return;
  }
  require(table->allFinite() && table->rows() == 8 && table->cols() == 3, "a table is finite");
  const auto report = posenc::measure_invariants(*encoding, 8);
  require(report.has_value(), "where there is a table, it is measured");
  for (const auto& one : report->invariants) {
    require(std::isfinite(one.value) && !one.text.empty(), "what is measured is a number");
  }
}

/// The answers in turn to the items in turn, over and over.
void check_grade(const posenc::Exercise& exercise, const std::vector<std::string_view>& texts) {
  const auto& items = exercise.items;
  posenc::Answers answers;
  for (std::size_t n = 0; n < items.size(); ++n) answers[items[n].id] = texts[n % texts.size()];

  const auto grade = posenc::grade(exercise, answers);
  require(grade.has_value(), "answers to what is asked get a grade");
  require(grade->items.size() == items.size(), "every item gets a verdict");
  double score = 0;
  for (std::size_t n = 0; n < items.size(); ++n) {
    const auto& [item, verdict] = grade->items[n];
    require(item == items[n].id, "verdicts come in the order of the items");
    score += posenc::points(verdict.outcome);
    require(!verdict.read || std::isfinite(*verdict.read), "a number that was read is finite");
    require((verdict.outcome == Outcome::unreadable) == !verdict.message.empty(),
            "an unreadable answer has a message, and no other has");
    const bool a_number_was_read = items[n].choices.empty() && verdict.outcome != Outcome::empty &&
                                   verdict.outcome != Outcome::unreadable;
    require(verdict.read.has_value() == a_number_was_read, "a number was read where one is judged");
  }
  require(grade->score == score && score <= grade->max, "the score is the sum of the points");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto texts = split(text);
  for (const std::string_view one : texts) {
    check_expression(one);
    check_formula(one);
  }
  // A grade takes several times as long as the formulas in it.
  if (texts.size() < 2) return 0;
  // As long as a seed is drawn, an exercise would not be graded much: these are kept.
  static const std::vector<posenc::Exercise> exercises = [] {
    std::vector<posenc::Exercise> all;
    const auto in_code = posenc::code_exercise_ids();
    for (const std::string_view id : posenc::exercise_ids()) {
      // What programs return is another language, with a target of its own.
      if (std::ranges::find(in_code, id) != in_code.end()) continue;
      for (const double seed : {0.0, 1.0}) {
        auto exercise = posenc::find_exercise(id, seed);
        require(exercise.has_value(), "every exercise that is listed can be found");
        all.push_back(std::move(*exercise));
      }
    }
    return all;
  }();
  // The first answer says which.
  check_grade(exercises[texts[0].size() % exercises.size()], texts);
  return 0;
}
