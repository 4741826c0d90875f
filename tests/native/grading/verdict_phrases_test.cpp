#include "posenc/grading/verdict_phrases.hpp"

#include "posenc/grading/exercise.hpp"
#include "test.hpp"

namespace {

/// What is said of an answer to one item of an exercise.
Statement said(const char* exercise, const char* item, const char* answer) {
  const Exercise sheet = *find_exercise(exercise);
  const Grade grade = *posenc::grade(sheet, {{item, answer}});
  for (const auto& [id, verdict] : grade.items) {
    if (id == item) return statement_on(verdict, exercise);
  }
  return {};
}

Statement said_of(Reason reason, const char* exercise) {
  return statement_on({Outcome::wrong, reason, 1.0, ""}, exercise);
}

}  // namespace

TEST_CASE("verdict phrases: nothing is said of what is right or left open") {
  CHECK(said("e13.1", "PE(1)[0]", "sin(1)").first == "");
  CHECK(said("e13.1", "PE(1)[0]", "").first == "");
}

TEST_CASE("verdict phrases: what is wrong is said first, then why") {
  CHECK(said("e13.1", "PE(5)[2]", "0.479").first == "The exponent is 2i/d, not i/d.");
  CHECK(said("e13.1", "PE(5)[1]", "0.28").first == "Right so far.");
  const Statement unknown = said("e13.1", "PE(5)[1]", "7");
  CHECK(unknown.first == "Not right.");
  CHECK(unknown.why.starts_with("This value doesn’t match a common mistake."));
}

TEST_CASE("verdict phrases: the message of a verdict, or the exercise, says why") {
  const Statement unreadable = said("e13.1", "PE(5)[1]", "x");
  CHECK(unreadable.first == "This could not be read, and counts as left blank.");
  CHECK(unreadable.why == "");
  const Statement choice = said("e13.1", "similar", "first");
  CHECK(choice.first == "Not right.");
  CHECK(choice.why == "");
  CHECK(said("code-rope", "apply_rope([1.0, 0.0], 1)", "[3, 4]").why == "");
}

TEST_CASE("verdict phrases: an exercise may have its own words") {
  CHECK(said_of(Reason::one_based, "shift-matrix").first == "This is one step too far.");
  CHECK(said_of(Reason::one_based, "code-rope").why == "Each result belongs to the next position.");
  CHECK(said_of(Reason::one_based, "e13.1").why.starts_with("This is the value at the next"));
  // In this exercise in code alone the other layout is a slip.
  CHECK(said_of(Reason::other_layout, "code-sinusoidal").first ==
        "All sines come before all cosines.");
  CHECK(said_of(Reason::other_layout, "code-rope").first == "Right, with pairs (i, i + d/2).");
  CHECK(said("code-rope", "apply_rope([1.0, 0.0], 1)", "None").first ==
        "This is not a list of numbers.");
}

TEST_CASE("verdict phrases: the exercises with their own words are exercises") {
  const auto ids = exercise_ids();
  for (const PhrasesInExercises& phrases : phrases_in_exercises) {
    for (const std::string_view exercise : phrases.exercises) {
      CAPTURE(exercise);
      CHECK(std::ranges::find(ids, exercise) != ids.end());
    }
  }
}
