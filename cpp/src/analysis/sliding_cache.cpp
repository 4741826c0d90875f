#include "posenc/analysis/sliding_cache.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/argument.hpp"

namespace posenc {
namespace {

double score_of(const GeometricFrequencies& theta, double query, double key) {
  return (query * theta.values().array() - key * theta.values().array()).cos().mean();
}

}  // namespace

Result<SlidingCache> sliding_cache(const GeometricFrequencies& theta, double original_len,
                                   double length, double sinks, double recent) {
  if (auto error = check_positive("[sliding cache] `original_len`", original_len)) return *error;
  POSENC_TRY(tokens, to_count("[sliding cache] `length`", length));
  if (auto error = check_whole("[sliding cache] `sinks`", sinks, 0, max_position)) return *error;
  if (auto error = check_whole("[sliding cache] `recent`", recent, 1, max_position)) return *error;
  if (auto error = check_size("[sliding cache] the angles", theta.pairs(), tokens)) return *error;

  const auto first = static_cast<Index>(std::min(sinks, length - 1));
  const auto latest = static_cast<Index>(std::min(recent, length - static_cast<double>(first)));
  const Index kept = first + latest;
  SlidingCache cache{.positions = Vector(kept),
                     .text_scores = Vector(tokens),
                     .cache_scores = Vector(kept),
                     .text_angles = Vector(kept),
                     .cache_angles = Vector(kept),
                     .trained_angle = 0,
                     .sinks = first,
                     .unseen_in_text = 0,
                     .unseen_in_cache = 0,
                     .recent_difference = 0,
                     .recent_agree = true};
  const double slowest = theta.values().minCoeff();
  // The largest whole number below original_len.
  cache.trained_angle = (std::ceil(original_len) - 1) * slowest;
  for (Index key = 0; key < tokens; ++key) {
    cache.text_scores[key] = score_of(theta, length - 1, static_cast<double>(key));
  }
  for (Index place = 0; place < kept; ++place) {
    const Index position = place < first ? place : tokens - kept + place;
    cache.positions[place] = static_cast<double>(position);
    const auto in_cache = static_cast<double>(kept - 1 - place);
    const auto in_text = static_cast<double>(tokens - 1 - position);
    cache.cache_scores[place] =
        score_of(theta, static_cast<double>(kept - 1), static_cast<double>(place));
    cache.text_angles[place] = in_text * slowest;
    cache.cache_angles[place] = in_cache * slowest;
    if (in_text >= original_len) ++cache.unseen_in_text;
    if (in_cache >= original_len) ++cache.unseen_in_cache;
  }
  cache.recent_difference =
      (cache.text_scores.tail(latest) - cache.cache_scores.tail(latest)).cwiseAbs().maxCoeff();
  cache.recent_agree = cache.recent_difference <= rounding_tolerance;
  return cache;
}

}  // namespace posenc
