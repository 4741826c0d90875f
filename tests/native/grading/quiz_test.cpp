#include "posenc/grading/quiz.hpp"

#include <variant>

#include "test.hpp"

namespace {

constexpr double seeds = 200;
/// How many questions are worth a point.
constexpr int counted = 15;

Exercise made(double seed) { return *find_exercise("quiz", seed); }

std::vector<std::string> ids_of(const Exercise& exercise) {
  std::vector<std::string> ids;
  for (const Item& item : exercise.items) ids.push_back(item.id);
  return ids;
}

template <class T>
std::vector<T> sorted(std::vector<T> all) {
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST_CASE("quiz: at least 22 questions, and of all that is asked one option holds") {
  REQUIRE(quiz_questions().size() >= 22);
  std::set<std::string_view> ids;
  for (const QuizQuestion& question : quiz_questions()) {
    CAPTURE(question.id);
    CHECK(ids.insert(question.id).second);
    CHECK(question.options.size() >= 3);
    std::set<std::string_view> options;
    for (const QuizOption& option : question.options) {
      CAPTURE(option.id);
      CHECK(options.insert(option.id).second);
    }
    CHECK(std::ranges::count_if(question.options, &holds) == 1);
  }
}

// (That the right option is the one that the lesson says is right: tests/web/quiz.test.mjs.)
TEST_CASE("quiz: a fact names the questions whose right option is computed") {
  std::string computed;
  for (const QuizQuestion& question : quiz_questions()) {
    CAPTURE(question.id);
    CHECK(is_computed(question) == std::holds_alternative<Check>(right_option(question).truth));
    if (is_computed(question))
      computed += (computed.empty() ? "" : ", ") + std::string(question.id);
  }
  CHECK(computed.find("dot-product, ") != std::string::npos);
  CHECK(computed.find("paper") == std::string::npos);
  const Exercise exercise = made(0);
  REQUIRE(exercise.facts.size() == 2);
  CHECK(exercise.facts[0].name == "computed");
  CHECK(exercise.facts[0].value == computed);
  CHECK(exercise.facts[1].name == "counted");
  CHECK(std::ranges::count(exercise.facts[1].value, ',') == counted - 1);
}

TEST_CASE("quiz: a seed draws the order of questions and options, and leaves out none") {
  const Exercise lesson = made(0);
  REQUIRE(lesson.items.size() == quiz_questions().size());
  for (std::size_t n = 0; n < lesson.items.size(); ++n) {
    CHECK(lesson.items[n].id == quiz_questions()[n].id);
    CHECK(lesson.items[n].choices.size() == quiz_questions()[n].options.size());
  }
  std::set<std::vector<std::string>> orders;
  std::set<std::string> first_options;
  for (double seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    const Exercise drawn = made(seed);
    CHECK(sorted(ids_of(drawn)) == sorted(ids_of(lesson)));
    orders.insert(ids_of(drawn));
    for (const Item& item : drawn.items) {
      const auto same = std::ranges::find(lesson.items, item.id, &Item::id);
      REQUIRE(same != lesson.items.end());
      CHECK(sorted(item.choices) == sorted(same->choices));
      if (item.id == "paper") first_options.insert(item.choices.front());
    }
    CHECK(ids_of(made(seed)) == ids_of(drawn));
    CHECK(drawn.facts[0].value == lesson.facts[0].value);
  }
  CHECK(orders.size() == static_cast<std::size_t>(seeds));
  CHECK(first_options.size() == 4);
}

TEST_CASE("quiz: right, wrong, empty, and what is not there") {
  const Exercise exercise = made(7);
  Answers right;
  Answers wrong;
  for (const QuizQuestion& question : quiz_questions()) {
    const std::string id(question.id);
    right[id] = right_option(question).id;
    wrong[id] = std::ranges::find_if(question.options, [](const QuizOption& option) {
                  return !holds(option);
                })->id;
  }
  const auto outcomes = [&](const Answers& answers) {
    const auto grade = posenc::grade(exercise, answers);
    REQUIRE(grade.has_value());
    CHECK(grade->max == counted);
    std::set<Outcome> all;
    for (std::size_t n = 0; n < grade->items.size(); ++n) {
      CHECK(grade->items[n].item == exercise.items[n].id);
      all.insert(grade->items[n].verdict.outcome);
    }
    return std::pair(grade->score, all);
  };
  CHECK(outcomes(right) == std::pair<double, std::set<Outcome>>(counted, {Outcome::right}));
  CHECK(outcomes(wrong) == std::pair(0.0, std::set{Outcome::wrong}));
  CHECK(outcomes({}) == std::pair(0.0, std::set{Outcome::empty}));
  CHECK(outcomes({{"paper", "  "}}) == std::pair(0.0, std::set{Outcome::empty}));
  CHECK(outcomes({{"paper", "attention"}}) ==
        std::pair(1.0, std::set{Outcome::empty, Outcome::right}));
  // A question that checks a section has a verdict, and no point.
  CHECK(outcomes({{"shift", right["shift"]}}) ==
        std::pair(0.0, std::set{Outcome::empty, Outcome::right}));
  CHECK(outcomes({{"paper", "nothing of the kind"}}) ==
        std::pair(0.0, std::set{Outcome::empty, Outcome::wrong}));

  const auto unknown = posenc::grade(exercise, {{"papers", "attention"}});
  REQUIRE(!unknown.has_value());
  CHECK(unknown.error().message.find("quiz does not ask for \"papers\"") != std::string::npos);
  CHECK(!find_exercise("quiz", -1).has_value());
}
