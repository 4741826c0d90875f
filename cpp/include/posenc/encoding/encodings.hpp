#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "posenc/enum_names.hpp"

/// The encodings of the library, and the schemes that a transformer can have, which consist of one or two of them.
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

/// How a transformer gets positions. (What each does in it: model/position_scheme.hpp.)
enum class Scheme {
  none,
  sinusoidal,         // added to the embeddings
  learned,            // a table of parameters, added to the embeddings
  rope,               // rotates queries and keys in every layer
  alibi,              // a bias on every layer's logits, falling with distance
  alibi_directional,  // the same, and half of the heads see only to the left, the others only to the right
  t5,                 // a learned bias on the logits of every layer, one for each bucket of offsets
  hybrid,             // sinusoidal and learned together
  custom,             // a typed formula, added to the embeddings
};

/// The facts of a scheme.
struct SchemeFacts {
  std::string_view name;
  Scheme scheme;
  std::string_view title;
  /// For places with little room.
  std::string_view short_title;
  /// Its positions within a sentence: "a model with learned positions".
  std::string_view within_sentence;
  /// The scores without the scheme, as in Trace::before in transformer.hpp.
  std::string_view scores_without;
  /// The encodings of the library that it consists of.
  std::span<const Encoding> encodings;
  /// Why a model falls off beyond the lengths that it was trained on, and why it holds; {1} is the scheme. Empty for custom.
  std::string_view fell;
  std::string_view held;
};

namespace scores_without {
inline constexpr std::string_view added =
    "the scores of the same model when no positions are added to its embeddings.";
inline constexpr std::string_view rotation =
    "q·k / √d of the same queries and keys, before rotation.";
}  // namespace scores_without

namespace made_of {
inline constexpr std::array sinusoidal{Encoding::sinusoidal};
inline constexpr std::array learned{Encoding::learned};
inline constexpr std::array rope{Encoding::rope};
inline constexpr std::array alibi{Encoding::alibi};
inline constexpr std::array t5{Encoding::t5};
inline constexpr std::array hybrid{Encoding::sinusoidal, Encoding::learned};
inline constexpr std::array custom{Encoding::custom};
}  // namespace made_of

/// The facts of a scheme that consists of one encoding, with the names of that encoding.
constexpr SchemeFacts facts_from(const std::array<Encoding, 1>& encoding, Scheme scheme,
                                 std::string_view within_sentence, std::string_view scores_without,
                                 std::string_view fell, std::string_view held) {
  const EncodingFacts& facts = facts_of(encoding[0]);
  return {facts.name, scheme, facts.title, facts.short_title, within_sentence, scores_without,
          encoding,   fell,   held};
}

/// One for each scheme, in the order of the enum.
inline constexpr std::array<SchemeFacts, 9> scheme_facts{{
    {"none",
     Scheme::none,
     "none",
     "none",
     "no positions",
     "this model has no positions, so the two are the same.",
     {},
     "{1}: with no positions, the mask shows it only which tokens came before, and the more of "
     "them there are, the less each stands out.",
     "{1}: a causal mask shows each token only itself and those before it; as tokens differ, that "
     "reveals their order at any length."},
    facts_from(
        made_of::sinusoidal, Scheme::sinusoidal, "sinusoidal positions", scores_without::added,
        "{1}: at the new positions its waves have combinations of values never seen in training.",
        "{1}: its formula has a value at every position, and the model can still use it there."),
    facts_from(made_of::learned, Scheme::learned, "learned positions", scores_without::added,
               "{1}: rows of its table that were never trained are still noise.",
               "{1}: rows that were never trained are noise, but this task did not need them."),
    facts_from(
        made_of::rope, Scheme::rope, "RoPE", scores_without::rotation,
        "{1}: at distances longer than in training, its slow pairs turn to angles never seen.",
        "{1}: its scores depend only on distances, and those that matter here were seen in "
        "training."),
    facts_from(
        made_of::alibi, Scheme::alibi, "ALiBi",
        "the same q·k / √d, without the bias that ALiBi adds.",
        "{1}: its ramp goes by distance alone, and here it is too steep or too flat for the task.",
        "{1}: its ramp continues evenly, so nearby tokens count most at any length."),
    {"alibi-directional", Scheme::alibi_directional, "directional ALiBi", "dir. ALiBi",
     "directional ALiBi", "the same q·k / √d, without ALiBi’s bias or the mask of each head.",
     made_of::alibi,
     "{1}: its ramp goes by distance, and here it is too steep or too flat for the task.",
     "{1}: half of its heads see only the tokens to the left, half only those to the right; "
     "looking one way is what solves the task, at any length."},
    facts_from(
        made_of::t5, Scheme::t5, "T5’s bias",
        "the same q·k / √d, without the bias that T5 learned for each distance.",
        "{1}: all long distances share one number, which has to serve more and more of them.",
        "{1}: all long distances share one number, which was trained."),
    {"hybrid", Scheme::hybrid, "hybrid", "hybrid", "hybrid positions", scores_without::added,
     made_of::hybrid, "{1}: rows of its table that were never trained add noise to its waves.",
     "{1}: its waves go on, and the noise of untrained rows did not drown them out."},
    facts_from(made_of::custom, Scheme::custom, "positions from a formula", scores_without::added,
               {}, {}),
}};

inline constexpr auto scheme_names = names_from(scheme_facts, &SchemeFacts::scheme);
POSENC_NAMED_IN(Scheme, scheme_names)

/// The facts of a scheme.
constexpr const SchemeFacts& facts_of(Scheme scheme) {
  return scheme_facts[static_cast<std::size_t>(scheme)];
}

static_assert(is_in_order(scheme_facts, &SchemeFacts::scheme));

/// Whether the encoding is one of those of the scheme.
constexpr bool has_encoding(Scheme scheme, Encoding encoding) {
  for (const Encoding one : facts_of(scheme).encodings) {
    if (one == encoding) return true;
  }
  return false;
}

/// Whether all that the scheme does happens in the layers; the others are added to the embeddings.
constexpr bool acts_in_layers(Scheme scheme) {
  for (const Encoding one : facts_of(scheme).encodings) {
    if (facts_of(one).acts_on == ActsOn::embeddings) return false;
  }
  return true;
}

}  // namespace posenc
