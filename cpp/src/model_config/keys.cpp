#include "keys.hpp"

#include <cmath>

#include "posenc/argument.hpp"

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

Result<Dictionaries> attention_config(const Dictionaries& config) {
  const auto found = find(config, {"attn_config"});
  if (!found) return Dictionaries{};
  if (found->value->object() == nullptr) return unexpected(*found, "an object");
  return Dictionaries{{found->value->object(), found->path + "."}};
}

Optional<double> number(const Dictionaries& where, std::initializer_list<std::string_view> keys,
                        bool (*allows)(double), std::string_view expected) {
  const auto found = find(where, keys);
  if (!found) return std::optional<Sourced<double>>();
  const double* value = found->value->number();
  if (value == nullptr || !allows(*value)) return unexpected(*found, expected);
  if (!(*value <= largest_number)) {
    return unexpected(*found, joined({"at most ", largest_number}));
  }
  return std::optional(Sourced<double>{*value, found->path});
}

Optional<double> positive(const Dictionaries& where, std::initializer_list<std::string_view> keys) {
  return number(where, keys, [](double value) { return value > 0; }, "a number above 0");
}

Optional<double> whole(const Dictionaries& where, std::initializer_list<std::string_view> keys,
                       double least, double most) {
  const auto found = find(where, keys);
  if (!found) return std::optional<Sourced<double>>();
  const double* value = found->value->number();
  if (value == nullptr || !(*value >= least && *value <= most && *value == std::trunc(*value))) {
    return unexpected(*found, joined({"a whole number from ", least, " to ", most}));
  }
  return std::optional(Sourced<double>{*value, found->path});
}

Optional<double> length(const Dictionaries& where, std::initializer_list<std::string_view> keys) {
  return whole(where, keys, 1, max_position);
}

Optional<Index> count(const Dictionaries& where, std::initializer_list<std::string_view> keys,
                      double most) {
  POSENC_TRY(found, whole(where, keys, 1, most));
  if (!found) return std::optional<Sourced<Index>>();
  return std::optional(Sourced<Index>{static_cast<Index>(found->value), found->from});
}

Result<std::optional<bool>> flag(const Dictionaries& where, std::string_view key) {
  const auto found = find(where, {key});
  if (!found) return std::optional<bool>();
  if (found->value->boolean() == nullptr) return unexpected(*found, "true or false");
  return std::optional(*found->value->boolean());
}

Result<bool> uses_latent_attention(const Dictionaries& config) {
  POSENC_TRY(use_mla, flag(config, "use_mla"));
  return use_mla.value_or(true);
}

}  // namespace posenc::model_config
