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

}  // namespace posenc
