#include "posenc/encoding/relative_bias.hpp"

#include "../central_differences.hpp"
#include "drawn.hpp"
#include "posenc/argument.hpp"
#include "test.hpp"

namespace {

constexpr auto both = BucketDirection::bidirectional;
constexpr auto causal = BucketDirection::causal;

T5BucketRule rule_of(BucketDirection direction, Index buckets, Index distance) {
  return *T5BucketRule::make(direction, static_cast<double>(buckets),
                             static_cast<double>(distance));
}

std::uint64_t power(std::uint64_t base, Index exponent) {
  std::uint64_t result = 1;
  for (Index n = 0; n < exponent; ++n) result *= base;
  return result;
}

/// The bucket of distance n by whole numbers alone, all powers being below 2^62: step k is reached
/// when (n/e)^steps >= (limit/e)^k.
Index whole_bucket(std::uint64_t n, Index buckets, std::uint64_t limit) {
  const Index e = buckets / 2;
  const auto of_e = static_cast<std::uint64_t>(e);
  if (n < of_e) return static_cast<Index>(n);
  const Index steps = buckets - e;
  Index k = 0;
  while (k < steps &&
         power(std::min(n, limit), steps) >= power(limit, k + 1) * power(of_e, steps - k - 1)) {
    ++k;
  }
  return std::min(e + k, buckets - 1);
}

}  // namespace

TEST_CASE("t5 buckets are those of exact arithmetic, also where the quotient is whole") {
  for (Index buckets = 2; buckets <= 17; ++buckets) {
    const Index e = buckets / 2;
    const Index steps = buckets - e;
    int wrong = 0;
    int compared = 0;
    for (Index limit = e + 1; limit <= 200; ++limit) {
      if (static_cast<double>(steps) * std::log2(static_cast<double>(limit)) >= 62) break;
      const T5BucketRule rule = rule_of(causal, buckets, limit);
      const T5BucketRule twice = rule_of(both, 2 * buckets, limit);
      for (Index n = 0; n <= limit + 1; ++n) {
        const Index expected =
            whole_bucket(static_cast<std::uint64_t>(n), buckets, static_cast<std::uint64_t>(limit));
        const auto distance = static_cast<double>(n);
        wrong += rule.bucket(-distance) != expected;
        wrong += twice.bucket(-distance) != expected;
        if (n > 0) wrong += twice.bucket(distance) != buckets + expected;
        ++compared;
      }
    }
    CAPTURE(buckets);
    CHECK(wrong == 0);
    CHECK(compared > 5000);
  }
}

TEST_CASE("t5 buckets where rounded logarithms fall short of a whole number") {
  const auto bucket = [](Index buckets, Index limit, double distance) {
    return rule_of(causal, buckets, limit).bucket(-distance);
  };
  // 5 ln(n/4) / ln 32
  CHECK(bucket(9, 128, 7) == 4);
  CHECK(bucket(9, 128, 8) == 5);
  CHECK(bucket(9, 128, 16) == 6);
  CHECK(bucket(9, 128, 63) == 7);
  CHECK(bucket(9, 128, 64) == 8);
  // 9 ln(n/8) / ln(27/8), a quotient of fractions
  CHECK(bucket(17, 27, 11) == 10);
  CHECK(bucket(17, 27, 12) == 11);
  CHECK(bucket(17, 27, 18) == 14);
  // 18 ln(n/18) / ln(16/9)
  CHECK(bucket(36, 32, 23) == 25);
  CHECK(bucket(36, 32, 24) == 27);
  CHECK(rule_of(both, 18, 128).bucket(8) == 9 + 5);
}

TEST_CASE("t5 buckets: monotone, in range, both halves equal, and all but one used") {
  Random random(31);
  for (int round = 0; round < 40; ++round) {
    const BucketDirection direction = round % 2 == 0 ? both : causal;
    const Index each_way = drawn::index(random, 2, 64);
    const Index buckets = direction == both ? 2 * each_way : each_way;
    const Index e = each_way / 2;
    // From 4e on each logarithmic bucket is at least one position wide.
    const Index limit = drawn::index(random, std::max<Index>(4 * e, e + 1), 600);
    CAPTURE(buckets);
    CAPTURE(limit);
    const T5BucketRule rule = rule_of(direction, buckets, limit);
    CHECK(rule.buckets_each_way() == each_way);
    CHECK(rule.exact_distances() == e);

    std::set<Index> used;
    bool monotone = true;
    bool exact = true;
    bool alike = true;
    bool past_only = true;
    for (Index n = 0; n <= limit + 3; ++n) {
      const auto distance = static_cast<double>(n);
      const Index past = rule.bucket(-distance);
      const Index future = rule.bucket(distance);
      used.insert({past, future});
      if (n > 0) monotone = monotone && past >= rule.bucket(1 - distance);
      if (n < e) exact = exact && past == n;
      if (n >= limit) exact = exact && past == each_way - 1;
      if (n > 0 && direction == both) alike = alike && future == past + each_way;
      if (direction == causal) past_only = past_only && future == 0;
    }
    CHECK(monotone);
    CHECK(exact);
    CHECK(alike);
    CHECK(past_only);
    CHECK(*used.begin() == 0);
    CHECK(*used.rbegin() == buckets - 1);
    // To the right there is no distance 0.
    CHECK(used.count(each_way) == 0);
    CHECK(static_cast<Index>(used.size()) == (direction == both ? buckets - 1 : buckets));
  }
}

