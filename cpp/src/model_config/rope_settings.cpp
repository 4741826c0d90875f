#include "rope_settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "posenc/argument.hpp"

namespace posenc::model_config {
namespace {

using Keys = std::initializer_list<std::string_view>;

/// Far more than any model has; a file could name one for each of thousands of layers.
constexpr std::size_t most_sets = 64;

/// Layers that share their frequencies, as far as the file tells before they are computed.
struct LayerGroup {
  LayerKind kind;
  /// The first of them; none where the file does not list its layers.
  std::optional<std::size_t> layer;
};

/// Everything that the settings of a group of layers are read from.
struct Sources {
  const Dictionaries& config;
  const ModelConfig& model;
  const ScalingDictionaries& dictionaries;

  const std::optional<Dictionary>& dictionary(LayerKind kind) const {
    return kind == LayerKind::sliding ? dictionaries.sliding : dictionaries.full;
  }
  bool is_by_layer() const { return dictionaries.form == ScalingDictionaries::Form::by_layer; }
  const std::optional<ModelClass>& known() const { return model.known_class; }
  bool scales_full_only() const { return known() && known()->scaled == ScaledLayers::full; }
  std::string class_name() const { return from_class(known()->model_type); }
};

/// The number of a layer in a list with one for each; none where the key has no list. Errors: a number that is not above 0, a
/// list that is shorter than the layers are.
Optional<double> listed_for(const Sources& sources, std::string_view key,
                            std::optional<std::size_t> layer) {
  using None = std::optional<Sourced<double>>;
  const auto found = find(sources.config, {key});
  const auto* list = found ? found->value->list() : nullptr;
  if (list == nullptr) return None();
  constexpr std::string_view expected = "a number above 0, or a list with one for each layer";
  const std::size_t layers = sources.model.layers.layers.size();
  if (list->empty() || list->size() < layers) {
    return invalid_argument({"[config] ", found->path, " must be ", std::string(expected),
                             ", but got a list of ", list->size()})
        .about(found->path);
  }
  const std::size_t n = layer.value_or(0);
  const ConfigValue& one = (*list)[n];
  const double* number = one.number();
  if (number == nullptr || !(*number > 0 && *number <= largest_number)) {
    return unexpected({&one, found->path}, expected);
  }
  return std::optional(Sourced<double>{*number, joined({found->path, "[", n, "]"})});
}

/// What per_layer_config gives one layer; empty where it gives nothing. Errors: a value that is not an object.
Result<Dictionaries> overrides_of(const Dictionaries& config, std::optional<std::size_t> layer) {
  const auto found = find(config, {"per_layer_config"});
  if (!found || !layer) return Dictionaries{};
  const auto* layers = found->value->object();
  if (layers == nullptr) return unexpected(*found, "an object");
  for (const ConfigValue::Entry& entry : *layers) {
    std::size_t number = 0;
    const char* end = entry.key.data() + entry.key.size();
    const auto [rest, error] = std::from_chars(entry.key.data(), end, number);
    if (rest != end || error != std::errc() || number != *layer) continue;
    const std::string path = found->path + "." + entry.key;
    if (entry.value.object() == nullptr) return unexpected({&entry.value, path}, "an object");
    return Dictionaries{{entry.value.object(), path + "."}};
  }
  return Dictionaries{};
}

/// The base under the first of the keys that is present. Errors: a base of null, which differs from an absent one.
Optional<double> base_at(const Dictionaries& where, Keys keys) {
  static const ConfigValue null;
  for (const std::string_view key : keys) {
    for (const Dictionary& one : where) {
      POSENC_TRY(base, positive({one}, {key}));
      if (base) return base;
      // The key is there, but without a value.
      if (std::ranges::find(*one.object, key, &ConfigValue::Entry::key) != one.object->end()) {
        return unexpected({&null, one.path + std::string(key)}, "a number above 0");
      }
    }
  }
  return std::optional<Sourced<double>>();
}

/// The base that only sliding layers have; none where they have that of the others.
Optional<double> sliding_base(const Sources& sources) {
  POSENC_TRY(local, base_at(sources.config,
                            {"local_rope_theta", "rope_local_base_freq", "swa_rope_theta"}));
  if (local || !sources.known() || sources.known()->sliding_base == 0) return local;
  if (sources.known()->top_base_is_sliding) {
    POSENC_TRY(top, base_at(sources.config, {"rope_theta"}));
    if (top) return top;
  }
  return std::optional(Sourced<double>{sources.known()->sliding_base, sources.class_name()});
}

Result<Sourced<double>> read_base(const Sources& sources, const LayerGroup& group) {
  if (group.layer) {
    POSENC_TRY(listed, listed_for(sources, "layer_rope_theta", group.layer));
    if (listed) return *listed;
  }
  POSENC_TRY(listed, listed_for(sources, "rope_theta", group.layer));
  if (listed) return *listed;
  const auto& dictionary = sources.dictionary(group.kind);
  const Dictionaries own = dictionary ? Dictionaries{*dictionary} : Dictionaries{};
  const bool is_sliding = group.kind == LayerKind::sliding;
  if (is_sliding) {
    if (sources.is_by_layer()) {
      POSENC_TRY(base, base_at(own, {"rope_theta"}));
      if (base) return *base;
    }
    POSENC_TRY(base, sliding_base(sources));
    if (base) return *base;
  } else if (!sources.is_by_layer()) {
    POSENC_TRY(base, base_at(sources.config, {"compress_rope_theta"}));
    if (base) return *base;
  }
  POSENC_TRY(base, base_at(own, {"rope_theta"}));
  if (base) return *base;
  // The base of DeepSeek V4's file is that of its sliding layers.
  const bool is_for_sliding = sources.known() && sources.known()->top_base_is_sliding;
  if (!is_for_sliding || is_sliding) {
    POSENC_TRY(shared,
               base_at(sources.config, {"rope_theta", "rotary_emb_base", "global_rope_theta"}));
    if (shared) return *shared;
  }
  POSENC_TRY(attention, attention_config(sources.config));
  POSENC_TRY(of_attention, base_at(attention, {"rope_theta"}));
  if (of_attention) return *of_attention;
  const bool reads_ratio = !sources.known() || sources.known()->model_type == "chatglm";
  POSENC_TRY(ratio, reads_ratio ? positive(sources.config, {"rope_ratio"})
                                : std::optional<Sourced<double>>());
  const Sourced<double> assumed{sources.known() ? sources.known()->base : default_rope_base,
                                sources.known() ? sources.class_name() : std::string(from_default)};
  if (!ratio) return assumed;
  return Sourced<double>{assumed.value * ratio->value, ratio->from};
}

Result<Sourced<Index>> read_head_dim(const Sources& sources, const LayerGroup& group) {
  POSENC_TRY(given, count(sources.config, {"head_dim", "attention_head_dim"}, largest_width));
  // Multi-head latent attention rotates a part that has a key of its own.
  POSENC_TRY(is_latent, uses_latent_attention(sources.config));
  if (is_latent) {
    POSENC_TRY(latent, count(sources.config, {"qk_rope_head_dim"}, largest_width));
    if (latent) return *latent;
  }
  POSENC_TRY(overrides, overrides_of(sources.config, group.layer));
  POSENC_TRY(own, count(overrides, {"head_dim"}, largest_width));
  if (own) return *own;
  const auto& known = sources.known();
  if (group.kind == LayerKind::full) {
    POSENC_TRY(global, count(sources.config, {"global_head_dim"}, largest_width));
    if (global) return *global;
    const bool is_said_by_layer = find(sources.config, {"per_layer_config"}).has_value();
    if (known && known->global_head_dim > 0 && !is_said_by_layer) {
      return Sourced<Index>{known->global_head_dim, sources.class_name()};
    }
  }
  const bool is_double = known && known->is_head_double;
  if (given) return *given;
  POSENC_TRY(channels, count(sources.config, {"kv_channels"}, largest_width));
  if (channels && !is_double) return *channels;
  if (known && known->head_dim > 0 && is_latent) {
    return Sourced<Index>{known->head_dim, sources.class_name()};
  }
  if (!sources.model.heads) {
    return invalid_argument(
               {"[config] num_attention_heads must be a whole number above 0 but is absent"})
        .about("num_attention_heads");
  }
  const auto& [width, width_from] = *sources.model.width;
  const auto& [heads, heads_from] = *sources.model.heads;
  if (width % heads != 0) {
    return invalid_argument({"[config] ", width_from, " must be a multiple of ", heads_from, " = ",
                             heads, " if head_dim is not given, but got ", width})
        .about(width_from);
  }
  const Sourced<Index> quotient{(is_double ? 2 : 1) * (width / heads),
                                (is_double ? "2 " : "") + width_from + " / " + heads_from};
  if (static_cast<double>(quotient.value) <= largest_width) return quotient;
  return invalid_argument({"[config] ", quotient.from, ", the width of a head, must be at most ",
                           largest_width, " but is ", quotient.value})
      .about(width_from);
}

/// The part of a head that the file or the class names; none where neither does. Errors: a number that is not above 0.
Optional<double> part_named(const Sources& sources, const LayerGroup& group) {
  Dictionaries where;
  if (const auto& own = sources.dictionary(group.kind)) where.push_back(*own);
  where.insert(where.end(), sources.config.begin(), sources.config.end());
  POSENC_TRY(listed, listed_for(sources, "partial_rotary_factors", group.layer));
  if (listed) return listed;
  POSENC_TRY(given,
             positive(where, {"partial_rotary_factor", "rotary_pct", "rotary_emb_fraction"}));
  if (given || !sources.known() || sources.known()->partial_rotary_factor == 1) return given;
  return std::optional(
      Sourced<double>{sources.known()->partial_rotary_factor, sources.class_name()});
}

struct RotatedPart {
  Sourced<Index> dim;
  /// The path of a part that the class does not read.
  std::string unread;
};

Result<RotatedPart> read_rotary_dim(const Sources& sources, const LayerGroup& group,
                                    const Sourced<Index>& head, RopeType type) {
  const Index d = head.value;
  const auto fits = [d](double part) {
    return part >= 2 && part <= static_cast<double>(d) && std::fmod(part, 2) == 0;
  };
  const std::string range = joined({"from 2 to the width of a head, ", d});
  const auto whole_head = [&](const std::string& unread) -> Result<RotatedPart> {
    if (d % 2 == 0) return RotatedPart{{d, head.from}, unread};
    return invalid_argument({"[config] the width of a head must be even to be rotated but ",
                             head.from, " gives ", d})
        .about(head.from);
  };
  if (head.from.ends_with("qk_rope_head_dim")) return whole_head("");

  Dictionaries where;
  if (const auto& own = sources.dictionary(group.kind)) where.push_back(*own);
  where.insert(where.end(), sources.config.begin(), sources.config.end());
  POSENC_TRY(part, count(where, {"rotary_dim"}, largest_width));
  if (part) {
    const bool is_read = !sources.known() || part->value == d ||
                         sources.known()->partial == PartialRotation::by_rotary_dim;
    if (fits(static_cast<double>(part->value)))
      return RotatedPart{*part, is_read ? "" : part->from};
    return invalid_argument({"[config] ", part->from, " must be an even number ", range,
                             ", but got ", part->value})
        .about(part->from);
  }
  POSENC_TRY(factor, part_named(sources, group));
  if (!factor) return whole_head("");
  const double rotated = std::trunc(static_cast<double>(d) * factor->value);
  if (!fits(rotated)) {
    return invalid_argument({"[config] ",
                             is_from_class(factor->from) ? "partial_rotary_factor" : factor->from,
                             " must rotate an even number of components, ", range, ", but got ",
                             factor->value, ", which rotates ", rotated})
        .about(factor->from);
  }
  const RotatedPart as_given{{static_cast<Index>(rotated), factor->from}, ""};
  if (!sources.known()) return as_given;
  const bool is_unscaled = type == RopeType::plain || type == RopeType::mrope;
  if (is_from_class(factor->from)) {
    const bool is_unread = sources.known()->partial == PartialRotation::unread && is_unscaled;
    return is_unread ? whole_head("") : as_given;
  }
  switch (sources.known()->partial) {
    case PartialRotation::unread:
      return is_unscaled && factor->value != 1 ? whole_head(factor->from) : as_given;
    case PartialRotation::fixed: {
      const double of_class = sources.known()->partial_rotary_factor;
      if (factor->value == of_class) return as_given;
      return RotatedPart{
          {static_cast<Index>(static_cast<double>(d) * of_class), sources.class_name()},
          factor->from};
    }
    default:
      return as_given;
  }
}

Result<RopeSettings> read_one(const Sources& sources, const LayerGroup& group) {
  const bool is_plain =
      group.kind == LayerKind::sliding && sources.scales_full_only() && !sources.is_by_layer();
  POSENC_TRY(scaling, read_scaling(is_plain ? std::nullopt : sources.dictionary(group.kind),
                                   sources.config));
  POSENC_TRY(head, read_head_dim(sources, group));
  POSENC_TRY(rotary, read_rotary_dim(sources, group, head, scaling.type));
  POSENC_TRY(base, read_base(sources, group));
  for (std::string* from : {&base.from, &rotary.dim.from}) {
    if (is_from_class(*from)) *from = sources.class_name();
  }
  if (auto error = check_scaling(scaling, rotary.dim.value / 2, sources.model.claimed)) {
    return *error;
  }
  const bool has_two_axes = sources.known() && sources.known()->axes != PositionAxes::one;
  if (has_two_axes && rotary.dim.value % 4 != 0) {
    return invalid_argument({"[config] ", rotary.dim.from,
                             " must rotate a multiple of 4 components, "
                             "a half of them for each axis, but rotates ",
                             rotary.dim.value})
        .about(rotary.dim.from);
  }
  const auto& known = sources.known();
  const bool has_own_factor = known && known->yarn_attention_factor > 0 &&
                              scaling.type == RopeType::yarn && !sources.is_by_layer();
  if (has_own_factor && !scaling.attention_factor) {
    scaling.attention_factor = {known->yarn_attention_factor, sources.class_name()};
  }
  return RopeSettings{std::nullopt, head,    rotary.dim,
                      base,         scaling, known ? known->axes : PositionAxes::one,
                      rotary.unread};
}

/// Whether two dictionaries have the same effect. (A note on ignored keys names one of them, so they stay apart.)
bool scale_the_same(const RopeScaling& a, RopeScaling b) {
  if (a.path != b.path && !a.ignored.empty()) return false;
  if (a.type == RopeType::plain && b.type == RopeType::plain) return a.sections == b.sections;
  b.path = a.path;
  b.given = a.given;
  if (a.original && b.original) b.original->from = a.original->from;
  if (a.attention_factor && b.attention_factor) {
    b.attention_factor->from = a.attention_factor->from;
  }
  return a == b;
}

bool are_the_same(const RopeSettings& a, const RopeSettings& b) {
  return a.head_dim.value == b.head_dim.value && a.rotary_dim.value == b.rotary_dim.value &&
         a.base.value == b.base.value && scale_the_same(a.scaling, b.scaling);
}

/// Layers whose frequencies could differ, full ones first: those of each kind, and of these those with an entry of their own
/// in a list.
std::vector<LayerGroup> groups_of(const Dictionaries& config, const LayerPlan& plan) {
  // Where the file does not say which layers are of which kind, there may be both.
  const bool may_all_differ =
      find(config, {"per_layer_config", "partial_rotary_factors", "layer_rope_theta"}) ||
      (find(config, {"rope_theta"}) && find(config, {"rope_theta"})->value->list() != nullptr);
  if (plan.layers.empty() || (plan.kinds_from.empty() && !may_all_differ)) {
    return {{LayerKind::full, 0}, {LayerKind::sliding, 0}};
  }
  std::vector<LayerGroup> groups;
  for (const LayerKind kind : {LayerKind::full, LayerKind::sliding}) {
    for (std::size_t n = 0; n < plan.layers.size(); ++n) {
      const auto& [its_kind, rotates] = plan.layers[n];
      if (!rotates || its_kind != kind) continue;
      groups.push_back({kind, n});
      if (!may_all_differ) break;
    }
  }
  if (groups.empty()) groups.push_back({LayerKind::full, std::nullopt});
  return groups;
}

}  // namespace

Result<std::vector<RopeSettings>> read_ropes(const Dictionaries& config, const ModelConfig& model,
                                             const ScalingDictionaries& dictionaries) {
  const Sources sources{config, model, dictionaries};
  std::vector<RopeSettings> ropes;
  for (const LayerGroup& group : groups_of(config, model.layers)) {
    POSENC_TRY(one, read_one(sources, group));
    const bool is_known = std::ranges::any_of(
        ropes, [&one](const RopeSettings& other) { return are_the_same(other, one); });
    if (is_known) continue;
    if (ropes.size() == most_sets) {
      return invalid_argument({"[config] layers must have at most ", most_sets,
                               " different sets of frequencies, but layer ", *group.layer,
                               " would have another one"})
          .about("config");
    }
    ropes.push_back(one);
    ropes.back().layers = group.kind;
  }
  if (ropes.size() == 1) ropes.front().layers.reset();
  return ropes;
}

}  // namespace posenc::model_config
