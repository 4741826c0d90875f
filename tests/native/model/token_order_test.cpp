#include "posenc/model/token_order.hpp"

#include "posenc/model/training_options.hpp"
#include "test.hpp"

TEST_CASE("shuffles: outputs move with their tokens, their mean stays, a mask undoes both") {
  AttentionLayer layer;
  const ShuffleEffects open = *shuffle_effects(layer, 8, 20, 1);
  CHECK(open.equivariant);
  CHECK(open.invariant);
  CHECK_FALSE(open.same_rows);
  CHECK(open.row_change > 0.1);
  CHECK(open.pooled_change < 1e-5);
  layer.mask = AttentionMask::causal;
  const ShuffleEffects causal = *shuffle_effects(layer, 8, 20, 1);
  CHECK_FALSE(causal.equivariant);
  CHECK_FALSE(causal.invariant);
  CHECK(causal.pooled_change > 0.1);
}

TEST_CASE(
    "shuffles: more of them change no less, one token has one order, and errors are passed on") {
  AttentionLayer layer;
  CHECK(shuffle_effects(layer, 8, 20, 1)->row_change >=
        shuffle_effects(layer, 8, 2, 1)->row_change);
  CHECK(shuffle_effects(layer, 1, 3, 1)->row_change == 0);
  layer.d_model = 3;
  CHECK(shuffle_effects(layer, 8, 1, 1).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("reversal: a symmetric bias does not distinguish it, heads that look one way do") {
  const auto difference = [](Scheme scheme) {
    TransformerOptions options = task_options(Task::order_bidirectional, scheme).model;
    options.outputs = 2;
    return reversal_difference(options, 16, 8, 1);
  };
  CHECK(*difference(Scheme::none) < permutation_tolerance);
  CHECK(*difference(Scheme::alibi) < permutation_tolerance);
  CHECK(*difference(Scheme::alibi_directional) > 0.01);
  CHECK(*difference(Scheme::sinusoidal) > 0.01);
}
