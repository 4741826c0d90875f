#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "posenc/model_config/value.hpp"

namespace posenc {

/// What a JSON file that is not a config.json is, by its keys, and which file to open instead: "it is a tokenizer.json;
/// open the config.json beside it". None if it may be a config.
std::optional<std::string> other_json(const ConfigValue& file);

/// The same by the first part of a file that is too long for a config; none if that is not known.
std::optional<std::string> other_long_json(std::string_view start);

}  // namespace posenc
