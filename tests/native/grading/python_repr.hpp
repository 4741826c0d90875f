#pragma once

#include <charconv>

#include "posenc/grading/nested.hpp"
#include "test.hpp"

/// Numbers and nested lists as Python's repr writes them.
namespace python {

inline std::string repr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[32];
  // The fewest digits that give the same number again.
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  const std::string text(buffer, end);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

inline std::string repr(const posenc::Nested& nested, std::size_t level = 0,
                        posenc::Index first = 0) {
  if (level == nested.shape.size()) return repr(nested.values[first]);
  posenc::Index stride = 1;
  for (std::size_t inner = level + 1; inner < nested.shape.size(); ++inner) {
    stride *= nested.shape[inner];
  }
  std::string text = "[";
  for (posenc::Index n = 0; n < nested.shape[level]; ++n) {
    text += (n == 0 ? "" : ", ") + repr(nested, level + 1, first + n * stride);
  }
  return text + "]";
}

}  // namespace python
