#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "posenc/error.hpp"
#include "posenc/model_config/value.hpp"

/// config.json files as text: where the command and the page read one.
namespace posenc {

/// The longest file that is read: 1 MB.
inline constexpr std::size_t max_config_bytes = 1'000'000;

/// Parses a config.json of at most 1 MB, at most 32 levels deep. NaN, Infinity and numbers beyond a double are read as Python reads
/// them: those under keys that are not read do no harm.
/// Errors: an empty file; one beyond these limits; one that is not JSON, with the place where it stops being JSON;
/// another file of a model (weights, a tokenizer, an index of weights), which the error names.
/// @param text of a longer file, the first max_config_bytes + 1 are enough
Result<ConfigValue> parse_config(std::string_view text);

/// A config as text that parse_config reads as the same.
std::string config_text(const ConfigValue& config);

}  // namespace posenc
