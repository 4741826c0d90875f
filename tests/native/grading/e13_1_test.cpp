#include "decimals.hpp"

#include "posenc/expression.hpp"
#include "posenc/grading/exercise.hpp"
#include "test.hpp"

namespace {

/// The whole sheet, filled in by somebody who computes the angle of pair i at a position in their
/// own way, and writes down that many decimals. Written out here on its own, without the core.
template <class Angle>
Answers sheet(Angle angle, int count) {
  Answers answers;
  const auto component = [&](int position, int c) {
    const double a = angle(position, c / 2);
    return c % 2 == 0 ? std::sin(a) : std::cos(a);
  };
  for (const int position : {0, 1, 5, 6}) {
    for (int c = 0; c < 4; ++c) {
      answers["PE(" + std::to_string(position) + ")[" + std::to_string(c) + "]"] =
          decimals(component(position, c), count);
    }
  }
  for (const auto& [p, q] : {std::pair{0, 1}, std::pair{5, 6}, std::pair{0, 5}}) {
    double dot = 0;
    for (int c = 0; c < 4; ++c) dot += component(p, c) * component(q, c);
    answers["PE(" + std::to_string(p) + ").PE(" + std::to_string(q) + ")"] = decimals(dot, count);
  }
  answers["similar"] = "equal";
  return answers;
}

double right_angle(int position, int pair) { return pair == 0 ? position : position / 100.0; }

/// The form that the lesson has.
Exercise the_sheet_of_e13_1() { return *find_exercise("e13.1"); }

Grade graded(const Answers& answers) {
  auto result = grade(the_sheet_of_e13_1(), answers);
  REQUIRE_MESSAGE(result.has_value(), result.error().message);
  return *result;
}

const Verdict& at(const Grade& grade, const std::string& item) {
  for (const auto& one : grade.items) {
    if (one.item == item) return one.verdict;
  }
  FAIL("no item " << item);
  return grade.items.front().verdict;
}

}  // namespace

TEST_CASE("e13.1: the items, in the order of the exercise") {
  const std::vector<Item> items = the_sheet_of_e13_1().items;
  REQUIRE(items.size() == 20);
  CHECK(items.front().id == "PE(0)[0]");
  CHECK(items.front().group == "PE(0)");
  CHECK(items[15].id == "PE(6)[3]");
  CHECK(items[16].id == "PE(0).PE(1)");
  CHECK(items[16].group.empty());
  CHECK(items[17].id == "PE(5).PE(6)");
  CHECK(items[18].id == "PE(0).PE(5)");
  CHECK(items.back().id == "similar");
  CHECK(items.back().choices == std::vector<std::string>{"first", "equal", "second"});
  CHECK(find_exercise("e13.1")->id == "e13.1");
}

TEST_CASE("e13.1: every item has a hint, with the numbers of the exercise and without the answer") {
  const std::vector<Item> items = the_sheet_of_e13_1().items;
  CHECK(items[10].id == "PE(5)[2]");
  CHECK(items[10].hint ==
        "Dimension 2 is the sine of pair i = 1, whose frequency is 10000^(-2*1/4). "
        "The angle is 5 times that, in radians.");
  CHECK(items[16].hint ==
        "Multiply PE(0) and PE(1) dimension by dimension, then add up the 4 results.");
  CHECK(items[19].hint ==
        "PE(0) and PE(1), PE(5) and PE(6): how many positions apart are the two encodings in each "
        "product?");

  const Answers truth = sheet(right_angle, 3);
  for (const Item& item : items) {
    CAPTURE(item.id);
    // 0 and 1 are also numbers of dimensions and pairs; as answers they would stand as decimals.
    CHECK(item.hint.find(truth.at(item.id)) == std::string::npos);
    if (item.group.empty()) {
      CHECK_FALSE(item.hint.empty());
      continue;
    }
    const int dimension = item.id.at(6) - '0';
    const int pair = dimension / 2;
    CHECK(item.hint.starts_with("Dimension " + std::to_string(dimension) + " is the " +
                                (dimension % 2 == 0 ? "sine" : "cosine") +
                                " of pair i = " + std::to_string(pair) + ","));
    // The frequency can be typed as it stands there, and is right.
    const auto from = item.hint.find("10000^");
    REQUIRE(from != std::string::npos);
    const auto formula = Expression::parse(
        std::string_view(item.hint).substr(from, item.hint.find(". ", from) - from));
    REQUIRE(formula.has_value());
    CHECK(*formula->evaluate() == doctest::Approx(right_angle(1, pair)));
  }
}

