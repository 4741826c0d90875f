#pragma once

#include <span>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// The relative bias of T5: each head learns a number for each bucket of relative positions, and adds
/// it to its logits. Near positions have a bucket each; farther ones share wider and wider buckets.
/// Source: Raffel et al. 2020, arXiv:1910.10683v4, section 2.1, which gives the numbers (32 buckets, up
/// to an offset of 128); the formula is in the code released with it.
namespace posenc {

/// The side of the query on which positions are distinguished.
enum class BucketDirection {
  bidirectional,  // on both: half of the buckets for each
  causal,         // up to the query's own; all later keys share its bucket, to be masked elsewhere
};

POSENC_CHOICE(BucketDirection, bucket_direction, "[t5] `direction`", bidirectional, causal)

/// Which bucket a relative position, rel = key position - query position, falls into. With nb buckets
/// to a direction and e = floor(nb / 2), a distance n has the bucket
///   n                                                            for n < e
///   min(e + floor((nb - e) ln(n/e) / ln(max_distance/e)), nb-1)  from there on
/// Bidirectional: nb = num_buckets / 2, n = |rel|, and nb is added if rel > 0; no position has the bucket nb
/// itself, which would be a distance of 0 to the right. Causal: nb = num_buckets, n = max(-rel, 0).
///
/// The floor is exact if its argument is a whole number. In floating point such an argument can come out just
/// below it, and the distance falls into the bucket before: in float32, which the released code uses, at
/// n = 12 for nb = 17, max_distance = 27; in double at n = 8 for nb = 9, max_distance = 128; with T5's own
/// numbers in neither. All other arguments are computed in double: none is nearer to a whole number than
/// 1e-11 for nb up to 96 and max_distance up to 1200.
class T5BucketRule {
 public:
  /// @param num_buckets  of both directions together: a whole number of at least 2; bidirectional, even and
  ///                     at least 4
  /// @param max_distance from here on all distances share the last bucket: a whole number above e
  /// Errors: a number outside its range.
  static Result<T5BucketRule> make(BucketDirection direction, double num_buckets,
                                   double max_distance);

  BucketDirection direction() const { return direction_; }
  Index num_buckets() const { return num_buckets_; }
  Index max_distance() const { return max_distance_; }
  /// nb: the buckets of one direction.
  Index buckets_each_way() const {
    return direction_ == BucketDirection::bidirectional ? num_buckets_ / 2 : num_buckets_;
  }
  /// e: the number of distances, from 0 on, that have a bucket each.
  Index exact_distances() const { return buckets_each_way() / 2; }

  /// The bucket of a relative position, from 0 to num_buckets - 1. Precondition: a whole number up to 2^53 in
  /// magnitude.
  Index bucket(double relative_position) const;

 private:
  T5BucketRule(BucketDirection direction, Index num_buckets, Index max_distance)
      : direction_(direction), num_buckets_(num_buckets), max_distance_(max_distance) {}
  BucketDirection direction_;
  Index num_buckets_;
  Index max_distance_;
};

/// The bucket of each relative position, shape [positions]; whole numbers.
///
/// @param relative_positions whole numbers up to 2^53 in magnitude
/// Errors: a relative position outside that range; more than max_elements.
Result<Vector> t5_buckets(const T5BucketRule& rule, std::span<const double> relative_positions);

/// The bias added to the logits of each head, with query i at position i + key_len - query_len:
///   bias[h][i][j] = table(bucket(j - (i + key_len - query_len)), h)
/// T5 adds it to logits that are not divided by the square root of the head's width.
///
/// Shape [heads][query_len, key_len]. Nothing is masked; elements of the table are used unchanged, whether
/// finite or not.
///
/// @param table     one row for each bucket, one column for each head
/// @param query_len a whole number from 1 to key_len: the queries are the last of the sequence
/// @param key_len   a whole number of at least 1
/// Errors: a length outside its range; a table with a number of rows other than num_buckets, or no columns; a bias of
/// more than max_elements or max_heads.
Result<PerHead> relative_bias(const T5BucketRule& rule, const Matrix& table, double query_len,
                              double key_len);

/// dL/dtable from dL/dbias of relative_bias:
///   dtable(b, h) = sum of gradient[h][i][j] over all i, j whose relative position has bucket b
/// Shape [num_buckets, heads].
///
/// @param gradient dL/dbias, shape [heads][query_len, key_len]
/// Errors: a gradient without heads, queries or keys, whose heads differ in shape, or with more
/// queries than keys, or an element above 1e100 in magnitude; more than max_elements in the result.
Result<Matrix> relative_bias_gradient(const T5BucketRule& rule, const PerHead& gradient);

}  // namespace posenc
