#include "serving_flags.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "config_json.hpp"
#include "posenc/argument.hpp"

namespace posenc {
namespace {

/// general.architecture of the GGUF files of each class (gguf-py/gguf/constants.py of llama.cpp).
constexpr std::array<std::pair<std::string_view, std::string_view>, 77> architectures{{
    {"afmoe", "afmoe"},
    {"apertus", "apertus"},
    {"arcee", "arcee"},
    {"chatglm", "chatglm"},
    {"cohere", "command-r"},
    {"cohere2", "cohere2"},
    {"dbrx", "dbrx"},
    {"deepseek_v2", "deepseek2"},
    {"deepseek_v3", "deepseek2"},
    {"deepseek_v32", "deepseek32"},
    {"deepseek_v4", "deepseek4"},
    {"dots1", "dots1"},
    {"ernie4_5", "ernie4_5"},
    {"ernie4_5_moe", "ernie4_5-moe"},
    {"exaone", "exaone"},
    {"exaone4", "exaone4"},
    {"exaone_moe", "exaone-moe"},
    {"falcon", "falcon"},
    {"falcon_h1", "falcon-h1"},
    {"gemma", "gemma"},
    {"gemma2", "gemma2"},
    {"gemma3_text", "gemma3"},
    {"gemma3n_text", "gemma3n"},
    {"gemma4_text", "gemma4"},
    {"glm", "chatglm"},
    {"glm4", "glm4"},
    {"glm4_moe", "glm4moe"},
    {"glm4_moe_lite", "deepseek2"},
    {"glm_moe_dsa", "glm-dsa"},
    {"gpt_neox", "gptneox"},
    {"gpt_oss", "gpt-oss"},
    {"granite", "granite"},
    {"granitemoe", "granitemoe"},
    {"granitemoehybrid", "granitehybrid"},
    {"hunyuan_v1_dense", "hunyuan-dense"},
    {"hunyuan_v1_moe", "hunyuan-moe"},
    {"internlm2", "internlm2"},
    {"kimi_k2", "deepseek2"},
    {"lfm2", "lfm2"},
    {"lfm2_moe", "lfm2moe"},
    {"llama", "llama"},
    {"llama4_text", "llama4"},
    {"mellum", "mellum"},
    {"mimo_v2_flash", "mimo2"},
    {"minicpm", "minicpm"},
    {"minicpm3", "minicpm3"},
    {"minimax_m2", "minimax-m2"},
    {"ministral3", "mistral3"},
    {"mistral", "llama"},
    {"mistral4", "mistral4"},
    {"mixtral", "llama"},
    {"modernbert", "modern-bert"},
    {"nemotron", "nemotron"},
    {"olmo", "olmo"},
    {"olmo2", "olmo2"},
    {"olmo3", "olmo2"},
    {"olmoe", "olmoe"},
    {"phi", "phi2"},
    {"phi3", "phi3"},
    {"phimoe", "phimoe"},
    {"qwen2", "qwen2"},
    {"qwen2_5_vl_text", "qwen2vl"},
    {"qwen2_moe", "qwen2moe"},
    {"qwen2_vl_text", "qwen2vl"},
    {"qwen3", "qwen3"},
    {"qwen3_5_moe_text", "qwen35moe"},
    {"qwen3_5_text", "qwen35"},
    {"qwen3_moe", "qwen3moe"},
    {"qwen3_next", "qwen3next"},
    {"qwen3_vl_moe_text", "qwen3vlmoe"},
    {"qwen3_vl_text", "qwen3vl"},
    {"seed_oss", "seed_oss"},
    {"smollm3", "smollm3"},
    {"stablelm", "stablelm"},
    {"starcoder2", "starcoder2"},
    {"step3p5", "step35"},
    {"youtu", "deepseek2"},
}};

std::string architecture_of(const ModelConfig& model) {
  if (model.format == ModelConfig::Format::gguf) return model.model_type;
  const std::string_view type = model.known_class ? model.known_class->model_type : "";
  const auto found =
      std::ranges::find(architectures, type, &std::pair<std::string_view, std::string_view>::first);
  return found == architectures.end() ? "ARCH" : std::string(found->second);
}

/// For a shell: a value in single quotes.
std::string quoted(const ConfigValue& value) {
  std::string text = "'";
  for (const char letter : edit_text(value)) {
    text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  }
  return text + "'";
}

bool does_load(const EngineReading& reading) {
  return reading.answer == EngineAnswer::computed || reading.answer == EngineAnswer::unknown;
}

/// Whether an engine scales as the changed file says.
bool does_scale(const EngineReading& reading) {
  return does_load(reading) && std::ranges::none_of(reading.notes, [](const EngineNote& note) {
           return note.code == EngineNoteCode::scaling_dropped;
         });
}

/// Whether llama.cpp has arguments for the type.
bool has_flags(const ServingPlan& plan) {
  return plan.type == RopeType::yarn || plan.type == RopeType::linear;
}

/// Whether layers have their bases in a list, which the one base of a dictionary would replace.
bool has_bases_in_list(const ConfigValue& file, const ModelConfig& model) {
  const ConfigValue* at = &file;
  if (!model.language_path.empty() && file.object() != nullptr) {
    at = value_of(*file.object(), model.language_path.substr(0, model.language_path.find('.')));
  }
  const auto* object = at == nullptr ? nullptr : at->object();
  const ConfigValue* base = object == nullptr ? nullptr : value_of(*object, "rope_theta");
  return base != nullptr && base->list() != nullptr;
}

/// A dictionary with the base and the rotated part, which an engine does not look for elsewhere.
ConfigValue completed(const ConfigValue& dictionary, const RopeSettings& rope) {
  ConfigValue complete = dictionary;
  auto& object = std::get<ConfigValue::Object>(complete.value);
  const bool is_flat = value_of(object, "rope_type") != nullptr;
  if (!is_flat) return complete;
  if (value_of(object, "rope_theta") == nullptr) {
    object.push_back({"rope_theta", {rope.base.value}});
  }
  const bool is_partial = rope.rotary_dim.value < rope.head_dim.value;
  if (is_partial && value_of(object, "partial_rotary_factor") == nullptr) {
    object.push_back(
        {"partial_rotary_factor",
         {static_cast<double>(rope.rotary_dim.value) / static_cast<double>(rope.head_dim.value)}});
  }
  return complete;
}

/// Classes that Transformers 5 gives a dictionary for each kind of layer, also where the file has one for all.
bool has_kinds(const ModelConfig& model) {
  const std::string_view type = model.known_class ? model.known_class->model_type : "";
  return type == "gemma3_text" || type == "gemma3n_text" || type == "olmo3";
}

/// A dictionary for each set, from one that scales full layers only.
ConfigValue by_kind(const ConfigValue& dictionary, const ModelConfig& model) {
  ConfigValue::Object kinds;
  for (const RopeSettings& rope : model.ropes) {
    const bool is_scaled = rope.scaling.type != RopeType::plain;
    const ConfigValue plain{ConfigValue::Object{{"rope_type", {std::string("default")}}}};
    kinds.push_back(
        {std::string(name(*rope.layers)), completed(is_scaled ? dictionary : plain, rope)});
  }
  return {kinds};
}

/// The edits as one object, with each dictionary under the name that an engine gives it. (Transformers 5 moves what a flat file of
/// a model for images says of its language model into text_config.)
ConfigValue overrides(const ServingPlan& plan, const ModelConfig& model, std::string_view name) {
  const RopeSettings& rope = model.ropes[0];
  const bool is_within = model.model_type == "qwen2_vl" || model.model_type == "qwen2_5_vl";
  std::vector<ServingEdit> edits;
  for (ServingEdit edit : plan.edits) {
    if (is_within && edit.keys.size() == 1) edit.keys.insert(edit.keys.begin(), "text_config");
    if (edit.value.object() != nullptr) {
      edit.keys.back() = name;
      const bool is_for_all = value_of(*edit.value.object(), "full_attention") == nullptr;
      const bool needs_kinds = is_for_all && has_kinds(model) && model.ropes.size() == 2;
      edit.value = needs_kinds ? by_kind(edit.value, model) : completed(edit.value, rope);
    }
    edits.push_back(std::move(edit));
  }
  return with_edits({ConfigValue::Object()}, edits);
}

std::string llama_cpp_flags(const ServingPlan& plan, const ModelConfig& model) {
  const std::string length = joined({plan.length});
  std::string flags = joined({"--rope-scaling ", name(*plan.type), " --rope-scale ", *plan.factor});
  if (plan.type == RopeType::yarn) flags += joined({" --yarn-orig-ctx ", *plan.original});
  return flags + " -c " + length + " --override-kv " + architecture_of(model) +
         ".context_length=int:" + length;
}

}  // namespace

std::string edit_text(const ConfigValue& value) {
  constexpr std::string_view key = "\"factor\":";
  std::string text = config_text(value);
  for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
    const std::size_t end = text.find_first_of(",}", at);
    const bool is_whole = text.find_first_of(".e", at + key.size()) >= end;
    if (is_whole) text.insert(end, ".0");
  }
  return text;
}

