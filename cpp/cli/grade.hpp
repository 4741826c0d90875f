#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// Grades a sheet of answers to an exercise, for E13.1
///   {"answers": {"PE(0)": [..], .., "PE(0).PE(1)": .., .., "similar": ..}}
/// A group of items is an array of its components. Texts as typed, or numbers; any may be missing,
/// short, null or empty.
///
/// Returns {"score": .., "max": .., "items": [{"item", "outcome", "reason", "read", "message"}, ..]}.
/// Throws BadInput for an exercise that there is not, for answers of another shape, or to something
/// that is not asked.
nlohmann::ordered_json grade_sheet(const std::string& exercise, const nlohmann::json& document);
