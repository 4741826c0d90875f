#include "engine_view.hpp"
#include "posenc/argument.hpp"

// Transformers 5.16 at commit decba1d2: src/transformers/modeling_rope_utils.py and the files of models. read_model_config
// follows it; these are the files that it refuses, and what it does otherwise than the library that a model came with.
namespace posenc::model_config::transformers_5 {
namespace {

/// Classes that only code beside the weights has.
bool is_absent(const EngineView& view) {
  return view.is_one_of({"RefinedWeb", "RefinedWebModel", "baichuan", "chatglm", "exaone",
                         "internlm", "internlm2", "internlm3", "kimi_k2", "mimo", "minicpm",
                         "minimax_m1", "qwen", "yi"});
}

/// Classes that look for kinds of layers in a dictionary; the others see none of what is within.
bool knows_kinds(const EngineView& view) {
  return view.is_one_of({"deepseek_v4", "diffusion_gemma_text", "gemma3_text", "gemma3n_text",
                         "gemma4_text", "gemma4_unified_text", "laguna", "mellum", "mimo_v2_flash",
                         "modernbert", "modernbert-decoder", "olmo3", "step3p5", "step3p7",
                         "t5gemma2_decoder", "t5gemma2_text", "zaya"});
}

/// Classes that look for a dictionary of each kind of layer.
bool needs_kinds(const EngineView& view) {
  return view.is_one_of({"gemma4_text", "laguna", "mimo_v2_flash"});
}

/// The types that its table has not, by their names in the file.
bool refuses_name(EngineView& view, const RopeScaling& scaling) {
  const std::string given = type_in_file(view, scaling);
  const bool is_unknown =
      (given == "mrope" && !view.is_one_of({"qwen2_vl_text", "qwen2_5_vl_text"})) ||
      (given == "su" && !view.is_one_of({"phi3"}));
  const bool stops = is_unknown && !knows_kinds(view);
  if (stops) {
    stop<EngineNoteCode::type_refused>(view, EngineAnswer::refused, "KeyError", quote(given));
  }
  return stops;
}

void read_scaling_of(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (refuses_name(view, scaling) || stops_phi3(view, scaling) || !is_scaled(scaling)) return;
  if (stops_phimoe(view, scaling)) return;
  const bool lacks_name = view.is_one_of({"gemma3_text", "olmo3"}) &&
                          has_key(view, scaling, "type") && !has_key(view, scaling, "rope_type");
  const bool is_flat = scaling.path == view.model.language_path + "rope_parameters";
  if (lacks_name || (is_flat && view.is_one_of({"olmo3"}))) return drop_scaling(view, rope);
  const bool multiplies_head = scaling.type == RopeType::yarn ||
                               scaling.type == RopeType::dynamic ||
                               scaling.type == RopeType::longrope;
  if (multiplies_head && stores_no_head(view.type()) && !view.is_one_of({"mistral"}) &&
      !has_head_dim(view)) {
    return miss_key(view, "TypeError", "head_dim");
  }
  if (scaling.type == RopeType::yarn && !scaling.factor)
    return miss_key(view, "KeyError", "factor");
  if (scaling.type == RopeType::longrope && view.is_one_of({"phi3"}) && !scaling.original) {
    constexpr double assumed = 4096;
    return replace_original(view, scaling, assumed);
  }
  const bool reads_alpha =
      view.is_one_of({"hunyuan_v1_dense", "hunyuan_v1_moe", "hunyuan_vl_text"});
  if (scaling.type == RopeType::dynamic && !reads_alpha) read_factor_of_dynamic(view, scaling);
}

}  // namespace

void read(EngineView& view) {
  // (It has Kimi K2.5, whose language model it reads as DeepSeek V3's.)
  const bool is_kimi_25 = view.model.model_type == "kimi_k25";
  const bool has_class = !is_wrapped_elsewhere(view) && (!is_absent(view) || is_kimi_25);
  if (!can_read(view, !has_class, true)) return;
  if (view.model.claimed) view.reading.length = view.model.claimed->value;
  for (RopeSettings& rope : view.model.ropes) {
    const RopeScaling& scaling = rope.scaling;
    const bool has_dictionary = !scaling.path.empty() && !is_from_class(scaling.path);
    if (has_dictionary && is_by_layer(scaling) && !knows_kinds(view)) {
      drop_scaling(view, rope);
      const auto at_top = number_at(view.file, view.model.language_path + "rope_theta");
      replace_base(view, rope, at_top.value_or(view.model.known_class->base));
      continue;
    }
    if (has_dictionary && !is_by_layer(scaling) && needs_kinds(view)) {
      return miss_key(view, "KeyError", "full_attention");
    }
    // What the class fills in is a whole dictionary, which that of the file replaces.
    constexpr double without_class = 10000;
    const bool loses_base = view.is_one_of({"ministral3"}) && has_dictionary;
    if (loses_base && is_from_class(rope.base.from)) replace_base(view, rope, without_class);
    drop_unread_base(view, rope);
    read_scaling_of(view, rope);
    if (view.reading.answer != EngineAnswer::computed) return;
    // It dropped the key.
    if (view.is_one_of({"minimax_m2"}) && rope.rotary_dim.from.ends_with("rotary_dim")) {
      const auto part =
          number_at(view.file, view.model.language_path + "partial_rotary_factor").value_or(1);
      rotate_part(view, rope, part);
    }
  }
}

}  // namespace posenc::model_config::transformers_5
