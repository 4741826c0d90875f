#include "posenc/encoding/bias_shape.hpp"

#include "test.hpp"

TEST_CASE("bias shape: the queries are the last of the keys") {
  const BiasShape shape = *to_bias_shape("[x]", 3, 2, 7);
  CHECK(shape.heads == 3);
  CHECK(shape.queries == 2);
  CHECK(shape.keys == 7);
  CHECK(shape.position(0) == 5);
  CHECK(shape.position(1) == 6);
  CHECK(to_bias_shape("[x]", 1, 4, 4)->position(0) == 0);
}

TEST_CASE("bias shape: bad lengths and sizes that would not fit are errors") {
  const auto message = [](Index heads, double query_len, double key_len) {
    const auto shape = to_bias_shape("[x]", heads, query_len, key_len);
    REQUIRE_FALSE(shape);
    return shape.error().message;
  };
  for (const auto& [length, shown] : {std::pair{0.0, "0"},
                                      {-1.0, "-1"},
                                      {2.5, "2.5"},
                                      {std::nan(""), "nan"},
                                      {std::numeric_limits<double>::infinity(), "inf"},
                                      {2147483648.0, "2147483648"}}) {
    const std::string expected =
        std::string(" must be a whole number above 0 and below 2^31 but got ") + shown;
    CHECK(message(1, length, 5) == "[x] query_len" + expected);
    CHECK(message(1, 5, length) == "[x] key_len" + expected);
  }
  CHECK(message(1, 5, 4) == "[x] query_len must be at most key_len, 4, but got 5");
  CHECK(message(2147483647, 1, 1) ==
        "[x] the bias would have 2147483647 heads, but at most 65536 are computed at once");
  CHECK(
      message(65536, 2147483647, 2147483647) ==
      "[x] the bias would have 65536 x 2147483647 x 2147483647 elements, but at most 67108864 are "
      "computed at once");
  CHECK(to_bias_shape("[x]", 65537, 1, 1).error().code == ErrorCode::too_large);
  CHECK(to_bias_shape("[x]", 65536, 1, 1024));
  CHECK_FALSE(to_bias_shape("[x]", 65536, 1, 1025));
  CHECK(to_bias_shape("[x]", 1, 1, 67108864)->position(0) == 67108863);
}
