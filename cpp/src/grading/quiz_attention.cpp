#include "posenc/grading/quiz_topics.hpp"

#include <array>

#include "posenc/encoding/alibi.hpp"
#include "posenc/model/permutation.hpp"

// What attention makes of an order, alone and in models that were trained.
namespace posenc::quiz_topics {
namespace {

using enum Stated;

PermutedAttention reordered(AddedPositions encoding, AttentionMask mask) {
  constexpr std::array<double, 5> tokens{0, 1, 2, 0, 3};
  constexpr std::array<double, 5> order{3, 4, 2, 0, 1};
  return *permuted_attention({.encoding = encoding, .mask = mask}, tokens, order);
}
PermutedAttention unmasked() { return reordered(AddedPositions::none, AttentionMask::none); }
PermutedAttention masked() { return reordered(AddedPositions::none, AttentionMask::causal); }

bool unchanged(const Matrix& one, const Matrix& other) {
  return alike(one, other, permutation_tolerance * one.cwiseAbs().maxCoeff());
}

/// Whether causal attention without an encoding gives equal words different outputs.
bool mask_numbers_equal_words() {
  constexpr std::array<double, 5> tokens{0, 0, 0, 0, 0};
  constexpr std::array<double, 5> order{0, 1, 2, 3, 4};
  const Matrix outputs =
      permuted_attention({.encoding = AddedPositions::none, .mask = AttentionMask::causal}, tokens,
                         order)
          ->outputs;
  return !unchanged(outputs, outputs.row(0).replicate(outputs.rows(), 1));
}

bool attends_less_to_the_last() {
  const PerHead weights = *causal_attention_equal_logits(Vector::Zero(1), 1, 8);
  return weights[0](0, 7) < weights[0](0, 0) - rounding_tolerance;
}

constexpr QuizEntry questions_on_order[] = {
    {"why-positions",
     {{{"speed", is_false},
       {"set",
        [] {
          return unmasked().equivariant &&
                 !reordered(AddedPositions::sinusoidal, AttentionMask::none).equivariant;
        }},
       {"scale", is_false},
       {"last-words", &attends_less_to_the_last}}}},
    {"reordered",
     {{{"outputs",
        [] {
          const auto both = unmasked();
          return unchanged(both.outputs, both.reordered_outputs);
        }},
       {"mean", [] { return unmasked().invariant; }},
       {"weights",
        [] {
          const auto both = unmasked();
          return unchanged(both.weights, both.reordered_weights);
        }},
       {"nothing",
        [] {
          const auto both = unmasked();
          return !both.invariant && !unchanged(both.outputs, both.reordered_outputs) &&
                 !unchanged(both.weights, both.reordered_weights);
        }}}}},
    {"causal-order",
     {{{"equivariant", [] { return masked().equivariant; }},
       {"mask", [] { return !masked().equivariant && !mask_numbers_equal_words(); }},
       {"count", &mask_numbers_equal_words},
       {"as-well", is_false}}}},
    {"no-positions",
     {{{"longer", [] { return !unmasked().invariant; }},
       {"layers", is_false},
       {"never", [] { return unmasked().invariant; }}}}},
    {"two-seeds",
     {{{"rope", is_false}, {"alibi", is_false}, {"mean", is_false}, {"neither", is_true}}}},
};

}  // namespace

std::span<const QuizEntry> attention_questions() { return questions_on_order; }

}  // namespace posenc::quiz_topics
