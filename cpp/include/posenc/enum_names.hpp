#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace posenc {

/// The names of an enumeration, as the command line, JSON files and the page spell them: one table
/// beside each enumeration, and no other list of them.
template <class E, std::size_t N>
using EnumNames = std::array<std::pair<std::string_view, E>, N>;

/// The name of a value; empty for one that is not in the table.
template <class E, std::size_t N>
constexpr std::string_view name_in(const EnumNames<E, N>& names, E value) {
  for (const auto& [name, named] : names) {
    if (named == value) return name;
  }
  return {};
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
