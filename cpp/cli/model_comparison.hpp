#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "model.hpp"
#include "posenc/model_config/comparison.hpp"

/// {"names": [.., ..], "alike", "differences": [{"what", "layers", "at", "first", "second", "position", "radians"}, ..]}
nlohmann::ordered_json comparison_as_json(const NamedModel& first, const NamedModel& second);

/// What differs, and by how much, in one line.
std::string difference_in_words(const posenc::ModelDifference& one);

/// For people to read: whether they turn positions alike, and what differs.
std::string comparison_as_text(const NamedModel& first, const NamedModel& second);
