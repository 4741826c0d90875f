#include "rope_settings.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "posenc/argument.hpp"

namespace posenc::model_config {
namespace {

using BaseKeys = std::initializer_list<std::string_view>;

/// Everything that the settings of one kind of layer are read from.
struct Sources {
  const Dictionaries& config;
  const ModelClass* model_class;
  const ScalingDictionaries& dictionaries;
  const Sourced<Index>& width;
  const Sourced<Index>& heads;
  const std::optional<Sourced<double>>& claimed;

  const std::optional<Dictionary>& dictionary(LayerKind kind) const {
    return kind == LayerKind::sliding ? dictionaries.sliding : dictionaries.full;
  }
  bool is_by_layer() const { return dictionaries.form == ScalingDictionaries::Form::by_layer; }
  bool scales_full_only() const {
    return model_class != nullptr && model_class->rule == LayerRule::scales_full_only;
  }
};

/// The base under the first of the keys that is present. Errors: a base of null, which differs from an absent one.
Optional<double> base_at(const Dictionaries& where, BaseKeys keys) {
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

Result<Sourced<double>> read_base(const Sources& sources, LayerKind kind) {
  const auto& dictionary = sources.dictionary(kind);
  const Dictionaries own = dictionary ? Dictionaries{*dictionary} : Dictionaries{};
  const Sourced<double> assumed{default_rope_base, std::string(from_default)};
  if (kind == LayerKind::sliding) {
    if (sources.is_by_layer()) {
      POSENC_TRY(base, base_at(own, {"rope_theta"}));
      if (base) return *base;
    }
    POSENC_TRY(local, base_at(sources.config, {"local_rope_theta", "rope_local_base_freq"}));
    if (local) return *local;
    const bool has_own_base =
        sources.scales_full_only() && sources.model_class->model_type == "gemma3";
    if (has_own_base) return assumed;
  }
  POSENC_TRY(base, base_at(own, {"rope_theta"}));
  if (base) return *base;
  POSENC_TRY(shared,
             base_at(sources.config, {"rope_theta", "rotary_emb_base", "global_rope_theta"}));
  if (shared) return *shared;
  POSENC_TRY(attention, attention_config(sources.config));
  POSENC_TRY(of_attention, base_at(attention, {"rope_theta"}));
  return of_attention ? *of_attention : assumed;
}

Result<Sourced<Index>> read_head_dim(const Sources& sources, LayerKind kind) {
  POSENC_TRY(given, count(sources.config, {"head_dim", "kv_channels"}, largest_width));
  // Multi-head latent attention rotates a part that has a key of its own.
  POSENC_TRY(latent, count(sources.config, {"qk_rope_head_dim"}, largest_width));
  if (latent) return *latent;
  if (kind == LayerKind::full) {
    POSENC_TRY(global, count(sources.config, {"global_head_dim"}, largest_width));
    if (global) return *global;
  }
  if (given) return *given;
  const auto& [width, width_from] = sources.width;
  const auto& [heads, heads_from] = sources.heads;
  if (width % heads != 0) {
    return invalid_argument({"[config] ", width_from, " must be a multiple of ", heads_from, " = ",
                             heads, " if head_dim is not given, but got ", width})
        .about(width_from);
  }
  const Sourced<Index> quotient{width / heads, width_from + " / " + heads_from};
  if (static_cast<double>(quotient.value) <= largest_width) return quotient;
  return invalid_argument({"[config] ", quotient.from, ", the width of a head, must be at most ",
                           largest_width, " but is ", quotient.value})
      .about(width_from);
}

Result<Sourced<Index>> read_rotary_dim(const Sources& sources, LayerKind kind,
                                       const Sourced<Index>& head) {
  const Index d = head.value;
  const auto fits = [d](double part) {
    return part >= 2 && part <= static_cast<double>(d) && std::fmod(part, 2) == 0;
  };
  const std::string range = joined({"from 2 to the width of a head, ", d});
  const auto whole_head = [&](const std::string& from) -> Result<Sourced<Index>> {
    if (d % 2 == 0) return Sourced<Index>{d, from};
    return invalid_argument({"[config] the width of a head must be even to be rotated but ",
                             head.from, " gives ", d})
        .about(head.from);
  };
  if (head.from.ends_with("qk_rope_head_dim")) return whole_head(head.from);

  Dictionaries where;
  if (const auto& own = sources.dictionary(kind)) where.push_back(*own);
  where.insert(where.end(), sources.config.begin(), sources.config.end());
  POSENC_TRY(part, count(where, {"rotary_dim"}, largest_width));
  if (part) {
    if (fits(static_cast<double>(part->value))) return *part;
    return invalid_argument({"[config] ", part->from, " must be an even number ", range,
                             ", but got ", part->value})
        .about(part->from);
  }
  POSENC_TRY(given, positive(where, {"partial_rotary_factor", "rotary_pct"}));
  if (!given && (sources.model_class == nullptr || sources.model_class->partial_rotary_factor == 1))
    return whole_head(head.from);
  const double factor = given ? given->value : sources.model_class->partial_rotary_factor;
  const std::string from = given ? given->from : std::string(from_class);
  const double rotated = std::trunc(static_cast<double>(d) * factor);
  if (fits(rotated)) return Sourced<Index>{static_cast<Index>(rotated), from};
  return invalid_argument({"[config] ", given ? given->from : "partial_rotary_factor",
                           " must rotate an even number of components, ", range, ", but got ",
                           factor, ", which rotates ", rotated})
      .about(from);
}

Result<RopeSettings> read_one(const Sources& sources, LayerKind kind) {
  POSENC_TRY(head, read_head_dim(sources, kind));
  POSENC_TRY(rotary, read_rotary_dim(sources, kind, head));
  POSENC_TRY(base, read_base(sources, kind));
  const bool is_plain =
      kind == LayerKind::sliding && sources.scales_full_only() && !sources.is_by_layer();
  POSENC_TRY(scaling,
             read_scaling(is_plain ? std::nullopt : sources.dictionary(kind), sources.config));
  if (auto error = check_scaling(scaling, rotary.value / 2, sources.claimed)) return *error;
  return RopeSettings{std::nullopt, head, rotary, base, scaling};
}

/// Whether two dictionaries have the same effect. (A note on ignored keys names one of them, so they stay apart.)
bool scale_the_same(const RopeScaling& a, RopeScaling b) {
  if (a.path != b.path && !a.ignored.empty()) return false;
  if (a.type == RopeType::plain && b.type == RopeType::plain) return a.sections == b.sections;
  b.path = a.path;
  b.given = a.given;
  if (a.original && b.original) b.original->from = a.original->from;
  return a == b;
}

bool are_the_same(const RopeSettings& a, const RopeSettings& b) {
  return a.head_dim.value == b.head_dim.value && a.rotary_dim.value == b.rotary_dim.value &&
         a.base.value == b.base.value && scale_the_same(a.scaling, b.scaling);
}

}  // namespace

Result<std::vector<RopeSettings>> read_ropes(const Dictionaries& config,
                                             const ModelClass* model_class, const LayerPlan& plan,
                                             const ScalingDictionaries& dictionaries,
                                             const Sourced<Index>& width,
                                             const Sourced<Index>& heads,
                                             const std::optional<Sourced<double>>& claimed) {
  const Sources sources{config, model_class, dictionaries, width, heads, claimed};
  const auto rotates = [&](LayerKind kind) {
    return std::ranges::any_of(plan.layers, [kind](const LayerPlan::Layer& layer) {
      return layer.rotates && layer.kind == kind;
    });
  };
  // Where the file does not say which layers are of which kind, there may be both.
  const bool knows_kinds = !plan.kinds_from.empty() && !plan.layers.empty();
  const bool has_sliding = knows_kinds ? rotates(LayerKind::sliding) : true;
  const bool has_full = knows_kinds ? rotates(LayerKind::full) : true;
  std::vector<RopeSettings> ropes;
  if (has_full || !has_sliding) {
    POSENC_TRY(full, read_one(sources, LayerKind::full));
    ropes.push_back(full);
  }
  if (!has_sliding) return ropes;
  POSENC_TRY(sliding, read_one(sources, LayerKind::sliding));
  if (ropes.empty()) return std::vector<RopeSettings>{sliding};
  if (are_the_same(ropes[0], sliding)) return ropes;
  ropes.push_back(sliding);
  ropes[0].layers = LayerKind::full;
  ropes[1].layers = LayerKind::sliding;
  return ropes;
}

}  // namespace posenc::model_config
