#pragma once

#include "posenc/encoding/relative_bias.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// The distances that T5's bias distinguishes: it knows only the bucket.
/// Source: Raffel et al. 2020, arXiv:1910.10683v4, section 2.1.
namespace posenc {

struct BucketVariation {
  double
      largest;  // the largest difference of two elements whose distances share a bucket: 0 for T5's own bias
  Index buckets;  // how many buckets occur
};

/// Over all elements of the bias of one head.
///
/// @param bias as many rows as columns, or more columns: the queries are the last of the keys, as in relative_bias
BucketVariation variation_within_buckets(const T5BucketRule& rule, const Matrix& bias);

/// How many buckets the distances first, first + 1, .. last have, keys after the query.
/// Precondition: whole numbers up to 2^53 in magnitude.
Index buckets_between(const T5BucketRule& rule, double first, double last);

}  // namespace posenc
