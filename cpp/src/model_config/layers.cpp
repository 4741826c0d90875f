#include "layers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "posenc/argument.hpp"

namespace posenc::model_config {
namespace {

constexpr double most_layers = 4096;

/// The kinds of layers, and the key that gives them.
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
  constexpr std::string_view expected = "a whole number above 0, or the letters L and G";
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
  constexpr std::string_view expected = "a list of layer types";
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
  constexpr std::string_view expected = "a list of 0s and 1s";
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

/// The kinds of layers that a file or class gives; none where neither names any, so that all attend to everything.
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
    POSENC_TRY(offset, whole(config, {"attn_layer_offset"}, 0, most_layers));
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

/// The list no_rope_layers; none where it is absent or empty, which Transformers treats as absent.
Result<std::optional<Found>> rotation_list(const Dictionaries& config) {
  const auto found = find(config, {"no_rope_layers"});
  if (!found) return std::optional<Found>();
  const auto* list = found->value->list();
  if (list == nullptr) return unexpected(*found, "a list of 0s and 1s");
  return list->empty() ? std::optional<Found>() : found;
}

/// Layers n-1, 2n-1, .. do not rotate.
void leave_out_every(LayerPlan& plan, Index n, const std::string& from) {
  plan.rotation_from = from;
  const auto period = static_cast<std::size_t>(n);
  for (std::size_t layer = period - 1; layer < plan.layers.size(); layer += period) {
    plan.layers[layer].rotates = false;
  }
}

/// Which layers rotate, where not all do.
std::optional<Error> read_rotation(LayerPlan& plan, const Dictionaries& config,
                                   const ModelClass* model_class) {
  auto list = rotation_list(config);
  if (!list) return list.error();
  if (*list) {
    auto rotates = switches(**list);
    if (!rotates) return rotates.error();
    plan.rotation_from = (*list)->path;
    for (std::size_t n = 0; n < std::min(plan.layers.size(), rotates->size()); ++n) {
      plan.layers[n].rotates = plan.layers[n].rotates && (*rotates)[n];
    }
    return std::nullopt;
  }
  const auto interval = count(config, {"no_rope_layer_interval"});
  if (!interval) return interval.error();
  if (*interval) {
    leave_out_every(plan, (*interval)->value, (*interval)->from);
  } else if (model_class != nullptr && model_class->no_rope_every > 0) {
    leave_out_every(plan, model_class->no_rope_every, std::string(from_class));
  } else if (model_class != nullptr && model_class->rule == LayerRule::rotates_sliding_only) {
    // Without a window, these classes rotate everywhere.
    const auto is_sliding = [](const auto& layer) { return layer.kind == LayerKind::sliding; };
    if (!std::ranges::any_of(plan.layers, is_sliding)) return std::nullopt;
    plan.rotation_from = from_class;
    for (auto& layer : plan.layers) layer.rotates = layer.rotates && is_sliding(layer);
  }
  return std::nullopt;
}

/// The lists with an entry for each layer, if there are any.
Result<std::vector<ReadLayers::LayerList>> layer_lists(const Dictionaries& config) {
  std::vector<ReadLayers::LayerList> lists;
  for (const auto key : {"layer_types", "attn_type_list"}) {
    const auto found = find(config, {key});
    if (!found || found->value->list() == nullptr) continue;
    lists.push_back({found->path, static_cast<double>(found->value->list()->size())});
    break;  // The first one counts.
  }
  POSENC_TRY(rotates, rotation_list(config));
  if (rotates) {
    lists.push_back({rotates->path, static_cast<double>(rotates->value->list()->size())});
  }
  return lists;
}

/// How many layers there are: as the file says, else as many as its first list has; 0 where it has neither.
Result<Sourced<double>> layer_count(const Dictionaries& config,
                                    const std::vector<ReadLayers::LayerList>& lists) {
  POSENC_TRY(given, whole(config, {"num_hidden_layers", "n_layer", "n_layers", "num_layers"}, 1,
                          most_layers));
  if (given) return *given;
  if (lists.empty()) return Sourced<double>{0, ""};
  const auto& [key, entries] = lists.front();
  if (entries <= most_layers) return Sourced<double>{entries, key};
  return invalid_argument(
             {"[config] ", key, " must have at most ", most_layers, " entries but has ", entries})
      .about(key);
}

}  // namespace

Result<ReadLayers> read_layers(const Dictionaries& config, const ModelClass* model_class,
                               PositionKind kind) {
  POSENC_TRY(lists, layer_lists(config));
  POSENC_TRY(count, layer_count(config, lists));
  const double total = count.value;
  POSENC_TRY(kinds, read_kinds(config, model_class, static_cast<std::size_t>(total)));
  ReadLayers read;
  read.plan.count_from = count.from;
  read.plan.kinds_from = kinds.from;
  for (std::size_t n = 0; n < static_cast<std::size_t>(total); ++n) {
    const LayerKind its = n < kinds.kinds.size() ? kinds.kinds[n] : LayerKind::full;
    read.plan.layers.push_back({its, kind == PositionKind::rope && its != LayerKind::other});
  }
  for (const ReadLayers::LayerList& list : lists) {
    if (list.entries != total && !list.key.ends_with("attn_type_list")) {
      read.wrong_lengths.push_back(list);
    }
  }
  if (kind != PositionKind::rope) return read;
  if (auto error = read_rotation(read.plan, config, model_class)) return *error;
  return read;
}

}  // namespace posenc::model_config
