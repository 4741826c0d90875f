#include "json_text.hpp"

#include "bad_input.hpp"
#include "posenc/argument.hpp"

// Here alone the library's parser and printer are compiled: they take longer than all else.

nlohmann::json parse_json(const std::string& text, const std::string& source) {
  // The parser would take a NUL for the end of the text.
  if (const auto nul = text.find('\0'); nul != std::string::npos) {
    throw BadInput(posenc::quote(source) + " is not valid JSON: a NUL character after " +
                   std::to_string(nul) + " bytes");
  }
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    // What comes before the bracket is the library's own name and number of the error.
    const std::string what = error.what();
    throw BadInput(posenc::quote(source) +
                   " is not valid JSON: " + what.substr(what.find(']') + 2));
  }
}

std::string to_text(const nlohmann::ordered_json& document) {
  // Names are repeated as they came, be they valid UTF-8 or not.
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}
