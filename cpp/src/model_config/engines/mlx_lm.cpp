#include "engine_view.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/positions.hpp"

// mlx-lm 0.32.0 at commit d78bf58e: mlx_lm/models/rope_utils.py and the files of models.
namespace posenc::model_config::mlx_lm {
namespace {

bool is_absent(const EngineView& view) {
  return view.is_one_of({"baichuan", "chatglm", "deepseek_v4", "falcon", "gptj", "hunyuan_v1_moe",
                         "ministral", "mistral4"});
}

/// Classes that hand the dictionary rope_scaling on.
bool reads_scaling(const EngineView& view) {
  return view.is_one_of({"afmoe",
                         "apertus",
                         "bitnet",
                         "deepseek_v2",
                         "deepseek_v3",
                         "deepseek_v32",
                         "dots1",
                         "exaone",
                         "exaone4",
                         "exaone_moe",
                         "falcon_h1",
                         "gemma3_text",
                         "gemma4_text",
                         "glm4_moe_lite",
                         "glm_moe_dsa",
                         "gpt_oss",
                         "granite",
                         "granitemoe",
                         "hunyuan_v1_dense",
                         "internlm2",
                         "kimi_k2",
                         "laguna",
                         "llama",
                         "longcat_flash",
                         "mellum",
                         "mimo",
                         "minicpm",
                         "minicpm3",
                         "ministral3",
                         "mistral",
                         "olmo2",
                         "olmo3",
                         "olmoe",
                         "phi3",
                         "phimoe",
                         "qwen2",
                         "qwen2_vl_text",
                         "qwen3",
                         "qwen3_5_moe_text",
                         "qwen3_5_text",
                         "qwen3_next",
                         "qwen3_vl_text",
                         "seed_oss",
                         "smollm3",
                         "step3p5"});
}

/// Classes that rotate by unscaled frequencies, whatever the file says.
bool ignores_scaling(const EngineView& view) {
  return view.is_one_of({"cohere",
                         "cohere2",
                         "ernie4_5",
                         "ernie4_5_moe",
                         "gemma",
                         "gemma2",
                         "gemma3n_text",
                         "glm",
                         "glm4",
                         "glm4_moe",
                         "gpt_neox",
                         "granitemoehybrid",
                         "helium",
                         "lfm2",
                         "lfm2_moe",
                         "llama4_text",
                         "mimo_v2_flash",
                         "minimax",
                         "minimax_m2",
                         "mixtral",
                         "nanochat",
                         "olmo",
                         "phi",
                         "qwen",
                         "qwen3_moe",
                         "qwen3_vl_moe_text",
                         "recurrent_gemma",
                         "solar_open",
                         "stablelm",
                         "starcoder2"});
}

/// Classes with a field for the form of Transformers 5; others leave rope_parameters out.
bool reads_parameters(const EngineView& view) {
  return view.is_one_of({"exaone_moe", "gemma4_text", "glm_moe_dsa", "laguna", "lfm2", "lfm2_moe",
                         "mellum", "ministral3", "qwen3_5_moe_text", "qwen3_5_text"});
}

/// Classes that stop without rope_theta at the top of the file.
bool needs_base(const EngineView& view) {
  return view.is_one_of({"apertus",
                         "dots1",
                         "ernie4_5",
                         "ernie4_5_moe",
                         "exaone4",
                         "gemma3n_text",
                         "glm4",
                         "glm4_moe",
                         "granite",
                         "granitemoe",
                         "granitemoehybrid",
                         "helium",
                         "llama4_text",
                         "longcat_flash",
                         "mimo_v2_flash",
                         "minimax",
                         "minimax_m2",
                         "olmo3",
                         "qwen3",
                         "qwen3_moe",
                         "qwen3_next",
                         "qwen3_vl_moe_text",
                         "qwen3_vl_text",
                         "solar_open",
                         "stablelm"});
}

/// The base of a class without the key, where it is not that of Transformers.
std::optional<double> own_base(const EngineView& view) {
  struct Own {
    std::string_view type;
    double base;
  };
  constexpr Own bases[] = {
      {"qwen2", 1e6},      {"cohere", 8e6},           {"cohere2", 50000},    {"glm4_moe_lite", 1e6},
      {"falcon_h1", 1e11}, {"starcoder2", 1e5},       {"qwen3_5_text", 1e5}, {"mixtral", 1e6},
      {"minicpm", 1e6},    {"qwen3_5_moe_text", 1e5}, {"seed_oss", 1e4},     {"smollm3", 1e4},
      {"phi3", 1e4},       {"youtu", 1.6e6}};
  for (const auto& [type, base] : bases) {
    if (view.is_one_of({type})) return base;
  }
  return std::nullopt;
}

bool is_parameters(std::string_view path) { return path.find("rope_parameters") != path.npos; }

/// The length in the dictionary, or else an assumed one: none at the top of the file counts.
void read_original(EngineView& view, RopeScaling& scaling, double assumed) {
  const auto within = number_at(view.file, scaling.path + ".original_max_position_embeddings");
  const double original = within.value_or(assumed);
  if (scaling.original && scaling.original->value == original) return;
  replace_original(view, scaling, original);
}

void read_yarn(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (!scaling.factor) return miss_key(view, "KeyError", "factor");
  round_ramp(view, scaling);
  read_original(view, scaling, 4096);
  // These hand it the whole head; in Transformers the formula takes the part.
  if (view.is_one_of({"llama", "mistral", "olmo2", "qwen2", "qwen3", "seed_oss"})) {
    replace_part(view, rope, static_cast<double>(rope.head_dim.value));
  }
  const double mscale = scaling.mscale.value_or(1);
  const double all_dim = scaling.mscale_all_dim.value_or(0);
  replace_factor(view, rope, yarn_factor(view, scaling, mscale, all_dim), {"attention_factor"});
}

/// The long list for every text, and no other factor than that of the two lengths.
void read_longrope(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  const bool is_phi = view.is_one_of({"phi3", "phimoe"});
  const bool has_within = has_key(view, scaling, "original_max_position_embeddings");
  if (is_phi) {
    if (view.is_one_of({"phi3"}) && !has_key(view, scaling, "type")) {
      return miss_key(view, "ValueError", "type");
    }
    constexpr double assumed = 4096;
    const double original =
        number_at(view.file, view.model.language_path + "original_max_position_embeddings")
            .value_or(assumed);
    if (scaling.original && scaling.original->value != original) {
      note<EngineNoteCode::original_replaced>(view, original);
    }
    scaling.original = {original, std::string(from_default)};
  } else if (!has_within) {
    return miss_key(view, "KeyError", "original_max_position_embeddings");
  }
  note<EngineNoteCode::long_list_always>(view);
  const double factor = view.is_one_of({"phimoe"}) && scaling.long_mscale
                            ? *scaling.long_mscale
                            : longrope_factor(view, scaling);
  replace_factor(view, rope, factor, {"factor", "attention_factor"});
  scaling.short_factor = scaling.long_factor;
}

void read_scaling_of(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (!is_scaled(scaling)) return;
  if (ignores_scaling(view)) return drop_scaling(view, rope);
  // What a class fills in is in Transformers, not here.
  const bool fills_in = view.is_one_of({"gemma4_text", "laguna"});
  if (is_from_class(scaling.path) && !fills_in) return drop_scaling(view, rope);
  // It looks for the type at the top of the dictionary.
  const bool misses_type =
      is_by_layer(scaling) && !is_parameters(scaling.path) &&
      view.is_one_of({"llama", "qwen2", "qwen3", "olmo2", "seed_oss", "deepseek_v3"});
  if (misses_type) return drop_scaling(view, rope);
  switch (scaling.type) {
    case RopeType::yarn:
      if (view.is_one_of({"phi3"})) return drop_scaling(view, rope);
      return read_yarn(view, rope);
    case RopeType::longrope:
      return read_longrope(view, rope);
    case RopeType::llama3:
      return read_original(view, scaling, 8192);
    case RopeType::dynamic:
      if (view.is_one_of({"hunyuan_v1_dense"})) {
        if (!scaling.factor) return miss_key(view, "ValueError", "factor");
        if (!scaling.alpha) return miss_key(view, "ValueError", "alpha");
        return;
      }
      return read_factor_of_dynamic(view, scaling);
    case RopeType::xdrope:
      return stop<EngineNoteCode::type_refused>(view, EngineAnswer::refused, "ValueError",
                                                "\"xdrope\"");
    default:
      return;
  }
}

void read_base(EngineView& view, RopeSettings& rope) {
  const bool is_of_sliding = rope.layers == LayerKind::sliding;
  const bool is_within = !rope.scaling.path.empty() && !is_from_class(rope.scaling.path) &&
                         rope.base.from.starts_with(rope.scaling.path + ".");
  const bool is_unread = is_within && !(is_parameters(rope.base.from) && reads_parameters(view));
  const bool is_silent = is_from_class(rope.base.from);
  if (!is_unread && !is_silent) return;
  if (view.is_one_of({"gemma3_text"}) && is_of_sliding) {
    constexpr double local = 10000;
    const auto at_top = number_at(view.file, view.model.language_path + "rope_local_base_freq");
    return replace_base(view, rope, at_top.value_or(local));
  }
  if (const auto at_top = number_at(view.file, view.model.language_path + "rope_theta")) {
    return replace_base(view, rope, *at_top);
  }
  if (needs_base(view)) return miss_key(view, "TypeError", "rope_theta");
  const auto own = own_base(view);
  if (own && !is_of_sliding) return replace_base(view, rope, *own);
  if (is_unread) replace_base(view, rope, view.model.known_class->base);
}

}  // namespace

void read(EngineView& view) {
  if (!can_read(view, is_absent(view), reads_scaling(view) || ignores_scaling(view))) return;
  view.reading.is_unlimited = true;
  for (RopeSettings& rope : view.model.ropes) {
    const bool is_unread = is_parameters(rope.scaling.path) && !reads_parameters(view);
    const bool has_unread_base = is_parameters(rope.base.from) && !reads_parameters(view);
    if (is_unread || has_unread_base) note<EngineNoteCode::parameters_unread>(view);
    read_base(view, rope);
    if (view.reading.answer != EngineAnswer::computed) return;
    if (is_unread) {
      drop_scaling(view, rope);
    } else {
      read_scaling_of(view, rope);
    }
    if (view.reading.answer != EngineAnswer::computed) return;
    if (view.is_one_of({"glm"})) replace_part(view, rope, static_cast<double>(rope.head_dim.value));
  }
}

}  // namespace posenc::model_config::mlx_lm
