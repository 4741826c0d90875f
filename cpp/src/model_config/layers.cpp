#include "layers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"

namespace posenc::model_config {
namespace {

constexpr double most_layers = 4096;

/// The kinds of layers, and the key that says them.
struct Kinds {
  std::vector<LayerKind> kinds;
  std::string from;
};

LayerKind kind_named(std::string_view name) {
  constexpr std::array full{"full_attention", "attention", "global", "global_attention"};
  constexpr std::array sliding{"sliding_attention", "chunked_attention", "local",
                               "local_attention"};
  if (std::ranges::find(full, name) != full.end()) return LayerKind::full;
  return std::ranges::find(sliding, name) != sliding.end() ? LayerKind::sliding : LayerKind::other;
}

/// The kind of layer number n, from a rule.
template <class Rule>
Kinds by_rule(std::size_t total, const std::string& from, Rule rule) {
  Kinds all{{}, from};
  for (std::size_t n = 0; n < total; ++n) all.kinds.push_back(rule(n));
  return all;
}

/// Layers n-1, 2n-1, .. are `at`, the others `between`.
Kinds every(std::size_t total, Index n, LayerKind at, LayerKind between, const std::string& from) {
  const auto period = static_cast<std::size_t>(n);
  return by_rule(total, from,
                 [=](std::size_t layer) { return (layer + 1) % period == 0 ? at : between; });
}

Result<Kinds> from_letters(std::size_t total, const Found& found) {
  constexpr std::string_view expected = "a whole number above 0, or letters L and G";
  const std::string* letters = found.value->text();
  if (letters == nullptr || letters->empty() ||
      letters->find_first_not_of("LG") != std::string::npos) {
    return unexpected(found, expected);
  }
  return by_rule(total, found.path, [letters](std::size_t layer) {
    return (*letters)[layer % letters->size()] == 'G' ? LayerKind::full : LayerKind::sliding;
  });
}

Result<Kinds> from_names(const Found& found) {
  const auto* list = found.value->list();
  constexpr std::string_view expected = "a list of names of kinds of layers";
  if (list == nullptr) return unexpected(found, expected);
  Kinds all{{}, found.path};
  for (const ConfigValue& each : *list) {
    if (each.text() == nullptr) return unexpected({&each, found.path}, expected);
    all.kinds.push_back(kind_named(*each.text()));
  }
  return all;
}

/// A list of 0 and 1, or false and true.
Result<std::vector<bool>> switches(const Found& found) {
  constexpr std::string_view expected = "a list of 0 and 1";
  const auto* list = found.value->list();
  if (list == nullptr) return unexpected(found, expected);
  std::vector<bool> all;
  for (const ConfigValue& each : *list) {
    const double* number = each.number();
    const bool* boolean = each.boolean();
    if (boolean == nullptr && (number == nullptr || (*number != 0 && *number != 1))) {
      return unexpected({&each, found.path}, expected);
    }
    all.push_back(boolean != nullptr ? *boolean : *number == 1);
  }
  return all;
}

/// The kinds of layers that a file or class gives; none where all attend to everything, as far as it says.
Result<Kinds> read_kinds(const Dictionaries& config, const ModelClass* model_class,
                         std::size_t total) {
  using enum LayerKind;
  if (const auto names = find(config, {"layer_types"})) return from_names(*names);
  if (const auto pattern = find(config, {"sliding_window_pattern"})) {
    if (pattern->value->text() != nullptr) return from_letters(total, *pattern);
    POSENC_TRY(n, count(config, {"sliding_window_pattern"}));
    return every(total, n->value, full, sliding, n->from);
  }
  POSENC_TRY(global, count(config, {"global_attn_every_n_layers"}));
  if (global) {
    const auto period = static_cast<std::size_t>(global->value);
    return by_rule(total, global->from,
                   [period](std::size_t n) { return n % period == 0 ? full : sliding; });
  }
  POSENC_TRY(attention_period, count(config, {"attn_layer_period"}));
  if (attention_period) {
    POSENC_TRY(offset, number(
                           config, {"attn_layer_offset"},
                           [](double value) { return value >= 0 && value <= most_layers; },
                           "a number from 0 to 4096"));
    const auto period = static_cast<std::size_t>(attention_period->value);
    const auto at = static_cast<std::size_t>(offset ? offset->value : 0);
    return by_rule(total, attention_period->from,
                   [=](std::size_t n) { return n % period == at ? full : other; });
  }
  POSENC_TRY(interval, count(config, {"full_attention_interval"}));
  if (interval) return every(total, interval->value, full, other, interval->from);
  if (const auto list = find(config, {"attn_type_list"})) {
    POSENC_TRY(softmax, switches(*list));
    Kinds all{{}, list->path};
    for (const bool one : softmax) all.kinds.push_back(one ? full : other);
    return all;
  }
  if (model_class != nullptr && model_class->full_every > 0) {
    return every(total, model_class->full_every, full, sliding, std::string(from_class));
  }
  return Kinds{};
}

}  // namespace

Result<ReadLayers> read_layers(const Dictionaries& config, const ModelClass* model_class,
                               PositionKind kind) {
  POSENC_TRY(given, count(config, {"num_hidden_layers", "n_layer", "n_layers", "num_layers"},
                          most_layers));
  std::size_t total = given ? static_cast<std::size_t>(given->value) : 0;
  POSENC_TRY(kinds, read_kinds(config, model_class, total));
  ReadLayers read;
  const bool is_list =
      kinds.from.ends_with("layer_types") || kinds.from.ends_with("attn_type_list");
  if (is_list && !given) total = std::min<std::size_t>(kinds.kinds.size(), most_layers);
  if (kinds.from.ends_with("layer_types") && kinds.kinds.size() != total) {
    read.wrong_lengths.push_back({kinds.from, static_cast<Index>(kinds.kinds.size())});
  }
  read.plan.kinds_from = kinds.from;
  for (std::size_t n = 0; n < total; ++n) {
    const LayerKind its = n < kinds.kinds.size() ? kinds.kinds[n] : LayerKind::full;
    read.plan.layers.push_back({its, kind == PositionKind::rope && its != LayerKind::other});
  }
  if (kind != PositionKind::rope) return read;

  auto& layers = read.plan.layers;
  const auto list = find(config, {"no_rope_layers"});
  POSENC_TRY(interval, count(config, {"no_rope_layer_interval"}));
  if (list && !(list->value->list() != nullptr && list->value->list()->empty())) {
    POSENC_TRY(rotates, switches(*list));
    read.plan.rotation_from = list->path;
    if (given && rotates.size() != total) {
      read.wrong_lengths.push_back({list->path, static_cast<Index>(rotates.size())});
    }
    for (std::size_t n = 0; n < std::min(total, rotates.size()); ++n) {
      layers[n].rotates = layers[n].rotates && rotates[n];
    }
  } else if (interval) {
    read.plan.rotation_from = interval->from;
    const auto period = static_cast<std::size_t>(interval->value);
    for (std::size_t n = period - 1; n < total; n += period) layers[n].rotates = false;
  } else if (model_class != nullptr && model_class->rule == LayerRule::rotates_sliding_only) {
    // Without a window, these classes rotate everywhere.
    const auto is_sliding = [](const auto& layer) { return layer.kind == LayerKind::sliding; };
    if (std::ranges::any_of(layers, is_sliding)) {
      read.plan.rotation_from = from_class;
      for (auto& layer : layers) layer.rotates = layer.rotates && is_sliding(layer);
    }
  }
  return read;
}

}  // namespace posenc::model_config
