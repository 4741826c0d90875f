#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model.hpp"
#include "posenc/model_config/engines.hpp"

/// {"name", "engines": [{"engine", "title", "version", "source", "answer", "length", "notes": [{"code", "message"}, ..],
/// "ropes": [{"layer_type", "rotary_dim", "base", "attention_factor", "inv_freq"}, ..]}, ..], "groups", "differences":
/// [{"first", "second", "differences"}, ..]}. What is unknown is null.
nlohmann::ordered_json engines_as_json(const std::string& name,
                                       const std::vector<posenc::EngineReading>& readings);

std::string engines_as_text(const std::string& name,
                            const std::vector<posenc::EngineReading>& readings);