TEST_CASE("t5 buckets: as an array, and far away") {
  const T5BucketRule rule = rule_of(both, 32, 128);
  const std::array relative{0.0, -1.0, 1.0, -max_position, max_position, -127.0, 128.0};
  const Vector buckets = *t5_buckets(rule, relative);
  const std::array expected{0.0, 1.0, 17.0, 15.0, 31.0, 15.0, 31.0};
  REQUIRE(buckets.size() == 7);
  for (Index n = 0; n < 7; ++n) CHECK(buckets[n] == expected[static_cast<std::size_t>(n)]);
  CHECK(t5_buckets(rule, {})->size() == 0);

  // The largest rule there is: whole numbers stay within an Index.
  const T5BucketRule largest = rule_of(causal, 2147483647, 2147483647);
  CHECK(largest.exact_distances() == 1073741823);
  CHECK(largest.bucket(-1073741822) == 1073741822);
  CHECK(largest.bucket(-1073741823) == 1073741823);
  CHECK(largest.bucket(-2147483646) <= 2147483646);
  CHECK(largest.bucket(-2147483646) > 2147483640);
  CHECK(largest.bucket(-max_position) == 2147483646);
  CHECK(largest.bucket(5) == 0);
}

TEST_CASE("relative bias: the table's number for the bucket of key less query") {
  Random random(32);
  for (int round = 0; round < 15; ++round) {
    const BucketDirection direction = round % 2 == 0 ? both : causal;
    const Index buckets = 2 * drawn::index(random, 2, 6);
    const T5BucketRule rule = rule_of(direction, buckets, drawn::index(random, 7, 20));
    const Matrix table = drawn::matrix(random, buckets, drawn::index(random, 1, 4));
    const Index keys = drawn::index(random, 1, 25);
    const Index queries = drawn::index(random, 1, keys);
    CAPTURE(keys);
    CAPTURE(queries);
    const auto key_len = static_cast<double>(keys);
    const PerHead bias = *relative_bias(rule, table, static_cast<double>(queries), key_len);
    const PerHead square = *relative_bias(rule, table, key_len, key_len);
    REQUIRE(static_cast<Index>(bias.size()) == table.cols());
    for (Index h = 0; h < table.cols(); ++h) {
      const Matrix& head = bias[static_cast<std::size_t>(h)];
      REQUIRE(head.rows() == queries);
      REQUIRE(head.cols() == keys);
      CHECK(head == square[static_cast<std::size_t>(h)].bottomRows(queries));
      bool as_defined = true;
      for (Index i = 0; i < queries; ++i) {
        for (Index j = 0; j < keys; ++j) {
          const double relative = static_cast<double>(j - (i + keys - queries));
          as_defined = as_defined && head(i, j) == table(rule.bucket(relative), h);
        }
      }
      CHECK(as_defined);
    }
  }
}

TEST_CASE("the gradient of the relative bias is that of central differences") {
  Random random(33);
  for (int round = 0; round < 6; ++round) {
    const BucketDirection direction = round % 2 == 0 ? both : causal;
    const T5BucketRule rule = rule_of(direction, 8, 7);
    const Matrix table = drawn::matrix(random, 8, drawn::index(random, 1, 3));
    const Index keys = drawn::index(random, 3, 12);
    const auto key_len = static_cast<double>(keys);
    const auto query_len = static_cast<double>(drawn::index(random, 1, keys));
    CAPTURE(round);
    // L = sum of sin(bias), dL/dbias = cos(bias)
    const auto loss = [&](const Matrix& x) {
      const PerHead bias = *relative_bias(rule, x, query_len, key_len);
      double sum = 0;
      for (const Matrix& head : bias) sum += head.array().sin().sum();
      return sum;
    };
    PerHead to_bias = *relative_bias(rule, table, query_len, key_len);
    double total = 0;
    for (Matrix& head : to_bias) {
      head = Matrix(head.array().cos());
      total += head.sum();
    }
    const Matrix to_table = *relative_bias_gradient(rule, to_bias);
    REQUIRE(to_table.rows() == 8);
    REQUIRE(to_table.cols() == table.cols());
    const Matrix expected = central_differences(table, loss);
    CHECK((to_table - expected).cwiseAbs().maxCoeff() < 1e-7);
    CHECK(expected.cwiseAbs().maxCoeff() > 0.1);
    CHECK(to_table.sum() == doctest::Approx(total).epsilon(1e-12));
  }
}

TEST_CASE("t5: names of directions") {
  CHECK(*to_bucket_direction("bidirectional") == both);
  CHECK(*to_bucket_direction("causal") == causal);
  CHECK(message(to_bucket_direction("left")) ==
        "[t5] direction must be \"bidirectional\" or \"causal\" but got \"left\"");
}

