#pragma once

#include <nlohmann/json.hpp>

/// Grades a sheet of answers to E13.1:
///   {"answers": {"PE(0)": [..], .., "PE(0).PE(1)": .., .., "similar": ..}}
/// Texts as typed, or numbers; any may be missing, short, null or empty. A component may also stand
/// alone, as "PE(1)[2]".
///
/// Returns {"score": .., "max": .., "items": [{"item", "outcome", "reason", "read", "message"}, ..]}.
/// Throws BadInput for answers of another shape, or to something that is not asked.
nlohmann::ordered_json grade_e13_1(const nlohmann::json& document);
