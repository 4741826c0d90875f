#include "layers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
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

/// The kind of layer number n, from a rule.
template <class Rule>
Kinds by_rule(std::size_t total, const std::string& from, Rule rule) {
  Kinds all{{}, from};
  for (std::size_t n = 0; n < total; ++n) all.kinds.push_back(rule(n));
  return all;
}

/// A period that is longer than any model has one layer of its kind, or none.
int within_layers(Index period) {
  return static_cast<int>(std::min<Index>(period, static_cast<Index>(most_layers) + 1));
}

Kinds by_pattern(std::size_t total, const LayerPattern& pattern, const std::string& from) {
  const auto every = static_cast<std::size_t>(pattern.every);
  const auto first = static_cast<std::size_t>(pattern.first);
  return by_rule(total, from, [&](std::size_t layer) {
    const bool is_last = layer + 1 == total;
    if (pattern.ends_full && is_last) return LayerKind::full;
    if (pattern.starts_full && layer == 0) return LayerKind::full;
    const std::size_t place = pattern.from_end ? total - 1 - layer : layer;
    return place % every == first ? pattern.kind : pattern.others;
  });
}

/// Layers n-1, 2n-1, .. are full, the others `between`.
Kinds every(std::size_t total, Index n, LayerKind between, const std::string& from) {
  const int period = within_layers(n);
  return by_pattern(total, {period, period - 1, LayerKind::full, between}, from);
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
    all.kinds.push_back(layer_kind_named(*each.text()).value_or(LayerKind::other));
  }
  return all;
}

/// A list of whole numbers, such as the numbers of layers.
Result<std::vector<double>> whole_numbers(const Found& found) {
  constexpr std::string_view expected = "a list of whole numbers of at least 0";
  const auto* list = found.value->list();
  if (list == nullptr) return unexpected(found, expected);
  std::vector<double> all;
  for (const ConfigValue& each : *list) {
    const double* number = each.number();
    if (number == nullptr || !(*number >= 0) || *number != std::trunc(*number)) {
      return unexpected({&each, found.path}, expected);
    }
    all.push_back(*number);
  }
  return all;
}

/// The layers in a list attend, the others have no softmax attention. `first` is the number that the first layer has there.
Result<Kinds> from_indices(std::size_t total, const Found& found, double first) {
  POSENC_TRY(numbers, whole_numbers(found));
  return by_rule(total, found.path, [&](std::size_t layer) {
    const bool attends =
        std::ranges::find(numbers, static_cast<double>(layer) + first) != numbers.end();
    return attends ? LayerKind::full : LayerKind::other;
  });
}

/// A number for each layer: 0 is one kind, every other number another.
Result<Kinds> from_zeros(const Found& found, LayerKind zero, LayerKind others) {
  POSENC_TRY(numbers, whole_numbers(found));
  return by_rule(numbers.size(), found.path,
                 [&](std::size_t layer) { return numbers[layer] == 0 ? zero : others; });
}

