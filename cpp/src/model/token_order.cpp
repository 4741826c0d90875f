#include "posenc/model/token_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "posenc/random.hpp"

namespace posenc {

Result<ShuffleEffects> shuffle_effects(const AttentionLayer& layer, std::size_t tokens,
                                       int shuffles, std::uint64_t seed) {
  std::vector<double> order(tokens);
  std::iota(order.begin(), order.end(), 0.0);
  const std::vector<double> sequence = order;
  Random random(seed);
  ShuffleEffects all;
  for (int n = 0; n < shuffles; ++n) {
    for (std::size_t last = order.size() - 1; last > 0; --last) {
      std::swap(order[last], order[random.below(last + 1)]);
    }
    POSENC_TRY(one, permuted_attention(layer, sequence, order));
    const double row_change = (one.reordered_outputs - one.outputs).cwiseAbs().maxCoeff();
    const double rounding = permutation_tolerance * one.outputs.cwiseAbs().maxCoeff();
    all.row_change = std::max(all.row_change, row_change);
    all.token_change = std::max(all.token_change, one.output_difference);
    all.pooled_change = std::max(all.pooled_change, one.pooled_difference);
    all.same_rows = all.same_rows && row_change <= rounding;
    all.equivariant = all.equivariant && one.equivariant;
    all.invariant = all.invariant && one.invariant;
  }
  return all;
}

Result<double> reversal_difference(const TransformerOptions& options, Index sequences, Index length,
                                   std::uint64_t seed) {
  POSENC_TRY(model, Transformer<float>::make(options));
  Random random(seed);
  model.initialize(random);
  std::vector<Token> forwards;
  for (Index n = 0; n < sequences * length; ++n) {
    forwards.push_back(
        static_cast<Token>(random.below(static_cast<std::uint64_t>(options.vocabulary))));
  }
  std::vector<Token> backwards = forwards;
  for (Index n = 0; n < sequences; ++n) {
    std::reverse(backwards.begin() + n * length, backwards.begin() + (n + 1) * length);
  }
  const auto size = static_cast<std::size_t>(sequences) * static_cast<std::size_t>(options.outputs);
  std::vector<float> of_forwards(size);
  std::vector<float> of_backwards(size);
  if (auto error = model.logits(forwards, sequences, length, of_forwards)) return *error;
  if (auto error = model.logits(backwards, sequences, length, of_backwards)) return *error;
  double apart = 0;
  double largest = 0;
  for (std::size_t n = 0; n < size; ++n) {
    apart = std::max(apart, static_cast<double>(std::abs(of_forwards[n] - of_backwards[n])));
    largest = std::max(largest, static_cast<double>(std::abs(of_forwards[n])));
  }
  return apart / largest;
}

}  // namespace posenc