TEST_CASE("e13.1: all right to three and to more decimals is 20 of 20") {
  for (const int count : {3, 4, 9}) {
    const Grade grade = graded(sheet(right_angle, count));
    CHECK(grade.score == 20);
    CHECK(grade.max == 20);
    for (const auto& [item, verdict] : grade.items) {
      CAPTURE_BOUND(item);
      CHECK(verdict.outcome == Outcome::right);
      CHECK_FALSE(verdict.reason);
    }
  }
}

TEST_CASE("e13.1: nothing answered is 0, every item empty") {
  const Grade grade = graded({});
  CHECK(grade.score == 0);
  for (const auto& one : grade.items) CHECK(one.verdict.outcome == Outcome::empty);
}

TEST_CASE("e13.1: two decimals are the form; their products are right for these vectors") {
  Answers answers = sheet(right_angle, 2);
  answers["PE(0).PE(5)"] = "1.28";  // 0*-0.96 + 1*0.28 + 0*0.05 + 1*1.00; the truth is 1.2824
  const Grade grade = graded(answers);
  CHECK(at(grade, "PE(5)[1]").outcome == Outcome::form);
  CHECK(at(grade, "PE(5)[1]").reason == Reason::rounded);
  CHECK(at(grade, "PE(1)[1]").outcome == Outcome::right);  // 0.54 for 0.5403
  CHECK(at(grade, "PE(0).PE(5)").outcome == Outcome::right);
}

TEST_CASE("e13.1: right by rounded values, with another last digit than the solution's") {
  Answers answers = sheet(right_angle, 3);
  answers["PE(0).PE(5)"] = "1.283";  // 0.284 + 0.999; the truth is 1.2824
  const Grade grade = graded(answers);
  CHECK(grade.score == 20);
  CHECK(at(grade, "PE(0).PE(5)").outcome == Outcome::right);
  CHECK(at(grade, "PE(0).PE(5)").reason == Reason::last_digit);
  answers["PE(0).PE(5)"] = "1.282";
  CHECK_FALSE(at(graded(answers), "PE(0).PE(5)").reason);
  // Whoever types more digits is not reminded of the last.
  answers["PE(0).PE(5)"] = "1.28241";
  CHECK_FALSE(at(graded(answers), "PE(0).PE(5)").reason);
}

TEST_CASE("e13.1: a lost sign is known, in one answer or in all") {
  const Verdict one = at(graded({{"PE(5)[0]", "0.959"}}), "PE(5)[0]");
  CHECK(one.outcome == Outcome::wrong);
  CHECK(one.reason == Reason::wrong_sign);
  Answers answers = sheet(right_angle, 3);
  answers["PE(5)[0]"] = "0.959";
  answers["PE(6)[0]"] = "0.279";
  const Grade grade = graded(answers);
  for (const char* item : {"PE(5)[0]", "PE(6)[0]"}) {
    CHECK(at(grade, item).reason == Reason::wrong_sign);
  }
}

TEST_CASE("e13.1: cos 0.05 = 0.99875, cut off, is no slip of the position, unless others are") {
  Answers answers = sheet(right_angle, 3);
  answers["PE(5)[3]"] = "0.998";
  const Verdict cut = at(graded(answers), "PE(5)[3]");
  CHECK(cut.outcome == Outcome::wrong);
  CHECK(cut.reason == Reason::truncated);
  const auto next = [](int position, int pair) { return right_angle(position + 1, pair); };
  CHECK(at(graded(sheet(next, 3)), "PE(5)[3]").reason == Reason::one_based);
}

TEST_CASE("e13.1: without own vectors a coarse product is the form") {
  const Verdict verdict = at(graded({{"PE(0).PE(5)", "1.28"}}), "PE(0).PE(5)");
  CHECK(verdict.outcome == Outcome::form);
  CHECK(verdict.reason == Reason::rounded);
}

