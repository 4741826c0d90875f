#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"

/// The remedies for texts longer than in training, as the page and the labs compare them: the methods of
/// context_extension.hpp, with published settings or settings that fit small models.
namespace posenc {

enum class Remedy {
  none,
  interpolation,
  ntk_aware,
  dynamic_ntk,
  ntk_by_parts,
  yarn,           // with the paper's ramp
  yarn_short,     // the same with bounds that fit a trained length of 16
  yarn_released,  // with the ramp of the released code
  llama3,
};

/// The names and settings of a remedy.
struct RemedyFacts {
  std::string_view name;
  Remedy remedy;
  /// The title in a list.
  std::string_view title;
  std::string_view within_sentence;
  /// For places with little room.
  std::string_view short_title;
  /// The arXiv identifier of the paper; empty if the title names the source.
  std::string_view arxiv = {};
  /// Rotations within the trained length: pairs with fewer than `slow` are scaled by the whole factor, pairs
  /// with more than `fast` are not scaled. Both are 0 for a remedy without such bounds.
  double slow = 0;
  double fast = 0;
};

/// One for each remedy, in the order of the enum. Links contain the names, so they must not change.
inline constexpr std::array<RemedyFacts, 9> remedy_facts{{
    {"none", Remedy::none, "No remedy", "no remedy", "none"},
    {"pi", Remedy::interpolation, "Position interpolation", "position interpolation",
     "interpolation", "2306.15595"},
    {"ntk", Remedy::ntk_aware, "NTK-aware", "NTK-aware scaling", "NTK"},
    {"dynamic", Remedy::dynamic_ntk, "Dynamic NTK", "dynamic NTK", "dynamic NTK"},
    {"parts", Remedy::ntk_by_parts, "NTK-by-parts", "NTK-by-parts", "by parts", {}, 1, 32},
    {"yarn", Remedy::yarn, "YaRN, α = 1, β = 32", "YaRN", "YaRN 1, 32", "2309.00071v2", 1, 32},
    {"yarn-short", Remedy::yarn_short, "YaRN, α = ¼, β = 2", "YaRN with α = ¼, β = 2", "YaRN ¼, 2",
     "2309.00071v2", 0.25, 2},
    {"yarn-released",
     Remedy::yarn_released,
     "YaRN’s code",
     "YaRN’s code",
     "YaRN’s code",
     {},
     1,
     32},
    {"llama3", Remedy::llama3, "Llama 3’s rule", "Llama 3’s rule", "Llama 3", {}, 1, 4},
}};

inline constexpr auto remedy_names = names_from(remedy_facts, &RemedyFacts::remedy);
POSENC_NAMED_IN(Remedy, remedy_names)
POSENC_CHOICE_FUNCTION(Remedy, to_remedy, "[remedies] `remedy`")

static_assert(is_in_order(remedy_facts, &RemedyFacts::remedy));

constexpr const RemedyFacts& facts_of(Remedy remedy) {
  return remedy_facts[static_cast<std::size_t>(remedy)];
}

/// The frequencies that replace theta under a remedy, and the attention factor, which is 1 except for YaRN.
/// @param original_len the trained length, in positions
/// @param scale        the methods with a fixed length are for scale times original_len positions
/// @param seq_len      the length of the text; only dynamic NTK depends on it
/// Errors: those of the method in context_extension.hpp.
Result<ExtendedFrequencies> with_remedy(Remedy remedy, const GeometricFrequencies& theta,
                                        double original_len, double scale, double seq_len);

}  // namespace posenc
