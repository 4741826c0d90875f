#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/model_config/report.hpp"

namespace posenc {
namespace {

using Edits = std::vector<ConfigEdit>;

bool has_note(const ModelConfig& model, NoteCode code) {
  return std::ranges::find(model.notes, code, &Note::code) != model.notes.end();
}

/// The length to write for `exact`: a whole number, no farther from it than "factor-and-lengths" allows.
std::optional<double> length_near(double exact) {
  const double length = std::round(exact);
  const bool is_near = length >= 1 && length <= max_position &&
                       std::abs(length - exact) < length_tolerance * std::min(length, exact);
  return is_near ? std::optional(length) : std::nullopt;
}

/// The training length that follows from the factor and the claimed length, where it is the shorter one.
std::optional<double> original_from(double claimed, double factor) {
  const auto original = length_near(claimed / factor);
  return original && (*original < claimed || factor <= 1) ? original : std::nullopt;
}

void add_lengths(Edits& edits, const RopeScaling& scaling, const ModelConfig& model) {
  if (!scaling.factor || !model.claimed || is_from_class(scaling.path)) return;
  const double factor = *scaling.factor;
  const auto add = [&](NoteCode code, const std::string& path, std::optional<double> length) {
    if (length) edits.push_back({code, path, length});
  };
  const bool is_yarn = scaling.type == RopeType::yarn;
  const bool needs_original = is_yarn || scaling.type == RopeType::llama3;
  if (is_original_not_below(scaling, model.claimed)) {
    add(NoteCode::original_not_below, scaling.original->from,
        original_from(model.claimed->value, factor));
  } else if (needs_original && !scaling.original) {
    add(NoteCode::original_missing, scaling.path + ".original_max_position_embeddings",
        original_from(model.claimed->value, factor));
  } else if (is_yarn && has_note(model, NoteCode::factor_and_lengths)) {
    add(NoteCode::factor_and_lengths, model.claimed->from,
        length_near(factor * scaling.original->value));
  }
}

bool is_sliding_only(const ModelConfig& model) {
  const auto& layers = model.layers.layers;
  const auto is_full = [](const auto& layer) { return layer.kind == LayerKind::full; };
  return !layers.empty() && std::ranges::none_of(layers, is_full);
}

/// The bases that the class supplies. (Only some classes have a key for that of sliding layers.)
void add_bases(Edits& edits, const ModelConfig& model) {
  const auto add = [&](std::string_view key, const RopeSettings& rope) {
    edits.push_back(
        {NoteCode::base_assumed, model.language_path + std::string(key), rope.base.value});
  };
  const auto& ropes = model.ropes;
  if (ropes.size() == 1 && !ropes[0].layers) {
    const bool is_sliding = is_sliding_only(model) && model.known_class->sliding_base > 0;
    if (!is_sliding) add("rope_theta", ropes[0]);
  } else if (ropes.size() == 2 && model.known_class->scaled == ScaledLayers::full &&
             model.known_class->sliding_base > 0 && !model.known_class->top_base_is_sliding) {
    add("rope_theta", ropes[0]);
    add("rope_local_base_freq", ropes[1]);
  }
}

/// Each change once: dictionaries may be shared. Not those that contradict each other.
Edits without_repeats(const Edits& edits) {
  Edits once;
  for (const ConfigEdit& edit : edits) {
    const auto contradicts = [&](const ConfigEdit& other) {
      return other.path == edit.path && other.value != edit.value;
    };
    if (std::ranges::any_of(edits, contradicts)) continue;
    if (std::ranges::find(once, edit.path, &ConfigEdit::path) == once.end()) once.push_back(edit);
  }
  return once;
}

}  // namespace

std::vector<ConfigEdit> suggested_edits(const ModelConfig& model) {
  Edits edits;
  for (const RopeSettings& rope : model.ropes) {
    const RopeScaling& scaling = rope.scaling;
    add_lengths(edits, scaling, model);
    for (const std::string& key : scaling.ignored) {
      edits.push_back({NoteCode::key_ignored, scaling.path + "." + key, std::nullopt});
    }
    if (is_from_class(rope.rotary_dim.from) && has_note(model, NoteCode::partial_assumed)) {
      edits.push_back({NoteCode::partial_assumed, model.language_path + "partial_rotary_factor",
                       model.known_class->partial_rotary_factor});
    }
    if (scaling.type == RopeType::yarn && !scaling.factor) {
      edits.push_back(
          {NoteCode::factor_missing, scaling.path + ".factor", yarn_scale(scaling, model.claimed)});
    }
  }
  // (That of an unknown class would be a guess.)
  if (has_note(model, NoteCode::base_assumed) && model.known_class) add_bases(edits, model);
  for (const std::string& path : model.unused_dictionaries) {
    edits.push_back({NoteCode::two_forms, path, std::nullopt});
  }
  return without_repeats(edits);
}

}  // namespace posenc
