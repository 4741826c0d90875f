#include "posenc/model_config/serving.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "engines/engine_view.hpp"
#include "notes.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/comparison.hpp"
#include "posenc/model_config/phrases.hpp"
#include "posenc/model_config/report.hpp"

namespace posenc {
namespace {

using model_config::in_words;

/// Sets a key, whatever it had before.
void set(ConfigValue::Object& object, std::string_view key, ConfigValue value) {
  std::erase_if(object, [key](const ConfigValue::Entry& entry) { return entry.key == key; });
  object.push_back({std::string(key), std::move(value)});
}

/// The keys of a path with dots. (Those of GGUF files have dots themselves.)
std::vector<std::string> keys_of(const ModelConfig& model, const std::string& path) {
  if (model.format == ModelConfig::Format::gguf) return {path};
  std::vector<std::string> keys{""};
  for (const char letter : path) {
    if (letter == '.') {
      keys.emplace_back();
    } else {
      keys.back() += letter;
    }
  }
  return keys;
}

/// The object below keys, which is made where it is absent.
ConfigValue::Object& object_at(ConfigValue& file, std::span<const std::string> keys) {
  if (file.object() == nullptr) file.value = ConfigValue::Object();
  auto& object = std::get<ConfigValue::Object>(file.value);
  if (keys.empty()) return object;
  const std::string& key = keys.front();
  if (value_of(object, key) == nullptr) set(object, key, {ConfigValue::Object()});
  // (Where a key occurs twice, the last one counts.)
  const auto last =
      std::ranges::find(object.rbegin(), object.rend(), key, &ConfigValue::Entry::key);
  return object_at(last->value, keys.subspan(1));
}

/// How many tokens a table of rows has a row for.
double tokens_of_table(const ModelConfig& model) {
  const bool has_reserved = model.known_class->table == TableRule::two_reserved;
  return static_cast<double>(model.rows->value - (has_reserved ? 2 : 0));
}

/// The longest text that a file is for.
std::optional<double> claimed_length(const ModelConfig& model) {
  const bool is_table = model.rows && model.known_class;
  if (is_table) return tokens_of_table(model);
  return model.claimed ? std::optional(model.claimed->value) : std::nullopt;
}

/// The path of the dictionary that scales, from the one for a kind of layer within it: "text_config.rope_parameters".
std::string whole_dictionary(const std::string& path) {
  for (const std::string_view name : {"rope_scaling", "rope_parameters"}) {
    const std::size_t at = path.find(name);
    if (at != std::string::npos) return path.substr(0, at + name.size());
  }
  return path;
}

double rounded_up(double factor) {
  constexpr double decimals = 1e4;
  // (Not up from a quotient that is off by a rounding error.)
  return std::ceil(factor * decimals * (1 - rounding_tolerance)) / decimals;
}

/// How a set of frequencies reaches a length.
struct Change {
  RopeType type;
  double factor;
  std::optional<double> original;
};

/// The longest text that a set reaches as it is.
double reach(const RopeSettings& rope, double claimed) {
  const RopeScaling& scaling = rope.scaling;
  if (scaling.type == RopeType::yarn && scaling.factor && scaling.original) {
    return std::max(
        claimed, std::floor(*scaling.factor * scaling.original->value * (1 + rounding_tolerance)));
  }
  if (scaling.type == RopeType::dynamic && !scaling.alpha) {
    return claimed * std::max(1.0, *scaling.factor);
  }
  return claimed;
}

/// None where no formula says how.
std::optional<Change> change_of(const RopeSettings& rope, double claimed, double length) {
  const RopeScaling& scaling = rope.scaling;
  if (rope.axes != PositionAxes::one || !scaling.pair_factors.empty()) return std::nullopt;
  switch (scaling.type) {
    case RopeType::plain:
    case RopeType::mrope:
      return Change{RopeType::yarn, rounded_up(length / claimed), claimed};
    case RopeType::yarn: {
      const double original = scaling.original ? scaling.original->value : claimed;
      return Change{RopeType::yarn, rounded_up(length / original), original};
    }
    case RopeType::llama3:
    case RopeType::linear: {
      const double factor = scaling.factor.value_or(1) * length / claimed;
      const auto original =
          scaling.original ? std::optional(scaling.original->value) : std::nullopt;
      return Change{scaling.type, rounded_up(factor), original};
    }
    case RopeType::dynamic:
      if (scaling.alpha) return std::nullopt;
      return Change{scaling.type, rounded_up(length / claimed), std::nullopt};
    default:
      return std::nullopt;
  }
}

/// Writes a change into the dictionary of a set, which was of the type `before`.
void write(ConfigValue::Object& dictionary, RopeType before, const Change& change) {
  const std::string type(name_in(rope_type_names, change.type));
  // A name that means the same type stays: some engines treat deepseek_yarn otherwise than yarn.
  const bool has_name =
      value_of(dictionary, "rope_type") != nullptr || value_of(dictionary, "type") != nullptr;
  if (!has_name || change.type != before) {
    set(dictionary, "rope_type", {type});
    if (value_of(dictionary, "type") != nullptr) set(dictionary, "type", {type});
  }
  const auto number = [&dictionary](std::string_view key) {
    const ConfigValue* value = value_of(dictionary, key);
    return value == nullptr ? nullptr : value->number();
  };
  const double* factor = number("factor");
  const double* attention = number("attention_factor");
  if (change.type == RopeType::yarn && factor != nullptr && attention != nullptr) {
    // What the formula gave for the factor before, it gives for the new one; another number is the maker's choice.
    const double by_formula = yarn_magnitude(*factor, 1);
    const bool follows = std::abs(*attention - by_formula) <= rounding_tolerance * by_formula;
    if (follows) set(dictionary, "attention_factor", {yarn_magnitude(change.factor, 1)});
  }
  set(dictionary, "factor", {change.factor});
  const bool has_original = change.type == RopeType::yarn && change.original;
  if (has_original) set(dictionary, "original_max_position_embeddings", {*change.original});
}

/// A change as keys of a GGUF file.
std::vector<ServingEdit> gguf_edits(const ModelConfig& model, const Change& change) {
  const std::string scaling = model.model_type + ".rope.scaling.";
  std::vector<ServingEdit> edits{
      {{scaling + "type"}, {std::string(name_in(rope_type_names, change.type))}},
      {{scaling + "factor"}, {change.factor}}};
  if (change.type == RopeType::yarn && change.original) {
    edits.push_back({{scaling + "original_context_length"}, {*change.original}});
  }
  return edits;
}

/// Layers whose reach a longer text needs: not those with a window, which see no farther than before, if there are others.
std::vector<const RopeReport*> sets_to_change(const ModelReport& report) {
  std::vector<const RopeReport*> sets;
  for (const RopeReport& rope : report.ropes) {
    if (rope.settings.layers != LayerKind::sliding) sets.push_back(&rope);
  }
  return sets;
}

/// The dictionary that scales a set, in a file that has one or gets one. (What the class supplies, with its base, is written
/// into the file first.)
std::string dictionary_path(const RopeReport& rope, const ModelConfig& model) {
  const std::string& path = rope.settings.scaling.path;
  if (path.empty()) return model.language_path + "rope_scaling";
  if (!is_from_class(path)) return path;
  const std::size_t of_class = from_class(model.known_class->model_type).size();
  return model.language_path + "rope_parameters" + path.substr(of_class);
}

double logits_of(const RopeReport& rope) {
  return rope.frequencies.attention_factor * rope.frequencies.attention_factor *
         rope.class_logit_factor;
}

ServingCost cost_of(const RopeReport& before, const RopeReport& after, double position) {
  const Vector& was = before.frequencies.inv_freq;
  const Vector& is = after.frequencies.inv_freq;
  ServingCost cost{before.settings.layers, was.size(),      0, position, 0,
                   logits_of(before),      logits_of(after)};
  for (Index i = 0; i < std::min(was.size(), is.size()); ++i) {
    const double change = std::abs(was[i] - is[i]);
    if (change <= rounding_tolerance * was[i]) continue;
    ++cost.changed;
    cost.radians = std::max(cost.radians, change * position);
  }
  return cost;
}

/// Of texts of the original length, for each set that both have.
Result<std::vector<ServingCost>> costs_of(const ConfigValue& file, const ConfigValue& changed,
                                          double original) {
  POSENC_TRY(before, model_report(file, original));
  POSENC_TRY(after, model_report(changed, original));
  std::vector<ServingCost> costs;
  if (before.ropes.size() == after.ropes.size()) {
    for (std::size_t n = 0; n < before.ropes.size(); ++n) {
      costs.push_back(cost_of(before.ropes[n], after.ropes[n], original - 1));
    }
    return costs;
  }
  for (const RopeReport& rope : before.ropes) {
    const auto same = std::ranges::find_if(after.ropes, [&rope](const RopeReport& other) {
      return !other.settings.layers || other.settings.layers == rope.settings.layers;
    });
    if (same != after.ropes.end()) costs.push_back(cost_of(rope, *same, original - 1));
  }
  return costs;
}

ServingPlan plan_without_scaling(const ModelConfig& model, double length) {
  const auto longest = claimed_length(model);
  const auto plan = [&](ServingAnswer answer, std::string message) {
    return ServingPlan{length, answer, std::move(message), {}, {}, {}, {}, {}};
  };
  switch (model.kind) {
    case PositionKind::learned:
    case PositionKind::sinusoidal_and_learned:
      return plan(ServingAnswer::impossible, longest
                                                 ? say<serving_phrases, "rows">(*longest, length)
                                                 : say<serving_phrases, "rows-unknown">(length));
    case PositionKind::alibi:
    case PositionKind::t5:
    case PositionKind::none: {
      if (!model.claimed) return plan(ServingAnswer::enough, say<serving_phrases, "no-limit">());
      ServingPlan only = plan(ServingAnswer::length_only, say<serving_phrases, "length-only">());
      only.edits.push_back({keys_of(model, model.claimed->from), {length}});
      return only;
    }
    case PositionKind::sinusoidal:
      return plan(ServingAnswer::no_rule, say<serving_phrases, "sinusoidal">());
    default:
      return plan(ServingAnswer::no_rule, say<serving_phrases, "unknown-kind">());
  }
}

std::string why_no_rule(const RopeSettings& rope) {
  if (rope.axes != PositionAxes::one) return say<serving_phrases, "two-axes">();
  if (rope.scaling.type == RopeType::longrope) return say<serving_phrases, "longrope">();
  return say<serving_phrases, "no-formula">(name_in(rope_type_names, rope.scaling.type));
}

}  // namespace

std::string path_of(const ServingEdit& edit) {
  std::string path;
  for (const std::string& key : edit.keys) path += (path.empty() ? "" : ".") + key;
  return path;
}

ConfigValue with_edits(ConfigValue file, const std::vector<ServingEdit>& edits) {
  for (const auto& [keys, value] : edits) {
    set(object_at(file, std::span(keys).first(keys.size() - 1)), keys.back(), value);
  }
  return file;
}

Result<ServingPlan> serving_plan(const ConfigValue& file, double length) {
  if (auto error = check_whole("[config] `length`", length, 1, max_position)) return *error;
  POSENC_TRY(report, model_report(file, std::nullopt));
  const ModelConfig& model = report.model;
  ServingPlan plan{length, ServingAnswer::enough, "", {}, {}, {}, {}, {}};
  const auto longest = claimed_length(model);
  if (longest && length <= *longest) {
    const std::string& from = model.claimed ? model.claimed->from : model.rows->from;
    plan.message = say<serving_phrases, "enough">(*longest, from);
    return plan;
  }
  if (model.kind != PositionKind::rope) return plan_without_scaling(model, length);
  const auto sets = sets_to_change(report);
  plan.answer = ServingAnswer::no_rule;
  if (!model.claimed) {
    plan.message = say<serving_phrases, "no-claim">();
    return plan;
  }
  const double claimed = model.claimed->value;
  const std::vector<std::string> claimed_keys = keys_of(model, model.claimed->from);
  ConfigValue changed = file;
  std::vector<std::string> paths;
  for (const RopeReport* rope : sets) {
    const double reached = reach(rope->settings, claimed);
    if (reached >= length) {
      if (reached > claimed && rope->settings.scaling.type == RopeType::yarn) {
        plan.edits.push_back({claimed_keys, {reached}});
      }
      const auto& [type, factor, path] = std::tie(
          rope->settings.scaling.type, rope->settings.scaling.factor, rope->settings.scaling.path);
      plan.answer = ServingAnswer::enough;
      plan.message =
          type == RopeType::dynamic
              ? say<serving_phrases, "reached-as-it-grows">(factor.value_or(1), reached, path)
              : say<serving_phrases, "reached">(factor.value_or(1), reached, path);
      return plan;
    }
    const auto change = change_of(rope->settings, claimed, length);
    if (!change) {
      plan.message = why_no_rule(rope->settings);
      return plan;
    }
    if (model.format == ModelConfig::Format::gguf) {
      plan.edits = gguf_edits(model, *change);
    } else {
      const std::string path = dictionary_path(*rope, model);
      const std::string whole = whole_dictionary(path);
      if (std::ranges::find(paths, whole) == paths.end()) {
        if (is_from_class(rope->settings.scaling.path)) {
          object_at(changed, keys_of(model, whole)) = filled_in_rope(model.known_class->defaults);
        }
        paths.push_back(whole);
      }
      write(object_at(changed, keys_of(model, path)), rope->settings.scaling.type, *change);
    }
    plan.type = change->type;
    plan.factor = change->factor;
    plan.original = change->original;
  }
  if (sets.empty()) {
    plan.answer = ServingAnswer::length_only;
    plan.message = say<serving_phrases, "windows-only">();
    plan.edits.push_back({claimed_keys, {length}});
    return plan;
  }
  for (const std::string& path : paths) {
    const std::vector<std::string> keys = keys_of(model, path);
    plan.edits.push_back({keys, {object_at(changed, keys)}});
  }
  // (dynamic counts from the claimed length, so that stays. Two engines multiply it for linear, too, which their arguments cap.)
  const bool claims_before_factor = plan.type == RopeType::dynamic;
  if (!claims_before_factor) plan.edits.push_back({claimed_keys, {length}});
  const Sourced<Index>& head = sets.front()->settings.head_dim;
  const std::string head_path = model.language_path + "head_dim";
  const bool needs_head = model.known_class && head.from != head_path &&
                          model_config::stores_no_head(model.known_class->model_type);
  if (needs_head) {
    plan.edits.push_back({keys_of(model, head_path), {static_cast<double>(head.value)}});
  }
  plan.answer = ServingAnswer::scaled;
  plan.message = say<serving_phrases, "scaled">(name_in(rope_type_names, *plan.type),
                                                in_words(*plan.factor), claimed, length);
  const double original = plan.original.value_or(claimed);
  POSENC_TRY(costs, costs_of(file, with_edits(file, plan.edits), std::min(original, claimed)));
  plan.costs = costs;
  return plan;
}

}  // namespace posenc
