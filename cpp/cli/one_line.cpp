#include "one_line.hpp"

#include <algorithm>
#include <utility>

namespace {

/// Whether the byte goes on with a character of UTF-8.
bool is_inside(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string without_controls(std::string text) {
  for (std::size_t n = 0; n < text.size(); ++n) {
    const auto byte = static_cast<unsigned char>(text[n]);
    if (byte < 0x20 || byte == 0x7F) text[n] = ' ';
    // U+0080 to U+009F, the second set of control characters.
    const bool is_control = byte == 0xC2 && n + 1 < text.size() &&
                            static_cast<unsigned char>(text[n + 1]) < 0xA0 &&
                            is_inside(text[n + 1]);
    if (is_control) text[n] = text[n + 1] = ' ';
  }
  return text;
}

std::string one_line(std::string text, std::size_t longest) {
  if (text.size() > longest) {
    while (longest > 0 && is_inside(text[longest])) --longest;
    text = text.substr(0, longest) + " ...";
  }
  return without_controls(std::move(text));
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::size_t characters_in(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !is_inside(c); }));
}

std::string cut_to(const std::string& text, std::size_t most) {
  if (characters_in(text) <= most) return text;
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++end) {
    if (!is_inside(text[end]) && ++count == most) break;
  }
  return text.substr(0, end) + "…";
}
