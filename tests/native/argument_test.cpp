#include "posenc/argument.hpp"

#include "posenc/wording.hpp"
#include "test.hpp"

TEST_CASE("format_number: numbers as people write them") {
  CHECK(format_number(0.1) == "0.1");
  CHECK(format_number(7) == "7");
  CHECK(format_number(-2.5) == "-2.5");
  CHECK(format_number(1e100) == "1e+100");
  CHECK(format_number(1.0 / 3) == "0.333333333333333");
  CHECK(format_number(9007199254740994) == "9007199254740994");
  CHECK(format_number(-1e17) == "-1e+17");
  CHECK(format_number(8.000000000000002) == "8.0000000000000018");
  CHECK(format_number(std::nan("")) == "nan");
  CHECK(format_number(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("an error knows its parameter, and says it as its caller spells it") {
  const std::string typed = quote("`head_dim`");
  const Error error = invalid_argument(
      {"[rotary] every component of `head_dim` must fit `rotary_dim` = ", 8, ", not ", typed});
  CHECK(error.parameter == "head_dim");
  CHECK(error.message ==
        "[rotary] every component of head_dim must fit rotary_dim = 8, not \"`head_dim`\"");

  const Error spelled = error.spelled(in_camel_case);
  CHECK(spelled.parameter == "headDim");
  // What a caller typed is quoted as typed.
  CHECK(spelled.message ==
        "[rotary] every component of headDim must fit rotaryDim = 8, not \"`head_dim`\"");

  const Error renamed = error.renamed("rotary_dim", "dimension");
  CHECK(renamed.parameter == "head_dim");
  CHECK(renamed.spelled(in_camel_case).message ==
        "[rotary] every component of headDim must fit dimension = 8, not \"`head_dim`\"");
  CHECK(error.about("x").parameter == "x");
  CHECK(error.about("x").message == error.message);
  CHECK(too_large({"[table] would be too large"}).spelled(in_camel_case).parameter.empty());
}

TEST_CASE("quote: long texts are cut, never within a character") {
  CHECK(quote("abc") == "\"abc\"");
  CHECK(quote(std::string(41, 'a')) == '"' + std::string(40, 'a') + "\" ...");
  CHECK(quote(std::string(39, 'a') + "\u2212\u2212") == '"' + std::string(39, 'a') + "\" ...");
}

TEST_CASE("to_index: whole numbers only, the same range in every build") {
  CHECK(*to_index("n", 12) == 12);
  CHECK(*to_index("n", -3) == -3);
  CHECK(*to_index("n", 2147483647) == 2147483647);
  CHECK(to_index("n", 2.5).error().message == "n must be a whole number below 2^31 but got 2.5");
  CHECK(to_index("n", 2147483648.0).error().message ==
        "n must be a whole number below 2^31 but got 2147483648");
  CHECK_FALSE(to_index("n", std::nan("")));
  CHECK_FALSE(to_index("n", std::numeric_limits<double>::infinity()));
}

TEST_CASE("check_positions: finite, up to 2^53") {
  CHECK_FALSE(check_positions("`p`", std::array{0.0, -5.5, 9007199254740992.0}));
  CHECK(check_positions("`p`", std::array{0.0, std::nan("")})->message ==
        "p must be a number between -2^53 and 2^53 but got nan");
  CHECK(check_positions("`p`", std::array{9007199254740994.0})->message ==
        "p must be a number between -2^53 and 2^53 but got 9007199254740994");
}

TEST_CASE("check_size: a product of sizes that would not fit is named, not attempted") {
  CHECK_FALSE(check_size("it", 1 << 20, 1 << 6));
  CHECK(check_size("it", (1 << 20) + 1, 1 << 6));
  const auto error = check_size("it", 2000000000, 2000000000);
  REQUIRE(error);
  CHECK(error->code == ErrorCode::too_large);
  CHECK(name(error->code) == "too-large");
  CHECK(
      error->message ==
      "it would have 2000000000 x 2000000000 elements, but at most 67108864 are computed at once");
}

TEST_CASE("to_enum: the error for an unknown name lists the known ones") {
  enum class Three { a, b, c };
  constexpr EnumNames<Three, 3> names{{{"a", Three::a}, {"b", Three::b}, {"c", Three::c}}};
  CHECK(*to_enum("letter", "b", names) == Three::b);
  CHECK(to_enum("letter", "d", names).error().message ==
        "letter must be \"a\", \"b\" or \"c\" but got \"d\"");
}

TEST_CASE("to_count: whole numbers from 1 on") {
  CHECK(*to_count("n", 1) == 1);
  CHECK(*to_count("n", 2147483647) == 2147483647);
  CHECK(to_count("n", 0).error().message ==
        "n must be a whole number above 0 and below 2^31 but got 0");
  CHECK_FALSE(to_count("n", -2));
  CHECK_FALSE(to_count("n", 0.5));
  CHECK_FALSE(to_count("n", 2147483648.0));
  CHECK_FALSE(to_count("n", std::nan("")));
}

TEST_CASE("check_size: three sizes, whose product may overflow an integer") {
  CHECK_FALSE(check_size("it", 1 << 6, 1 << 10, 1 << 10));
  const auto error = check_size("it", 2147483647, 2147483647, 2147483647);
  REQUIRE(error);
  CHECK(error->code == ErrorCode::too_large);
  CHECK(error->message ==
        "it would have 2147483647 x 2147483647 x 2147483647 elements, but at most 67108864 are "
        "computed at once");
}

TEST_CASE("check_positive: finite and above 0") {
  CHECK_FALSE(check_positive("scale", 0.5));
  CHECK_FALSE(check_positive("scale", std::numeric_limits<double>::denorm_min()));
  CHECK(check_positive("scale", 0)->message == "scale must be a finite number above 0 but got 0");
  CHECK(check_positive("scale", std::nan("")));
  CHECK(check_positive("scale", -std::numeric_limits<double>::infinity()));
  CHECK(check_positive("scale", std::numeric_limits<double>::infinity())->message ==
        "scale must be a finite number above 0 but got inf");
}

TEST_CASE("to_matrix: row by row, as many elements as it says") {
  const Matrix m = *to_matrix(2, 3, std::array{1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
  REQUIRE(m.rows() == 2);
  REQUIRE(m.cols() == 3);
  CHECK(m(0, 2) == 3);
  CHECK(m(1, 0) == 4);
  CHECK(to_matrix(0, 3, {})->rows() == 0);
  CHECK(to_matrix(1, 1, std::array{std::nan("")}).error().message ==
        "[matrix] every element must be a finite number but one is nan");
  const auto message = [](double rows, double cols) {
    return to_matrix(rows, cols, std::array{1.0, 2.0}).error().message;
  };
  CHECK(message(2, 3) == "[matrix] there must be rows x cols = 2 x 3 elements but there are 2");
  CHECK(message(-1, -2) == "[matrix] there must be rows x cols = -1 x -2 elements but there are 2");
  CHECK(message(0.5, 4) == "[matrix] rows must be a whole number below 2^31 but got 0.5");
  CHECK(message(2, std::nan("")) == "[matrix] cols must be a whole number below 2^31 but got nan");
}

TEST_CASE("to_position_pairs: two by two") {
  const auto pairs = *to_position_pairs(std::array{1.0, 2.0, 3.0, -4.0});
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0].second == 2);
  CHECK(pairs[1].first == 3);
  CHECK(to_position_pairs({})->empty());
  CHECK(to_position_pairs(std::array{1.0, 2.0, 3.0}).error().message ==
        "[pairs] there must be two positions for each pair but there are 3");
}

TEST_CASE("check_magnitudes: numbers whose products are numbers") {
  CHECK_FALSE(check_magnitudes("every one", {}));
  CHECK_FALSE(check_magnitudes("every one", std::array{0.0, 1e100, -1e100, 1e-320}));
  CHECK(check_magnitudes("every one", std::array{0.0, 1.5e100, 7.0})->message ==
        "every one must be a number up to 1e+100 in magnitude but one is 1.5e+100");
  CHECK(check_magnitudes("every one", std::array{std::nan("")}));
  CHECK(check_magnitudes("every one", std::array{-std::numeric_limits<double>::infinity()}));
}
