#include "posenc/model_config/value.hpp"

#include <algorithm>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"

namespace posenc {

const ConfigValue* value_of(const ConfigValue::Object& object, std::string_view key) {
  for (auto entry = object.rbegin(); entry != object.rend(); ++entry) {
    if (entry->key == key) return entry->value.is_null() ? nullptr : &entry->value;
  }
  return nullptr;
}

std::string shown(const ConfigValue& value) {
  if (const double* number = value.number()) return format_number(*number);
  if (const std::string* text = value.text()) {
    std::string line = *text;
    std::ranges::replace_if(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return quote(line);
  }
  if (const bool* boolean = value.boolean()) return *boolean ? "true" : "false";
  if (value.list() != nullptr) return "a list";
  return value.object() != nullptr ? "an object" : "null";
}

}  // namespace posenc