/// Nemotron-H's letters, one for each layer: * is attention.
Result<Kinds> from_marks(const Found& found) {
  const std::string* marks = found.value->text();
  if (marks == nullptr || marks->empty()) {
    return unexpected(found, "letters, one for each layer, with * for attention");
  }
  return by_rule(marks->size(), found.path, [marks](std::size_t layer) {
    return (*marks)[layer] == '*' ? LayerKind::full : LayerKind::other;
  });
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

/// The kinds of layers that a file gives by a list; none where it gives none.
Result<std::optional<Kinds>> kinds_listed(const Dictionaries& config, std::size_t total) {
  using enum LayerKind;
  const auto some = [](Result<Kinds> kinds) -> Result<std::optional<Kinds>> {
    if (!kinds) return kinds.error();
    return std::optional(*kinds);
  };
  if (const auto names = find(config, {"layer_types", "layers_block_type"})) {
    return some(from_names(*names));
  }
  if (const auto list = find(config, {"attn_layer_indices", "full_attn_idxs"})) {
    return some(from_indices(total, *list, 0));
  }
  if (const auto linear = find(config, {"linear_attn_config"})) {
    if (const auto* object = linear->value->object()) {
      // Kimi Linear counts its layers from 1.
      const auto list = find({{object, linear->path + "."}}, {"full_attn_layers"});
      if (list) return some(from_indices(total, *list, 1));
    }
  }
  if (const auto list = find(config, {"hybrid_layer_pattern"})) {
    return some(from_zeros(*list, full, sliding));
  }
  if (const auto list = find(config, {"compress_ratios"})) {
    return some(from_zeros(*list, sliding, full));
  }
  if (const auto marks = find(config, {"hybrid_override_pattern"})) return some(from_marks(*marks));
  return std::optional<Kinds>();
}

/// The kinds of layers that a file gives by a period, or else by MiniMax's list; none where it gives none.
Result<std::optional<Kinds>> kinds_repeated(const Dictionaries& config, std::size_t total) {
  using enum LayerKind;
  if (const auto pattern = find(config, {"sliding_window_pattern"})) {
    if (pattern->value->text() != nullptr) {
      POSENC_TRY(kinds, from_letters(total, *pattern));
      return std::optional(kinds);
    }
    POSENC_TRY(n, count(config, {"sliding_window_pattern"}));
    return std::optional(every(total, n->value, sliding, n->from));
  }
  POSENC_TRY(global, count(config, {"global_attn_every_n_layers"}));
  if (global) {
    return std::optional(
        by_pattern(total, {within_layers(global->value), 0, full, sliding}, global->from));
  }
  POSENC_TRY(period, count(config, {"attn_layer_period"}));
  if (period) {
    POSENC_TRY(offset, whole(config, {"attn_layer_offset"}, 0, most_layers));
    const int first = static_cast<int>(offset ? offset->value : 0);
    return std::optional(
        by_pattern(total, {within_layers(period->value), first, full, other}, period->from));
  }
  POSENC_TRY(interval, count(config, {"full_attention_interval"}));
  if (interval) return std::optional(every(total, interval->value, other, interval->from));
  if (const auto list = find(config, {"attn_type_list"})) {
    POSENC_TRY(softmax, switches(*list));
    Kinds all{{}, list->path};
    for (const bool one : softmax) all.kinds.push_back(one ? full : other);
    return std::optional(all);
  }
  return std::optional<Kinds>();
}

/// How many layers at the start have no experts.
Result<std::size_t> dense_layers(const Dictionaries& config) {
  const auto types = find(config, {"mlp_layer_types"});
  if (const auto* list = types ? types->value->list() : nullptr) {
    std::size_t count = 0;
    while (count < list->size() && (*list)[count].text() != nullptr &&
           *(*list)[count].text() == "dense") {
      ++count;
    }
    return count;
  }
  POSENC_TRY(dense, whole(config, {"first_k_dense_replace"}, 0, most_layers));
  return dense ? static_cast<std::size_t>(dense->value) : std::size_t{0};
}

/// The kinds of layers that a file or class gives; none where neither names any, so that all attend to everything.
Result<Kinds> read_kinds(const Dictionaries& config, const std::optional<ModelClass>& known,
                         std::size_t total) {
  using enum LayerKind;
  POSENC_TRY(listed, kinds_listed(config, total));
  if (listed) return *listed;
  POSENC_TRY(repeated, kinds_repeated(config, total));
  if (repeated) return *repeated;
  if (!known || known->pattern.every == 0) return Kinds{};
  // A file that says null has no window.
  const bool has_no_window = std::ranges::any_of(config, [](const Dictionary& one) {
    const auto window = std::ranges::find(*one.object, "sliding_window", &ConfigValue::Entry::key);
    return window != one.object->end() && window->value.is_null();
  });
  if (has_no_window && known->pattern.others == sliding) return Kinds{};
  const std::string from = from_class(known->model_type);
  if (known->rotating != RotatingLayers::sliding_and_dense) {
    return by_pattern(total, known->pattern, from);
  }
  // The pattern starts behind the layers without experts.
  POSENC_TRY(dense, dense_layers(config));
  const std::size_t prefix = std::min(dense, total);
  Kinds all = by_pattern(total - prefix, known->pattern, from);
  all.kinds.insert(all.kinds.begin(), prefix, full);
  return all;
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

/// Layers whose base is 0 do not rotate.
std::optional<Error> read_layer_bases(LayerPlan& plan, const Dictionaries& config) {
  const auto bases = find(config, {"layer_rope_theta"});
  if (!bases) return std::nullopt;
  constexpr std::string_view expected = "a list with a number of at least 0 for each layer";
  const auto* list = bases->value->list();
  if (list == nullptr) return unexpected(*bases, expected);
  for (std::size_t n = 0; n < list->size(); ++n) {
    const double* number = (*list)[n].number();
    if (number == nullptr || !(*number >= 0)) {
      return unexpected({&(*list)[n], joined({bases->path, "[", n, "]"})}, expected);
    }
    if (*number != 0 || n >= plan.layers.size()) continue;
    plan.layers[n].rotates = false;
    plan.rotation_from = bases->path;
  }
  return std::nullopt;
}

/// Full layers do not rotate, but for the first `dense` layers. Without a window, these classes rotate everywhere.
void leave_out_full(LayerPlan& plan, std::size_t dense, const std::string& from) {
  const auto is_sliding = [](const auto& layer) { return layer.kind == LayerKind::sliding; };
  if (!std::ranges::any_of(plan.layers, is_sliding)) return;
  plan.rotation_from = from;
  for (std::size_t n = dense; n < plan.layers.size(); ++n) {
    auto& layer = plan.layers[n];
    layer.rotates = layer.rotates && is_sliding(layer);
  }
}

/// Which layers rotate, where not all do.
std::optional<Error> read_rotation(LayerPlan& plan, const Dictionaries& config,
                                   const std::optional<ModelClass>& known) {
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
    return std::nullopt;
  }
  if (!known || find(config, {"layer_rope_theta"})) return read_layer_bases(plan, config);
  const std::string from = from_class(known->model_type);
  if (known->no_rope_every > 0) {
    leave_out_every(plan, known->no_rope_every, from);
  } else if (known->rotating != RotatingLayers::all) {
    const auto dense = dense_layers(config);
    if (!dense) return dense.error();
    const bool dense_rotates = known->rotating == RotatingLayers::sliding_and_dense;
    leave_out_full(plan, dense_rotates ? *dense : 0, from);
  }
  return std::nullopt;
}

/// The lists with an entry for each layer, if there are any.
Result<std::vector<ReadLayers::LayerList>> layer_lists(const Dictionaries& config) {
  std::vector<ReadLayers::LayerList> lists;
  for (const auto key :
       {"layer_types", "layers_block_type", "attn_type_list", "hybrid_layer_pattern"}) {
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
  POSENC_TRY(given, whole(config,
                          {"num_hidden_layers", "n_layer", "n_layers", "num_layers",
                           "encoder_layers", "encoder_num_hidden_layers"},
                          1, most_layers));
  if (given) return *given;
  if (lists.empty()) return Sourced<double>{0, ""};
  const auto& [key, entries] = lists.front();
  if (entries <= most_layers) return Sourced<double>{entries, key};
  return invalid_argument(
             {"[config] ", key, " must have at most ", most_layers, " entries but has ", entries})
      .about(key);
}

}  // namespace

std::optional<LayerKind> layer_kind_named(std::string_view name) {
  constexpr std::array full{"full_attention",
                            "attention",
                            "global",
                            "global_attention",
                            "hybrid",
                            "compress",
                            "deepseek_sparse_attention",
                            "compressed_sparse_attention",
                            "heavily_compressed_attention",
                            "minimax_m3_sparse"};
  constexpr std::array sliding{"sliding_attention", "chunked_attention", "local", "local_attention",
                               "window_attention",  "hybrid_sliding",    "main"};
  if (std::ranges::find(full, name) != full.end()) return LayerKind::full;
  if (std::ranges::find(sliding, name) != sliding.end()) return LayerKind::sliding;
  return std::nullopt;
}

Result<ReadLayers> read_layers(const Dictionaries& config, const std::optional<ModelClass>& known,
                               PositionKind kind) {
  POSENC_TRY(lists, layer_lists(config));
  POSENC_TRY(count, layer_count(config, lists));
  const double total = count.value;
  POSENC_TRY(kinds, read_kinds(config, known, static_cast<std::size_t>(total)));
  ReadLayers read;
  read.plan.count_from = count.from;
  read.plan.kinds_from = kinds.from;
  for (std::size_t n = 0; n < static_cast<std::size_t>(total); ++n) {
    const LayerKind its = n < kinds.kinds.size() ? kinds.kinds[n] : LayerKind::full;
    read.plan.layers.push_back({its, kind == PositionKind::rope && its != LayerKind::other});
  }
  // Lists may go on for the layers that predict further tokens.
  POSENC_TRY(predicting, whole(config, {"num_nextn_predict_layers"}, 0, most_layers));
  const double with_predicting = total + (predicting ? predicting->value : 0);
  for (const ReadLayers::LayerList& list : lists) {
    const bool fits = list.entries == total || list.entries == with_predicting;
    if (!fits && !list.key.ends_with("attn_type_list")) read.wrong_lengths.push_back(list);
  }
  if (kind != PositionKind::rope) return read;
  if (auto error = read_rotation(read.plan, config, known)) return *error;
  return read;
}

}  // namespace posenc::model_config
