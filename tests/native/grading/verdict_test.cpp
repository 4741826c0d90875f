#include "posenc/grading/verdict.hpp"

#include "test.hpp"

namespace {
constexpr double truth = 0.28366;
Verdict verdict(const std::string& text) { return judge(text, truth, 3); }
}  // namespace

TEST_CASE("judge: each outcome, in its order") {
  CHECK(verdict("").outcome == Outcome::empty);
  CHECK(verdict("  ").outcome == Outcome::empty);
  CHECK_FALSE(verdict("").read);

  const Verdict unreadable = verdict("0.28 m");
  CHECK(unreadable.outcome == Outcome::unreadable);
  CHECK_FALSE(unreadable.read);
  CHECK(unreadable.message == "unexpected \"m\" at character 6; expected +, -, *, /, ^ or the end");

  CHECK(verdict("0.284").outcome == Outcome::right);
  CHECK(verdict("cos 5").outcome == Outcome::right);
  CHECK(verdict("0.28416").outcome == Outcome::right);  // 0.50e-3 off
  CHECK(verdict("0.28418").outcome == Outcome::wrong);  // 0.52e-3 off
  CHECK(*verdict("284e-3").read == 0.284);

  CHECK(verdict("0.28").outcome == Outcome::form);
  CHECK(verdict("0,3").outcome == Outcome::form);
  CHECK(verdict("0.28").reason == Reason::rounded);
  CHECK(verdict("0.27").outcome == Outcome::wrong);
  CHECK(verdict("28e-2").outcome == Outcome::wrong);  // not a plain decimal
  CHECK(verdict("0.28+0").outcome == Outcome::wrong);
  CHECK(verdict("0").outcome == Outcome::wrong);
}

TEST_CASE("judge: on the edge of the tolerance is within it, wherever the truth lies") {
  CHECK(judge("0.00051", 0, 3).outcome == Outcome::right);
  CHECK(judge("1.00051", 1, 3).outcome == Outcome::right);
  CHECK(judge("0.99949", 1, 3).outcome == Outcome::right);
  CHECK(judge("0.999489", 1, 3).outcome == Outcome::wrong);
}

TEST_CASE("judge: zeros alone are not a rounded form") {
  CHECK(judge("0.0", 0.01, 3).outcome == Outcome::wrong);
  CHECK(judge("0.00", 0.0049, 3).outcome == Outcome::wrong);
  CHECK(judge("0.0", 0.0001, 3).outcome == Outcome::right);
}

TEST_CASE("judge: as many decimals as are asked for") {
  CHECK(judge("0.28", truth, 2).outcome == Outcome::right);
  CHECK(judge("0.284", truth, 5).outcome == Outcome::form);
  CHECK(judge("0.28366", truth, 5).outcome == Outcome::right);
}

TEST_CASE("judge: a whole number is met exactly, however it is written") {
  CHECK(judge("393216", 393216, 0).outcome == Outcome::right);
  CHECK(judge("512 * 768", 393216, 0).outcome == Outcome::right);
  CHECK(judge("393216.0", 393216, 0).outcome == Outcome::right);
  CHECK(judge("393216.4", 393216, 0).outcome == Outcome::wrong);
  CHECK(judge("393217", 393216, 0).outcome == Outcome::wrong);
}

TEST_CASE("every name stands for one value and back") {
  for (const auto& [text, outcome] : outcome_names) CHECK(name(outcome) == text);
  for (const auto& [text, reason] : reason_names) CHECK(name(reason) == text);
}

TEST_CASE("points and names") {
  CHECK(points(Outcome::right) == 1);
  CHECK(points(Outcome::carried_forward) == 1);
  CHECK(points(Outcome::convention) == 1);
  CHECK(points(Outcome::form) == 0.5);
  CHECK(points(Outcome::wrong) + points(Outcome::empty) + points(Outcome::unreadable) == 0);
  CHECK(name(Outcome::carried_forward) == "carried-forward");
  CHECK(name(Reason::sin_cos_swapped) == "sin-cos-swapped");
}
