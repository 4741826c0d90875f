#include "posenc/analysis/buckets.hpp"

#include "drawn.hpp"
#include "test.hpp"

TEST_CASE(
    "buckets: T5's own bias does not vary within a bucket, one that depends on the key does") {
  const auto rule = *T5BucketRule::make(BucketDirection::bidirectional, 32, 128);
  Random random(1);
  const Matrix table = drawn::matrix(random, 32, 1);
  Matrix bias = (*relative_bias(rule, table, 200, 300)).front();
  // A bucket for every distance to the left, and for all but 0 to the right: one of the 32 is empty.
  CHECK(variation_within_buckets(rule, bias).buckets == 31);
  CHECK(variation_within_buckets(rule, bias).largest == 0);
  bias(10, 20) += 0.5;
  CHECK(variation_within_buckets(rule, bias).largest == doctest::Approx(0.5));
}

TEST_CASE("buckets: the queries are the last of the keys") {
  const auto rule = *T5BucketRule::make(BucketDirection::bidirectional, 4, 8);
  // Distances -2, -1, 0 of one query: 0 has a bucket of its own, the others share the next.
  const BucketVariation variation = variation_within_buckets(rule, Matrix{{1, 4, 9}});
  CHECK(variation.buckets == 2);
  CHECK(variation.largest == 3);
}

TEST_CASE("buckets: near distances have one each, far ones share") {
  const auto rule = *T5BucketRule::make(BucketDirection::bidirectional, 32, 128);
  CHECK(buckets_between(rule, 1, 7) == 7);
  CHECK(buckets_between(rule, 1, 1000) == 15);
  CHECK(buckets_between(rule, 128, 500) == 1);
  CHECK(buckets_between(rule, 2, 1) == 0);
}
