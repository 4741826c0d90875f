#include "scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "layers.hpp"
#include "posenc/argument.hpp"

namespace posenc::model_config {
namespace {

/// Other names of types, as in files of models that have code of their own.
constexpr std::array<EnumName<RopeType>, 4> other_type_names{{{"su", RopeType::longrope},
                                                              {"deepseek_yarn", RopeType::yarn},
                                                              {"telechat3-yarn", RopeType::yarn},
                                                              {"video_rope", RopeType::plain}}};

using Keys = std::initializer_list<std::string_view>;

/// The path of a dictionary, without the dot behind it.
std::string path_of(const Dictionary& dictionary) {
  return dictionary.path.substr(0, dictionary.path.size() - 1);
}

/// A dictionary under a key; none where it is absent, null or empty. Errors: another value.
Result<std::optional<Dictionary>> dictionary_at(const Dictionaries& where, std::string_view key) {
  for (const Dictionary& one : where) {
    const auto found = find({one}, {key});
    if (!found) continue;
    const auto* object = found->value->object();
    if (object == nullptr) return unexpected(*found, "an object or null");
    if (!object->empty()) return std::optional(Dictionary{object, found->path + "."});
  }
  return std::optional<Dictionary>();
}

/// The dictionary for one kind of layer, in one that has several; none where it is absent or null. Errors: another value.
Result<std::optional<Dictionary>> dictionary_of(const Dictionary& dictionary, LayerKind kind) {
  for (const ConfigValue::Entry& entry : *dictionary.object) {
    if (layer_kind_named(entry.key) != kind) continue;
    POSENC_TRY(found, dictionary_at({dictionary}, entry.key));
    if (found) return found;
  }
  return std::optional<Dictionary>();
}

/// Whether a dictionary contains one for each kind of layer instead of a scaling.
bool is_by_layer(const Dictionary& dictionary) {
  return std::ranges::any_of(*dictionary.object, [](const ConfigValue::Entry& entry) {
    return layer_kind_named(entry.key) && !entry.value.is_null();
  });
}

Result<RopeType> type_at(const Found& found) {
  const std::string* name = found.value->text();
  std::string expected;
  const auto look_for = [&](const auto& names) -> std::optional<RopeType> {
    for (const auto& [known, type] : names) {
      if (name != nullptr && *name == known) return type;
      expected += (expected.empty() ? "" : ", ") + quote(known);
    }
    return std::nullopt;
  };
  if (const auto type = look_for(rope_type_names)) return *type;
  if (const auto type = look_for(other_type_names)) return *type;
  return unexpected(found, "one of " + expected);
}

Result<RopeType> read_type(const Dictionaries& where) {
  const auto rope_type = find(where, {"rope_type"});
  const auto type = find(where, {"type"});
  if (!rope_type && !type) return RopeType::plain;
  POSENC_TRY(first, type_at(rope_type ? *rope_type : *type));
  if (rope_type && type) {
    POSENC_TRY(second, type_at(*type));
    // Transformers 5 writes the first of these beside the second, which older releases wrote.
    const auto are = [&](RopeType one, RopeType other) { return first == one && second == other; };
    const bool is_rewritten =
        are(RopeType::plain, RopeType::mrope) || are(RopeType::mrope, RopeType::plain);
    if (first != second && !is_rewritten) {
      return invalid_argument({"[config] ", rope_type->path, " and ", type->path,
                               " must be the same but are ", shown(*rope_type->value), " and ",
                               shown(*type->value)})
          .about(type->path);
    }
  }
  return first;
}

/// A list of numbers above 0; empty where there is none.
Result<std::vector<double>> factors(const Dictionaries& where, std::string_view key) {
  std::vector<double> all;
  const auto found = find(where, {key});
  if (!found) return all;
  const auto* list = found->value->list();
  if (list == nullptr) return unexpected(*found, "a list of numbers above 0");
  for (const ConfigValue& each : *list) {
    const double* factor = each.number();
    if (factor == nullptr || !(*factor > 0) || !std::isfinite(*factor)) {
      return unexpected({&each, found->path}, "a list of numbers above 0");
    }
    all.push_back(*factor);
  }
  return all;
}

Result<std::vector<Index>> read_sections(const Dictionaries& where) {
  std::vector<Index> all;
  const auto found = find(where, {"mrope_section", "xdrope_section"});
  if (!found) return all;
  const auto* list = found->value->list();
  constexpr std::string_view expected = "a list of whole numbers";
  if (list == nullptr) return unexpected(*found, expected);
  for (const ConfigValue& each : *list) {
    const double* pairs = each.number();
    if (pairs == nullptr || !(*pairs >= 0 && *pairs <= largest_width) ||
        *pairs != std::trunc(*pairs)) {
      return unexpected({&each, found->path}, expected);
    }
    all.push_back(static_cast<Index>(*pairs));
  }
  return all;
}

/// The keys that occur in dictionaries of a type that does not read them.
std::vector<std::string_view> unread_keys(RopeType type) {
  std::vector<std::string_view> keys;
  const auto add = [&](Keys more) { keys.insert(keys.end(), more.begin(), more.end()); };
  if (type == RopeType::dynamic || type == RopeType::linear) {
    add({"original_max_position_embeddings"});
  }
  if (type == RopeType::llama3) add({"truncate", "beta_fast", "beta_slow", "mscale"});
  if (type == RopeType::yarn) add({"low_freq_factor", "high_freq_factor"});
  return keys;
}

/// Keys that only some software reads, for yarn: vLLM and llama.cpp.
constexpr std::array<std::string_view, 2> keys_read_by_some{"attn_factor", "extrapolation_factor"};

/// Keys that a reader of some type knows.
constexpr std::array<std::string_view, 29> known_keys{"rope_type",
                                                      "type",
                                                      "factor",
                                                      "rope_theta",
                                                      "partial_rotary_factor",
                                                      "rotary_dim",
                                                      "rotary_pct",
                                                      "original_max_position_embeddings",
                                                      "max_position_embeddings",
                                                      "attention_factor",
                                                      "beta_fast",
                                                      "beta_slow",
                                                      "mscale",
                                                      "mscale_all_dim",
                                                      "truncate",
                                                      "low_freq_factor",
                                                      "high_freq_factor",
                                                      "short_factor",
                                                      "long_factor",
                                                      "short_mscale",
                                                      "long_mscale",
                                                      "alpha",
                                                      "mrope_section",
                                                      "xdrope_section",
                                                      "mrope_interleaved",
                                                      "llama_4_scaling_beta",
                                                      "attn_factor",
                                                      "extrapolation_factor",
                                                      "rope_ratio"};

/// The keys of numbers that a type reads besides its factor.
std::vector<std::string_view> number_keys(RopeType type) {
  switch (type) {
    case RopeType::yarn:
      return {"beta_fast", "beta_slow", "mscale", "mscale_all_dim"};
    case RopeType::llama3:
      return {"low_freq_factor", "high_freq_factor"};
    case RopeType::xdrope:
    case RopeType::dynamic:
      return {"alpha"};
    default:
      return {};
  }
}

template <class T>
std::optional<T> value_in(const std::optional<Sourced<T>>& found) {
  return found ? std::optional(found->value) : std::nullopt;
}

Error absent(const RopeScaling& scaling, std::string_view key, std::string_view expected) {
  const std::string path = scaling.path + "." + std::string(key);
  return invalid_argument({"[config] ", path, " must be ", std::string(expected), " for ",
                           quote(name_in(rope_type_names, scaling.type)), " but is absent"})
      .about(path);
}

std::optional<Error> check_list(const RopeScaling& scaling, std::string_view key,
                                const std::vector<double>& list, Index pairs) {
  if (list.empty()) return absent(scaling, key, "a list of numbers above 0");
  if (static_cast<Index>(list.size()) == pairs) return std::nullopt;
  const std::string path = scaling.path + "." + std::string(key);
  return invalid_argument({"[config] ", path, " must have one number for each of the ", pairs,
                           " rotated pairs but has ", list.size()})
      .about(path);
}

}  // namespace

Result<ScalingDictionaries> scaling_dictionaries(const Dictionaries& config,
                                                 const std::optional<ModelClass>& known) {
  POSENC_TRY(scaling, dictionary_at(config, "rope_scaling"));
  POSENC_TRY(parameters, dictionary_at(config, "rope_parameters"));
  ScalingDictionaries all;
  for (const Dictionary& where : scaling ? config : Dictionaries()) {
    POSENC_TRY(unused, dictionary_at({where}, "rope_parameters"));
    if (unused) all.unused.push_back(path_of(*unused));
  }
  std::optional<Dictionary> chosen = scaling ? scaling : parameters;
  if (!chosen && known && known->defaults != RopeDefaults::none) {
    all.of_class = std::make_shared<ConfigValue::Object>(filled_in_rope(known->defaults));
    chosen = Dictionary{all.of_class.get(), from_class(known->model_type) + "."};
  }
  if (!chosen) return all;
  if (!is_by_layer(*chosen)) {
    all.full = all.sliding = chosen;
    return all;
  }
  all.form = ScalingDictionaries::Form::by_layer;
  POSENC_TRY(full, dictionary_of(*chosen, LayerKind::full));
  POSENC_TRY(sliding, dictionary_of(*chosen, LayerKind::sliding));
  all.full = full;
  all.sliding = sliding;
  return all;
}

Result<RopeScaling> read_scaling(const std::optional<Dictionary>& dictionary,
                                 const Dictionaries& config) {
  RopeScaling scaling;
  Dictionaries own;
  if (dictionary) {
    own = {*dictionary};
    scaling.path = path_of(*dictionary);
  }
  POSENC_TRY(type, read_type(own));
  scaling.type = type;
  POSENC_TRY(at_top, length(config, {"original_max_position_embeddings", "max_trained_positions"}));
  POSENC_TRY(within, length(own, {"original_max_position_embeddings"}));
  // As in Transformers, which takes the attribute of the config where there is one.
  scaling.original = at_top ? at_top : within;
  if (at_top && within && at_top->value != within->value) scaling.other_original = within;

  constexpr auto any_from_0 = [](double value) { return value >= 0; };
  POSENC_TRY(factor, positive(own, {"factor"}));
  POSENC_TRY(attention_factor, positive(own, {"attention_factor"}));
  POSENC_TRY(mscale, number(own, {"mscale"}, any_from_0, "a number of at least 0"));
  POSENC_TRY(mscale_all_dim, number(own, {"mscale_all_dim"}, any_from_0, "a number of at least 0"));
  POSENC_TRY(beta_fast, positive(own, {"beta_fast"}));
  POSENC_TRY(beta_slow, positive(own, {"beta_slow"}));
  POSENC_TRY(low_freq_factor, positive(own, {"low_freq_factor"}));
  POSENC_TRY(high_freq_factor, positive(own, {"high_freq_factor"}));
  POSENC_TRY(alpha, positive(own, {"alpha"}));
  POSENC_TRY(long_mscale, positive(own, {"long_mscale"}));
  POSENC_TRY(short_mscale, positive(own, {"short_mscale"}));
  POSENC_TRY(truncate, flag(own, "truncate"));
  POSENC_TRY(long_factor, factors(own, "long_factor"));
  POSENC_TRY(short_factor, factors(own, "short_factor"));
  POSENC_TRY(sections, read_sections(own));
  POSENC_TRY(interleaved, flag(own, "mrope_interleaved"));
  scaling.factor = value_in(factor);
  scaling.attention_factor = attention_factor;
  scaling.mscale = value_in(mscale);
  scaling.mscale_all_dim = value_in(mscale_all_dim);
  scaling.beta_fast = value_in(beta_fast).value_or(scaling.beta_fast);
  scaling.beta_slow = value_in(beta_slow).value_or(scaling.beta_slow);
  scaling.low_freq_factor = value_in(low_freq_factor);
  scaling.high_freq_factor = value_in(high_freq_factor);
  scaling.alpha = value_in(alpha);
  scaling.long_mscale = value_in(long_mscale);
  scaling.short_mscale = value_in(short_mscale);
  if (!truncate.value_or(true)) scaling.ramp = YarnRamp::released_unrounded;
  scaling.long_factor = long_factor;
  scaling.short_factor = short_factor;
  scaling.sections = sections;
  if (interleaved.value_or(false)) scaling.section_order = RopeScaling::Sections::interleaved;
  for (const std::string_view key : number_keys(type)) {
    if (find(own, {key})) scaling.given.emplace_back(key);
  }
  for (const ConfigValue::Entry& entry : own.empty() ? ConfigValue::Object() : *own[0].object) {
    if (entry.value.is_null()) continue;
    const auto is = [&entry](std::string_view key) { return key == entry.key; };
    if (std::ranges::none_of(known_keys, is)) scaling.ignored.push_back(entry.key);
    const bool is_read_by_some =
        type == RopeType::yarn && std::ranges::any_of(keys_read_by_some, is);
    if (is_read_by_some) scaling.read_by_some.push_back(entry.key);
  }
  for (const std::string_view key : unread_keys(type)) {
    if (find(own, {key})) scaling.ignored.emplace_back(key);
  }
  return scaling;
}

std::optional<Error> check_scaling(const RopeScaling& scaling, Index pairs,
                                   const std::optional<Sourced<double>>& claimed) {
  const auto needs_claimed = [&](std::string_view instead) -> std::optional<Error> {
    if (claimed) return std::nullopt;
    return invalid_argument({"[config] max_position_embeddings must be a whole number above 0 for ",
                             quote(name_in(rope_type_names, scaling.type)), instead,
                             " but is absent"})
        .about("max_position_embeddings");
  };
  constexpr std::string_view above_0 = "a number above 0";
  switch (scaling.type) {
    case RopeType::linear:
      if (!scaling.factor) return absent(scaling, "factor", above_0);
      return std::nullopt;
    case RopeType::dynamic:
      if (scaling.alpha) return std::nullopt;
      if (!scaling.factor) return absent(scaling, "factor", above_0);
      return needs_claimed("");
    case RopeType::yarn:
      if (!scaling.original && !claimed) {
        return absent(scaling, "original_max_position_embeddings", "a whole number above 0");
      }
      return scaling.factor ? std::nullopt : needs_claimed(" without a factor");
    case RopeType::llama3:
      if (!scaling.factor) return absent(scaling, "factor", above_0);
      if (!scaling.low_freq_factor) return absent(scaling, "low_freq_factor", above_0);
      if (!scaling.high_freq_factor) return absent(scaling, "high_freq_factor", above_0);
      if (!scaling.original && !claimed) {
        return absent(scaling, "original_max_position_embeddings", "a whole number above 0");
      }
      return std::nullopt;
    case RopeType::longrope:
      if (auto error = check_list(scaling, "long_factor", scaling.long_factor, pairs)) return error;
      if (auto error = check_list(scaling, "short_factor", scaling.short_factor, pairs)) {
        return error;
      }
      return scaling.attention_factor || scaling.factor ? std::nullopt : needs_claimed("");
    default:
      return std::nullopt;
  }
}

}  // namespace posenc::model_config
