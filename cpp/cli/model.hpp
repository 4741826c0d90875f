#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "posenc/model_config/report.hpp"

/// The names of the models that ship with the command, one per line.
std::string model_list();

/// What a config says and does, and where it comes from.
struct NamedModel {
  /// Of a shipped model, or of the file, without its folder.
  std::string name;
  /// Of a shipped model; else empty (posenc/model_config/shipped.hpp).
  std::string certainty;
  std::string copy;
  std::string source;
  /// What its makers claim beside the config, with the source; empty if nothing is known of that.
  std::string claim;
  posenc::ModelReport report;
};

/// A file as it is, for what has to change it.
struct NamedConfig {
  std::string name;
  posenc::ConfigValue file;
};

/// The file of a shipped model by its name, or one with a config.json or a GGUF file's header; - for standard input.
/// Throws BadInput for a file that is missing or refused.
NamedConfig config_named(const std::string& name);

/// What a model is called: its name in the list, or that of its file without the folder.
std::string title_of_model(const std::string& name);

/// @param name   of a shipped model, or of a file with a config.json; - for standard input
/// @param length of the text, for the types dynamic and longrope
/// Throws BadInput for a file that is missing or refused.
NamedModel read_model(const std::string& name, std::optional<double> length);
/// The same of a file. (A folder of them need not look for each name in the list of models.)
NamedModel read_model_file(const std::string& path, std::optional<double> length);
/// What a file says, without its frequencies. Throws as read_model.
posenc::ModelConfig read_config_file(const std::string& path);

/// {"name", "kind", "layers": {"total": number or null, "without_rope", "other"}, "ropes": [{"layer_type", "rope_type",
/// "head_dim", "rotary_dim", "layout", "base", "base_from", "original", "claimed", "attention_factor", "inv_freq",
/// "unfinished": {"original", "claimed"}}, ..], "two_dimensional", "class_logit_factor", "query_growth": {"scale", "period",
/// "offset", "layers", "at_claimed"} or null, "notes": [{"code", "message"}, ..]}; for other kinds also "slopes",
/// "buckets": {"num_buckets", "max_distance"}, "rows" or "width". With two axes, "inv_freq" is of the height, and
/// "inv_freq_width" of the width. What is unknown is null. Layers are counted from 0.
nlohmann::ordered_json model_as_json(const NamedModel& model);

/// For people to read: also how other software reads the same config.
std::string model_as_text(const NamedModel& model);
