#include <cmath>

#include "engine_view.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/positions.hpp"

// llama.cpp at commit d32676d7, from a config.json to the rotation: the converter (conversion/base.py and a file for each
// family) writes keys and tensors of a GGUF file, and the runtime (src/llama-model.cpp, src/llama-context.cpp) computes from
// these. posenc/model_config/gguf_model.hpp reads a GGUF file itself.
namespace posenc::model_config::llama_cpp {
namespace {

/// Classes whose conversion was read.
bool is_read(const EngineView& view) {
  return view.is_one_of({"afmoe",
                         "apertus",
                         "arcee",
                         "chatglm",
                         "cohere",
                         "cohere2",
                         "deepseek_v2",
                         "deepseek_v3",
                         "deepseek_v32",
                         "deepseek_v4",
                         "dots1",
                         "ernie4_5",
                         "ernie4_5_moe",
                         "exaone",
                         "exaone4",
                         "exaone_moe",
                         "falcon",
                         "falcon_h1",
                         "gemma",
                         "gemma2",
                         "gemma3_text",
                         "gemma3n_text",
                         "gemma4_text",
                         "glm",
                         "glm4",
                         "glm4_moe",
                         "glm4_moe_lite",
                         "glm_moe_dsa",
                         "gpt_neox",
                         "gpt_oss",
                         "granite",
                         "granitemoe",
                         "granitemoehybrid",
                         "hunyuan_v1_dense",
                         "hunyuan_v1_moe",
                         "kimi_k2",
                         "lfm2",
                         "lfm2_moe",
                         "llama",
                         "llama4_text",
                         "mellum",
                         "mimo_v2_flash",
                         "minicpm",
                         "minicpm3",
                         "minimax_m2",
                         "ministral3",
                         "mistral",
                         "mistral4",
                         "mixtral",
                         "modernbert",
                         "nemotron",
                         "olmo",
                         "olmo2",
                         "olmo3",
                         "olmoe",
                         "phi",
                         "phi3",
                         "phimoe",
                         "qwen2",
                         "qwen2_5_vl_text",
                         "qwen2_moe",
                         "qwen2_vl_text",
                         "qwen3",
                         "qwen3_5_moe_text",
                         "qwen3_5_text",
                         "qwen3_moe",
                         "qwen3_next",
                         "qwen3_vl_moe_text",
                         "qwen3_vl_text",
                         "seed_oss",
                         "smollm3",
                         "stablelm",
                         "starcoder2",
                         "step3p5",
                         "youtu"});
}

/// Whose converters write no keys of RoPE but the rotated part: base 10000, unscaled.
bool loses_base(const EngineView& view) {
  return view.is_one_of({"falcon", "gemma", "gemma2", "gpt_neox", "minicpm3", "phi", "stablelm"});
}

/// Whose converters write a base, and no scaling.
bool loses_scaling(const EngineView& view) {
  return loses_base(view) || view.is_one_of({"chatglm", "cohere", "cohere2", "falcon_h1", "glm"});
}

/// conversion/llama.py, deci.py, exaone.py, step3.py: they write llama3 as factors of rope_freqs.
bool writes_llama3(const EngineView& view) {
  return view.is_one_of({"apertus", "arcee", "exaone", "exaone4", "exaone_moe", "granite",
                         "granitemoe", "granitemoehybrid", "llama", "llama4_text", "ministral3",
                         "mistral", "mixtral", "step3p5"});
}

bool is_latent(const EngineView& view) {
  return view.is_one_of({"deepseek_v2", "deepseek_v3", "deepseek_v32", "glm4_moe_lite",
                         "glm_moe_dsa", "kimi_k2", "mistral4", "youtu"});
}

void read_llama3(EngineView& view, RopeSettings& rope) {
  if (view.is_one_of({"smollm3", "afmoe"})) {
    stop<EngineNoteCode::load_fails>(view, EngineAnswer::refused,
                                     "it has factors of frequencies (rope_freqs) that the "
                                     "architecture does not expect");
    return;
  }
  if (!writes_llama3(view)) return drop_scaling(view, rope);
  constexpr double assumed_original = 8192;
  if (rope.scaling.original) return;
  replace_original(view, rope.scaling, assumed_original);
}

/// Notes where its latent attention multiplies logits by another factor than the class.
void compare_logits(EngineView& view, const RopeScaling& scaling, double factor, double all_dim) {
  const double scale = yarn_scale(scaling, view.model.claimed);
  const double theirs = std::pow(factor * yarn_magnitude(scale, all_dim), 2);
  const double ours = class_logit_factor(view.model, scaling);
  if (std::abs(theirs - ours) <= stored_tolerance * ours) return;
  note<EngineNoteCode::logits_replaced>(view, in_digits(theirs), in_digits(ours));
}

void read_yarn(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (!scaling.factor) return drop_scaling(view, rope);
  if (!scaling.original) {
    miss_key(view, "KeyError", "original_max_position_embeddings");
    return;
  }
  const bool reads_betas = view.is_one_of({"ministral3", "mistral"});
  if (!reads_betas) {
    const RopeScaling usual;
    const bool differs =
        scaling.beta_fast != usual.beta_fast || scaling.beta_slow != usual.beta_slow;
    if (differs) note_unread(view, scaling, {"beta_fast", "beta_slow"});
    scaling.beta_fast = usual.beta_fast;
    scaling.beta_slow = usual.beta_slow;
  }
  round_ramp(view, scaling);
  // (DeepSeek V4 multiplies by 1, as its class does.)
  if (view.is_one_of({"deepseek_v4"})) return;
  const double all_dim = scaling.mscale_all_dim.value_or(0);
  double factor = yarn_factor(view, scaling);
  const bool reads_all_dim =
      view.is_one_of({"deepseek_v32", "ministral3", "mistral4"}) && all_dim != 0;
  const bool cancels =
      view.is_one_of({"deepseek_v2", "deepseek_v3", "glm4_moe_lite", "kimi_k2", "youtu"}) &&
      all_dim != 0;
  if (reads_all_dim) factor = yarn_factor(view, scaling, 1, all_dim);
  if (cancels) factor = 1;
  const bool multiplies_logits = is_latent(view);
  if (multiplies_logits) {
    const bool is_unread = view.is_one_of({"glm_moe_dsa"});
    compare_logits(view, scaling, factor, is_unread ? 0 : all_dim);
  }
  replace_factor(view, rope, factor, {"attention_factor", "mscale"});
}

void read_longrope(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (!view.is_one_of({"phi3", "phimoe", "minicpm"})) return drop_scaling(view, rope);
  if (!view.model.claimed) return;
  // The context is rounded up to whole blocks.
  constexpr double block = 256;
  const double context = std::ceil(view.model.claimed->value / block) * block;
  const bool writes_original = !view.is_one_of({"minicpm"});
  if (writes_original && !scaling.original) {
    miss_key(view, "KeyError", "original_max_position_embeddings");
    return;
  }
  const double factor = writes_original ? longrope_factor(view, scaling) : 1;
  if (!writes_original) {
    note<EngineNoteCode::original_replaced>(view, view.model.claimed->value);
    scaling.original = view.model.claimed;
  }
  replace_factor(view, rope, factor, {"attention_factor", "factor", "long_mscale", "short_mscale"});
  const bool is_long = context > scaling.original->value;
  view.text = is_long ? context : scaling.original->value;
  note<EngineNoteCode::list_by_context>(view, is_long ? "long_factor" : "short_factor", context);
}

/// HunYuan's alpha becomes a base; its converter asserts the numbers that its models have.
void read_dynamic(EngineView& view, RopeSettings& rope) {
  const bool is_hunyuan = view.is_one_of({"hunyuan_v1_dense", "hunyuan_v1_moe"});
  if (!is_hunyuan) return drop_scaling(view, rope);
  const bool is_mixture = view.is_one_of({"hunyuan_v1_moe"});
  const double alpha = rope.scaling.alpha.value_or(is_mixture ? 1000 : 50);
  const auto refuse = [&](std::string_view key, std::string_view expected) {
    stop<EngineNoteCode::value_refused>(view, EngineAnswer::refused, "AssertionError", key,
                                        expected);
  };
  if (is_mixture && alpha != 1000) return refuse("alpha", "1000");
  if (rope.base.value != 10000) return refuse("rope_theta", "10000");
  const auto& claimed = view.model.claimed;
  if (claimed && claimed->value != 32768 && claimed->value != 262144) {
    return refuse("max_position_embeddings", "32768 or 262144");
  }
  rope.scaling.alpha = alpha;
  view.reading.length = 262144;
}

void read_scaling_of(EngineView& view, RopeSettings& rope) {
  if (loses_scaling(view)) return drop_scaling(view, rope);
  const bool is_forced_none =
      view.is_one_of({"exaone_moe"}) && rope.scaling.type != RopeType::llama3;
  if (is_forced_none) return drop_scaling(view, rope);
  if (view.is_one_of({"nemotron"}) && rope.scaling.factor &&
      rope.scaling.type != RopeType::linear) {
    note<EngineNoteCode::type_replaced>(view, quote(name(rope.scaling.type)), "\"linear\"");
    rope.scaling.type = RopeType::linear;
    return;
  }
  // conversion/phi.py writes the lists, and no other scaling.
  if (view.is_one_of({"phi3"}) && rope.scaling.type != RopeType::longrope) {
    return drop_scaling(view, rope);
  }
  switch (rope.scaling.type) {
    case RopeType::llama3:
      return read_llama3(view, rope);
    case RopeType::yarn:
      return read_yarn(view, rope);
    case RopeType::longrope:
      return read_longrope(view, rope);
    case RopeType::dynamic:
      return read_dynamic(view, rope);
    case RopeType::proportional:
      if (!view.is_one_of({"gemma4_text"})) return drop_scaling(view, rope);
      return drop_factor(view, rope.scaling);
    case RopeType::xdrope:
      if (!view.is_one_of({"hunyuan_v1_dense"})) drop_scaling(view, rope);
      return;
    default:
      return;
  }
}

void read_base_of(EngineView& view, RopeSettings& rope) {
  constexpr double assumed = 10000;
  const bool reads_ratio_only = view.is_one_of({"chatglm", "glm"});
  if (reads_ratio_only) {
    const double ratio = number_at(view.file, "rope_ratio").value_or(1);
    return replace_base(view, rope, assumed * ratio);
  }
  if (loses_base(view)) replace_base(view, rope, assumed);
}

/// Layers with a window, beside full ones.
void read_sliding(EngineView& view, RopeSettings& sliding, const RopeSettings& full) {
  const bool is_plain = view.is_one_of({"deepseek_v4", "gemma3_text", "gemma3n_text", "gemma4_text",
                                        "mimo_v2_flash", "modernbert", "step3p5"});
  if (is_plain) {
    if (sliding.scaling.type == RopeType::plain) return;
    drop_scaling(view, sliding);
    return note<EngineNoteCode::sliding_plain>(view, sliding.base.value);
  }
  if (view.is_one_of({"olmo3", "mellum"})) {
    drop_scaling(view, sliding);
    return replace_base(view, sliding, full.base.value);
  }
  const bool has_own_base = view.is_one_of({"gpt_oss", "llama4_text", "afmoe"});
  const double base = has_own_base ? sliding.base.value : full.base.value;
  if (sliding.scaling != full.scaling && full.scaling.type != RopeType::plain) {
    note<EngineNoteCode::sliding_scaled>(view);
  }
  sliding.scaling = full.scaling;
  replace_base(view, sliding, base);
}

}  // namespace

void read(EngineView& view) {
  if (!can_read(view, view.is_one_of({"gptj"}), is_read(view))) return;
  if (view.model.claimed) view.reading.length = view.model.claimed->value;
  if (view.is_one_of({"minimax_m2"}) && value_at(view.file, "rotary_dim") == nullptr) {
    return miss_key(view, "KeyError", "rotary_dim");
  }
  auto& ropes = view.model.ropes;
  const bool has_sliding = ropes.size() == 2 && ropes[1].layers == LayerKind::sliding;
  for (RopeSettings& rope : ropes) {
    const bool is_sliding = has_sliding && &rope == &ropes[1];
    if (is_sliding) {
      read_sliding(view, rope, ropes[0]);
      continue;
    }
    read_scaling_of(view, rope);
    if (view.reading.answer != EngineAnswer::computed) return;
    read_base_of(view, rope);
  }
}

}  // namespace posenc::model_config::llama_cpp