Result<std::vector<ServingFlags>> serving_flags(const ConfigValue& file, const ServingPlan& plan) {
  std::vector<ServingFlags> all;
  if (plan.answer != ServingAnswer::scaled) return all;
  const ConfigValue changed = with_edits(file, plan.edits);
  POSENC_TRY(model, read_model_config(changed));
  POSENC_TRY(before, engine_readings(file, std::nullopt));
  POSENC_TRY(after, engine_readings(changed, std::nullopt));
  const std::string length = joined({plan.length});
  for (std::size_t n = 0; n < after.size(); ++n) {
    const Engine engine = after[n].engine;
    // Its arguments change a file that is converted as it was.
    if (engine == Engine::llama_cpp && does_load(before[n]) && has_flags(plan)) {
      all.push_back({engine, llama_cpp_flags(plan, model)});
    }
    if (!does_scale(after[n]) || has_bases_in_list(file, model)) continue;
    if (engine == Engine::vllm) {
      all.push_back({engine, "--hf-overrides " + quoted(overrides(plan, model, "rope_parameters")) +
                                 " --max-model-len " + length});
    } else if (engine == Engine::sglang) {
      all.push_back({engine, "--json-model-override-args " +
                                 quoted(overrides(plan, model, "rope_scaling")) +
                                 " --context-length " + length});
    }
  }
  return all;
}

}  // namespace posenc
