#pragma once

#include <charconv>
#include <string>

#include "bad_input.hpp"
#include "posenc/argument.hpp"

/// The number that an option of the command line is given.
inline double number_in(const std::string& option, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end) return value;
  throw BadInput(option + " must be a number but got " + posenc::quote(text));
}
