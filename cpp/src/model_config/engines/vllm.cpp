#include <algorithm>
#include <cmath>

#include "engine_view.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/positions.hpp"

// vLLM at commit 91a893de: model_executor/layers/rotary_embedding, transformers_utils/config.py, config/model.py and the files
// of models. Configs pass through Transformers 5 first, which fills in what a dictionary lacks.
namespace posenc::model_config::vllm {
namespace {

/// Classes whose code was read.
bool is_read(const EngineView& view) {
  return view.is_one_of({"apertus",
                         "chatglm",
                         "cohere",
                         "cohere2",
                         "deepseek_v2",
                         "deepseek_v3",
                         "deepseek_v32",
                         "deepseek_v4",
                         "ernie4_5",
                         "ernie4_5_moe",
                         "exaone4",
                         "falcon_h1",
                         "gemma2",
                         "gemma3_text",
                         "gemma4_text",
                         "glm",
                         "glm4",
                         "glm4_moe",
                         "glm4_moe_lite",
                         "glm_moe_dsa",
                         "gpt_neox",
                         "gpt_oss",
                         "gptj",
                         "granitemoehybrid",
                         "hunyuan_v1_dense",
                         "hunyuan_v1_moe",
                         "kimi_k2",
                         "lfm2",
                         "lfm2_moe",
                         "llama",
                         "llama4_text",
                         "mimo_v2_flash",
                         "minimax_m2",
                         "ministral3",
                         "mistral",
                         "mixtral",
                         "olmo3",
                         "phi3",
                         "phimoe",
                         "qwen2",
                         "qwen2_5_vl_text",
                         "qwen2_vl_text",
                         "qwen3",
                         "qwen3_5_moe_text",
                         "qwen3_5_text",
                         "qwen3_moe",
                         "qwen3_next",
                         "qwen3_vl_text",
                         "seed_oss",
                         "smollm3",
                         "stablelm",
                         "step3p5"});
}

/// deepseek_v2.py and what is built on it: every scaling becomes deepseek_yarn.
bool is_latent(const EngineView& view) {
  return view.is_one_of(
      {"deepseek_v2", "deepseek_v3", "deepseek_v32", "glm4_moe_lite", "glm_moe_dsa", "kimi_k2"});
}

void read_yarn(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (!scaling.factor) return miss_key(view, "KeyError", "factor");
  const ConfigValue* scales = value_at(view.file, scaling.path + ".apply_yarn_scaling");
  const bool is_unscaled = scales != nullptr && scales->boolean() != nullptr && !*scales->boolean();
  const bool reads_multipliers = !view.is_one_of({"gpt_oss"});
  const double attention = reads_multipliers ? multiplier(view, scaling, "attn_factor") : 1;
  replace_factor(view, rope, (is_unscaled ? 1 : yarn_factor(view, scaling)) * attention,
                 {"attention_factor", "mscale", "mscale_all_dim"});
  if (!scaling.sections.empty() && (scaling.original || view.model.claimed)) {
    // Its class for sections hands four times the length to the one that computes the ramp.
    const double original = scaling.original ? scaling.original->value : view.model.claimed->value;
    replace_original(view, scaling, 4 * original);
  }
  if (reads_multipliers) {
    apply_extrapolation(view, rope, multiplier(view, scaling, "extrapolation_factor"));
  }
}

/// The list is chosen when the model is loaded: by the length at the top of the file if there is one, else the claimed length.
void read_longrope(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (!view.model.claimed || !scaling.original) return;
  const bool is_at_top = !scaling.original->from.starts_with(scaling.path);
  const double served = is_at_top ? scaling.original->value : view.model.claimed->value;
  view.reading.length = served;
  view.text = served;
  const bool is_long = served > scaling.original->value;
  note<EngineNoteCode::list_by_context>(view, is_long ? "long_factor" : "short_factor", served);
  replace_longrope_factor(view, rope);
}

void read_scaling_of(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (stops_phi3(view, scaling) || !is_scaled(scaling)) return;
  if (view.is_one_of({"chatglm", "mimo_v2_flash"})) return drop_scaling(view, rope);
  if (is_latent(view)) return read_deepseek_yarn(view, rope);
  if (view.is_one_of({"deepseek_v4"})) return;
  switch (scaling.type) {
    case RopeType::yarn:
      return read_yarn(view, rope);
    case RopeType::longrope:
      return read_longrope(view, rope);
    case RopeType::dynamic:
      // (It scales up to the trained length, and takes the claimed one for that.)
      if (!scaling.alpha) drop_scaling(view, rope);
      return;
    case RopeType::proportional:
      return drop_factor(view, scaling);
    default:
      return;
  }
}

/// A part of the head is read for every class.
void read_part(EngineView& view, RopeSettings& rope) {
  const auto part = rope.unread_part.ends_with("partial_rotary_factor")
                        ? number_at(view.file, rope.unread_part)
                        : std::nullopt;
  if (part) rotate_part(view, rope, *part);
}

/// The shortest length that the file names, multiplied by the factor of most types.
std::optional<double> derived_length(const EngineView& view) {
  const auto& model = view.model;
  const auto given = [&](std::string_view key) {
    return length_at(view.file, joined({model.language_path, key}));
  };
  std::optional<double> shortest = given("model_max_length");
  if (!shortest) {
    for (const std::string_view key :
         {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length",
          "max_sequence_length", "max_seq_length", "seq_len"}) {
      const auto length = given(key);
      if (length) shortest = std::min(shortest.value_or(*length), *length);
    }
  }
  if (!shortest || model.ropes.empty() || view.is_one_of({"gemma3_text"})) return shortest;
  const RopeScaling& scaling = model.ropes[0].scaling;
  switch (scaling.type) {
    case RopeType::longrope:
    case RopeType::llama3:
      return shortest;
    case RopeType::yarn: {
      const double original = scaling.original ? scaling.original->value : *shortest;
      return std::floor(original * scaling.factor.value_or(1));
    }
    default:
      return std::floor(*shortest * scaling.factor.value_or(1));
  }
}

/// Layers with a window, which the class of Transformers leaves unscaled.
void scale_sliding(EngineView& view) {
  auto& ropes = view.model.ropes;
  if (!view.is_one_of({"deepseek_v4"}) || ropes.size() != 2) return;
  if (ropes[1].scaling.type != RopeType::plain || ropes[0].scaling.type == RopeType::plain) return;
  note<EngineNoteCode::sliding_scaled>(view);
  ropes[1].scaling = ropes[0].scaling;
}

}  // namespace

void read(EngineView& view) {
  const bool is_absent = view.is_one_of({"baichuan", "dots1", "mistral4"});
  if (!can_read(view, is_absent, is_read(view))) return;
  view.reading.length = derived_length(view);
  // It runs this class by the code of Transformers.
  if (view.is_one_of({"smollm3"})) return;
  scale_sliding(view);
  for (RopeSettings& rope : view.model.ropes) {
    read_scaling_of(view, rope);
    if (view.reading.answer != EngineAnswer::computed) return;
    read_part(view, rope);
  }
}

}  // namespace posenc::model_config::vllm
