#pragma once

#include <string>

#include "posenc/model_config/value.hpp"

/// Whether a file begins like one in the format GGUF.
bool is_gguf_file(const std::string& path);

/// What matters of a GGUF file, as a config: of its weights, only RoPE's factors are read.
/// Throws BadInput for a file that is refused.
posenc::ConfigValue read_gguf_file(const std::string& path);
