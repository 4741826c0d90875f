#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

/// Parses JSON. Throws BadInput, with the place of the error, if the text is not JSON.
/// @param source how an error names the text, such as the name of its file
nlohmann::json parse_json(const std::string& text, const std::string& source = "the text");

/// The same, but the error does not name the text: "not valid JSON: …".
/// @param left_out a key of the whole whose value is checked but not kept; none if it is empty
nlohmann::json parse_unnamed_json(const std::string& text, std::string_view left_out = {});

/// JSON from a file, or from standard input for "-". Throws BadInput if it cannot be read.
nlohmann::json read_json(const std::string& path);

/// The value, or null.
template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

/// JSON on one line. Numbers have the digits that it takes to read them back exactly.
std::string to_text(const nlohmann::ordered_json& document);
