#include "posenc/encoding/alibi.hpp"

#include "drawn.hpp"
#include "posenc/argument.hpp"
#include "test.hpp"

namespace {

/// The slopes as the code released with the paper makes them, for n a power of two and for others.
std::vector<double> released_slopes(int n) {
  const double log = std::log2(n);
  if (log == std::floor(log)) {
    const double start = std::pow(2, -std::pow(2, -(log - 3)));
    std::vector<double> slopes;
    for (int k = 0; k < n; ++k) slopes.push_back(start * std::pow(start, k));
    return slopes;
  }
  const int closest = 1 << static_cast<int>(std::floor(log));
  std::vector<double> slopes = released_slopes(closest);
  const std::vector<double> twice = released_slopes(2 * closest);
  for (int k = 0; k < n - closest; ++k) slopes.push_back(twice[static_cast<std::size_t>(2 * k)]);
  return slopes;
}

/// Own slopes: some above 1, one of them 0.
Vector random_slopes(Random& random) {
  Vector slopes = drawn::matrix(random, drawn::index(random, 2, 5), 1).cwiseAbs();
  slopes[drawn::index(random, 0, slopes.size() - 1)] = 0;
  return slopes;
}

Vector slopes_of(std::initializer_list<double> values) {
  return Vector::Map(values.begin(), static_cast<Index>(values.size()));
}

}  // namespace

TEST_CASE("slopes: the paper's for 8 and 16 heads, exact where they are powers of two") {
  CHECK(*alibi_slopes(8) == slopes_of({0.5, 0.25, 0.125, 0.0625, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8}));
  const Vector sixteen = *alibi_slopes(16);
  for (Index h = 0; h < 16; ++h) {
    const auto expected = static_cast<double>(std::pow(2.0L, -static_cast<long double>(h + 1) / 2));
    CHECK(sixteen[h] == doctest::Approx(expected).epsilon(1e-15));
    if (h % 2 == 1) CHECK(sixteen[h] == expected);
  }
  CHECK(*alibi_slopes(1) == slopes_of({0x1p-8}));
  CHECK(*alibi_slopes(4, SlopeRule::geometric, 1000) ==
        slopes_of({0x1p-250, 0x1p-500, 0x1p-750, 0x1p-1000}));
}

TEST_CASE("slopes: both rules are the same for powers of two and differ for others") {
  for (int n = 1; n <= 130; ++n) {
    CAPTURE(n);
    const bool power_of_two = (n & (n - 1)) == 0;
    CHECK((*alibi_slopes(n) == *alibi_slopes(n, SlopeRule::geometric)) == power_of_two);
  }
}

TEST_CASE("slopes: released are those of the released code") {
  for (int n = 1; n <= 130; ++n) {
    CAPTURE(n);
    const Vector slopes = *alibi_slopes(n);
    const std::vector<double> expected = released_slopes(n);
    REQUIRE(slopes.size() == n);
    REQUIRE(static_cast<int>(expected.size()) == n);
    double largest = 0;
    for (Index h = 0; h < n; ++h) {
      const double one = expected[static_cast<std::size_t>(h)];
      largest = std::max(largest, std::abs(slopes[h] - one) / one);
    }
    CHECK(largest < 1e-13);
  }
}

TEST_CASE("slopes: geometric within each series, in (0, 1], the released ones interleaved") {
  Random random(21);
  for (int round = 0; round < 60; ++round) {
    const Index n = drawn::index(random, 1, 300);
    const double max_bias = round % 3 == 0 ? 8 : 0.01 + 40 * random.uniform();
    CAPTURE(n);
    CAPTURE(max_bias);
    const auto count = static_cast<double>(n);
    const Vector geometric = *alibi_slopes(count, SlopeRule::geometric, max_bias);
    const Vector released = *alibi_slopes(count, SlopeRule::released, max_bias);
    for (const Vector& slopes : {geometric, released}) {
      REQUIRE(slopes.size() == n);
      CHECK(slopes.minCoeff() > 0);
      CHECK(slopes.maxCoeff() <= 1);
    }
    const double ratio = std::exp(-max_bias * std::log(2.0) / count);
    CHECK(geometric[0] == doctest::Approx(ratio).epsilon(1e-14));
    CHECK(geometric[n - 1] == doctest::Approx(std::exp2(-max_bias)).epsilon(1e-14));
    for (Index h = 1; h < n; ++h) {
      CHECK(geometric[h] / geometric[h - 1] == doctest::Approx(ratio).epsilon(1e-13));
    }

    Index power = 1;
    while (2 * power <= n) power *= 2;
    const auto series = [&](Index heads) {
      return *alibi_slopes(static_cast<double>(heads), SlopeRule::geometric, max_bias);
    };
    CHECK(released.head(power) == series(power));
    for (Index h = power; h < n; ++h) {
      // Between two of the P slopes (or above the first) lies each of the others, at their mean.
      const Index k = h - power;
      CHECK(released[h] == series(2 * power)[2 * k]);
      const double above = k == 0 ? 1 : released[k - 1];
      CHECK(released[h] == doctest::Approx(std::sqrt(above * released[k])).epsilon(1e-13));
    }
  }
}

