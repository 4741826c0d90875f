#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "model.hpp"
#include "serving_flags.hpp"

/// {"name", "length", "answer", "message", "type", "factor", "original", "edits": [{"path", "value"}, ..],
/// "flags": [{"engine", "flags"}, ..], "other_readings": [{"engine", "code", "message"}, ..], "costs": [{"layers", "pairs",
/// "changed", "position", "radians", "logits_before", "logits_after"}, ..]}. What does not apply is null.
/// `other_readings`: what engines make of the changed file that Transformers 5 does not.
nlohmann::ordered_json serving_as_json(const std::string& name, const posenc::ConfigValue& file,
                                       const posenc::ServingPlan& plan);

std::string serving_as_text(const std::string& name, const posenc::ConfigValue& file,
                            const posenc::ServingPlan& plan);
