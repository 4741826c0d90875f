#include "json_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

#include "posenc/argument.hpp"

namespace {

using nlohmann::ordered_json;

std::string contents_of(const std::string& path) {
  std::ostringstream text;
  if (path == "-") {
    text << std::cin.rdbuf();
    return std::move(text).str();
  }
  std::ifstream file(path, std::ios::binary);
  // A folder opens like a file and fails at its first character.
  if (!file.is_open() || (file.peek() != EOF && !(text << file.rdbuf())) || file.bad()) {
    throw BadInput("cannot read the file " + posenc::quote(path));
  }
  return std::move(text).str();
}

ordered_json number(double value) {
  if (std::isinf(value) && value < 0) return {};
  if (!std::isfinite(value)) throw BadInput("a result is beyond the range of a double");
  return value;
}

template <class Values>
ordered_json array_of(const Values& values) {
  std::vector<ordered_json> elements;
  elements.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) elements.push_back(number(value));
  return elements;
}

}  // namespace

bool is_json_file(const std::string& name) {
  constexpr std::string_view ending = ".json";
  if (name.size() <= ending.size() || name.front() == '.') return false;
  return std::equal(
      ending.begin(), ending.end(), name.end() - ending.size(),
      [](char expected, char c) { return expected == (c >= 'A' && c <= 'Z' ? c + 32 : c); });
}

ordered_json whole_or_null(std::optional<double> value) {
  return value && std::abs(*value) <= posenc::max_position
             ? ordered_json(static_cast<std::int64_t>(*value))
             : ordered_json();
}

ordered_json to_json(const posenc::Vector& vector) { return array_of(vector); }

ordered_json to_json(const posenc::Matrix& matrix) {
  ordered_json rows = ordered_json::array();
  for (const auto& row : matrix.rowwise()) rows.push_back(array_of(row));
  return rows;
}

ordered_json to_json(const posenc::PerHead& heads) {
  ordered_json all = ordered_json::array();
  for (const posenc::Matrix& head : heads) all.push_back(to_json(head));
  return all;
}

// The library's parser and printer are compiled only here, because that takes long.

nlohmann::json parse_json(const std::string& text, const std::string& source) {
  try {
    return parse_unnamed_json(text);
  } catch (const BadInput& fault) {
    throw BadInput(posenc::quote(source) + " is " + fault.what());
  }
}

nlohmann::json parse_unnamed_json(const std::string& text, std::string_view left_out) {
  // The parser would read a NUL as the end of the text.
  if (const auto nul = text.find('\0'); nul != std::string::npos) {
    throw BadInput("not valid JSON: a NUL character after " + std::to_string(nul) + " bytes");
  }
  using nlohmann::json;
  const auto keeps = [left_out](int depth, json::parse_event_t event, const json& parsed) {
    return depth != 1 || event != json::parse_event_t::key ||
           parsed.get_ref<const std::string&>() != left_out;
  };
  try {
    return left_out.empty() ? json::parse(text) : json::parse(text, keeps);
  } catch (const nlohmann::json::exception& error) {
    // The text before the bracket is the library's own name and number of the error.
    const std::string what = error.what();
    throw BadInput("not valid JSON: " + what.substr(what.find(']') + 2));
  }
}

nlohmann::json read_json(const std::string& path) { return parse_json(contents_of(path), path); }

std::string to_text(const ordered_json& document) {
  // Names are printed as they were read, whether valid UTF-8 or not.
  return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}
