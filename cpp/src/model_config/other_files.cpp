#include "other_files.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "posenc/argument.hpp"

namespace posenc::model_config {
namespace {

/// A file that stands beside configs, or is taken for one.
struct OtherFile {
  std::string_view is;
  /// It has all of these keys.
  std::array<std::string_view, 2> all;
  /// And at least one of these.
  std::array<std::string_view, 4> any;
  std::string_view open_instead;
};

constexpr std::string_view beside = "the config.json beside it";
constexpr std::array others{
    OtherFile{"a params.json, the format of Meta and Mistral",
              {"dim", "n_layers"},
              {"n_heads", "head_dim"},
              "the config.json of the same model in Hugging Face's format"},
    OtherFile{"a package.json",
              {"name", "version"},
              {"dependencies", "devDependencies", "scripts", "main"},
              "the config.json of a model"},
    OtherFile{"a tokenizer_config.json",
              {"tokenizer_class", "tokenizer_class"},
              {"added_tokens_decoder", "model_max_length", "bos_token", "eos_token"},
              beside},
    OtherFile{"a generation_config.json",
              {"transformers_version", "transformers_version"},
              {"bos_token_id", "eos_token_id", "_from_model_config", "do_sample"},
              beside},
    OtherFile{"an adapter_config.json",
              {"peft_type", "peft_type"},
              {"base_model_name_or_path", "r", "lora_alpha", "task_type"},
              "the config.json of the model that the adapter is for"},
};

}  // namespace

std::optional<Error> check_is_config(const ConfigValue::Object& file) {
  const auto has = [&file](std::string_view key) { return value_of(file, key) != nullptr; };
  if (has("model_type") || has("hidden_size")) return std::nullopt;
  for (const OtherFile& other : others) {
    if (!std::ranges::all_of(other.all, has)) continue;
    const auto key = std::ranges::find_if(other.any, has);
    if (key == other.any.end()) continue;
    return invalid_argument({"[config] the file must be a config.json, which has model_type and "
                             "hidden_size, but its keys ",
                             other.all[0], " and ", *key, " are those of ", other.is, ": open ",
                             other.open_instead})
        .about("config");
  }
  return std::nullopt;
}

}  // namespace posenc::model_config