TEST_CASE("symmetric bias: -m |i - j|, symmetric, 0 on the diagonal") {
  Random random(22);
  for (int round = 0; round < 15; ++round) {
    const Vector slopes = random_slopes(random);
    const Index keys = drawn::index(random, 1, 20);
    CAPTURE(round);
    const auto length = static_cast<double>(keys);
    const PerHead bias = *alibi_bias(slopes, BiasDirection::symmetric, length, length);
    REQUIRE(static_cast<Index>(bias.size()) == slopes.size());
    for (Index h = 0; h < slopes.size(); ++h) {
      const Matrix& head = bias[static_cast<std::size_t>(h)];
      REQUIRE(head.rows() == keys);
      REQUIRE(head.cols() == keys);
      CHECK(head == head.transpose());
      bool signed_zero = false;
      bool as_defined = true;
      for (Index i = 0; i < keys; ++i) {
        for (Index j = 0; j < keys; ++j) {
          as_defined =
              as_defined && head(i, j) == -slopes[h] * std::abs(static_cast<double>(i - j));
          signed_zero = signed_zero || (head(i, j) == 0 && std::signbit(head(i, j)));
        }
      }
      CHECK(as_defined);
      CHECK_FALSE(signed_zero);
    }
  }
}

TEST_CASE("causal bias: the symmetric one up to the query, later keys masked") {
  Random random(23);
  for (int round = 0; round < 15; ++round) {
    const Vector slopes = random_slopes(random);
    const auto length = static_cast<double>(drawn::index(random, 2, 20));
    CAPTURE(round);
    const PerHead causal = *alibi_bias(slopes, BiasDirection::causal, length, length);
    const PerHead symmetric = *alibi_bias(slopes, BiasDirection::symmetric, length, length);
    REQUIRE(causal.size() == symmetric.size());
    for (std::size_t h = 0; h < causal.size(); ++h) {
      bool same = true;
      bool masked = true;
      for (Index i = 0; i < causal[h].rows(); ++i) {
        for (Index j = 0; j < causal[h].cols(); ++j) {
          if (j <= i) {
            same = same && causal[h](i, j) == symmetric[h](i, j);
          } else {
            masked = masked && causal[h](i, j) == -infinity;
          }
        }
      }
      CHECK(same);
      CHECK(masked);
    }
  }
}

TEST_CASE("fewer queries than keys are the last rows of the square") {
  Random random(24);
  for (int round = 0; round < 15; ++round) {
    const Vector slopes = random_slopes(random);
    const Index keys = drawn::index(random, 1, 15);
    const Index queries = round < 5 ? 1 : drawn::index(random, 1, keys);
    CAPTURE(keys);
    CAPTURE(queries);
    const auto check = [&](auto compute) {
      const PerHead square = *compute(static_cast<double>(keys));
      const PerHead last = *compute(static_cast<double>(queries));
      REQUIRE(static_cast<Index>(last.size()) == slopes.size());
      for (std::size_t h = 0; h < last.size(); ++h) {
        REQUIRE(last[h].rows() == queries);
        CHECK(last[h] == square[h].bottomRows(queries));
      }
    };
    const auto key_len = static_cast<double>(keys);
    check([&](double n) { return alibi_bias(slopes, BiasDirection::symmetric, n, key_len); });
    check([&](double n) { return alibi_bias(slopes, BiasDirection::causal, n, key_len); });
    check([&](double n) { return causal_attention_equal_logits(slopes, n, key_len); });
  }
}

