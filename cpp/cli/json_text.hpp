#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bad_input.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// Parses JSON. Throws BadInput, with the place of the error, if the text is not JSON.
/// @param source how an error names the text, such as the name of its file
nlohmann::json parse_json(const std::string& text, const std::string& source = "the text");

/// The same, but the error does not name the text: "not valid JSON: …".
/// @param left_out a key of the whole whose value is checked but not kept; none if it is empty
nlohmann::json parse_unnamed_json(const std::string& text, std::string_view left_out = {});

/// Whether the name of a file ends in .json, in capitals or not. As with a shell's *.json, hidden files do not count.
bool is_json_file(const std::string& name);

/// JSON from a file, or from standard input for "-". Throws BadInput if it cannot be read.
nlohmann::json read_json(const std::string& path);

/// The value, or null.
template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

/// A whole number without a decimal point, or null.
nlohmann::ordered_json whole_or_null(std::optional<double> value);

// A value of minus infinity, which masks a key, is null in these.
nlohmann::ordered_json to_json(const posenc::Vector& vector);
nlohmann::ordered_json to_json(const posenc::Matrix& matrix);
nlohmann::ordered_json to_json(const posenc::PerHead& heads);

template <class T>
nlohmann::ordered_json to_json(const T& value);

template <class T>
nlohmann::ordered_json to_json(const std::vector<T>& values) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const T& value : values) all.push_back(to_json(value));
  return all;
}

/// The value, or null.
template <class T>
nlohmann::ordered_json to_json(const std::optional<T>& value) {
  return value ? to_json(*value) : nlohmann::ordered_json();
}

/// The value. Throws the error as BadInput.
template <class T>
nlohmann::ordered_json to_json(const posenc::Result<T>& result) {
  return to_json(unwrap(result));
}

/// A struct by the names of its fields, a value of an enumeration by its name.
template <class T>
nlohmann::ordered_json to_json(const T& value) {
  if constexpr (posenc::HasFields<T>) {
    nlohmann::ordered_json object;
    posenc::visit_fields(
        value, [&](const char* name, const auto& field) { object[name] = to_json(field); });
    return object;
  } else if constexpr (posenc::Named<T>) {
    return name(value);
  } else {
    return value;
  }
}

/// JSON on one line. Numbers have the digits that it takes to read them back exactly.
std::string to_text(const nlohmann::ordered_json& document);
