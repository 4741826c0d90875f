#include "posenc/argument.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

using namespace posenc;

TEST_CASE("format_number: numbers as people write them") {
  CHECK(format_number(0.1) == "0.1");
  CHECK(format_number(7) == "7");
  CHECK(format_number(-2.5) == "-2.5");
  CHECK(format_number(1e100) == "1e+100");
  CHECK(format_number(1.0 / 3) == "0.333333333333333");
  CHECK(format_number(9007199254740994) == "9007199254740994");
  CHECK(format_number(-1e17) == "-1e+17");
  CHECK(format_number(std::nan("")) == "nan");
  CHECK(format_number(-std::numeric_limits<double>::infinity()) == "-inf");
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
  CHECK_FALSE(check_positions("p", std::array{0.0, -5.5, 9007199254740992.0}));
  CHECK(check_positions("p", std::array{0.0, std::nan("")})->message ==
        "p must be a number between -2^53 and 2^53 but got nan");
  CHECK(check_positions("p", std::array{9007199254740994.0})->message ==
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

TEST_CASE("to_enum: an unknown name is told the names there are") {
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
