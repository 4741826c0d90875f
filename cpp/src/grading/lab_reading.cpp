#include "posenc/grading/lab_reading.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/expression.hpp"

namespace posenc::labs {
namespace {

Reading unreadable(const Error& error) {
  Reading reading{Outcome::unreadable};
  reading.explanation.text = error.message;
  return reading;
}

/// "-": no answer.
Reading read_no_answer(const SolvedQuestion& asked) {
  Reading reading{Outcome::right, {}, std::nan("")};
  if (!std::isnan(asked.share)) {
    reading.outcome = Outcome::wrong;
    reading.explanation.add<"number-has-answer">();
  }
  return reading;
}

/// Takes the unit off the end of a number: whether there was one.
bool drop_unit(std::string_view& text, LabKind kind) {
  for (const std::string_view unit : {"%", "bits", "bit"}) {
    if ((unit == "%") != (kind == LabKind::percent) || !text.ends_with(unit)) continue;
    text = trimmed(text.substr(0, text.size() - unit.size()));
    return true;
  }
  return false;
}

Reading read_number(const SolvedQuestion& asked, std::string_view text) {
  if (text == "-") return read_no_answer(asked);
  const Measure& measure = asked.question.kind == LabKind::bits ? bits_measure : accuracy_measure;
  const bool has_sign = drop_unit(text, asked.question.kind);
  const auto expression = Expression::parse(text);
  if (!expression) return unreadable(expression.error());
  const auto value = expression->evaluate();
  if (!value) return unreadable(value.error());
  Reading reading{Outcome::right, {}, measure.unit == 1 ? *value : *value / 100};
  Explanation& explanation = reading.explanation;
  if (!(reading.share >= asked.least && reading.share <= measure.most)) {
    reading.outcome = Outcome::unreadable;
    explanation.add<"unreadable-number">(asked.least / measure.unit, measure.most / measure.unit,
                                         *value);
    return reading;
  }
  const double off = reading.share - asked.share;
  if (std::abs(off) <= asked.right_within + rounding) return reading;
  reading.outcome = std::abs(off) <= asked.near_within + rounding ? Outcome::form : Outcome::wrong;
  if (std::isnan(off)) {
    explanation.add<"number-no-answer">();
    return reading;
  }
  const std::string amount = measure.amount(std::abs(off));
  const MessagePart parts[] = {*value, amount};
  explanation.add_sentence(off > 0 ? sentence<"number-too-high"> : sentence<"number-too-low">,
                           parts);
  if (measure.kind == LabKind::percent && !has_sign &&
      std::abs(*value - asked.share) <= asked.right_within) {
    explanation.add<"number-percent">();
  }
  return reading;
}

std::string in_words(const LabChoice& choice) {
  return choice.id == "none" ? std::string(words<"scheme-none">) : choice.text;
}

/// The verdict on choices, one or several of which are given.
Reading judge_choices(const SolvedQuestion& asked, const std::vector<char>& is_given) {
  std::vector<std::string> answer;
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  for (std::size_t n = 0; n < is_given.size(); ++n) {
    const Truth truth = asked.truths[n];
    const std::string text = in_words(asked.question.choices[n]);
    if (truth != Truth::no) answer.push_back(text);
    if (is_given[n] && truth == Truth::no) extra.push_back(text);
    if (!is_given[n] && truth == Truth::yes) missing.push_back(text);
  }
  Reading reading{Outcome::right};
  const bool is_one = asked.question.kind == LabKind::one;
  if (extra.empty() && (is_one || missing.empty())) return reading;
  reading.outcome = Outcome::wrong;
  if (is_one) {
    reading.explanation.add<"answer-is">(listed(answer));
    return reading;
  }
  if (!missing.empty()) reading.explanation.add<"answer-missing">(listed(missing));
  if (!extra.empty()) reading.explanation.add<"answer-extra">(listed(extra));
  return reading;
}

Reading read_choices(const SolvedQuestion& asked, std::string_view text) {
  const std::vector<LabChoice>& choices = asked.question.choices;
  const bool is_one = asked.question.kind == LabKind::one;
  std::vector<char> is_given(choices.size());
  for (std::string_view rest = text; is_one || text != "-";) {
    const auto comma = is_one ? std::string_view::npos : rest.find(',');
    const std::string_view id = trimmed(rest.substr(0, comma));
    const auto found = std::ranges::find(choices, id, &LabChoice::id);
    if (found == choices.end()) {
      Reading reading{Outcome::unreadable};
      reading.explanation.add<"unreadable-choice">(quote(id));
      return reading;
    }
    is_given[static_cast<std::size_t>(found - choices.begin())] = true;
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  return judge_choices(asked, is_given);
}

}  // namespace

Reading read_answer(const SolvedQuestion& asked, std::string_view text) {
  if (is_blank(text)) return {Outcome::empty};
  text = trimmed(text);
  const LabKind kind = asked.question.kind;
  const bool is_number = kind == LabKind::percent || kind == LabKind::bits;
  return is_number ? read_number(asked, text) : read_choices(asked, text);
}

}  // namespace posenc::labs
