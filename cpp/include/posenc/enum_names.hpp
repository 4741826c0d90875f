#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

// POSENC_EACH(macro, Type, a, b, ..) is macro(Type, a) macro(Type, b) .., of up to 64.
#define POSENC_EACH(macro, Type, ...) POSENC_SCAN(POSENC_NEXT(macro, Type, __VA_ARGS__))
#define POSENC_NEXT(macro, Type, name, ...) \
  macro(Type, name) __VA_OPT__(POSENC_AGAIN POSENC_NOTHING(macro, Type, __VA_ARGS__))
#define POSENC_AGAIN() POSENC_NEXT
#define POSENC_NOTHING ()
#define POSENC_SCAN(...) POSENC_SCAN16(POSENC_SCAN16(POSENC_SCAN16(POSENC_SCAN16(__VA_ARGS__))))
#define POSENC_SCAN16(...) POSENC_SCAN4(POSENC_SCAN4(POSENC_SCAN4(POSENC_SCAN4(__VA_ARGS__))))
#define POSENC_SCAN4(...) POSENC_SCAN1(POSENC_SCAN1(POSENC_SCAN1(POSENC_SCAN1(__VA_ARGS__))))
#define POSENC_SCAN1(...) __VA_ARGS__

/// The names of an enumeration: the enumerators' own, in a table of that name, such as
///   POSENC_NAMES(SlopeRule, slope_rule_names, released, geometric)
#define POSENC_NAMES(Enum, table, ...)                                                      \
  inline constexpr auto table =                                                             \
      std::to_array<posenc::EnumName<Enum>>({POSENC_EACH(POSENC_NAME, Enum, __VA_ARGS__)}); \
  POSENC_NAMED_IN(Enum, table)
#define POSENC_NAME(Enum, value) {#value, Enum::value},

/// The same with hyphens: "too-large" for too_large.
#define POSENC_HYPHENATED_NAMES(Enum, table, ...)                      \
  inline constexpr auto table = std::to_array<posenc::EnumName<Enum>>( \
      {POSENC_EACH(POSENC_HYPHENATED_NAME, Enum, __VA_ARGS__)});       \
  POSENC_NAMED_IN(Enum, table)
#define POSENC_HYPHENATED_NAME(Enum, value) {posenc::hyphenated<#value>, Enum::value},

/// Names an enumeration by a table that is written out, or made from another.
#define POSENC_NAMED_IN(Enum, table) \
  constexpr const auto& names_of(std::type_identity<Enum>) { return table; }

namespace posenc {

template <class E>
using EnumName = std::pair<std::string_view, E>;

/// The names of an enumeration, as the command line, JSON files and the page spell them: one table
/// beside each enumeration, and no other list of them.
template <class E, std::size_t N>
using EnumNames = std::array<EnumName<E>, N>;

/// An enumeration with a table of names, which names_of(std::type_identity<E>()) returns.
template <class E>
concept Named = requires { names_of(std::type_identity<E>()); };

template <std::size_t N>
struct Hyphenated {
  char text[N]{};
  consteval Hyphenated(const char (&name)[N]) {
    for (std::size_t n = 0; n < N; ++n) text[n] = name[n] == '_' ? '-' : name[n];
  }
};
template <Hyphenated name>
inline constexpr std::string_view hyphenated{name.text};

/// The name of a value; empty for one that is not in the table.
template <class E, std::size_t N>
constexpr std::string_view name_in(const EnumNames<E, N>& names, E value) {
  for (const auto& [name, named] : names) {
    if (named == value) return name;
  }
  return {};
}

template <Named E>
constexpr std::string_view name(E value) {
  return name_in(names_of(std::type_identity<E>()), value);
}

/// The names in a table of facts about each value.
template <class Facts, std::size_t N, class E>
constexpr EnumNames<E, N> names_from(const std::array<Facts, N>& table, E Facts::* value) {
  EnumNames<E, N> names;
  for (std::size_t n = 0; n < N; ++n) names[n] = {table[n].name, table[n].*value};
  return names;
}

/// Whether the fact number n is about the value n.
template <class Facts, std::size_t N, class E>
constexpr bool is_in_order(const std::array<Facts, N>& table, E Facts::* value) {
  for (std::size_t n = 0; n < N; ++n) {
    if (static_cast<std::size_t>(table[n].*value) != n) return false;
  }
  return true;
}

}  // namespace posenc
