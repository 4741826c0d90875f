#pragma once

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// A KV cache that drops old keys but keeps the first ones, the attention sinks: RoPE's scores with positions counted in the
/// text and in the cache.
namespace posenc {

/// The last query of a text of n tokens, at the positions 0 .. n-1, and the keys that are kept: the first ones (the sinks)
/// and the latest ones. The query's own key is among them.
struct SlidingCache {
  Vector
      positions;  // of the kept keys in the text, in rising order, [kept]; in the cache they are 0 .. kept-1
  Vector
      text_scores;  // with every key of the text, kept or not, positions counted in the text, [n]
  Vector cache_scores;  // with the kept keys, positions counted in the cache, [kept]
  Vector
      text_angles;  // by which the slowest pair turns, from a kept key to the query, in radians, [kept]
  Vector cache_angles;
  double trained_angle;   // the largest in training
  Index sinks;            // how many of the kept keys are sinks
  Index unseen_in_text;   // how many kept keys are at a distance that no two trained positions have
  Index unseen_in_cache;  // (they are always the first ones)
  double
      recent_difference;  // of the latest keys, the largest |score in the text - score in the cache|
  bool recent_agree;      // whether that is within the rounding_tolerance of the largest score, 1
};
POSENC_FIELDS(SlidingCache, positions, text_scores, cache_scores, text_angles, cache_angles,
              trained_angle, sinks, unseen_in_text, unseen_in_cache, recent_difference,
              recent_agree)

/// All queries and keys have the same content, and every pair of it the same length: only positions differ. With the query
/// at m and the key at j, both of unit length,
///   score = (1/pairs) sum_i cos(m theta_i - j theta_i)
/// The text's last token is at m = n-1 in the text, and at m = kept-1 in the cache. Dropped keys do not change how far apart
/// the latest ones are, but in the cache the sinks are nearer.
///
/// Source: arXiv:2309.17453v4, section 3.2 (StreamingLLM), which counts positions in the cache; mit-han-lab/streaming-llm
/// issue 73: for that, it keeps keys before their rotation.
///
/// @param original_len the trained length: distances below it are trained; finite and above 0
/// @param length       n, a whole number of at least 1
/// @param sinks        how many of the first tokens are kept, a whole number of at least 0
/// @param recent       how many of the latest tokens are kept, a whole number of at least 1
/// Errors: an argument outside its range; more than max_elements angles.
Result<SlidingCache> sliding_cache(const GeometricFrequencies& theta, double original_len,
                                   double length, double sinks, double recent);

}  // namespace posenc
