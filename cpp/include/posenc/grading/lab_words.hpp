#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/encoding/encodings.hpp"
#include "posenc/error.hpp"
#include "posenc/grading/lab_phrases.hpp"
#include "posenc/phrases.hpp"

namespace posenc::labs {

// What is called from everywhere takes words as a pointer, and its parts as another: a string_view or an initializer_list
// as an argument is more code at each of a hundred calls.

/// The words of that code: of the table, or "fell-rope" and "held-rope" of a scheme.
consteval std::string_view words_in_labs(std::string_view code) {
  for (const SchemeFacts& facts : scheme_facts) {
    if (!code.ends_with(facts.name) || code.size() != 5 + facts.name.size()) continue;
    if (code.starts_with("fell-")) return facts.fell;
    if (code.starts_with("held-")) return facts.held;
  }
  return words_of(lab_phrases, code);
}

/// The words of a phrase.
template <Literal code>
inline constexpr const char* words = words_in_labs(code).data();

/// Whether a phrase has as many places as there are parts.
template <Literal code, class... Parts>
inline constexpr bool fits = places_in(words_in_labs(code)) == sizeof...(Parts);

/// A phrase's words with `parts` put in; there may be more of them than places.
std::string filled(const char* phrase, const MessagePart* parts);

/// The phrase of that code with `parts` put in.
template <Literal code, class... Parts>
[[gnu::always_inline]] inline std::string text_of(const Parts&... parts) {
  static_assert(fits<code, Parts...>);
  const MessagePart all[] = {MessagePart(parts)...};
  return filled(words<code>, all);
}

/// A sentence of a verdict: its code, a zero, and its words, behind one address.
struct Sentence {
  const char* coded;
};

template <Literal code>
inline constexpr auto coded = [] {
  constexpr std::string_view from = code;
  constexpr std::string_view to = words_in_labs(code);
  std::array<char, from.size() + 1 + to.size() + 1> all{};
  std::ranges::copy(to, std::ranges::copy(from, all.begin()).out + 1);
  return all;
}();
template <Literal code>
inline constexpr Sentence sentence{coded<code>.data()};

/// Sentences with a space between them, and the codes of those that are phrases.
struct Explanation {
  std::string text;
  std::vector<std::string> codes;

  /// The sentence of that code with `parts` put in.
  template <Literal code, class... Parts>
  [[gnu::always_inline]] void add(const Parts&... parts) {
    static_assert(fits<code, Parts...>);
    if constexpr (sizeof...(Parts) == 0) {
      add_sentence(sentence<code>);
    } else {
      const MessagePart all[] = {MessagePart(parts)...};
      add_sentence(sentence<code>, all);
    }
  }
  void add_sentence(Sentence next, const MessagePart* parts = nullptr);
  void add_all(const Explanation& other);
};

/// A scheme in sentences: what it is called, and why it falls beyond the lengths it was trained on, or holds.
struct SchemeWords {
  Scheme scheme;
  std::string_view name;
  std::string_view shown;
  Sentence fell;
  Sentence held;
};

/// "fell-rope" for "fell-" and RoPE.
template <Literal prefix, Scheme scheme>
consteval auto code_about() {
  constexpr std::string_view before = prefix;
  constexpr std::string_view name = facts_of(scheme).name;
  char code[before.size() + name.size() + 1] = {};
  std::ranges::copy(name, std::ranges::copy(before, code).out);
  return Literal(code);
}

template <Scheme scheme>
constexpr SchemeWords words_with() {
  const SchemeFacts& facts = facts_of(scheme);
  return {scheme, facts.name,
          scheme == Scheme::none ? std::string_view(words<"scheme-none">) : facts.title,
          sentence<code_about<"fell-", scheme>()>, sentence<code_about<"held-", scheme>()>};
}

template <std::size_t... n>
constexpr auto words_of_schemes(std::index_sequence<n...>) {
  return std::array{words_with<scheme_facts[n].scheme>()...};
}

/// In the order of questions and figures; all but a typed formula, of which there is nothing to explain.
static_assert(scheme_facts.back().scheme == Scheme::custom);
inline constexpr auto scheme_words =
    words_of_schemes(std::make_index_sequence<scheme_facts.size() - 1>());

/// Precondition: not Scheme::custom.
constexpr const SchemeWords& words_about(Scheme scheme) {
  return scheme_words[static_cast<std::size_t>(scheme)];
}

/// "a, b and c".
std::string listed(const std::vector<std::string>& all);

/// A share in percent, to a tenth.
double in_per_cent(double share);

/// "1 point", "4.5 points".
std::string in_points(double share);

/// Bits to a hundredth.
double in_hundredths(double bits);

/// "1 bit", "0.25 bits".
std::string in_bits(double bits);

}  // namespace posenc::labs
