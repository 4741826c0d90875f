#include "model.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <string_view>

#include "bad_input.hpp"
#include "config_json.hpp"
#include "gguf_file.hpp"
#include "json_text.hpp"
#include "posenc/argument.hpp"
#include "posenc/model_config/shipped.hpp"

namespace {

using namespace posenc;
using nlohmann::json;
using nlohmann::ordered_json;

json shipped_models() { return json::parse(shipped_models_json()); }

/// A shipped model by its name; null where there is none.
json shipped_model(const std::string& name) {
  for (const json& model : shipped_models()) {
    if (model["name"] == name) return model;
  }
  return nullptr;
}

std::string claim_of(const json& shipped) {
  if (!shipped.contains("claim")) return "";
  const json& claim = shipped["claim"];
  return claim["length"].get<std::string>() + "; " + claim["source"].get<std::string>();
}

/// As much of a file as it takes to read a config, or to see that it is not one.
std::string start_of(std::istream& file) {
  std::string text(max_config_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::string text_of_file(const std::string& name) {
  if (name == "-") return start_of(std::cin);
  std::ifstream file(name, std::ios::binary);
  if (!file) {
    throw BadInput("there is no model or readable file named " + quote(name) +
                   "; posenc model --list lists the models");
  }
  return start_of(file);
}

/// In tokens.
ordered_json length_or_null(const std::optional<Sourced<double>>& found) {
  return whole_or_null(found ? std::optional(found->value) : std::nullopt);
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

ordered_json rope_of(const ModelConfig& model, const RopeReport& rope) {
  const auto& [layers, head_dim, rotary_dim, base, scaling, axes, unread_part] = rope.settings;
  ordered_json printed = {{"layer_type", to_json(layers)},
                          {"rope_type", name(scaling.type)},
                          {"head_dim", head_dim.value},
                          {"rotary_dim", rotary_dim.value},
                          {"layout", to_json(model.layout)},
                          {"base", rope.frequencies.base},
                          {"base_from", base.from},
                          {"original", length_or_null(scaling.original)},
                          {"claimed", length_or_null(model.claimed)},
                          {"attention_factor", rope.frequencies.attention_factor},
                          {"inv_freq", std::span<const double>(rope.frequencies.inv_freq)},
                          {"unfinished",
                           {{"original", to_json(rope.unfinished_original)},
                            {"claimed", to_json(rope.unfinished_claimed)}}}};
  if (axes != PositionAxes::one) {
    printed["inv_freq_width"] = std::span<const double>(rope.frequencies.inv_freq_width);
  }
  return printed;
}

/// 1 where the class multiplies logits by nothing.
double class_logit_factor_of(const ModelReport& report) {
  return report.ropes.empty() ? 1 : report.ropes.front().class_logit_factor;
}

bool is_two_dimensional(const ModelReport& report) {
  return !report.ropes.empty() && report.ropes.front().settings.axes != PositionAxes::one;
}

ordered_json growth_of(const ModelReport& report) {
  const auto& growth = report.model.query_growth;
  if (!growth) return nullptr;
  const auto& claimed = report.model.claimed;
  return {{"scale", growth->scale.value},
          {"period", growth->period.value},
          {"offset", growth->offset},
          {"layers", name(growth->layers)},
          {"at_claimed",
           claimed ? ordered_json(query_factor(*growth, claimed->value - 1)) : ordered_json()}};
}

ConfigValue config_in(const std::string& path) {
  const bool is_gguf = path != "-" && is_gguf_file(path);
  return is_gguf ? read_gguf_file(path) : unwrap(parse_config(text_of_file(path)));
}

}  // namespace

NamedConfig config_named(const std::string& name) {
  const json shipped = shipped_model(name);
  if (shipped.is_null()) return {title_of_model(name), config_in(name)};
  return {name, unwrap(parse_config(shipped["config"].dump()))};
}

std::string model_list() {
  std::string names;
  for (const json& model : shipped_models()) names += model["name"].get<std::string>() + "\n";
  return names;
}

NamedModel read_model(const std::string& name, std::optional<double> length) {
  if (const json shipped = shipped_model(name); !shipped.is_null()) {
    return {name,
            shipped["certainty"].get<std::string>(),
            shipped.value("copy", ""),
            shipped["source"].get<std::string>(),
            claim_of(shipped),
            unwrap(posenc::model_report(unwrap(parse_config(shipped["config"].dump())), length))};
  }
  return read_model_file(name, length);
}

std::string title_of_model(const std::string& name) {
  return name == "-" ? "standard input" : std::filesystem::path(name).filename().string();
}

NamedModel read_model_file(const std::string& path, std::optional<double> length) {
  return {
      title_of_model(path), "", "", "", "", unwrap(model_report(read_config_file(path), length))};
}

ModelConfig read_config_file(const std::string& path) {
  return unwrap(read_model_config(config_in(path)));
}

ordered_json model_as_json(const NamedModel& named) {
  const ModelConfig& model = named.report.model;
  ordered_json ropes = ordered_json::array();
  for (const RopeReport& rope : named.report.ropes) ropes.push_back(rope_of(model, rope));
  ordered_json report = {{"name", named.name},
                         {"kind", name(model.kind)},
                         {"layers", layers_of(model.layers)},
                         {"ropes", ropes},
                         {"two_dimensional", is_two_dimensional(named.report)},
                         {"class_logit_factor", class_logit_factor_of(named.report)},
                         {"query_growth", growth_of(named.report)},
                         {"notes", to_json(model.notes)}};
  if (model.alibi) report["slopes"] = std::span<const double>(named.report.slopes);
  if (model.buckets) {
    report["buckets"] = {{"num_buckets", model.buckets->num_buckets.value},
                         {"max_distance", model.buckets->max_distance.value}};
  }
  if (model.kind == PositionKind::learned || model.kind == PositionKind::sinusoidal_and_learned) {
    report["rows"] = model.rows ? ordered_json(model.rows->value) : ordered_json();
  }
  if (model.kind == PositionKind::sinusoidal ||
      model.kind == PositionKind::sinusoidal_and_learned) {
    report["width"] = model.width->value;
  }
  return report;
}
