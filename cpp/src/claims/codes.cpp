#include "posenc/claims/codes.hpp"

#include "posenc/claims/phrases/bases.hpp"
#include "posenc/claims/phrases/beyond_words.hpp"
#include "posenc/claims/phrases/bias.hpp"
#include "posenc/claims/phrases/book.hpp"
#include "posenc/claims/phrases/costs.hpp"
#include "posenc/claims/phrases/hashes.hpp"
#include "posenc/claims/phrases/longer.hpp"
#include "posenc/claims/phrases/order.hpp"
#include "posenc/claims/phrases/planted.hpp"
#include "posenc/claims/phrases/real_models.hpp"
#include "posenc/claims/phrases/rotary.hpp"
#include "posenc/claims/phrases/trained.hpp"
#include "posenc/claims/phrases/vectors.hpp"
#include "posenc/claims/phrases/waves.hpp"

namespace posenc {
namespace {

template <class... Tables>
std::string_view code_among(std::string_view words, const Tables&... tables) {
  std::string_view code;
  const auto search = [&](const auto& table) {
    for (const Phrase& phrase : table) {
      if (phrase.words == words) code = phrase.code;
    }
  };
  (search(tables), ...);
  return code;
}

}  // namespace

std::string_view code_of(const Finding& finding) {
  return code_among(finding.words, order_phrases, wave_phrases, vector_phrases, rotary_phrases,
                    bias_phrases, trained_phrases, longer_phrases, base_phrases, cost_phrases,
                    hash_phrases, real_model_phrases, book_phrases, planted_phrases,
                    beyond_words_phrases);
}

}  // namespace posenc
