#include <cmath>

#include "engine_view.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/positions.hpp"

// SGLang: layers/rotary_embedding/{factory,yarn,rope_variant,base}.py, utils/hf_transformers/common.py and
// configs/model_config.py (release_of names the commits). Configs pass through Transformers 5 first.
namespace posenc::model_config::sglang {
namespace {

/// Classes whose code was read.
bool is_read(const EngineView& view) {
  return view.is_one_of({"apertus",
                         "deepseek_v2",
                         "deepseek_v3",
                         "deepseek_v32",
                         "ernie4_5",
                         "ernie4_5_moe",
                         "falcon_h1",
                         "gemma3_text",
                         "gemma4_text",
                         "glm4_moe",
                         "glm_moe_dsa",
                         "gpt_oss",
                         "gptj",
                         "granitemoehybrid",
                         "hunyuan_v1_dense",
                         "hunyuan_v1_moe",
                         "kimi_k2",
                         "lfm2",
                         "llama",
                         "mimo_v2_flash",
                         "minimax_m2",
                         "ministral3",
                         "mistral",
                         "mistral4",
                         "mixtral",
                         "phi3",
                         "phimoe",
                         "qwen2",
                         "qwen2_moe",
                         "qwen3",
                         "qwen3_5_moe_text",
                         "qwen3_5_text",
                         "qwen3_moe",
                         "qwen3_next",
                         "smollm3",
                         "stablelm"});
}

/// deepseek_v2.py and what is built on it: every scaling becomes deepseek_yarn.
bool is_latent(const EngineView& view) {
  return view.is_one_of(
      {"deepseek_v2", "deepseek_v3", "deepseek_v32", "glm_moe_dsa", "kimi_k2", "mistral4"});
}

void read_yarn(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (!scaling.factor) scaling.factor = 1;
  const double factor = yarn_factor(view, scaling, scaling.mscale, scaling.mscale_all_dim);
  replace_factor(view, rope, factor * multiplier(view, scaling, "attn_factor"),
                 {"attention_factor"});
  apply_extrapolation(view, rope, multiplier(view, scaling, "extrapolation_factor"));
}

void read_scaling_of(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (stops_phi3(view, scaling) || !is_scaled(scaling)) return;
  if (is_latent(view)) return read_deepseek_yarn(view, rope);
  if (view.is_one_of({"gptj", "stablelm"})) return drop_scaling(view, rope);
  // Its own function of Transformers computes Gemma 3's.
  if (view.is_one_of({"gemma3_text"})) return;
  if (view.is_one_of({"gemma4_text"})) {
    if (scaling.type != RopeType::proportional) return drop_scaling(view, rope);
    return drop_factor(view, scaling);
  }
  switch (scaling.type) {
    case RopeType::yarn:
      return read_yarn(view, rope);
    case RopeType::longrope:
      return replace_longrope_factor(view, rope);
    case RopeType::dynamic: {
      if (scaling.alpha) return;
      const double reached = std::floor(*scaling.factor * view.model.claimed->value);
      view.text = reached;
      return note<EngineNoteCode::computed_at_load>(view, reached);
    }
    case RopeType::xdrope:
      return stop<EngineNoteCode::type_refused>(view, EngineAnswer::refused, "ValueError",
                                                "\"xdrope\"");
    default:
      return;
  }
}

/// Llama's code, which several classes share, reads a part at the top of the file.
void read_part(EngineView& view, RopeSettings& rope) {
  const bool reads_part =
      view.is_one_of({"llama", "mistral", "mixtral", "ministral3", "phi3", "smollm3"});
  const bool is_at_top = rope.unread_part == "partial_rotary_factor";
  if (!reads_part || !is_at_top) return;
  const double part = number_at(view.file, rope.unread_part).value_or(1);
  rotate_part(view, rope, part);
}

/// The factor multiplies the first length that the file has, unless the dictionary has an original length.
std::optional<double> derived_length(const EngineView& view) {
  const auto& model = view.model;
  for (const std::string_view key : {"max_sequence_length", "seq_length", "max_seq_len",
                                     "model_max_length", "max_position_embeddings"}) {
    const auto given = length_at(view.file, joined({model.language_path, key}));
    if (!given) continue;
    if (model.ropes.size() != 1) return given;
    const RopeScaling& scaling = model.ropes[0].scaling;
    const bool is_counted = scaling.type == RopeType::llama3 || scaling.type == RopeType::yarn ||
                            scaling.type == RopeType::longrope ||
                            has_key(view, scaling, "original_max_position_embeddings");
    return is_counted ? *given : std::floor(scaling.factor.value_or(1) * *given);
  }
  return std::nullopt;
}

}  // namespace

void read(EngineView& view) {
  if (!can_read(view, false, is_read(view))) return;
  view.reading.length = derived_length(view);
  for (RopeSettings& rope : view.model.ropes) {
    read_scaling_of(view, rope);
    if (view.reading.answer != EngineAnswer::computed) return;
    read_part(view, rope);
  }
}

}  // namespace posenc::model_config::sglang
