#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace posenc {

/// A value of a config.json, as in its text. The caller parses the file into this: the library itself reads no
/// JSON.
struct ConfigValue {
  /// A key and its value. (Not a std::pair: not all compilers allow it members of incomplete types.)
  struct Entry;
  using List = std::vector<ConfigValue>;
  /// In the order of the file; where a key occurs twice, the last one counts.
  using Object = std::vector<Entry>;

  /// null, true or false, a number, a string, a list, an object
  std::variant<std::monostate, bool, double, std::string, List, Object> value;

  bool is_null() const { return std::holds_alternative<std::monostate>(value); }
  const double* number() const { return std::get_if<double>(&value); }
  const bool* boolean() const { return std::get_if<bool>(&value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const List* list() const { return std::get_if<List>(&value); }
  const Object* object() const { return std::get_if<Object>(&value); }
};

struct ConfigValue::Entry {
  std::string key;
  ConfigValue value;
};

/// The value of a key; nullptr where there is none, or null.
const ConfigValue* value_of(const ConfigValue::Object& object, std::string_view key);

/// The value as an error quotes it: "10000" in quotes if it is a string, on one line; a number, true, null, a list, an object.
std::string shown(const ConfigValue& value);

}  // namespace posenc
