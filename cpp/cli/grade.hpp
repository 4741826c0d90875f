#pragma once

#include <nlohmann/json.hpp>

/// Grades {"answers": {"PE(0)": [..], .., "PE(0).PE(1)": .., .., "similar": ..}}: texts as typed,
/// or numbers; any may be missing, short, null or empty. Returns {"score": .., "max": .., "items":
/// [{"item", "outcome", "reason", "read", "message"}, ..]}. Throws BadInput for answers of another
/// shape or to something that is not asked.
nlohmann::ordered_json grade_e13_1(const nlohmann::json& document);
