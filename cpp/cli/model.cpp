#include "model.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "bad_input.hpp"
#include "config_json.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/report.hpp"
#include "posenc/model_config/shipped.hpp"

namespace {

using namespace posenc;
using nlohmann::json;
using nlohmann::ordered_json;

json shipped_models() { return json::parse(shipped_models_json()); }

/// The text of a config, and what it is called.
struct NamedConfig {
  std::string name;
  std::string text;
};

NamedConfig config_named(const std::string& name) {
  for (const json& model : shipped_models()) {
    if (model["name"] == name) return {name, model["config"].dump()};
  }
  if (name == "-") return {"standard input", {std::istreambuf_iterator<char>(std::cin), {}}};
  std::ifstream file(name, std::ios::binary);
  if (!file || std::filesystem::is_directory(name)) {
    throw BadInput("no model and no file is called " + quote(name) +
                   "; posenc model --list lists the models");
  }
  return {std::filesystem::path(name).filename().string(),
          {std::istreambuf_iterator<char>(file), {}}};
}

/// In tokens: a whole number.
ordered_json length_or_null(const std::optional<Sourced<double>>& found) {
  return found ? ordered_json(static_cast<Index>(found->value)) : ordered_json();
}

ordered_json layers_of(const LayerPlan& plan) {
  ordered_json without_rope = ordered_json::array();
  ordered_json other = ordered_json::array();
  for (std::size_t n = 0; n < plan.layers.size(); ++n) {
    const auto& [kind, rotates] = plan.layers[n];
    if (kind == LayerKind::other) {
      other.push_back(n);
    } else if (!rotates) {
      without_rope.push_back(n);
    }
  }
  return {{"total", plan.layers.empty() ? ordered_json() : ordered_json(plan.layers.size())},
          {"without_rope", without_rope},
          {"other", other}};
}

ordered_json count_or_null(const std::optional<Index>& count) {
  return count ? ordered_json(*count) : ordered_json();
}

ordered_json rope_of(const ModelConfig& model, const RopeReport& rope) {
  const auto& [layers, head_dim, rotary_dim, base, scaling] = rope.settings;
  return {
      {"layer_type", layers ? ordered_json(name_in(layer_kind_names, *layers)) : nullptr},
      {"rope_type", name_in(rope_type_names, scaling.type)},
      {"head_dim", head_dim.value},
      {"rotary_dim", rotary_dim.value},
      {"layout", model.layout ? ordered_json(name_in(pair_layout_names, *model.layout)) : nullptr},
      {"base", rope.frequencies.base},
      {"base_from", base.from},
      {"original", length_or_null(scaling.original)},
      {"claimed", length_or_null(model.claimed)},
      {"attention_factor", rope.frequencies.attention_factor},
      {"inv_freq", std::span<const double>(rope.frequencies.inv_freq)},
      {"unfinished",
       {{"original", count_or_null(rope.unfinished_original)},
        {"claimed", count_or_null(rope.unfinished_claimed)}}}};
}

}  // namespace

std::string model_list() {
  std::string names;
  for (const json& model : shipped_models()) names += model["name"].get<std::string>() + "\n";
  return names;
}

ordered_json model_report(const std::string& name, std::optional<double> length) {
  if (length) {
    if (auto error = check_whole("--length", *length, 1, max_position)) throw BadInput(*error);
  }
  const auto [title, text] = config_named(name);
  const auto computed = unwrap(posenc::model_report(unwrap(parse_config(text)), length));
  const ModelConfig& model = computed.model;
  ordered_json ropes = ordered_json::array();
  for (const RopeReport& rope : computed.ropes) ropes.push_back(rope_of(model, rope));
  ordered_json notes = ordered_json::array();
  for (const Note& note : model.notes) {
    notes.push_back({{"code", name_in(note_code_names, note.code)}, {"message", note.message}});
  }
  ordered_json report = {{"name", title},
                         {"kind", name_in(position_kind_names, model.kind)},
                         {"layers", layers_of(model.layers)},
                         {"ropes", ropes},
                         {"notes", notes}};
  if (model.alibi) report["slopes"] = std::span<const double>(computed.slopes);
  if (model.buckets) {
    report["buckets"] = {{"num_buckets", model.buckets->num_buckets.value},
                         {"max_distance", model.buckets->max_distance.value}};
  }
  if (model.rows) report["rows"] = model.rows->value;
  if (model.kind == PositionKind::sinusoidal ||
      model.kind == PositionKind::sinusoidal_and_learned) {
    report["width"] = model.width.value;
  }
  return report;
}

std::string model_as_text(const ordered_json& report) {
  std::ostringstream text;
  text << report["name"].get<std::string>() << ": " << report["kind"].get<std::string>() << "\n";
  for (const auto& rope : report["ropes"]) {
    text << (rope["layer_type"].is_null() ? "all rotating layers"
                                          : rope["layer_type"].get<std::string>())
         << ": type " << rope["rope_type"].get<std::string>() << ", base "
         << format_number(rope["base"]) << " (" << rope["base_from"].get<std::string>() << "), "
         << rope["rotary_dim"] << " of " << rope["head_dim"] << " components rotate, layout "
         << (rope["layout"].is_null() ? "depends on the class" : rope["layout"].get<std::string>())
         << ", attention factor " << format_number(rope["attention_factor"]) << "\n";
    for (const char* length : {"original", "claimed"}) {
      if (rope[length].is_null()) continue;
      text << "  " << rope["unfinished"][length] << " of " << rope["inv_freq"].size()
           << " pairs never complete a turn within the " << length << " length, "
           << format_number(rope[length]) << "\n";
    }
  }
  for (const auto& note : report["notes"]) {
    text << "note " << note["code"].get<std::string>() << ": " << note["message"].get<std::string>()
         << "\n";
  }
  return text.str();
}
