#pragma once

#include <string_view>

#include "posenc/error.hpp"
#include "posenc/model_config/value.hpp"

/// config.json files as text: where the command and the page read one.
namespace posenc {

/// Parses a config.json of at most 1 MB, at most 32 levels deep. NaN and Infinity, which Python writes, count as null.
/// Errors: an empty file; more than that; what is no JSON, and where it stops being one; another file of a model
/// (weights, a tokenizer, an index of weights), which is named.
Result<ConfigValue> parse_config(std::string_view text);

}  // namespace posenc
