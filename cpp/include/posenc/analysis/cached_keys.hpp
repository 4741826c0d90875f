#pragma once

#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// RoPE with a KV cache: while a model writes, tokens arrive one by one, and the key of each is kept. What do old keys
/// score if the base has changed since they were rotated?
namespace posenc {

/// Which base the frequencies have when the text has n tokens.
enum class BaseRule {
  fixed,        // always the trained one
  dynamic_ntk,  // dynamic_ntk(theta, original_len, n): it grows with every token beyond original_len
};

POSENC_CHOICE(BaseRule, base_rule, "[cached keys] `rule`", fixed, dynamic_ntk)

/// What the cache keeps of each key.
enum class CachedKey {
  rotated,    // the rotated key: rotated once, when its token arrives, with the base at that time
  unrotated,  // the key before its rotation: rotated again for every new token, with the current base
};

POSENC_CHOICE(CachedKey, cached_key, "[cached keys] `kept`", rotated, unrotated)

/// The scores of the last query with every key of a text of n tokens, at the positions 0 .. n-1.
struct CachedScores {
  double base;        // for the last token
  Vector bases;       // when each token arrived, [n]
  Vector right;       // with all keys rotated by the base of the last token, [n]
  Vector cached;      // with the keys as the cache keeps them, [n]
  double difference;  // the largest |cached - right|
  Index worst;        // its key, the first of them
  bool agree;  // whether the difference is within the rounding_tolerance of the largest score, 1
  Matrix distances;  // how far back each key seems to be, pair by pair, in positions, [pairs, n]
};
POSENC_FIELDS(CachedScores, base, bases, right, cached, difference, worst, agree, distances)

/// All queries and keys have the same content, and every pair of it the same length: only positions differ. With the
/// query at n-1 rotated by theta, the key at j by theta', and q and k of unit length,
///   score_j = (1/pairs) sum_i cos((n-1) theta_i - j theta'_i)
/// which depends on the distance n-1 - j alone if theta' = theta. Otherwise pair i turns the key as if it were
///   (n-1) - j theta'_i / theta_i
/// positions back: fewer than it is, and even below 0, in front of the query, if its frequency has fallen since.
///
/// Source: dynamic NTK with a cache is arXiv:2309.00071v2, section 3.3, which says to keep keys before their rotation;
/// huggingface/transformers issue 25104 describes keys that were kept after it. Here a text starts with one token;
/// tokens of a prompt, which arrive together, would share a base.
///
/// @param original_len the trained length: finite and above 0
/// @param length       n, a whole number of at least 1
/// Errors: an argument outside its range; those of dynamic_ntk; more than max_elements distances.
Result<CachedScores> cached_scores(const GeometricFrequencies& theta, double original_len,
                                   double length, BaseRule rule, CachedKey kept);

}  // namespace posenc
