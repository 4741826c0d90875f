// Any bytes as what a learner's program returned: nested lists of numbers, or not, for a reason.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/exercise.hpp"
#include "posenc/grading/nested.hpp"
#include "require.hpp"

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
    require(nested.error().message.starts_with("[code] "), "what is not understood is told");
    return;
  }
  require(nested->shape.size() <= posenc::max_levels, "lists are not nested deeper than they may");
  const auto count = static_cast<std::size_t>(nested->values.size());
  require(count == count_of(nested->shape), "there are as many numbers as the shape says");
  require(count <= posenc::max_numbers, "there are no more numbers than there may be");
  require(!posenc::shape_text(nested->shape).empty(), "every shape can be told");
  for (posenc::Index n = 0; n < nested->values.size(); ++n) {
    const bool has_place = !posenc::place_text(nested->shape, n).empty();
    require(has_place == !nested->shape.empty(), "every number in a list has a place");
  }
}

/// A bar stands in no result: here it separates those of several calls.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (auto bar = text.find('|'); bar != std::string_view::npos; bar = text.find('|')) {
    parts.push_back(text.substr(0, bar));
    text.remove_prefix(bar + 1);
  }
  parts.push_back(text);
  return parts;
}

/// All exercises in code, made once: that takes longer than to grade.
const std::vector<posenc::Exercise>& exercises() {
  static const std::vector<posenc::Exercise> all = [] {
    std::vector<posenc::Exercise> found;
    for (const char* id :
         {"code-sinusoidal", "code-rope", "code-alibi", "debug-layout", "debug-added"}) {
      auto exercise = posenc::find_exercise(id);
      require(exercise.has_value(), "there is an exercise of that id");
      found.push_back(*std::move(exercise));
    }
    return found;
  }();
  return all;
}

/// The results in turn for the calls in turn, over and over.
void check_grade(const posenc::Exercise& exercise, const std::vector<std::string_view>& texts) {
  const auto& items = exercise.items;
  posenc::Answers answers;
  for (std::size_t n = 0; n < items.size(); ++n) answers[items[n].id] = texts[n % texts.size()];

  const auto grade = posenc::grade(exercise, answers);
  require(grade.has_value(), "results of what is called get a grade");
  require(grade->items.size() == items.size(), "every call gets a verdict");
  double score = 0;
  for (std::size_t n = 0; n < items.size(); ++n) {
    const auto& [item, verdict] = grade->items[n];
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
  require(grade->score == score && score <= grade->max, "the score is the sum of the points");
}

void check_comparison(const posenc::Exercise& exercise, std::string_view text) {
  const auto compared =
      posenc::compare_case(exercise.id, 0, exercise.items[text.size() % 3].id, text);
  require(compared.has_value(), "whatever was returned can be compared");
  require(static_cast<std::size_t>(compared->expected.size()) == count_of(compared->shape),
          "as much is expected as the shape says");
  require(!compared->got || compared->got->size() == compared->expected.size(),
          "what was returned is there where it has the same shape");
  require(compared->got || !compared->message.empty(), "what cannot be shown is told");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto texts = split(text);
  for (const std::string_view one : texts) check_nested(one);
  if (texts.size() == 1) return 0;
  for (const posenc::Exercise& exercise : exercises()) check_grade(exercise, texts);
  check_comparison(exercises()[size % exercises().size()], texts.front());
  return 0;
}
