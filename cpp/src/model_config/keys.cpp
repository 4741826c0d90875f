#include "keys.hpp"

#include <cmath>

namespace posenc::model_config {

std::optional<Found> find(const Dictionaries& where, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    for (const Dictionary& one : where) {
      if (const ConfigValue* value = value_of(*one.object, key)) {
        return Found{value, one.path + std::string(key)};
      }
    }
  }
  return std::nullopt;
}

Error unexpected(const Found& found, std::string_view expected) {
  return invalid_argument({"[config] ", found.path, " must be ", std::string(expected), " but got ",
                           shown(*found.value)})
      .about(found.path);
}

Optional<double> number(const Dictionaries& where, std::initializer_list<std::string_view> keys,
                        bool (*allows)(double), std::string_view expected) {
  const auto found = find(where, keys);
  if (!found) return std::optional<Sourced<double>>();
  const double* value = found->value->number();
  if (value == nullptr || !std::isfinite(*value) || !allows(*value)) {
    return unexpected(*found, expected);
  }
  return std::optional(Sourced<double>{*value, found->path});
}

Optional<double> positive(const Dictionaries& where, std::initializer_list<std::string_view> keys) {
  return number(where, keys, [](double value) { return value > 0; }, "a number above 0");
}

Optional<Index> count(const Dictionaries& where, std::initializer_list<std::string_view> keys,
                      double most) {
  const auto found = find(where, keys);
  if (!found) return std::optional<Sourced<Index>>();
  const double* value = found->value->number();
  if (value == nullptr || !(*value >= 1 && *value <= most && *value == std::trunc(*value))) {
    return unexpected(*found, joined({"a whole number from 1 to ", most}));
  }
  return std::optional(Sourced<Index>{static_cast<Index>(*value), found->path});
}

}  // namespace posenc::model_config
