#include "notes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "posenc/argument.hpp"
#include "posenc/model_config/phrases.hpp"
#include "posenc/model_config/positions.hpp"
#include "posenc/wording.hpp"

namespace posenc::model_config {
namespace {

using Said = std::optional<std::string>;

Said factor_and_lengths(const RopeScaling& scaling, const ModelConfig& model) {
  if (is_from_class(scaling.path)) return std::nullopt;
  const auto quotient = quotient_beside_factor(scaling, model.claimed);
  if (!quotient) return std::nullopt;
  const double factor = *scaling.factor;
  const double original = scaling.original->value;
  return say<model_note_phrases, "factor-and-lengths">(
      scaling.path + ".factor", in_words(factor), scaling.original->from, model.claimed->value,
      original, in_words(*quotient), in_words(factor * original));
}

Said original_missing(const RopeScaling& scaling, const ModelConfig& model) {
  const bool needs_one = scaling.type == RopeType::yarn || scaling.type == RopeType::llama3;
  if (!needs_one || scaling.original || !model.claimed) return std::nullopt;
  if (is_from_class(scaling.path)) return std::nullopt;
  return say<model_note_phrases, "original-missing">(
      quote(name(scaling.type)), joined({model.claimed->from, " = ", model.claimed->value}),
      scaling.path);
}

Said original_not_below(const RopeScaling& scaling, const ModelConfig& model) {
  if (!is_original_not_below(scaling, model.claimed)) return std::nullopt;
  if (is_from_class(scaling.path)) return std::nullopt;
  return say<model_note_phrases, "original-not-below">(
      scaling.original->from, scaling.original->value, model.claimed->value,
      in_words(*scaling.factor));
}

Said max_ambiguous(const RopeScaling& scaling, const ModelConfig& model) {
  const bool is_one =
      scaling.type == RopeType::linear || (scaling.type == RopeType::dynamic && !scaling.alpha);
  if (!is_one || !(scaling.factor.value_or(0) > 1)) return std::nullopt;
  const std::string type = quote(name_in(rope_type_names, scaling.type));
  const std::string factor = in_words(*scaling.factor);
  if (!model.claimed) return say<model_note_phrases, "max-ambiguous-unknown">(type, factor);
  return say<model_note_phrases, "max-ambiguous">(
      type, model.claimed->value, factor, in_words(*claimed_after_factor(scaling, model.claimed)));
}

Said step(const RopeScaling& scaling) {
  if (scaling.type == RopeType::llama3 && *scaling.high_freq_factor <= *scaling.low_freq_factor) {
    return say<model_note_phrases, "step-llama3">(in_words(*scaling.high_freq_factor),
                                                  in_words(*scaling.low_freq_factor));
  }
  if (scaling.type == RopeType::yarn && scaling.beta_fast <= scaling.beta_slow) {
    return say<model_note_phrases, "step-yarn">(in_words(scaling.beta_fast),
                                                in_words(scaling.beta_slow));
  }
  return std::nullopt;
}

Said attention_factor_differs(const RopeScaling& scaling, const ModelConfig& model) {
  const bool has_formula = scaling.type == RopeType::yarn || scaling.type == RopeType::longrope;
  if (!has_formula || !scaling.attention_factor) return std::nullopt;
  if (is_from_class(scaling.attention_factor->from)) return std::nullopt;
  RopeScaling without = scaling;
  without.attention_factor.reset();
  const double formula = attention_factor(without, model.claimed);
  const double given = scaling.attention_factor->value;
  if (!(std::abs(given - formula) > 1e-6 * formula)) return std::nullopt;
  return say<model_note_phrases, "attention-factor-differs">(
      in_words(given), in_words(formula), in_words(formula * formula), in_words(given * given));
}

Said mscale_unequal(const RopeScaling& scaling, const ModelConfig& model) {
  const double mscale = scaling.mscale.value_or(0);
  const double all_dim = scaling.mscale_all_dim.value_or(0);
  if (scaling.type != RopeType::yarn || mscale == all_dim) return std::nullopt;
  const auto given = [](const std::optional<double>& value) {
    return value ? in_words(*value) : std::string("absent");
  };
  const std::string used = in_words(attention_factor(scaling, model.claimed));
  if (!scaling.attention_factor) {
    return say<model_note_phrases, "mscale-unequal">(given(scaling.mscale),
                                                     given(scaling.mscale_all_dim), used);
  }
  RopeScaling without = scaling;
  without.attention_factor.reset();
  return say<model_note_phrases, "mscale-unread">(
      given(scaling.mscale), given(scaling.mscale_all_dim), used,
      in_words(attention_factor(without, model.claimed)));
}

Said section_sum(const RopeSettings& rope) {
  const auto& sections = rope.scaling.sections;
  const Index pairs = rope.rotary_dim.value / 2;
  const double sum = std::accumulate(sections.begin(), sections.end(), 0.0);
  if (sections.empty() || sum == static_cast<double>(pairs)) return std::nullopt;
  return say<model_note_phrases, "section-sum">(rope.scaling.path, sum, pairs);
}

std::string listed(const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) text += (text.empty() ? "" : ", ") + key;
  return text;
}

Said key_ignored(const RopeScaling& scaling) {
  if (scaling.ignored.empty()) return std::nullopt;
  return say<model_note_phrases, "key-ignored">(quote(name(scaling.type)), listed(scaling.ignored));
}

Said key_read_by_some(const RopeScaling& scaling) {
  if (scaling.read_by_some.empty()) return std::nullopt;
  return say<model_note_phrases, "key-read-by-some">(listed(scaling.read_by_some));
}

Said factor_missing(const RopeScaling& scaling, const ModelConfig& model) {
  if (scaling.type != RopeType::yarn || scaling.factor) return std::nullopt;
  return say<model_note_phrases, "factor-missing">(scaling.path,
                                                   in_words(yarn_scale(scaling, model.claimed)));
}

Said original_twice(const RopeScaling& scaling) {
  if (!scaling.other_original) return std::nullopt;
  return say<model_note_phrases, "original-twice">(scaling.original->from, scaling.original->value,
                                                   scaling.other_original->from,
                                                   scaling.other_original->value);
}

Said sections_scaled(const RopeScaling& scaling) {
  const bool is_scaled = scaling.type != RopeType::plain && scaling.type != RopeType::mrope &&
                         scaling.type != RopeType::xdrope;
  if (scaling.sections.empty() || !is_scaled) return std::nullopt;
  return say<model_note_phrases, "sections-scaled">(scaling.path, quote(name(scaling.type)));
}

Said part_unread(const RopeSettings& rope, const ModelConfig& model) {
  if (rope.unread_part.empty()) return std::nullopt;
  if (rope.rotary_dim.from == rope.unread_part) {
    return say<model_note_phrases, "rotary-dim-unread">(model.known_class->model_type,
                                                        rope.head_dim.value, rope.unread_part,
                                                        rope.rotary_dim.value);
  }
  return say<model_note_phrases, "part-unread">(
      model.known_class->model_type, rope.unread_part.substr(rope.unread_part.rfind('.') + 1),
      rope.rotary_dim.value, rope.head_dim.value, rope.unread_part);
}

Said class_unknown(const ModelConfig& model) {
  if (model.known_class) return std::nullopt;
  const std::string named = model.model_type.empty()
                                ? "no class is named (model_type is absent)"
                                : "the class " + quote(model.model_type) + " is not known";
  if (model.kind == PositionKind::unknown) {
    return say<model_note_phrases, "class-unknown">(named);
  }
  if (model.kind != PositionKind::rope) return std::nullopt;
  return model.layout
             ? say<model_note_phrases, "class-unknown-rope-layout">(named, model.layout_from)
             : say<model_note_phrases, "class-unknown-rope">(named);
}

/// HunYuan's image models cut their sections from the doubled list of pairs.
Said sections_split(const RopeScaling& scaling, const ModelConfig& model) {
  const bool splits = model.known_class && model.known_class->splits_pairs;
  if (!splits || scaling.sections.empty()) return std::nullopt;
  return say<model_note_phrases, "sections-split">(model.known_class->model_type);
}

Said rows_reserved(const ModelConfig& model) {
  if (!model.known_class || !model.rows) return std::nullopt;
  const std::string rows = model.rows->from;
  const double count = static_cast<double>(model.rows->value);
  constexpr double reserved = 2;
  switch (model.known_class->table) {
    case TableRule::two_reserved:
      return say<model_note_phrases, "rows-reserved">(rows, count, count - reserved);
    case TableRule::two_more:
      return say<model_note_phrases, "rows-reserved-more">(rows, count, count + reserved);
    default:
      return std::nullopt;
  }
}

Said trained_length(const Reading& reading) {
  const auto trained = find(reading.config, {"max_trained_positions"});
  const auto& claimed = reading.model.claimed;
  if (!trained || trained->value->number() == nullptr || !claimed) return std::nullopt;
  const double length = *trained->value->number();
  if (!(length < claimed->value)) return std::nullopt;
  return say<model_note_phrases, "trained-length">(trained->path, length, claimed->from,
                                                   claimed->value);
}

Said short_scaled(const RopeScaling& scaling) {
  const auto& list = scaling.short_factor;
  if (scaling.type != RopeType::longrope) return std::nullopt;
  const auto unscaled = std::ranges::count(list, 1.0);
  const auto all = static_cast<std::ptrdiff_t>(list.size());
  if (unscaled == all) return std::nullopt;
  return say<model_note_phrases, "short-scaled">(all - unscaled, all);
}

Said base_assumed(const Reading& reading) {
  const auto& ropes = reading.model.ropes;
  const auto is_assumed = [](const RopeSettings& rope) {
    return rope.base.from == from_default || is_from_class(rope.base.from);
  };
  if (ropes.empty() || !std::ranges::all_of(ropes, is_assumed)) return std::nullopt;
  // A base may be given for layers that the model does not have.
  const bool is_named = find(reading.config, {"rope_theta", "rotary_emb_base", "global_rope_theta",
                                              "local_rope_theta", "rope_local_base_freq",
                                              "swa_rope_theta", "compress_rope_theta"})
                            .has_value();
  if (is_named) return std::nullopt;
  if (!reading.model.known_class) return say<model_note_phrases, "base-assumed">();
  const auto is_usual = [](const RopeSettings& rope) {
    return rope.base.value == default_rope_base;
  };
  if (std::ranges::all_of(ropes, is_usual)) {
    return say<model_note_phrases, "base-assumed-usual">(ropes.front().base.from);
  }
  std::string bases;
  for (const RopeSettings& rope : ropes) {
    bases += (bases.empty() ? "" : " and ") + in_words(rope.base.value);
    if (rope.layers) bases += " (" + std::string(name(*rope.layers)) + ")";
  }
  return say<model_note_phrases, "base-assumed-class">(ropes.front().base.from, bases);
}

Said partial_assumed(const RopeSettings& rope, const ModelConfig& model) {
  // Where the class has a dictionary for each kind of layer, no key at the top would say the same.
  if (!model.known_class || model.known_class->partial_rotary_factor == 1) return std::nullopt;
  if (!is_from_class(rope.rotary_dim.from) || !rope.unread_part.empty()) return std::nullopt;
  if (rope.rotary_dim.value == rope.head_dim.value) return std::nullopt;
  const auto rotated = static_cast<double>(rope.rotary_dim.value);
  const auto head = static_cast<double>(rope.head_dim.value);
  return say<model_note_phrases, "partial-assumed">(rotated, head, in_words(rotated / head));
}

Said layer_list_length(const Reading& reading) {
  if (reading.wrong_lengths.empty()) return std::nullopt;
  const auto& [key, entries] = reading.wrong_lengths.front();
  return say<model_note_phrases, "layer-list-length">(key, entries,
                                                      reading.model.layers.layers.size());
}

Said head_dim_own(const Reading& reading) {
  const auto given = find(reading.config, {"head_dim"});
  if (!given || given->value->number() == nullptr) return std::nullopt;
  if (!reading.model.width || !reading.model.heads) return std::nullopt;
  const auto& layers = reading.model.layers.layers;
  const auto is_other = [](const auto& layer) { return layer.kind == LayerKind::other; };
  if (!layers.empty() && std::ranges::all_of(layers, is_other)) return std::nullopt;
  const double head = *given->value->number();
  const double quotient = static_cast<double>(reading.model.width->value) /
                          static_cast<double>(reading.model.heads->value);
  if (head == quotient) return std::nullopt;
  const std::string computed = in_words(quotient);
  return reading.model.kind == PositionKind::rope
             ? say<model_note_phrases, "head-dim-own">(given->path, head, computed)
             : say<model_note_phrases, "head-dim-own-unrotated">(given->path, head, computed);
}

Said two_forms(const ModelConfig& model) {
  if (model.unused_dictionaries.empty()) return std::nullopt;
  return say<model_note_phrases, "two-forms">(model.unused_dictionaries.front());
}

}  // namespace

