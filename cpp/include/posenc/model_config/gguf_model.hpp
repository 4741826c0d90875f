#pragma once

#include <span>
#include <string>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/gguf/gguf.hpp"
#include "posenc/model_config/config.hpp"

/// What llama.cpp computes from a GGUF file.
namespace posenc {

/// A tensor of factors that divide frequencies, and its numbers.
struct RopeFactors {
  std::string name;
  std::vector<double> values;
};

/// The same as read_model_config for a GGUF file: sources are its keys, such as "llama.rope.freq_base", or "architecture
/// llama", which llama.cpp knows. Layouts are those of llama.cpp; its converter reorders the weights of some models, so
/// that they fit.
/// Source: llama-model.cpp, llama-context.cpp and models/*.cpp of llama.cpp at commit d32676d7.
/// @param factors the tensors that the header names (rope_tensors), decoded
/// Errors: an architecture that is missing; a key of another type, or with a number that llama.cpp does not take; factors of
/// another number than the rotated pairs.
Result<ModelConfig> read_gguf_model(const GgufHeader& header, std::span<const RopeFactors> factors);

/// Where a number is from that no key of a GGUF file names: "architecture llama".
std::string from_architecture(const std::string& architecture);

}  // namespace posenc
