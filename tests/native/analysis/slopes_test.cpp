#include "posenc/analysis/slopes.hpp"

#include "test.hpp"

TEST_CASE("slope rules: they agree for powers of two alone") {
  for (int heads = 1; heads <= 64; ++heads) {
    CAPTURE(heads);
    const auto rules = compare_slope_rules(heads);
    REQUIRE(rules.has_value());
    const bool is_power = (heads & (heads - 1)) == 0;
    CHECK(rules->agree == is_power);
    CHECK(rules->composed);
    CHECK(rules->released.size() == heads);
    CHECK(rules->geometric.size() == heads);
    CHECK((is_power ? rules->power == heads : rules->power < heads));
    CHECK(2 * rules->power > heads);
  }
  CHECK(compare_slope_rules(12)->power == 8);
  CHECK(compare_slope_rules(0).error().message == alibi_slopes(0).error().message);
}

TEST_CASE("half of the attention: without a bias on half of the keys, with one nearer") {
  Vector slopes(3);
  slopes << 0.5, 1.0 / 256, 0;
  for (const double keys : {1.0, 2.0, 7.0, 64.0}) {
    CAPTURE(keys);
    const auto half = keys_holding_half(slopes, keys);
    REQUIRE(half.has_value());
    CHECK((*half)[2] == std::ceil(keys / 2));
    CHECK((*half)[0] <= (*half)[1]);
    CHECK((*half)[1] <= (*half)[2]);
  }
  // Of 64 keys the nearest has (1 - r) / (1 - r^64) of it, r = e^(-1/2): 0.393; two have 0.632.
  CHECK((*keys_holding_half(slopes, 64))[0] == 2);
  CHECK(keys_holding_half(Vector(), 4).error().message ==
        alibi_key_bias(Vector(), 4, KeyOrigin::first_key_is_zero).error().message);
}

TEST_CASE("slopes are the same up to rounding, each relative to its size") {
  const Vector slopes{{0.5, 1e-6}};
  CHECK(are_same_slopes(slopes, Vector{{0.5 + 1e-12, 1e-6}}));
  CHECK_FALSE(are_same_slopes(slopes, Vector{{0.5, 1.001e-6}}));
}
