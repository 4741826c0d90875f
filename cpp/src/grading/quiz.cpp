#include "posenc/grading/quiz.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <string>
#include <utility>

#include "posenc/grading/quiz_topics.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

/// The order that a seed draws from. Other questions follow, in the order of their topics.
constexpr std::array lesson_order = std::to_array<std::string_view>({
    "why-positions", "formula",     "joins",        "dot-product",  "unseen",       "frequencies",
    "pair",          "paper",       "reordered",    "shift",        "slow-peak",    "fourier",
    "similarity",    "angle",       "table-size",   "past-table",   "rope-rotates", "rope-keeps",
    "rope-test",     "rope-base",   "alibi-where",  "alibi-slopes", "rope-beyond",  "interpolation",
    "ntk",           "t5-far",      "causal-order", "no-positions", "two-seeds",    "bits",
    "flat-alibi",    "raised-base", "partial",      "windows",      "cached-keys",  "sinks",
    "packed",        "axial",       "mrope-text",   "timesteps",    "scale",        "adds",
    "who-alibi",
});

/// The questions of the quiz itself.
constexpr std::array counted = std::to_array<std::string_view>({
    "why-positions",
    "formula",
    "joins",
    "dot-product",
    "unseen",
    "frequencies",
    "pair",
    "paper",
    "past-table",
    "rope-rotates",
    "rope-keeps",
    "alibi-where",
    "rope-beyond",
    "t5-far",
    "causal-order",
});

QuizQuestion question_from(const quiz_topics::QuizEntry& entry) {
  const auto end = std::ranges::find(entry.options, "", &QuizOption::id);
  return {entry.id, {entry.options.begin(), end}};
}

std::vector<QuizQuestion> make_questions() {
  const std::array topics{quiz_topics::attention_questions(),   quiz_topics::sinusoidal_questions(),
                          quiz_topics::learned_questions(),     quiz_topics::rotary_questions(),
                          quiz_topics::bias_questions(),        quiz_topics::book_questions(),
                          quiz_topics::beyond_words_questions()};
  std::vector<QuizQuestion> all(lesson_order.size());
  for (const auto topic : topics) {
    for (const quiz_topics::QuizEntry& entry : topic) {
      const auto place = std::ranges::find(lesson_order, entry.id) - lesson_order.begin();
      const auto n = static_cast<std::size_t>(place);
      (n < lesson_order.size() ? all[n] : all.emplace_back()) = question_from(entry);
    }
  }
  return all;
}

/// Every order is equally likely.
template <class T>
void shuffle(std::vector<T>& all, Random& random) {
  for (std::size_t left = all.size(); left > 1; --left) {
    std::swap(all[left - 1], all[random.below(left)]);
  }
}

Item item_of(const QuizQuestion& question) {
  Item item{.id = std::string(question.id)};
  for (const QuizOption& option : question.options) item.choices.emplace_back(option.id);
  return item;
}

const QuizQuestion& question_of(std::string_view id) {
  return *std::ranges::find(quiz_questions(), id, &QuizQuestion::id);
}

/// The option that holds, computed once: a report on a class asks for it hundreds of times.
const QuizOption& known_right_option(std::string_view id) {
  static std::vector<std::atomic<const QuizOption*>> known(quiz_questions().size());
  const QuizQuestion& question = question_of(id);
  auto& option = known[static_cast<std::size_t>(&question - quiz_questions().data())];
  // Two threads may both compute it, with the same result.
  if (option == nullptr) option = &right_option(question);
  return *option;
}

Grade grade_quiz(const std::vector<Item>& items, const Answers& answers) {
  Grade grade{0, static_cast<int>(counted.size()), {}};
  for (const Item& item : items) {
    const std::string_view given = answer_to(answers, item.id);
    // What is not answered need not be computed.
    const bool is_empty = judge_choice(given, "").outcome == Outcome::empty;
    const Verdict verdict = judge_choice(given, is_empty ? "" : known_right_option(item.id).id);
    if (counts_in_quiz(item.id)) grade.score += points(verdict.outcome);
    grade.items.push_back({item.id, verdict});
  }
  return grade;
}

}  // namespace

const std::vector<QuizQuestion>& quiz_questions() {
  static const std::vector<QuizQuestion> questions = make_questions();
  return questions;
}

bool counts_in_quiz(std::string_view question) {
  return std::ranges::find(counted, question) != counted.end();
}

bool holds(const QuizOption& option) {
  const Check* check = std::get_if<Check>(&option.truth);
  return check ? (*check)() : *std::get_if<Stated>(&option.truth) == Stated::is_true;
}

const QuizOption& right_option(const QuizQuestion& question) {
  return *std::ranges::find_if(question.options, &holds);
}

bool is_computed(const QuizQuestion& question) {
  return std::ranges::none_of(question.options, [](const QuizOption& option) {
    const Stated* stated = std::get_if<Stated>(&option.truth);
    return stated && *stated == Stated::is_true;
  });
}

Exercise quiz(Seed seed) {
  std::vector<Item> items;
  std::string computed;
  std::string worth_a_point;
  const auto list = [](std::string& ids, const std::string& id) {
    ids += (ids.empty() ? "" : ", ") + id;
  };
  for (const QuizQuestion& question : quiz_questions()) {
    items.push_back(item_of(question));
    if (is_computed(question)) list(computed, items.back().id);
    if (counts_in_quiz(question.id)) list(worth_a_point, items.back().id);
  }
  if (seed != 0) {
    Random random(seed);
    shuffle(items, random);
    for (Item& item : items) shuffle(item.choices, random);
  }
  return {"quiz",
          seed,
          {{"computed", computed}, {"counted", worth_a_point}},
          items,
          [items](const Answers& answers) { return grade_quiz(items, answers); }};
}

}  // namespace posenc
