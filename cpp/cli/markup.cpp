#include "markup.hpp"

#include "one_line.hpp"
#include "posenc/error.hpp"

namespace markup {

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : without_controls(std::string(text))) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string element(std::string_view name, std::string_view attributes, std::string_view content) {
  std::string text = "<" + std::string(name);
  if (!attributes.empty() && attributes.front() != ' ') text += ' ';
  return ((((text += attributes) += '>') += content) += "</") + std::string(name) + '>';
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

std::string attribute(std::string_view name, double value) {
  return attribute(name, posenc::format_number(value));
}

std::string scrolling(std::string_view label, std::string_view content) {
  return element("div",
                 "class=\"scroll\" tabindex=\"0\" role=\"group\"" + attribute("aria-label", label),
                 content) +
         "\n";
}

}  // namespace markup
