#include "other_json.hpp"

#include <algorithm>
#include <array>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"

namespace posenc {
namespace {

/// What to open instead.
constexpr std::string_view beside = "open the config.json beside it";
constexpr std::string_view of_a_model = "open the config.json of a model";
constexpr std::string_view above = "open the config.json in the folder above";

/// A JSON file that is beside a config.json, or may be taken for one.
struct OtherFile {
  /// It has all of these keys.
  std::array<std::string_view, 2> keys;
  std::string_view is;
  std::string_view wanted = beside;
};

constexpr std::string_view tokenizer = "it is a tokenizer.json";
constexpr std::string_view tokenizer_config = "it is a tokenizer_config.json";
constexpr std::string_view special_tokens = "it is a special_tokens_map.json";
constexpr std::string_view generation = "it is a generation_config.json";
constexpr std::string_view weights = "it is an index of weights";
constexpr std::string_view adapter = "it is an adapter_config.json";
constexpr std::string_view processor = "it is a preprocessor_config.json, about images or sound";
constexpr std::string_view trainer = "it is a trainer_state.json, the log of a training run";
constexpr std::string_view package = "it is a package.json";

/// The first that fits counts.
constexpr auto other_files = std::to_array<OtherFile>({
    {{"weight_map"}, weights},
    {{"added_tokens"}, tokenizer},
    {{"peft_type"}, adapter},
    {{"lora_alpha"}, adapter},
    {{"image_processor_type"}, processor},
    {{"feature_extractor_type"}, processor},
    {{"image_mean"}, processor},
    {{"do_resize"}, processor},
    {{"added_tokens_decoder"}, tokenizer_config},
    {{"tokenizer_class"}, tokenizer_config},
    {{"processor_class"}, "it is a processor_config.json, about images or sound"},
    {{"chat_template"}, "it is a chat template"},
    {{"eos_token", "bos_token"}, special_tokens},
    {{"eos_token", "pad_token"}, special_tokens},
    {{"cls_token", "sep_token"}, special_tokens},
    {{"additional_special_tokens"}, special_tokens},
    {{"_from_model_config"}, generation},
    {{"do_sample"}, generation},
    {{"max_new_tokens"}, generation},
    {{"transformers_version", "eos_token_id"}, generation},
    {{"transformers_version", "bos_token_id"}, generation},
    {{"dim", "n_heads"},
     "it is a params.json (dim, n_heads), which the code of Meta and Mistral reads",
     "open the config.json of the same model in Hugging Face's format"},
    {{"dim", "n_layers"},
     "it is a params.json (dim, n_layers), which the code of Meta and Mistral reads",
     "open the config.json of the same model in Hugging Face's format"},
    {{"_class_name", "_diffusers_version"},
     "it belongs to a part of a diffusion pipeline",
     of_a_model},
    {{"word_embedding_dimension"}, "it is about the pooling of a sentence embedding", above},
    {{"similarity_fn_name"}, "it is a config_sentence_transformers.json"},
    {{"max_seq_length", "do_lower_case"}, "it is a sentence_bert_config.json"},
    {{"log_history"}, trainer},
    {{"zero_optimization"}, "it is a config of DeepSpeed"},
    {{"train_micro_batch_size_per_gpu"}, "it is a config of DeepSpeed"},
    {{"bits", "group_size"}, "it is a quantize_config.json"},
    {{"producer", "quantization"}, "it is an hf_quant_config.json"},
    {{"schemaVersion", "layers"}, "it is the manifest of a container or of Ollama", of_a_model},
    {{"nbformat", "cells"}, "it is a notebook", of_a_model},
    {{"lockfileVersion"}, "it is a package-lock.json", of_a_model},
    {{"compilerOptions"}, "it is a tsconfig.json", of_a_model},
    {{"dependencies"}, package, of_a_model},
    {{"devDependencies"}, package, of_a_model},
    {{"peerDependencies"}, package, of_a_model},
    {{"name", "scripts"}, package, of_a_model},
    {{"name", "workspaces"}, package, of_a_model},
    {{"name", "private"}, package, of_a_model},
    {{"version", "scripts"}, package, of_a_model},
    {{"version", "main"}, package, of_a_model},
    {{"rope_type"}, "it is a scaling without its model", "open the whole config.json"},
    {{"type", "factor"}, "it is a scaling without its model", "open the whole config.json"},
});

/// A file with one of these is a config, whatever else it has.
constexpr auto of_config = std::to_array<std::string_view>(
    {"model_type", "hidden_size", "n_embd", "d_model", "rope_scaling", "rope_parameters"});

std::string with_wanted(std::string_view is, std::string_view wanted) {
  return joined({is, "; ", wanted});
}

std::optional<std::string> list_of_others(const ConfigValue::List& list) {
  const auto* first = list.empty() ? nullptr : list.front().object();
  const bool is_modules =
      first != nullptr && value_of(*first, "idx") != nullptr && value_of(*first, "path") != nullptr;
  if (!is_modules) return std::nullopt;
  return with_wanted("it is a modules.json of Sentence Transformers", beside);
}

/// A list of tokens with their numbers.
std::optional<std::string> vocabulary(const ConfigValue::Object& object) {
  constexpr std::size_t fewest = 256;
  const bool all_numbers = std::ranges::all_of(
      object, [](const auto& entry) { return entry.value.number() != nullptr; });
  const bool all_marked =
      std::ranges::all_of(object, [](const auto& entry) { return entry.key.starts_with('<'); });
  if (object.empty() || !all_numbers) return std::nullopt;
  if (object.size() >= fewest) return with_wanted("it is a vocabulary of tokens", beside);
  if (all_marked) return with_wanted("it is an added_tokens.json", beside);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> other_json(const ConfigValue& file) {
  if (const auto* list = file.list()) return list_of_others(*list);
  const auto* object = file.object();
  if (object == nullptr) return std::nullopt;
  const auto has = [&](std::string_view key) { return value_of(*object, key) != nullptr; };
  // (It has the type of the model, but keeps all else in a dictionary.)
  if (has("model_config") && has("conv_template")) {
    return with_wanted("it is an mlc-chat-config.json", of_a_model);
  }
  if (std::ranges::any_of(of_config, has)) return std::nullopt;
  for (const auto& [keys, is, wanted] : other_files) {
    if (!has(keys[0]) || (!keys[1].empty() && !has(keys[1]))) continue;
    const auto* base = value_of(*object, "base_model_name_or_path");
    const auto* name = base != nullptr && is == adapter ? base->text() : nullptr;
    if (name != nullptr) return joined({is, "; open the config.json of ", quote(*name)});
    return is == adapter ? with_wanted(is, "open the config.json of the model that it adapts")
                         : with_wanted(is, wanted);
  }
  return vocabulary(*object);
}

std::optional<std::string> other_long_json(std::string_view start) {
  const auto has = [&](std::string_view key) { return start.find(key) != start.npos; };
  if (has("\"added_tokens\"")) return with_wanted(tokenizer, beside);
  if (has("\"weight_map\"")) return with_wanted(weights, beside);
  return std::nullopt;
}

}  // namespace posenc