TEST_CASE("e13.1: each slip made throughout is named, and its products are carried forward") {
  struct Slipped {
    Reason reason;
    double (*angle)(int position, int pair);
    std::string shown_at;
  };
  const Slipped all[] = {
      {Reason::degrees, [](int p, int i) { return right_angle(p, i) * std::numbers::pi / 180; },
       "PE(5)[0]"},
      {Reason::exponent, [](int p, int i) { return i == 0 ? p : p / 10.0; }, "PE(5)[2]"},
      {Reason::one_based, [](int p, int i) { return right_angle(p + 1, i); }, "PE(5)[1]"},
      {Reason::inverted_exponent, [](int p, int i) { return i == 0 ? p : p * 100.0; }, "PE(6)[2]"},
  };
  for (const Slipped& slip : all) {
    CAPTURE(name(slip.reason));
    const Grade grade = graded(sheet(slip.angle, 4));
    CHECK(at(grade, slip.shown_at).outcome == Outcome::wrong);
    CHECK(at(grade, slip.shown_at).reason == slip.reason);
    for (const char* item : {"PE(0).PE(1)", "PE(5).PE(6)", "PE(0).PE(5)"}) {
      CAPTURE(item);
      const Outcome outcome = at(grade, item).outcome;
      // Counting from 1 shifts both vectors of a product alike: these are simply right.
      CHECK(outcome ==
            (slip.reason == Reason::one_based ? Outcome::right : Outcome::carried_forward));
    }
    for (const auto& one : grade.items) {
      if (one.verdict.outcome == Outcome::wrong) CHECK(one.verdict.reason == slip.reason);
    }
  }
}

TEST_CASE("e13.1: a slip in a product alone is named too") {
  CHECK(at(graded({{"PE(0).PE(5)", decimals(std::cos(5.0) + std::cos(0.5), 3)}}), "PE(0).PE(5)")
            .reason == Reason::exponent);
  CHECK(at(graded({{"PE(0).PE(1)", "15.403"}}), "PE(0).PE(1)").reason == Reason::decimal_shift);
  CHECK_FALSE(at(graded({{"PE(0).PE(1)", "0.7"}}), "PE(0).PE(1)").reason);
}

TEST_CASE("e13.1: sine and cosine swapped, and the point one place off") {
  const Grade grade = graded({{"PE(1)[0]", "0.540"},
                              {"PE(1)[1]", "0.841"},
                              {"PE(5)[2]", "0.005"},
                              {"PE(6)[0]", "-2.794"},
                              {"PE(1)[2]", "0.1"}});
  CHECK(at(grade, "PE(1)[0]").reason == Reason::sin_cos_swapped);
  CHECK(at(grade, "PE(1)[1]").reason == Reason::sin_cos_swapped);
  CHECK(at(grade, "PE(5)[2]").reason == Reason::decimal_shift);
  CHECK(at(grade, "PE(6)[0]").reason == Reason::decimal_shift);
  // sin(0.1) = 0.0998 is the exponent slip; 0.1 is nearer to ten times sin(0.01) = 0.0099998.
  CHECK(at(grade, "PE(1)[2]").reason == Reason::decimal_shift);
  CHECK(at(graded({{"PE(1)[2]", "0.0998"}}), "PE(1)[2]").reason == Reason::exponent);
}

TEST_CASE("e13.1: carried forward needs all components of both vectors, readable") {
  Answers answers = sheet(right_angle, 3);
  answers["PE(5)[1]"] = "0.5";
  answers["PE(0).PE(5)"] = "1.499";  // 0.5 + 0.999
  CHECK(at(graded(answers), "PE(0).PE(5)").outcome == Outcome::carried_forward);
  CHECK(graded(answers).score == 19);
  answers["PE(5)[0]"] = "?";
  CHECK(at(graded(answers), "PE(0).PE(5)").outcome == Outcome::wrong);
  answers.erase("PE(5)[0]");
  CHECK(at(graded(answers), "PE(0).PE(5)").outcome == Outcome::wrong);
}

TEST_CASE("e13.1: similar is right when it says equal") {
  CHECK(at(graded({{"similar", " equal "}}), "similar").outcome == Outcome::right);
  CHECK(at(graded({{"similar", "first"}}), "similar").outcome == Outcome::wrong);
  CHECK(at(graded({{"similar", "\u00A0"}}), "similar").outcome == Outcome::empty);
}

TEST_CASE("e13.1: an answer to something that is not asked is an error") {
  CHECK(grade(the_sheet_of_e13_1(), {{"PE(2)[0]", "1"}}).error().message ==
        "[exercise] e13.1 does not ask for \"PE(2)[0]\", only for PE(0)[0] … similar");
}
