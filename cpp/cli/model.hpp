#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

/// The names of the models that ship with the command, one a line.
std::string model_list();

/// What a model's config says of its positions, computed: {"name", "kind", "layers": {"total": number or null,
/// "without_rope", "other"}, "ropes": [{"layer_type", "rope_type", "head_dim", "rotary_dim", "layout", "base", "base_from",
/// "original", "claimed", "attention_factor", "inv_freq", "unfinished": {"original", "claimed"}}, ..], "notes": [{"code",
/// "message"}, ..]}; for other kinds also "slopes", "buckets": {"num_buckets", "max_distance"}, "rows" or "width". What is
/// unknown is null. Layers are counted from 0.
///
/// @param name   of a shipped model, or of a file with a config.json; - for standard input
/// @param length of the text, for the types dynamic and longrope
/// Throws BadInput for a file that is missing or refused.
nlohmann::ordered_json model_report(const std::string& name, std::optional<double> length);

/// The same for people to read.
std::string model_as_text(const nlohmann::ordered_json& report);