TEST_CASE("the causal bias is the key-only bias less a constant for each query") {
  Random random(25);
  for (int round = 0; round < 15; ++round) {
    const Vector slopes = random_slopes(random);
    const Index keys = drawn::index(random, 2, 20);
    const Index queries = drawn::index(random, 1, keys);
    CAPTURE(keys);
    CAPTURE(queries);
    const auto key_len = static_cast<double>(keys);
    const PerHead causal =
        *alibi_bias(slopes, BiasDirection::causal, static_cast<double>(queries), key_len);
    const Matrix from_first = *alibi_key_bias(slopes, key_len, KeyOrigin::first_key_is_zero);
    const Matrix from_last = *alibi_key_bias(slopes, key_len, KeyOrigin::last_key_is_zero);
    REQUIRE(from_first.rows() == slopes.size());
    REQUIRE(from_first.cols() == keys);
    REQUIRE(from_last.cols() == keys);
    for (Index h = 0; h < slopes.size(); ++h) {
      CHECK(from_first(h, 0) == 0);
      CHECK(from_last(h, keys - 1) == 0);
      if (slopes[h] == 0) CHECK_FALSE(std::signbit(from_last(h, 0)));
      double largest = 0;
      for (Index i = 0; i < queries; ++i) {
        const Index p = i + keys - queries;
        for (Index j = 0; j <= p; ++j) {
          const double bias = causal[static_cast<std::size_t>(h)](i, j);
          const double to_end = static_cast<double>(keys - 1 - p);
          largest = std::max(
              {largest, std::abs(from_first(h, j) - bias - slopes[h] * static_cast<double>(p)),
               std::abs(from_last(h, j) - bias + slopes[h] * to_end)});
        }
      }
      CHECK(largest < 1e-13);
    }
  }
}

TEST_CASE("attention of equal logits: rows sum to 1, weights fall geometrically, masked are 0") {
  Random random(26);
  for (int round = 0; round < 15; ++round) {
    const Vector slopes = random_slopes(random);
    const Index keys = drawn::index(random, 1, 40);
    CAPTURE(keys);
    const auto key_len = static_cast<double>(keys);
    const PerHead attention = *causal_attention_equal_logits(slopes, key_len, key_len);
    const Matrix key_bias = *alibi_key_bias(slopes, key_len, KeyOrigin::first_key_is_zero);
    REQUIRE(static_cast<Index>(attention.size()) == slopes.size());
    for (Index h = 0; h < slopes.size(); ++h) {
      const Matrix& head = attention[static_cast<std::size_t>(h)];
      double from_1 = 0;
      double from_series = 0;
      double from_keys = 0;
      bool masked = true;
      for (Index i = 0; i < keys; ++i) {
        from_1 = std::max(from_1, std::abs(head.row(i).sum() - 1));
        // exp(-m)^t over the sum of these for t = 0 .. i
        const double ratio = std::exp(-slopes[h]);
        const auto terms = static_cast<double>(i + 1);
        const double sum = ratio == 1 ? terms : (1 - std::pow(ratio, terms)) / (1 - ratio);
        // Softmax of the key-only bias over the keys that are not masked.
        const Vector weights = key_bias.row(h).head(i + 1).array().exp();
        for (Index j = 0; j < keys; ++j) {
          if (j > i) {
            masked = masked && head(i, j) == 0;
            continue;
          }
          const double term = std::pow(ratio, static_cast<double>(i - j)) / sum;
          from_series = std::max(from_series, std::abs(head(i, j) - term));
          from_keys = std::max(from_keys, std::abs(head(i, j) - weights[j] / weights.sum()));
        }
      }
      CHECK(from_1 < 1e-14);
      CHECK(from_series < 1e-13);
      CHECK(from_keys < 1e-13);
      CHECK(masked);
    }
  }
}

TEST_CASE("slopes of one's own: any that are finite and not negative") {
  const Vector own = slopes_of({2, 1, 0.5, 0.25});
  const PerHead bias = *alibi_bias(own, BiasDirection::causal, 1, 4);
  REQUIRE(bias.size() == 4);
  CHECK(bias[0] == Matrix(slopes_of({-6, -4, -2, 0}).transpose()));
  CHECK(bias[3] == Matrix(slopes_of({-0.75, -0.5, -0.25, 0}).transpose()));
  // With slope 0 all keys have equal weight; with a steep slope only the query's own key is left.
  const PerHead attention = *causal_attention_equal_logits(slopes_of({0, 1e300}), 1, 4);
  CHECK(attention[0] == Matrix(slopes_of({0.25, 0.25, 0.25, 0.25}).transpose()));
  CHECK(attention[1] == Matrix(slopes_of({0, 0, 0, 1}).transpose()));
}

