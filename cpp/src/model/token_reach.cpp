#include "posenc/model/token_reach.hpp"

#include <algorithm>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/random.hpp"

namespace posenc {

Result<Index> tokens_reached(const TransformerOptions& options, Index length, std::uint64_t seed) {
  POSENC_TRY(model, Transformer<float>::make(options));
  if (auto error = model.check_length(length)) return *error;
  if (options.vocabulary < 2) {
    return invalid_argument(
        {"[token reach] `vocabulary` must be at least 2, as each token is "
         "replaced by another, but got ",
         options.vocabulary});
  }
  Random random(seed);
  model.initialize(random);
  const auto vocabulary = static_cast<std::uint64_t>(options.vocabulary);
  std::vector<Token> tokens(static_cast<std::size_t>(length));
  for (Token& token : tokens) token = static_cast<Token>(random.below(vocabulary));

  std::vector<float> logits(tokens.size() * static_cast<std::size_t>(options.outputs));
  const auto last = logits.end() - static_cast<std::ptrdiff_t>(options.outputs);
  if (auto error = model.logits(tokens, 1, length, logits)) return *error;
  const std::vector<float> before(last, logits.end());
  Index reached = 0;
  for (Token& token : tokens) {
    const Token original = token;
    token = static_cast<Token>((static_cast<std::uint64_t>(token) + 1) % vocabulary);
    if (auto error = model.logits(tokens, 1, length, logits)) return *error;
    token = original;
    // Where nothing leads from the token to the output, it has the same bits.
    reached += std::equal(before.begin(), before.end(), last) ? 0 : 1;
  }
  return reached;
}

}  // namespace posenc
