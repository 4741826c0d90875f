#pragma once

#include "posenc/error.hpp"
#include "posenc/model_config/value.hpp"

namespace posenc::model_config {

/// The refusal of a file that is known to be another one than a config.json, such as Meta's params.json; none for all other files.
std::optional<Error> check_is_config(const ConfigValue::Object& file);

}  // namespace posenc::model_config
