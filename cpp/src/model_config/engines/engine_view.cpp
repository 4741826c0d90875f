#include "engine_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "posenc/argument.hpp"
#include "posenc/model_config/positions.hpp"
#include "posenc/wording.hpp"

namespace posenc::model_config {
bool EngineView::is_one_of(std::initializer_list<std::string_view> types) const {
  const auto stem = [](std::string_view name) {
    constexpr std::string_view suffix = "_text";
    return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
  };
  return std::ranges::any_of(types,
                             [&](std::string_view one) { return stem(one) == stem(type()); });
}

std::string in_digits(double value) { return with_digits(value, 7); }

const ConfigValue* value_at(const ConfigValue& file, std::string_view path) {
  const ConfigValue* at = &file;
  while (at != nullptr && !path.empty()) {
    const std::size_t dot = path.find('.');
    const auto* object = at->object();
    at = object == nullptr ? nullptr : value_of(*object, path.substr(0, dot));
    path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  }
  return at;
}

std::optional<double> number_at(const ConfigValue& file, std::string_view path) {
  const ConfigValue* value = value_at(file, path);
  const double* number = value == nullptr ? nullptr : value->number();
  return number == nullptr ? std::nullopt : std::optional(*number);
}

bool has_key(const EngineView& view, const RopeScaling& scaling, std::string_view key) {
  return !scaling.path.empty() && value_at(view.file, joined({scaling.path, ".", key})) != nullptr;
}

bool is_wrapped_elsewhere(const EngineView& view) {
  return view.model.model_type == "internvl_chat";
}

std::string_view outer_type(const EngineView& view) {
  return is_wrapped_elsewhere(view) ? std::string_view(view.model.model_type) : view.type();
}

std::string type_in_file(const EngineView& view, const RopeScaling& scaling) {
  for (const std::string_view key : {".rope_type", ".type"}) {
    const ConfigValue* value =
        scaling.path.empty() ? nullptr : value_at(view.file, joined({scaling.path, key}));
    if (value != nullptr && value->text() != nullptr) return *value->text();
  }
  return "";
}

bool is_by_layer(const RopeScaling& scaling) {
  return scaling.path.find("_attention") != std::string::npos;
}

bool stores_no_head(std::string_view type) {
  constexpr std::array<std::string_view, 6> classes{
      "hunyuan_v1_dense", "hunyuan_v1_moe", "minimax", "ministral", "mistral", "mixtral"};
  return std::ranges::find(classes, type) != classes.end();
}

bool has_head_dim(const EngineView& view) {
  return value_at(view.file, view.model.language_path + "head_dim") != nullptr;
}

bool stops_phi3(EngineView& view, const RopeScaling& scaling) {
  if (!view.is_one_of({"phi3"}) || scaling.type == RopeType::plain ||
      scaling.type == RopeType::longrope) {
    return false;
  }
  if (scaling.type == RopeType::yarn) {
    miss_key(view, "KeyError", "short_factor");
  } else {
    stop<EngineNoteCode::value_refused>(view, EngineAnswer::refused, "ValueError", "rope_type",
                                        "\"longrope\"");
  }
  return true;
}

bool stops_phimoe(EngineView& view, const RopeScaling& scaling) {
  const bool lacks_factors = !scaling.long_mscale || !scaling.short_mscale;
  const bool stops = view.is_one_of({"phimoe"}) && lacks_factors;
  if (stops) miss_key(view, "TypeError", "short_mscale");
  return stops;
}

void drop_unread_base(EngineView& view, RopeSettings& rope) {
  if (!view.is_one_of({"gpt_neox"}) || rope.base.from != view.model.language_path + "rope_theta") {
    return;
  }
  const auto read = number_at(view.file, view.model.language_path + "rotary_emb_base");
  replace_base(view, rope, read.value_or(view.model.known_class->base));
}

bool is_scaled(const RopeScaling& scaling) {
  return scaling.type != RopeType::plain && scaling.type != RopeType::mrope;
}

std::optional<double> length_at(const ConfigValue& file, std::string_view path) {
  const auto length = number_at(file, path);
  const bool is_length = length && !check_whole("", *length, 1, max_position);
  return is_length ? length : std::nullopt;
}

double multiplier(EngineView& view, const RopeScaling& scaling, std::string_view key) {
  const double value = number_at(view.file, joined({scaling.path, ".", key})).value_or(1);
  if (std::isfinite(value) && value >= 0) return value;
  stop<EngineNoteCode::file_refused>(view, EngineAnswer::unknown, joined({key, " is ", value}));
  return 1;
}

void drop_factor(EngineView& view, RopeScaling& scaling) {
  if (scaling.factor.value_or(1) != 1) note_unread(view, scaling, {"factor"});
  scaling.factor.reset();
}

void read_factor_of_dynamic(EngineView& view, RopeScaling& scaling) {
  if (!scaling.factor) return miss_key(view, "KeyError", "factor");
  if (!scaling.alpha) return;
  note_unread(view, scaling, {"alpha"});
  scaling.alpha.reset();
}

void replace_original(EngineView& view, RopeScaling& scaling, double original) {
  note<EngineNoteCode::original_replaced>(view, original);
  scaling.original = {original, std::string(from_default)};
}

void round_ramp(EngineView& view, RopeScaling& scaling) {
  if (scaling.ramp == YarnRamp::released_unrounded) note<EngineNoteCode::ramp_rounded>(view);
  scaling.ramp = YarnRamp::released;
}

bool can_read(EngineView& view, bool is_absent, bool is_read) {
  if (is_absent) {
    stop<EngineNoteCode::class_absent>(view, EngineAnswer::unsupported, outer_type(view));
  } else if (!is_read) {
    stop<EngineNoteCode::rules_unread>(view, EngineAnswer::unknown, view.type());
  }
  return view.reading.answer == EngineAnswer::computed;
}

void miss_key(EngineView& view, std::string_view error, std::string_view key) {
  stop<EngineNoteCode::key_missing>(view, EngineAnswer::refused, error, key);
}

void drop_scaling(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (!is_scaled(scaling)) return;
  note<EngineNoteCode::scaling_dropped>(view, quote(name(scaling.type)));
  RopeScaling plain;
  plain.sections = scaling.sections;
  plain.section_order = scaling.section_order;
  scaling = plain;
}

void replace_base(EngineView& view, RopeSettings& rope, double base) {
  if (rope.base.value == base) return;
  note<EngineNoteCode::base_replaced>(view, base, rope.base.value);
  rope.base.value = base;
}

void rotate_part(EngineView& view, RopeSettings& rope, double part) {
  replace_part(view, rope, std::trunc(part * static_cast<double>(rope.head_dim.value)));
}

void replace_part(EngineView& view, RopeSettings& rope, double rotated) {
  const auto components = static_cast<Index>(rotated);
  if (rope.rotary_dim.value == components) return;
  note<EngineNoteCode::part_replaced>(view, components, rope.head_dim.value);
  rope.rotary_dim.value = components;
}

void replace_factor(EngineView& view, RopeSettings& rope, double factor,
                    std::initializer_list<std::string_view> unread) {
  const double given = attention_factor(rope.scaling, view.model.claimed, view.text);
  rope.scaling.attention_factor = {factor, std::string(from_default)};
  if (std::abs(given - factor) <= stored_tolerance * given) return;
  note_unread(view, rope.scaling, unread);
  note<EngineNoteCode::factor_replaced>(view, in_digits(factor), in_digits(given));
}

void note_unread(EngineView& view, const RopeScaling& scaling,
                 std::initializer_list<std::string_view> keys) {
  std::string list;
  for (const std::string_view key : keys) {
    if (has_key(view, scaling, key)) list += joined({list.empty() ? "" : ", ", key});
  }
  if (!list.empty()) note<EngineNoteCode::keys_unread>(view, list);
}

double yarn_factor(const EngineView& view, const RopeScaling& scaling, std::optional<double> mscale,
                   std::optional<double> mscale_all_dim) {
  const double scale = yarn_scale(scaling, view.model.claimed);
  if (!mscale || !mscale_all_dim) return yarn_magnitude(scale, 1);
  return yarn_magnitude(scale, *mscale) / yarn_magnitude(scale, *mscale_all_dim);
}

void replace_longrope_factor(EngineView& view, RopeSettings& rope) {
  RopeScaling by_lengths = rope.scaling;
  by_lengths.attention_factor.reset();
  by_lengths.factor.reset();
  replace_factor(view, rope, attention_factor(by_lengths, view.model.claimed, view.text),
                 {"factor", "attention_factor"});
}

double longrope_factor(const EngineView& view, const RopeScaling& scaling) {
  RopeScaling plain = scaling;
  plain.attention_factor.reset();
  plain.factor.reset();
  plain.long_mscale.reset();
  plain.short_mscale.reset();
  return attention_factor(plain, view.model.claimed, view.text);
}

void apply_extrapolation(EngineView& view, RopeSettings& rope, double extrapolation) {
  if (extrapolation == 1) return;
  const auto blended = rope_frequencies(rope, view.model.claimed, view.text);
  if (!blended) return;
  const Vector interpolated = blended->unscaled / yarn_scale(rope.scaling, view.model.claimed);
  const Vector used = interpolated + extrapolation * (blended->inv_freq - interpolated);
  const Vector factors = blended->inv_freq.array() / used.array();
  rope.scaling.pair_factors.assign(factors.begin(), factors.end());
}

void read_deepseek_yarn(EngineView& view, RopeSettings& rope) {
  RopeScaling& scaling = rope.scaling;
  if (scaling.type != RopeType::yarn) {
    note<EngineNoteCode::type_replaced>(view, quote(name(scaling.type)), "\"deepseek_yarn\"");
    scaling.type = RopeType::yarn;
  }
  round_ramp(view, scaling);
  const double factor =
      yarn_factor(view, scaling, scaling.mscale.value_or(1), scaling.mscale_all_dim.value_or(0));
  replace_factor(view, rope, factor * multiplier(view, scaling, "attn_factor"),
                 {"attention_factor"});
  apply_extrapolation(view, rope, multiplier(view, scaling, "extrapolation_factor"));
}

}  // namespace posenc::model_config