TEST_CASE("alibi: names of rules, directions and origins") {
  CHECK(*to_slope_rule("released") == SlopeRule::released);
  CHECK(*to_slope_rule("geometric") == SlopeRule::geometric);
  CHECK(*to_bias_direction("symmetric") == BiasDirection::symmetric);
  CHECK(*to_bias_direction("causal") == BiasDirection::causal);
  CHECK(*to_key_origin("first_key_is_zero") == KeyOrigin::first_key_is_zero);
  CHECK(*to_key_origin("last_key_is_zero") == KeyOrigin::last_key_is_zero);
  CHECK(message(to_slope_rule("linear")) ==
        "[alibi] rule must be \"released\" or \"geometric\" but got \"linear\"");
  CHECK(message(to_bias_direction("")) ==
        "[alibi] direction must be \"symmetric\" or \"causal\" but got \"\"");
  CHECK(message(to_key_origin("middle")) ==
        "[alibi] origin must be \"first_key_is_zero\" or \"last_key_is_zero\" but got \"middle\"");
}

TEST_CASE("alibi: bad counts and largest biases are errors that name the value") {
  for (const auto& [heads, shown] : {std::pair{0.0, "0"},
                                     {-4.0, "-4"},
                                     {7.5, "7.5"},
                                     {std::nan(""), "nan"},
                                     {infinity, "inf"},
                                     {-infinity, "-inf"},
                                     {2147483648.0, "2147483648"}}) {
    for (const SlopeRule rule : {SlopeRule::released, SlopeRule::geometric}) {
      CHECK(message(alibi_slopes(heads, rule)) ==
            std::string("[alibi] heads must be a whole number above 0 and below 2^31 but got ") +
                shown);
    }
  }
  for (const auto& [max_bias, shown] : {std::pair{0.0, "0"},
                                        {-8.0, "-8"},
                                        {1000.5, "1000.5"},
                                        {std::nan(""), "nan"},
                                        {infinity, "inf"}}) {
    CHECK(message(alibi_slopes(4, SlopeRule::released, max_bias)) ==
          std::string("[alibi] max_bias must be a number above 0 and at most 1000 but got ") +
              shown);
  }
  const auto many = alibi_slopes(2147483647);
  CHECK(message(many) ==
        "[alibi] the slopes would have 1 x 2147483647 elements, but at most 67108864 are computed "
        "at once");
  CHECK(many.error().code == ErrorCode::too_large);
}

TEST_CASE("alibi: bad slopes and lengths are errors of every bias") {
  const auto check_all = [](const Vector& slopes, double query_len, double key_len,
                            const std::string& expected) {
    for (const BiasDirection direction : {BiasDirection::symmetric, BiasDirection::causal}) {
      CHECK(message(alibi_bias(slopes, direction, query_len, key_len)) == expected);
    }
    CHECK(message(causal_attention_equal_logits(slopes, query_len, key_len)) == expected);
  };
  const auto check_slopes = [&](const Vector& slopes, const std::string& expected) {
    check_all(slopes, 2, 3, expected);
    for (const KeyOrigin origin : {KeyOrigin::first_key_is_zero, KeyOrigin::last_key_is_zero}) {
      CHECK(message(alibi_key_bias(slopes, 3, origin)) == expected);
    }
  };
  check_slopes(Vector(), "[alibi] there must be at least one slope");
  for (const auto& [slope, shown] :
       {std::pair{-0.5, "-0.5"}, {std::nan(""), "nan"}, {infinity, "inf"}}) {
    check_slopes(
        slopes_of({1, slope}),
        std::string("[alibi] each of slopes must be a finite number of at least 0 but got ") +
            shown);
  }
  check_slopes(
      slopes_of({1, 1e308}),
      "[alibi] each of slopes must keep every bias within the range of a double but got 1e+308");

  const Vector slopes = slopes_of({0.5, 0.25});
  for (const auto& [length, shown] : {std::pair{0.0, "0"},
                                      {-1.0, "-1"},
                                      {2.5, "2.5"},
                                      {std::nan(""), "nan"},
                                      {infinity, "inf"}}) {
    const std::string expected =
        std::string(" must be a whole number above 0 and below 2^31 but got ") + shown;
    check_all(slopes, length, 3, "[alibi] query_len" + expected);
    check_all(slopes, 1, length, "[alibi] key_len" + expected);
    CHECK(message(alibi_key_bias(slopes, length, KeyOrigin::first_key_is_zero)) ==
          "[alibi] key_len" + expected);
  }
  check_all(slopes, 4, 3, "[alibi] query_len must be at most key_len, 3, but got 4");
  check_all(slopes, 8192, 8192,
            "[alibi] the bias would have 2 x 8192 x 8192 elements, but at most 67108864 are "
            "computed at once");
  check_all(Vector::Ones(65537), 1, 1,
            "[alibi] the bias would have 65537 heads, but at most 65536 are computed at once");
  CHECK(message(alibi_key_bias(slopes, 2147483647, KeyOrigin::last_key_is_zero)) ==
        "[alibi] the bias would have 2 x 2147483647 elements, but at most 67108864 are computed at "
        "once");
}
