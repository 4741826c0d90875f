#include "posenc/model/parameter_counts.hpp"

#include "test.hpp"

TEST_CASE("parameter counts: the published totals, each by what its model has") {
  CHECK(parameters_of_t5(t5_small, {.relative_buckets = true}) == t5_small_total);
  CHECK(parameters_of_gpt2(gpt2_small, {.learned_positions = true}) == gpt2_small_total);
  CHECK(parameters_of_bert(bert_base, {.learned_positions = true}) == bert_base_total);
}

TEST_CASE("parameter counts: every part, of a model small enough to count by hand") {
  // Vocabulary 5, width 2, one layer, feed-forward 3, 7 positions.
  const TransformerConfiguration tiny{5, 2, 1, 3, 7};
  // Embeddings 10; encoder layer 16 + 12 + 4, decoder layer 32 + 12 + 6; final norms 4.
  CHECK(parameters_of_t5(tiny, {}) == 10 + 32 + 50 + 4);
  // Embeddings 10; attention 4 x 6, feed-forward 9 + 8, norms 8; final norm 4.
  CHECK(parameters_of_gpt2(tiny, {}) == 10 + 24 + 17 + 8 + 4);
  // Segments 4 and a pooler 6 besides.
  CHECK(parameters_of_bert(tiny, {}) == parameters_of_gpt2(tiny, {}) + 4 + 6);
  CHECK(parameters_of_gpt2(tiny, {.learned_positions = true}) == parameters_of_gpt2(tiny, {}) + 14);
  CHECK(parameters_of_t5(tiny, {.relative_buckets = true}) == parameters_of_t5(tiny, {}) + 512);
}
