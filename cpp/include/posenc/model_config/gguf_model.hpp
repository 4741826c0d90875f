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

/// What matters of a header, as a config: the keys of its architecture, and the factors under the names of their tensors. Its
/// first key is general.architecture, by which read_model_config knows it.
/// @param factors the tensors that the header names (rope_tensors), decoded
/// Errors: an architecture that is missing.
Result<ConfigValue> gguf_config(const GgufHeader& header, std::span<const RopeFactors> factors);

/// Whether a config is one of a GGUF file.
bool is_gguf_config(const ConfigValue::Object& file);

/// The same as read_model_config for such a config: sources are its keys, such as "llama.rope.freq_base", or "architecture
/// llama", which llama.cpp knows. Layouts are those of llama.cpp; its converter reorders the weights of some models, so
/// that they fit.
/// Source: llama-model.cpp, llama-context.cpp and models/*.cpp of llama.cpp at commit d32676d7.
/// Errors: a key of another type, or with a number that llama.cpp does not take; too few factors for the rotated pairs.
Result<ModelConfig> read_gguf_config(const ConfigValue::Object& file);

/// Where a number is from that no key of a GGUF file names: "architecture llama".
std::string from_architecture(const std::string& architecture);

}  // namespace posenc
