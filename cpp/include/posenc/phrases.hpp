#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "posenc/error.hpp"

/// Sentences by their codes. A subject has one table of its phrases, so that its code has none, and another language is
/// another table with the same codes.
namespace posenc {

/// One entry of a table.
struct Phrase {
  std::string_view code;
  /// {1} to {9} are filled in.
  std::string_view words;
};

/// A literal as the argument of a template.
template <std::size_t N>
struct Literal {
  char text[N];
  consteval Literal(const char (&literal)[N]) {
    for (std::size_t n = 0; n < N; ++n) text[n] = literal[n];
  }
  constexpr operator std::string_view() const { return {text, N - 1}; }
};

/// The words of that code. Does not compile for a code that the table does not have.
template <std::size_t N>
consteval std::string_view words_of(const std::array<Phrase, N>& table, std::string_view code) {
  // (Past the last entry there is none to read, which no constant may do.)
  return std::ranges::find(table, code, &Phrase::code)->words;
}

/// The number in braces that stands at `at`: 1 for "{1}"; 0 where there is none.
constexpr std::size_t place_at(std::string_view words, std::size_t at) {
  const std::string_view place = words.substr(at, 3);
  const bool is_place =
      place.size() == 3 && place[0] == '{' && place[2] == '}' && place[1] >= '1' && place[1] <= '9';
  return is_place ? static_cast<std::size_t>(place[1] - '0') : 0;
}

/// The largest number in braces; 0 where there is none.
constexpr std::size_t places_in(std::string_view words) {
  std::size_t most = 0;
  for (std::size_t at = 0; at < words.size(); ++at) most = std::max(most, place_at(words, at));
  return most;
}

/// `words` with each place filled by its part.
std::string filled(std::string_view words, std::initializer_list<MessagePart> parts);
/// The same added to a text; `parts` are as many as there are places, or more.
void add_filled(std::string& text, std::string_view words, const MessagePart* parts);

/// The phrase of that code with `parts` put in: say<claim_phrases, "norms-kept">(change). Compiles only if the table has
/// the code, and the phrase as many places as there are parts.
template <const auto& table, Literal code, class... Parts>
std::string say(const Parts&... parts) {
  constexpr std::string_view words = words_of(table, code);
  static_assert(places_in(words) == sizeof...(Parts), "as many parts as the phrase has places");
  return filled(words, {MessagePart(parts)...});
}

/// Whether no two phrases of a table have the same code.
template <std::size_t N>
constexpr bool has_distinct_codes(const std::array<Phrase, N>& table) {
  for (std::size_t a = 0; a < N; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (table[a].code == table[b].code) return false;
    }
  }
  return true;
}

}  // namespace posenc
