#include "posenc/analysis/cached_keys.hpp"

#include "posenc/encoding/context_extension.hpp"

namespace posenc {

Result<CachedScores> cached_scores(const GeometricFrequencies& theta, double original_len,
                                   double length, BaseRule rule, CachedKey kept) {
  if (auto error = check_positive("[cached keys] `original_len`", original_len)) return *error;
  POSENC_TRY(tokens, to_count("[cached keys] `length`", length));
  if (auto error = check_size("[cached keys] the distances", theta.pairs(), tokens)) return *error;
  const auto with_tokens = [&](Index count) -> Result<GeometricFrequencies> {
    if (rule == BaseRule::fixed) return theta;
    return dynamic_ntk(theta, original_len, static_cast<double>(count));
  };

  POSENC_TRY(now, with_tokens(tokens));
  CachedScores scores{.base = now.base(),
                      .bases = Vector(tokens),
                      .right = Vector(tokens),
                      .cached = Vector(tokens),
                      .difference = 0,
                      .worst = 0,
                      .agree = true,
                      .distances = Matrix(theta.pairs(), tokens)};
  const double query = static_cast<double>(tokens - 1);
  for (Index key = 0; key < tokens; ++key) {
    const auto position = static_cast<double>(key);
    POSENC_TRY(then, with_tokens(key + 1));
    const Vector& turned = kept == CachedKey::rotated ? then.values() : now.values();
    scores.bases[key] = then.base();
    scores.right[key] = ((query - position) * now.values().array()).cos().mean();
    scores.cached[key] = (query * now.values().array() - position * turned.array()).cos().mean();
    scores.distances.col(key) = query - position * turned.array() / now.values().array();
  }
  scores.difference = (scores.cached - scores.right).cwiseAbs().maxCoeff(&scores.worst);
  scores.agree = scores.difference <= rounding_tolerance;
  return scores;
}

}  // namespace posenc