TEST_CASE("t5: bad rules are errors that name the value") {
  for (const auto& [value, shown] : {std::pair{0.0, "0"},
                                     {-32.0, "-32"},
                                     {2.5, "2.5"},
                                     {std::nan(""), "nan"},
                                     {infinity, "inf"},
                                     {2147483648.0, "2147483648"}}) {
    const std::string expected =
        std::string(" must be a whole number above 0 and below 2^31 but got ") + shown;
    for (const BucketDirection direction : {both, causal}) {
      CHECK(message(T5BucketRule::make(direction, value, 128)) == "[t5] num_buckets" + expected);
      CHECK(message(T5BucketRule::make(direction, 32, value)) == "[t5] max_distance" + expected);
    }
  }
  for (const auto& [buckets, shown] : {std::pair{1.0, "1"}, {2.0, "2"}, {33.0, "33"}}) {
    CHECK(message(T5BucketRule::make(both, buckets, 128)) ==
          std::string("[t5] num_buckets must be an even number of at least 4, half for each "
                      "direction, but got ") +
              shown);
  }
  CHECK(message(T5BucketRule::make(causal, 1, 128)) ==
        "[t5] num_buckets must be at least 2 but got 1");
  CHECK(message(T5BucketRule::make(causal, 32, 16)) ==
        "[t5] max_distance must be above 16, the number of distances with their own bucket, "
        "but got 16");
  CHECK(message(T5BucketRule::make(both, 32, 1)) ==
        "[t5] max_distance must be above 8, the number of distances with their own bucket, but "
        "got 1");
  CHECK(T5BucketRule::make(causal, 2, 2));
  CHECK(T5BucketRule::make(causal, 33, 17));
  CHECK(T5BucketRule::make(both, 4, 2));
}

TEST_CASE("t5: bad positions, tables and lengths are errors that name the value") {
  const T5BucketRule rule = rule_of(both, 32, 128);
  for (const auto& [relative, shown] : {std::pair{1.5, "1.5"},
                                        {std::nan(""), "nan"},
                                        {-infinity, "-inf"},
                                        {9007199254740994.0, "9007199254740994"},
                                        {-9007199254740994.0, "-9007199254740994"}}) {
    CHECK(message(t5_buckets(rule, std::array{0.0, relative})) ==
          std::string(
              "[t5] each of relative_positions must be a whole number between -2^53 and 2^53 but "
              "got ") +
              shown);
  }
  const auto bias = [&](const Matrix& table, double query_len, double key_len) {
    return message(relative_bias(rule, table, query_len, key_len));
  };
  CHECK(bias(Matrix::Zero(31, 2), 1, 1) ==
        "[t5] the table must have a row for each of the 32 buckets and a column for each head but "
        "is 31 x 2");
  CHECK(bias(Matrix(32, 0), 1, 1) ==
        "[t5] the table must have a row for each of the 32 buckets and a column for each head but "
        "is 32 x 0");
  const Matrix table = Matrix::Zero(32, 2);
  CHECK(bias(table, 0, 4) ==
        "[t5] query_len must be a whole number above 0 and below 2^31 but got 0");
  CHECK(bias(table, 1, std::nan("")) ==
        "[t5] key_len must be a whole number above 0 and below 2^31 but got nan");
  CHECK(bias(table, 5, 4) == "[t5] query_len must be at most key_len, 4, but got 5");
  CHECK(bias(table, 2147483647, 2147483647) ==
        "[t5] the bias would have 2 x 2147483647 x 2147483647 elements, but at most 67108864 are "
        "computed at once");
}

TEST_CASE("t5: gradients of impossible shapes are errors") {
  const T5BucketRule rule = rule_of(causal, 4, 9);
  CHECK(message(relative_bias_gradient(rule, {})) ==
        "[t5] the gradient must have at least one head");
  CHECK(message(relative_bias_gradient(rule, {Matrix::Zero(2, 3), Matrix::Zero(2, 4)})) ==
        "[t5] the heads of the gradient must have equal shapes but have 2 x 3 and 2 x 4");
  CHECK(message(relative_bias_gradient(rule, {Matrix::Zero(2, 3), Matrix::Zero(1, 3)})) ==
        "[t5] the heads of the gradient must have equal shapes but have 2 x 3 and 1 x 3");
  CHECK(
      message(relative_bias_gradient(rule, {Matrix::Zero(2, 3), Matrix::Constant(2, 3, 1e308)})) ==
      "[t5] every element of the gradient must be a number up to 1e+100 in magnitude but one is "
      "1e+308");
  CHECK(message(relative_bias_gradient(rule, {Matrix(0, 3)})) ==
        "[t5] query_len must be a whole number above 0 and below 2^31 but got 0");
  CHECK(message(relative_bias_gradient(rule, {Matrix::Zero(4, 3)})) ==
        "[t5] query_len must be at most key_len, 3, but got 4");
  const auto large =
      relative_bias_gradient(rule_of(causal, 2147483647, 2147483647), {Matrix::Zero(1, 1)});
  CHECK(
      message(large) ==
      "[t5] the gradient would have 2147483647 x 1 elements, but at most 67108864 are computed at "
      "once");
}
