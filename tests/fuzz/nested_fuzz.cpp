// Any bytes as what a learner's program returned: nested lists of numbers, or not, for a reason.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/nested.hpp"
#include "require.hpp"
#include "split.hpp"

namespace {

using posenc::Outcome;

std::size_t count_of(const std::vector<posenc::Index>& shape) {
  std::size_t count = 1;
  for (const posenc::Index extent : shape) count *= static_cast<std::size_t>(extent);
  return count;
}

void check_nested(std::string_view text) {
  const auto nested = posenc::parse_nested(text);
  if (!nested) {
    require(!nested.error().message.empty(), "an error says what is not understood");
    return;
  }
  require(nested->shape.size() <= posenc::max_levels, "lists are not nested deeper than they may");
  const auto count = static_cast<std::size_t>(nested->values.size());
  require(count == count_of(nested->shape), "there are as many numbers as the shape says");
  require(count <= posenc::max_numbers, "there are at most max_numbers");
  require(!posenc::shape_text(nested->shape).empty(), "every shape has a text");
  for (posenc::Index n = 0; n < nested->values.size(); ++n) {
    const bool has_place = !posenc::place_text(nested->shape, n).empty();
    require(has_place == !nested->shape.empty(), "every number in a list has a place");
  }
}

/// All exercises in code, made once: that takes longer than to grade.
const std::vector<posenc::CodeExercise>& exercises() {
  static const std::vector<posenc::CodeExercise> all{
      posenc::code_sinusoidal(0), posenc::code_rope(0), posenc::code_alibi(0),
      posenc::debug_layout(0), posenc::debug_added(0)};
  return all;
}

/// The results in turn for the calls in turn, over and over.
void check_grade(const posenc::CodeExercise& exercise, const std::vector<std::string_view>& texts) {
  const auto items = posenc::items_of(exercise);
  posenc::Answers answers;
  for (std::size_t n = 0; n < items.size(); ++n) answers[items[n].id] = texts[n % texts.size()];

  const posenc::Grade grade = posenc::grade_code(exercise, answers);
  require(grade.items.size() == items.size(), "every call gets a verdict");
  double score = 0;
  for (std::size_t n = 0; n < items.size(); ++n) {
    const auto& [item, verdict] = grade.items[n];
    const Outcome outcome = verdict.outcome;
    require(item == items[n].id, "verdicts come in the order of the calls");
    score += posenc::points(outcome);
    require(outcome != Outcome::form && outcome != Outcome::carried_forward,
            "what a program returns is neither typed nor worked on with");
    require(
        (outcome == Outcome::wrong || outcome == Outcome::unreadable) == !verdict.message.empty(),
        "what is wrong or unreadable has a message, and nothing else has");
    require(!verdict.reason || outcome == Outcome::wrong || outcome == Outcome::convention,
            "only what is not as asked has a reason");
    require(outcome != Outcome::convention || verdict.reason, "a convention is named");
  }
  require(grade.score == score && score <= grade.max, "the score is the sum of the points");
}

void check_comparison(const posenc::CodeExercise& exercise, std::size_t index,
                      std::string_view text) {
  const posenc::CaseComparison compared = posenc::compare(exercise, index, text);
  require(static_cast<std::size_t>(compared.expected.size()) == count_of(compared.shape),
          "as much is expected as the shape says");
  require(!compared.got || compared.got->size() == compared.expected.size(),
          "what was returned is there where it has the same shape");
  const bool is_refusal = !exercise.cases[index].refused.empty();
  require(compared.got || is_refusal || !compared.message.empty(),
          "a message says what cannot be shown");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto texts = split(text);
  for (const std::string_view one : texts) check_nested(one);
  if (texts.size() == 1) return 0;
  for (const posenc::CodeExercise& exercise : exercises()) {
    check_grade(exercise, texts);
    check_comparison(exercise, size % exercise.cases.size(), texts.front());
  }
  return 0;
}
