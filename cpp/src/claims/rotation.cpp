#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/rank.hpp"
#include "posenc/analysis/rotation.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/rotary.hpp"
#include "posenc/claims/rope_setup.hpp"
#include "posenc/claims/timing.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/museum/rotary_mistakes.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// Claims about RoPE's rotation: what it preserves and mistaken ones do not, its layout, and its cache. (Every argument below is fixed and within what the functions
// accept, so that their results are taken as they are.)

namespace posenc {
namespace {

// 16. Norms.

constexpr std::size_t queries = 20;

double norm_change(const RotaryEmbedding& rope) {
  Random random(16);
  std::vector<Vector> vectors;
  for (std::size_t n = 0; n < queries; ++n)
    vectors.push_back(drawn_vector(random, rope.head_dim()));
  constexpr std::array positions{1.0, 7.0, 100.0, 4095.0, 131071.0};
  return *largest_norm_change(rope, vectors, positions);
}

Result<Evidence> norms_are_preserved() {
  Evidence evidence{{}, say<rotary_phrases, "because-turning-keeps-length">()};
  for (const PairLayout layout : pair_layouts) {
    const auto rope = rope_of(64, layout);
    const auto change = norm_change(rope);
    evidence.findings.push_back(found<rotary_phrases, "norms-kept">(
        change, for_it_if(change <= rounding_tolerance), queries, within_sentence(layout),
        with_power_of_ten(change, 2)));
  }
  constexpr double scale = 16;
  const auto factor = *yarn_attention_factor(scale);
  const auto scaled = rope_of(64, PairLayout::half_split, factor);
  const auto change = norm_change(scaled);
  evidence.findings.push_back(found<rotary_phrases, "attention-factor-lengthens">(
      1 + change, Support::aside, with_decimals(1 + change, 3), scale));
  return evidence;
}

// 18 and 19. Mistaken rotations.

Vector with_repeated_angles(const InverseFrequencies& theta, const Vector& x, double position) {
  const auto rotated = *rotate_with_repeated_angles(theta, x, {&position, 1});
  return Vector(rotated.row(0));
}

using MistakenRotation = decltype(&moved_along_tangent);

/// The score of the reference query and key at (3, 1) and at (10, 8), both 2 apart, under a mistake.
Finding scores_two_apart(MistakenRotation mistake) {
  const auto theta = *GeometricFrequencies::make(8, 10000);
  const Vector q = reference_query();
  const Vector k = reference_key();
  const auto score = [&](double m, double n) {
    const auto query = mistake(theta, q, m);
    const auto key = mistake(theta, k, n);
    return query.dot(key);
  };
  const auto near = score(3, 1);
  const auto far = score(10, 8);
  const double difference = std::abs(near - far);
  return found<rotary_phrases, "scores-two-apart">(
      difference, for_it_if(difference <= rounding_tolerance * q.norm() * k.norm()),
      with_decimals(near, 3), with_decimals(far, 3), with_decimals(difference, 3));
}

Result<Evidence> rotation_without_cosines() {
  constexpr double position = 10;
  const auto theta = *GeometricFrequencies::make(8, 10000);
  const auto stretch = [&](const Vector& x) {
    return moved_along_tangent(theta, x, position).norm() / x.norm();
  };
  auto scores = scores_two_apart(moved_along_tangent);
  const double longer = stretch(reference_query());
  const Index slowest = theta.pairs() - 1;
  const double of_slowest = stretch(Vector::Unit(8, slowest));
  return Evidence{
      {found<rotary_phrases, "tangent-lengthens">(
           longer, for_it_if(std::abs(longer - 1) <= rounding_tolerance), with_decimals(longer, 3)),
       std::move(scores),
       found<rotary_phrases, "tangent-slowest-pair">(
           of_slowest, Support::aside, with_decimals(position * theta.values()[slowest], 2),
           with_decimals(of_slowest, 5))},
      say<rotary_phrases, "because-tangent">()};
}

/// The smallest and the largest length that a vector of length 1 is given at any of some positions.
struct Stretch {
  double smallest = 1;
  double largest = 1;
};

/// By the singular values of the matrix with which the mistake multiplies a vector, d = 8.
Stretch stretch_by_repeated_angles(double last_position) {
  constexpr Index d = 8;
  const auto theta = *GeometricFrequencies::make(d, 10000);
  Stretch stretch;
  for (double position = 1; position <= last_position; ++position) {
    Matrix images(d, d);
    for (Index n = 0; n < d; ++n) {
      const auto image = with_repeated_angles(theta, Vector::Unit(d, n), position);
      images.row(n) = image.transpose();
    }
    const auto sigma = *singular_values(images);
    stretch.smallest = std::min(stretch.smallest, sigma[d - 1]);
    stretch.largest = std::max(stretch.largest, sigma[0]);
  }
  return stretch;
}

Result<Evidence> repeated_angles() {
  constexpr double last_position = 1000;
  const auto stretch = stretch_by_repeated_angles(last_position);
  auto scores = scores_two_apart(with_repeated_angles);
  return Evidence{{found<rotary_phrases, "repeated-angles-shortest">(
                       stretch.smallest, for_it_if(1 - stretch.smallest <= rounding_tolerance),
                       last_position, with_decimals(stretch.smallest, 5)),
                   found<rotary_phrases, "repeated-angles-longest">(
                       stretch.largest, for_it_if(stretch.largest - 1 <= rounding_tolerance),
                       with_decimals(stretch.largest, 3)),
                   std::move(scores)},
                  say<rotary_phrases, "because-two-angles">()};
}

// 30. Relative scores, in two layouts.

Finding layout_finding(PairLayout layout, const ScoreComparison& comparison) {
  const std::string pairs = within_sentence(layout);
  const std::string difference = with_power_of_ten(comparison.difference, 2);
  return comparison.equal ? found<rotary_phrases, "layout-scores-agree">(
                                comparison.difference, Support::aside, pairs, difference)
                          : found<rotary_phrases, "layout-scores-differ">(
                                comparison.difference, Support::aside, pairs, difference);
}

Result<Evidence> relative_scores_prove_it() {
  const Vector q = reference_query();
  const Vector k = reference_key();
  const std::vector<PositionPair> three_apart{{3, 0}, {10, 7}, {103, 100}, {1003, 1000}};
  Evidence evidence{{}, say<rotary_phrases, "because-any-pairing-is-relative">()};
  std::array<double, pair_layouts.size()> scores{};
  bool all_relative = true;
  for (std::size_t n = 0; n < pair_layouts.size(); ++n) {
    const auto rope = rope_of(8, pair_layouts[n]);
    const auto comparison = *compare_scores(rope, q, k, three_apart);
    scores[n] = comparison.scores[0];
    all_relative = all_relative && comparison.equal;
    evidence.findings.push_back(layout_finding(pair_layouts[n], comparison));
  }
  const double apart = std::abs(scores[0] - scores[1]);
  // Two that both pass and disagree: one of them at least is wrong for a given model.
  const bool passes_and_differs = all_relative && apart > rounding_tolerance * q.norm() * k.norm();
  evidence.findings.push_back(found<rotary_phrases, "layouts-disagree">(
      apart, for_it_if(!passes_and_differs), with_decimals(scores[0], 3),
      with_decimals(scores[1], 3), with_decimals(apart, 3)));
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> rotation_claims() {
  return {
      computed_claim(16, say<rotary_phrases, "claim-norms-kept">(), "rope",
                     {cited::roformer_rotation}, norms_are_preserved),
      computed_claim(18, say<rotary_phrases, "claim-no-cosines">(), "rope",
                     {cited::roformer_equation}, rotation_without_cosines),
      computed_claim(19, say<rotary_phrases, "claim-repeated-angles">(), "rope",
                     {cited::roformer_equation}, repeated_angles),
      computed_claim(26, say<rotary_phrases, "claim-cache">(), "rope", {cited::roformer_equation},
                     time_rotary_caches, ClaimKind::timed),
      computed_claim(30, say<rotary_phrases, "claim-relative-is-right">(), "rope",
                     {cited::roformer_layout}, relative_scores_prove_it),
  };
}

}  // namespace posenc
