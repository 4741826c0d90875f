#pragma once

#include <string>

#include "posenc/model_config/config.hpp"

/// Whether a file begins like one in the format GGUF.
bool is_gguf_file(const std::string& path);

/// What llama.cpp computes from a GGUF file. Of its weights, only RoPE's factors are read.
/// Throws BadInput for a file that is refused.
posenc::ModelConfig read_gguf_file(const std::string& path);
