#pragma once

#include <string_view>
#include <vector>

/// A bar stands in no formula and in no result: here it separates several of them.
inline std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (auto bar = text.find('|'); bar != std::string_view::npos; bar = text.find('|')) {
    parts.push_back(text.substr(0, bar));
    text.remove_prefix(bar + 1);
  }
  parts.push_back(text);
  return parts;
}
