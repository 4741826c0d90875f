#include "posenc/analysis/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"

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

Vector directions(const RotaryEmbedding& rope, const Vector& x, const Vector& norms) {
  const Index pairs = rope.theta().pairs();
  Vector turns = Vector::Zero(pairs);
  for (Index i = 0; i < pairs; ++i) {
    if (norms[i] == 0) continue;
    const auto [a, b] = pair_components(i, pairs, rope.layout());
    // The norm is that before rotating: rounding may make the cosine a little larger than 1.
    const double angle = std::acos(std::clamp(x[a] / norms[i], -1.0, 1.0));
    turns[i] = std::copysign(angle / (2 * std::numbers::pi), x[b]);
  }
  return turns;
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
                  {},
                  x.squaredNorm(),
                  rotated.squaredNorm(),
                  false};
  result.directions = directions(rope, result.rotated, result.pair_norms);
  result.keeps_norm = std::abs(result.rotated_squared_norm - result.squared_norm) <=
                      rounding_tolerance * result.squared_norm;
  return result;
}

Result<double> largest_norm_change(const RotaryEmbedding& rope, std::span<const Vector> vectors,
                                   std::span<const double> positions) {
  double largest = 0;
  for (const Vector& x : vectors) {
    POSENC_TRY(rotated, rotate(rope, x, positions));
    const double squared_norm = x.squaredNorm();
    for (Index row = 0; row < rotated.rows(); ++row) {
      const double ratio = std::sqrt(rotated.row(row).squaredNorm() / squared_norm);
      largest = std::max(largest, std::abs(ratio - 1));
    }
  }
  return largest;
}

Result<double> nearest_rotation(const RotaryEmbedding& rope, const Vector& x, double count) {
  POSENC_TRY(rows, to_count("[rotation] `count`", count));
  std::vector<double> positions(static_cast<std::size_t>(rows));
  std::iota(positions.begin(), positions.end(), 0.0);
  POSENC_TRY(rotated, rotate(rope, x, positions));
  double nearest = std::numeric_limits<double>::infinity();
  for (Index row = 1; row < rotated.rows(); ++row) {
    nearest = std::min(nearest, (rotated.row(row) - rotated.row(0)).norm() / x.norm());
  }
  return nearest;
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

Result<ScoreMovement> score_movement(const RotaryEmbedding& rope, const Vector& q, const Vector& k,
                                     std::span<const double> distances,
                                     std::span<const double> starts) {
  const auto placed = [](double start, double distance) {
    return PositionPair{start + std::max(distance, 0.0), start + std::max(-distance, 0.0)};
  };
  ScoreMovement movement{0, 0, true};
  std::vector<PositionPair> apart(distances.size());
  std::vector<PositionPair> together(starts.size());
  for (std::size_t d = 0; d < distances.size(); ++d) {
    const double distance = distances[d];
    for (std::size_t n = 0; n < starts.size(); ++n) together[n] = placed(starts[n], distance);
    apart[d] = together.front();
    POSENC_TRY(scores, compare_scores(rope, q, k, together));
    movement.moved_together = std::max(movement.moved_together, scores.difference);
    movement.relative = movement.relative && scores.equal;
  }
  POSENC_TRY(scores, compare_scores(rope, q, k, apart));
  movement.moved_apart = scores.difference;
  return movement;
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
