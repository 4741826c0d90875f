#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"

/// The remedies for texts longer than in training that the page and the labs compare: the methods of
/// context_extension.hpp, each with settings that were published or that fit small models.
namespace posenc {

enum class Remedy {
  none,
  interpolation,
  ntk_aware,
  dynamic_ntk,
  ntk_by_parts,
  yarn,           // by the paper's ramp
  yarn_short,     // the same with bounds that fit a trained length of 16
  yarn_released,  // by the ramp of the released code
  llama3,
};

/// What a remedy is called and its settings.
struct RemedyFacts {
  std::string_view name;
  Remedy remedy;
  /// In a list.
  std::string_view title;
  std::string_view within_sentence;
  /// Where there is little room.
  std::string_view short_title;
  /// arXiv's identifier of the paper; empty where the title names the source.
  std::string_view arxiv = {};
  /// Rotations within the trained length: pairs with fewer than `slow` are scaled by the whole factor, pairs
  /// with more than `fast` are not scaled. Both are 0 where a remedy has no such bounds.
  double slow = 0;
  double fast = 0;
};

/// One for each remedy, in their order. The names are those in links, which stay.
inline constexpr std::array<RemedyFacts, 9> remedy_facts{{
    {"none", Remedy::none, "No remedy", "no remedy", "none"},
    {"pi", Remedy::interpolation, "Position interpolation", "position interpolation",
     "interpolation", "2306.15595"},
    {"ntk", Remedy::ntk_aware, "NTK-aware", "NTK-aware scaling", "NTK"},
    {"dynamic", Remedy::dynamic_ntk, "Dynamic NTK", "dynamic NTK", "dynamic NTK"},
    {"parts", Remedy::ntk_by_parts, "NTK-by-parts", "NTK-by-parts", "by parts", {}, 1, 32},
    {"yarn", Remedy::yarn, "YaRN, α = 1, β = 32", "YaRN", "YaRN 1, 32", "2309.00071", 1, 32},
    {"yarn-short", Remedy::yarn_short, "YaRN, α = ¼, β = 2", "YaRN with α = ¼, β = 2", "YaRN ¼, 2",
     "2309.00071", 0.25, 2},
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

static_assert(is_in_order(remedy_facts, &RemedyFacts::remedy));

constexpr const RemedyFacts& facts_of(Remedy remedy) {
  return remedy_facts[static_cast<std::size_t>(remedy)];
}

/// The remedy of that name. Errors: a name that is none.
Result<Remedy> to_remedy(std::string_view name);

/// The frequencies and the attention factor (1 but for YaRN) by which a remedy replaces theta in a text of
/// `seq_len` positions, which only dynamic NTK depends on; `scale` times `original_len` is the length that
/// the others are meant for.
/// Errors: those of the method in context_extension.hpp.
Result<ExtendedFrequencies> with_remedy(Remedy remedy, const GeometricFrequencies& theta,
                                        double original_len, double scale, double seq_len);

}  // namespace posenc
