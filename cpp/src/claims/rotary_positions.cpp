#include <algorithm>
#include <array>
#include <utility>

#include "posenc/analysis/rotation.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/rotary.hpp"
#include "posenc/claims/rope_setup.hpp"
#include "posenc/museum/rotary_mistakes.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// Claims about RoPE's positions: what scores, rotated vectors and rotated values show of them. (Every argument below is fixed and within what the functions
// accept, so that their results are taken as they are.)

namespace posenc {
namespace {

// 17 and 36. Relative scores, absolute vectors.

ScoreMovement moved_scores(PairLayout layout) {
  const auto rope = rope_of(64, layout);
  Random random(17);
  const Vector q = drawn_vector(random, 64);
  const Vector k = drawn_vector(random, 64);
  constexpr std::array distances{-40.0, -3.0, 0.0, 1.0, 7.0, 500.0};
  constexpr std::array starts{0.0, 1.0, 10.0, 100.0, 1000.0, 100000.0};
  return *score_movement(rope, q, k, distances, starts);
}

Result<Evidence> scores_are_relative() {
  Evidence evidence{{}, say<rotary_phrases, "because-turns-cancel">()};
  for (const PairLayout layout : pair_layouts) {
    const auto scores = moved_scores(layout);
    evidence.findings.push_back(found<rotary_phrases, "score-moved-together">(
        scores.moved_together, for_it_if(scores.relative), within_sentence(layout),
        with_power_of_ten(scores.moved_together, 2)));
    evidence.findings.push_back(found<rotary_phrases, "score-moved-apart">(
        scores.moved_apart, Support::aside, with_power_of_ten(scores.moved_apart, 3)));
  }
  return evidence;
}

Result<Evidence> absolute_positions() {
  constexpr double positions = 1000;
  const auto rope = rope_of(64, PairLayout::half_split);
  Random random(36);
  const auto nearest = *nearest_rotation(rope, drawn_vector(random, 64), positions);
  const auto scores = moved_scores(PairLayout::half_split);
  return Evidence{
      {found<rotary_phrases, "rotated-query-differs">(
           nearest, for_it_if(nearest > rounding_tolerance), positions, with_decimals(nearest, 3)),
       found<rotary_phrases, "score-hides-position">(scores.moved_together,
                                                     for_it_if(!scores.relative),
                                                     with_power_of_ten(scores.moved_together, 2))},
      say<rotary_phrases, "because-only-difference-left">()};
}

// 40. Rotated values.

constexpr Index head_tokens = 8;
constexpr Index head_width = 8;

struct HeadInputs {
  Matrix q{head_tokens, head_width};
  Matrix k{head_tokens, head_width};
  Matrix v{head_tokens, head_width};
};

HeadInputs drawn_inputs() {
  Random random(40);
  HeadInputs inputs;
  for (Index t = 0; t < head_tokens; ++t) {
    for (Matrix* part : {&inputs.q, &inputs.k, &inputs.v}) {
      part->row(t) = drawn_vector(random, head_width).transpose();
    }
  }
  return inputs;
}

/// The largest change of an output when all tokens move by up to 1000 positions.
double change_when_moved(const RotaryEmbedding& rope, const HeadInputs& inputs,
                         ValueRotation values) {
  const auto output = [&](double first) {
    return *rotary_head(rope, inputs.q, inputs.k, inputs.v, first, values);
  };
  const auto before = output(0);
  double largest = 0;
  for (const double shift : {1.0, 7.0, 100.0, 1000.0}) {
    const auto after = output(shift);
    largest = std::max(largest, largest_difference(after.output, before.output));
  }
  return largest;
}

Result<Evidence> rotated_values() {
  const auto rope = rope_of(head_width, PairLayout::half_split);
  const HeadInputs inputs = drawn_inputs();
  const auto plain = change_when_moved(rope, inputs, ValueRotation::none);
  const auto rotated = change_when_moved(rope, inputs, ValueRotation::rotated);
  const auto undone = change_when_moved(rope, inputs, ValueRotation::undone);
  // Outputs are averages of values, which are of size 1. Values need rotating if it takes that to be relative.
  const auto moves = [](double change) { return change > rounding_tolerance; };
  return Evidence{
      {found<rotary_phrases, "plain-values">(plain, for_it_if(moves(plain)), head_tokens,
                                             head_width, with_power_of_ten(plain, 2)),
       found<rotary_phrases, "rotated-values">(rotated, for_it_if(!moves(rotated)),
                                               with_decimals(rotated, 3)),
       found<rotary_phrases, "values-rotated-back">(undone, Support::aside,
                                                    with_power_of_ten(undone, 2))},
      say<rotary_phrases, "because-weights-are-relative">()};
}

}  // namespace

std::vector<ClaimExperiment> rotary_position_claims() {
  return {
      computed_claim(17, say<rotary_phrases, "claim-scores-relative">(), "rope",
                     {cited::roformer_relative, cited::kazemnejad}, scores_are_relative),
      computed_claim(36, say<rotary_phrases, "claim-absolute">(), "rope",
                     {cited::roformer_abstract, cited::kazemnejad}, absolute_positions),
      computed_claim(40, say<rotary_phrases, "claim-values-rotated">(), "rope",
                     {cited::roformer_values}, rotated_values),
  };
}

}  // namespace posenc
