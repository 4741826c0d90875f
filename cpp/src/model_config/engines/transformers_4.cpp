#include <algorithm>
#include <cmath>

#include "engine_view.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/positions.hpp"

// Transformers 4.57 at commit f22cb1e8: src/transformers/modeling_rope_utils.py and the files of models.
namespace posenc::model_config::transformers_4 {
namespace {

/// Classes that came later, or that only code beside the weights has.
bool is_absent(const EngineView& view) {
  return view.is_one_of({"RefinedWeb",
                         "RefinedWebModel",
                         "afmoe",
                         "baichuan",
                         "chatglm",
                         "cohere2_moe",
                         "deepseek_v32",
                         "deepseek_v4",
                         "exaone",
                         "exaone4_5_text",
                         "exaone_moe",
                         "gemma4_text",
                         "gemma4_unified_text",
                         "glm4_moe_lite",
                         "glm_moe_dsa",
                         "granite_swa",
                         "granitemoe_swa",
                         "hunyuan_vl_text",
                         "hy_v3",
                         "internlm",
                         "internlm2",
                         "internlm3",
                         "jina_embeddings_v3",
                         "kimi_k2",
                         "laguna",
                         "lfm2_moe",
                         "mellum",
                         "mimo",
                         "mimo_v2_flash",
                         "minicpm",
                         "minicpm3",
                         "minimax_m1",
                         "minimax_m2",
                         "minimax_m3_vl_text",
                         "ministral3",
                         "mistral4",
                         "nanochat",
                         "nomic_bert",
                         "olmo_hybrid",
                         "paddleocr_vl_text",
                         "qwen",
                         "qwen3_5_moe_text",
                         "qwen3_5_text",
                         "solar_open",
                         "step3p5",
                         "step3p7",
                         "yi",
                         "youtu",
                         "zaya"});
}

/// Classes whose code was read.
bool is_read(const EngineView& view) {
  return view.is_one_of({"apertus",
                         "bitnet",
                         "cohere",
                         "cohere2",
                         "deepseek_v2",
                         "deepseek_v3",
                         "dots1",
                         "ernie4_5",
                         "ernie4_5_moe",
                         "exaone4",
                         "falcon",
                         "falcon_h1",
                         "gemma",
                         "gemma2",
                         "gemma3_text",
                         "gemma3n_text",
                         "glm",
                         "glm4",
                         "glm4_moe",
                         "gpt_neox",
                         "gpt_oss",
                         "gptj",
                         "granite",
                         "granitemoe",
                         "granitemoehybrid",
                         "helium",
                         "hunyuan_v1_dense",
                         "hunyuan_v1_moe",
                         "lfm2",
                         "llama",
                         "llama4_text",
                         "longcat_flash",
                         "minimax",
                         "ministral",
                         "mistral",
                         "mixtral",
                         "nemotron",
                         "olmo",
                         "olmo2",
                         "olmo3",
                         "persimmon",
                         "phi",
                         "phi3",
                         "phimoe",
                         "qwen2",
                         "qwen2_5_vl_text",
                         "qwen2_moe",
                         "qwen2_vl_text",
                         "qwen3",
                         "qwen3_moe",
                         "qwen3_next",
                         "qwen3_vl_text",
                         "seed_oss",
                         "smollm3",
                         "stablelm",
                         "starcoder2"});
}

/// Whose configs check for rope_type, and do not take type for it.
bool needs_rope_type(const EngineView& view) {
  return view.is_one_of({"cohere", "cohere2", "gemma3_text", "gemma3n_text", "granite",
                         "granitemoe", "granitemoehybrid", "olmo3", "qwen3_next", "qwen3_vl_text"});
}

/// The base of a class without the key, where it is not that of version 5.
std::optional<double> own_base(const EngineView& view) {
  if (view.is_one_of({"cohere", "olmo3"})) return 10000;
  if (view.is_one_of({"falcon_h1"})) return 100000;
  if (view.is_one_of({"persimmon"})) return 25000;
  if (view.is_one_of({"qwen3_vl_text"})) return 5e6;
  return std::nullopt;
}

/// Whether the file says that there is no scaling, which a class then does not fill in.
bool has_null_scaling(const EngineView& view) {
  const std::string& path = view.model.language_path;
  const ConfigValue* at =
      path.empty() ? &view.file : value_at(view.file, path.substr(0, path.size() - 1));
  const auto* object = at == nullptr ? nullptr : at->object();
  return object != nullptr && std::ranges::any_of(*object, [](const ConfigValue::Entry& entry) {
           return entry.key == "rope_scaling" && entry.value.is_null();
         });
}

/// The length in the dictionary, or else the claimed one: none at the top of the file counts.
void read_original(EngineView& view, RopeScaling& scaling) {
  if (is_from_class(scaling.path)) return;
  const auto within = number_at(view.file, scaling.path + ".original_max_position_embeddings");
  const auto& claimed = view.model.claimed;
  if (!within && !claimed) return;
  const double original = within ? *within : claimed->value;
  if (scaling.original && scaling.original->value != original) {
    return replace_original(view, scaling, original);
  }
  scaling.original = {original, std::string(from_default)};
}

constexpr std::string_view keys_of_phi3 = "type, short_factor, long_factor and no other key";

/// How many keys a dictionary has.
std::size_t size_of(const EngineView& view, const RopeScaling& scaling) {
  const ConfigValue* dictionary = value_at(view.file, scaling.path);
  const auto* object = dictionary == nullptr ? nullptr : dictionary->object();
  return object == nullptr ? 0 : object->size();
}

/// The length at the top of the file, and the claimed one divided by it, whatever the dictionary says.
void read_longrope(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (view.is_one_of({"phi3"}) && !scaling.original) {
    constexpr double assumed = 4096;
    replace_original(view, scaling, assumed);
  }
  if (view.is_one_of({"phi3"})) {
    if (size_of(view, scaling) != 3 || !has_key(view, scaling, "type")) {
      return stop<EngineNoteCode::value_refused>(view, EngineAnswer::refused, "ValueError",
                                                 "rope_scaling", keys_of_phi3);
    }
  }
  const bool is_at_top = scaling.original && !scaling.original->from.starts_with(scaling.path);
  const bool copies_it_up = view.is_one_of({"phimoe"});
  const double given = attention_factor(scaling, view.model.claimed, view.text);
  if (is_at_top || copies_it_up) {
    scaling.factor.reset();
  } else if (view.model.claimed) {
    if (!scaling.factor && !scaling.attention_factor) return miss_key(view, "TypeError", "factor");
    note<EngineNoteCode::original_replaced>(view, view.model.claimed->value);
    scaling.original = view.model.claimed;
  }
  const double factor = attention_factor(scaling, view.model.claimed, view.text);
  if (std::abs(factor - given) <= stored_tolerance * given) return;
  note<EngineNoteCode::factor_replaced>(view, in_digits(factor), in_digits(given));
}

void read_scaling_of(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (view.is_one_of({"gptj", "nemotron"})) return drop_scaling(view, rope);
  if (is_from_class(scaling.path) && has_null_scaling(view)) return drop_scaling(view, rope);
  if (!is_scaled(scaling)) return;
  if (stops_phimoe(view, scaling)) return;
  const auto refuse = [&view](std::string_view expected) {
    stop<EngineNoteCode::value_refused>(view, EngineAnswer::refused, "ValueError", "rope_scaling",
                                        expected);
  };
  if (view.is_one_of({"phi3"}) && scaling.type != RopeType::longrope) return refuse(keys_of_phi3);
  const bool is_linear_or_dynamic =
      scaling.type == RopeType::linear || scaling.type == RopeType::dynamic;
  if (view.is_one_of({"olmo", "olmo2"}) &&
      !(is_linear_or_dynamic && has_key(view, scaling, "type") && size_of(view, scaling) == 2)) {
    return refuse("type, linear or dynamic, with factor and no other key");
  }
  if (view.is_one_of({"llama4_text"}) && !has_key(view, scaling, "low_freq_factor")) {
    return miss_key(view, "KeyError", "low_freq_factor");
  }
  const bool lacks_type = needs_rope_type(view) && has_key(view, scaling, "type") &&
                          !has_key(view, scaling, "rope_type");
  if (lacks_type) return miss_key(view, "KeyError", "rope_type");
  const bool multiplies_head = scaling.type == RopeType::yarn ||
                               scaling.type == RopeType::dynamic ||
                               scaling.type == RopeType::longrope;
  if (stores_no_head(view.type()) && multiplies_head && !has_head_dim(view)) {
    return miss_key(view, "TypeError", "head_dim");
  }
  switch (scaling.type) {
    case RopeType::yarn:
      if (!scaling.factor) return miss_key(view, "KeyError", "factor");
      return read_original(view, scaling);
    case RopeType::llama3:
      if (!has_key(view, scaling, "original_max_position_embeddings") &&
          !is_from_class(scaling.path)) {
        return miss_key(view, "KeyError", "original_max_position_embeddings");
      }
      return read_original(view, scaling);
    case RopeType::longrope:
      return read_longrope(view, rope);
    case RopeType::dynamic: {
      const bool needs_alpha = view.is_one_of({"hunyuan_v1_dense", "hunyuan_v1_moe"});
      if (needs_alpha && !scaling.alpha) return miss_key(view, "KeyError", "alpha");
      if (!needs_alpha) read_factor_of_dynamic(view, scaling);
      return;
    }
    case RopeType::proportional:
    case RopeType::xdrope:
      return stop<EngineNoteCode::type_refused>(view, EngineAnswer::refused, "KeyError",
                                                quote(name(scaling.type)));
    default:
      return;
  }
}

/// A base in the dictionary is not read.
void read_base(EngineView& view, RopeSettings& rope) {
  const bool is_within =
      !rope.scaling.path.empty() && rope.base.from.starts_with(rope.scaling.path + ".");
  const auto own = own_base(view);
  if (!is_within && !(own && is_from_class(rope.base.from))) return;
  const auto at_top = number_at(view.file, view.model.language_path + "rope_theta");
  replace_base(view, rope, at_top.value_or(own.value_or(view.model.known_class->base)));
}

/// A part of the head at the top of the file is read for every class.
void read_part(EngineView& view, RopeSettings& rope) {
  const bool is_at_top = rope.unread_part == view.model.language_path + "partial_rotary_factor";
  const auto part = is_at_top ? number_at(view.file, rope.unread_part) : std::nullopt;
  if (part) rotate_part(view, rope, *part);
}

}  // namespace

void read(EngineView& view) {
  if (!can_read(view, is_absent(view) || is_wrapped_elsewhere(view), is_read(view))) return;
  const bool lacks_dictionary =
      value_at(view.file, view.model.language_path + "rope_scaling") == nullptr;
  if (view.is_one_of({"qwen3_vl_text"}) && lacks_dictionary) {
    return miss_key(view, "AttributeError", "rope_scaling");
  }
  if (view.model.claimed) view.reading.length = view.model.claimed->value;
  for (RopeSettings& rope : view.model.ropes) {
    if (is_by_layer(rope.scaling) && !is_from_class(rope.scaling.path))
      return miss_key(view, "KeyError", "rope_type");
    const bool misses_logits =
        view.is_one_of({"deepseek_v2"}) && class_logit_factor(view.model, rope.scaling) != 1;
    if (misses_logits) {
      note<EngineNoteCode::logits_replaced>(
          view, 1, in_digits(class_logit_factor(view.model, rope.scaling)));
      view.model.logits = LogitRule::plain;
    }
    read_scaling_of(view, rope);
    if (view.reading.answer != EngineAnswer::computed) return;
    read_base(view, rope);
    drop_unread_base(view, rope);
    read_part(view, rope);
  }
}

}  // namespace posenc::model_config::transformers_4
