#include "posenc/analysis/rotation.hpp"

#include <cmath>
#include <utility>

namespace posenc {
namespace {

Vector pair_norms(const RotaryEmbedding& rope, const Vector& x) {
  const Index pairs = rope.theta().pairs();
  Vector norms(pairs);
  for (Index i = 0; i < pairs; ++i) {
    const auto [a, b] = pair_components(i, pairs, rope.layout());
    norms[i] = std::hypot(x[a], x[b]);
  }
  return norms;
}

double largest(const Vector& values) {
  return values.size() == 0 ? 0 : values.cwiseAbs().maxCoeff();
}

}  // namespace

Result<Rotation> rotation(const RotaryEmbedding& rope, const Vector& x, double position) {
  POSENC_TRY(rotated, rotate(rope, x, {&position, 1}));
  POSENC_TRY(gone, turns(rope.theta(), position));
  Rotation result{rotated.row(0),
                  position * rope.theta().values(),
                  std::move(gone),
                  pair_norms(rope, x),
                  x.squaredNorm(),
                  rotated.squaredNorm(),
                  false};
  result.keeps_norm = std::abs(result.rotated_squared_norm - result.squared_norm) <=
                      rounding_tolerance * result.squared_norm;
  return result;
}

Result<ScoreComparison> compare_scores(const RotaryEmbedding& rope, const Vector& q,
                                       const Vector& k, std::span<const PositionPair> positions) {
  POSENC_TRY(scores, rotary_scores(rope, q, k, positions));
  ScoreComparison result{std::move(scores), 0, true};
  if (result.scores.size() > 0) {
    result.difference = result.scores.maxCoeff() - result.scores.minCoeff();
    const double largest_score = pair_norms(rope, q).dot(pair_norms(rope, k));
    result.equal = result.difference <= rounding_tolerance * largest_score;
  }
  return result;
}

Result<LayoutComparison> compare_layouts(const InverseFrequencies& theta, const Vector& q,
                                         const Vector& k, std::span<const PositionPair> positions) {
  const auto scores = [&](PairLayout layout, const Vector& query, const Vector& key) {
    return rotary_scores_with(theta.values(), 1, layout, query, key, positions);
  };
  POSENC_TRY(interleaved, scores(PairLayout::interleaved, q, k));
  POSENC_TRY(mixed, scores(PairLayout::half_split, q, k));
  POSENC_TRY(places, layout_permutation(static_cast<double>(theta.dimension()),
                                        PairLayout::interleaved, PairLayout::half_split));
  const auto moved = [&](const Vector& x) {
    Vector permuted = x;
    for (Index n = 0; n < places.size(); ++n) permuted[n] = x[static_cast<Index>(places[n])];
    return permuted;
  };
  POSENC_TRY(permuted, scores(PairLayout::half_split, moved(q), moved(k)));

  const double tolerance = rounding_tolerance * largest(interleaved);
  const double permuted_difference = largest(permuted - interleaved);
  const double mixed_difference = largest(mixed - interleaved);
  return LayoutComparison{
      std::move(interleaved),       std::move(permuted), std::move(mixed),
      permuted_difference,          mixed_difference,    permuted_difference <= tolerance,
      mixed_difference <= tolerance};
}

}  // namespace posenc
