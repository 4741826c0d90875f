#include "posenc/grading/nested.hpp"

#include "drawn.hpp"
#include "posenc/random.hpp"
#include "python_repr.hpp"
#include "test.hpp"

namespace {

Nested read(const std::string& text) {
  CAPTURE(text);
  const auto nested = parse_nested(text);
  REQUIRE_MESSAGE(nested.has_value(), nested.error().message);
  return *nested;
}

std::string nested_error(const std::string& text) {
  CAPTURE(text);
  const auto nested = parse_nested(text);
  REQUIRE_FALSE(nested.has_value());
  CHECK(nested.error().code == ErrorCode::invalid_argument);
  return nested.error().message;
}

using Shape = std::vector<Index>;

std::string repeated(const std::string& text, Index times) {
  std::string result;
  for (Index n = 0; n < times; ++n) result += text;
  return result;
}

}  // namespace

TEST_CASE("nested: numbers, lists and tuples as Python writes them") {
  CHECK(read("7").shape.empty());
  CHECK(read("7").values[0] == 7);
  CHECK(read(" -0.5403023058681398 ").values[0] == doctest::Approx(-0.5403023058681398));
  CHECK(read("1e-05").values[0] == doctest::Approx(1e-5));
  CHECK(read("2.5E+3").values[0] == 2500);
  CHECK(read("True").values[0] == 1);
  CHECK(read("False").values[0] == 0);
  CHECK(read("-inf").values[0] == -INFINITY);
  CHECK(read("inf").values[0] == INFINITY);
  CHECK(std::isnan(read("nan").values[0]));

  CHECK(read("[1, 2.5, -3]").shape == Shape{3});
  CHECK(read("[1, 2.5, -3]").values[1] == 2.5);
  CHECK(read("(1.0,)").shape == Shape{1});
  CHECK(read("[[1, 2, 3], (4, 5, 6)]").shape == Shape{2, 3});
  CHECK(read("[[1, 2, 3], (4, 5, 6)]").values[4] == 5);
  CHECK(read("([[1], [2]], [[3], [4]], [[5], [6]])").shape == Shape{3, 2, 1});
  CHECK(read("[\n [1, 2],\n [3, 4],\n]").shape == Shape{2, 2});

  CHECK(read("[]").shape == Shape{0});
  CHECK(read("[[], []]").shape == Shape{2, 0});
  CHECK(read("[[[]]]").shape == Shape{1, 1, 0});
  CHECK(read("[]").values.size() == 0);
}

TEST_CASE("nested: what is written is read again") {
  Random random(1);
  for (int n = 0; n < 300; ++n) {
    Nested written;
    Index count = 1;
    for (Index level = drawn::index(random, 0, max_levels); level > 0; --level) {
      written.shape.push_back(drawn::index(random, 1, 5));
      count *= written.shape.back();
    }
    written.values = drawn::vector(random, count);
    if (n % 3 == 0) written.values[count - 1] = -INFINITY;
    const std::string text = python::repr(written);
    const Nested again = read(text);
    CHECK(again.shape == written.shape);
    REQUIRE(again.values.size() == written.values.size());
    for (Index k = 0; k < count; ++k) {
      CAPTURE(text);
      // Digits are read to a few units in the last place.
      const bool is_same = again.values[k] == written.values[k] ||
                           std::abs(again.values[k] - written.values[k]) < 1e-14;
      CHECK(is_same);
    }
  }
}

TEST_CASE("nested: what is no number is named") {
  CHECK(nested_error("None") == "the result must be nested lists of numbers but got None");
  CHECK(nested_error("{1: 2}") == "the result must be nested lists of numbers but got \"{1: 2}\"");
  CHECK(nested_error("'[1, 2]'") == "the result must be nested lists of numbers but got \"'[1\"");
  CHECK(nested_error("[1, None]") ==
        "the result must be nested lists of numbers but one element is None");
  CHECK(nested_error("[1, , 2]") ==
        "the result must be nested lists of numbers but one element is \",\"");
  CHECK(nested_error("") == "the result must be nested lists of numbers but got nothing");
  CHECK(nested_error("1j") == "the result must be nested lists of numbers but got 1j");
  for (const char* text : {"pi", "1-2", "cos(1)", "1e", ".", "-", "0x10", "1_0", "Infinity", "+-1",
                           "1e999", "--1", "\xff\xfe"}) {
    CHECK(nested_error(text).find("must be nested lists of numbers but got ") != std::string::npos);
  }
  const std::string much = nested_error("<generator object " + repeated("x", 500) + ">");
  CHECK(much.size() < 120);
}

TEST_CASE("nested: lists of one level are equally long, and nothing else than lists") {
  CHECK(nested_error("[[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3]]") ==
        "row 2 has 3 numbers but row 0 has 4");
  CHECK(nested_error("[[1, 2], [3]]") == "row 1 has 1 number but row 0 has 2");
  CHECK(nested_error("[[], [3]]") == "row 1 has 1 number but row 0 has 0");
  CHECK(nested_error("[[[1], [2]], [[3]]]") == "head 1 has 1 row but head 0 has 2");
  CHECK(nested_error("[[[1], [2]], []]") == "head 1 has 0 rows but head 0 has 2");
  CHECK(nested_error("[[[1, 2]], [[3]]]") == "head 1, row 0 has 1 number but head 0, row 0 has 2");
  CHECK(nested_error("[1, [2]]") == "component 1 must be a number but is a list");
  CHECK(nested_error("[[1], 2]") == "row 1 must be a list but is a number");
  CHECK(nested_error("[[[1]], [2]]") == "head 1, row 0 must be a list but is a number");
  CHECK(nested_error("[[1, [2]]]") == "row 0, column 1 must be a number but is a list");
}

TEST_CASE("nested: too deep, too long, not ended or gone on") {
  CHECK(nested_error("[[[[1]]]]") == "lists are nested more than 3 levels deep");
  CHECK(nested_error(repeated("[", 100000)) == "lists are nested more than 3 levels deep");
  const Index most = max_numbers;
  CHECK(read("[" + repeated("1,", most) + "]").shape == Shape{most});
  CHECK(nested_error("[" + repeated("1,", most + 1) + "]") ==
        "the result has more than 100000 numbers");
  CHECK(nested_error("[1, 2") == "the result ends within a list: a closing bracket is missing");
  CHECK(nested_error("[1, 2)") == "there must be a comma or a closing bracket before \")\"");
  CHECK(nested_error("[[1] [2]]") == "there must be a comma or a closing bracket before \"[2]]\"");
  CHECK(nested_error("[1] 2") == "nothing may follow the result but there is \"2\"");
  CHECK(nested_error("[1]]") == "nothing may follow the result but there is \"]\"");
  CHECK(nested_error("[1,") ==
        "the result must be nested lists of numbers but one element is nothing");
}

TEST_CASE("nested: shapes and places in words") {
  CHECK(shape_text({}) == "a single number");
  CHECK(shape_text({1}) == "1 number");
  CHECK(shape_text({4}) == "4 numbers");
  CHECK(shape_text({4, 6}) == "4 x 6");
  CHECK(shape_text({2, 3, 3}) == "2 x 3 x 3");
  CHECK(place_text({}, 0).empty());
  CHECK(place_text({4}, 2) == "component 2");
  CHECK(place_text({4, 6}, 8) == "row 1, column 2");
  CHECK(place_text({2, 3, 3}, 14) == "head 1, row 1, column 2");
}