std::string in_words(double value) {
  const double size = std::abs(value);
  if (value == std::trunc(value)) return format_number(value);
  if (size >= 0.001 && size < 1e9) return format_number(std::round(value * 1e6) / 1e6);
  return with_digits(value, 6);
}

std::vector<Note> notes_of(const Reading& reading) {
  const ModelConfig& model = reading.model;
  std::vector<Note> notes;
  const auto add = [&](NoteCode code, const Said& said) {
    const bool is_new = std::ranges::find(notes, code, &Note::code) == notes.end();
    if (said && is_new) notes.push_back({code, *said});
  };
  using enum NoteCode;
  for (const RopeSettings& rope : model.ropes) {
    const RopeScaling& scaling = rope.scaling;
    add(factor_and_lengths, model_config::factor_and_lengths(scaling, model));
    add(original_missing, model_config::original_missing(scaling, model));
    add(original_not_below, model_config::original_not_below(scaling, model));
    add(max_ambiguous, model_config::max_ambiguous(scaling, model));
    add(step, model_config::step(scaling));
    add(attention_factor_differs, model_config::attention_factor_differs(scaling, model));
    add(mscale_unequal, model_config::mscale_unequal(scaling, model));
    add(section_sum, model_config::section_sum(rope));
    add(partial_assumed, model_config::partial_assumed(rope, model));
    add(key_ignored, model_config::key_ignored(scaling));
    add(short_scaled, model_config::short_scaled(scaling));
    add(part_unread, model_config::part_unread(rope, model));
    add(factor_missing, model_config::factor_missing(scaling, model));
    add(original_twice, model_config::original_twice(scaling));
    add(key_read_by_some, model_config::key_read_by_some(scaling));
    add(sections_scaled, model_config::sections_scaled(scaling));
    add(sections_split, model_config::sections_split(scaling, model));
  }
  if (model.kind == PositionKind::rope) {
    add(base_assumed, model_config::base_assumed(reading));
    add(two_forms, model_config::two_forms(model));
  }
  add(head_dim_own, model_config::head_dim_own(reading));
  add(layer_list_length, model_config::layer_list_length(reading));
  add(class_unknown, model_config::class_unknown(model));
  add(rows_reserved, model_config::rows_reserved(model));
  add(trained_length, model_config::trained_length(reading));
  std::ranges::sort(notes, {}, &Note::code);
  return notes;
}

}  // namespace posenc::model_config
