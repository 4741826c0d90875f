#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "posenc/enum_names.hpp"

/// The encodings of the library and their facts, in one list. (A transformer has a scheme, which consists of one or two
/// of them: model/position_scheme.hpp.)
namespace posenc {

enum class Encoding {
  sinusoidal,
  learned,
  rope,
  alibi,
  t5,
  custom,  // a typed formula
};

/// Where in a transformer an encoding acts.
enum class ActsOn {
  embeddings,        // added to them, once
  queries_and_keys,  // rotates them in every layer
  logits,            // added to them in every layer
};

POSENC_HYPHENATED_NAMES(ActsOn, acts_on_names, embeddings, queries_and_keys, logits)

/// The trained part of an encoding.
enum class Trained {
  nothing,
  each_position,  // table_rows x d_model parameters, and none past the last row
  each_bucket,    // num_buckets x heads parameters: the last bucket holds all far distances
};

POSENC_HYPHENATED_NAMES(Trained, trained_names, nothing, each_position, each_bucket)

struct EncodingFacts {
  std::string_view name;
  Encoding encoding;
  std::string_view title;
  /// For places with little room.
  std::string_view short_title;
  ActsOn acts_on;
  Trained trained;
  /// The arXiv identifier of the paper that introduced it; empty if there is none.
  std::string_view arxiv = {};
};

/// One for each encoding, in the order of the enum.
inline constexpr std::array<EncodingFacts, 6> encoding_facts{{
    {"sinusoidal", Encoding::sinusoidal, "sinusoidal", "sinusoidal", ActsOn::embeddings,
     Trained::nothing, "1706.03762"},
    {"learned", Encoding::learned, "learned", "learned", ActsOn::embeddings, Trained::each_position,
     "1705.03122"},
    {"rope", Encoding::rope, "RoPE", "RoPE", ActsOn::queries_and_keys, Trained::nothing,
     "2104.09864"},
    {"alibi", Encoding::alibi, "ALiBi", "ALiBi", ActsOn::logits, Trained::nothing, "2108.12409"},
    {"t5", Encoding::t5, "T5’s bias", "T5", ActsOn::logits, Trained::each_bucket, "1910.10683"},
    {"own", Encoding::custom, "your formula", "own", ActsOn::embeddings, Trained::nothing},
}};

static_assert(is_in_order(encoding_facts, &EncodingFacts::encoding));

constexpr const EncodingFacts& facts_of(Encoding encoding) {
  return encoding_facts[static_cast<std::size_t>(encoding)];
}

}  // namespace posenc
