#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// What a variant of an exercise asks: {"exercise", "seed", "facts": {..}, "items": [{"id", "group",
/// "choices", "hint", "decimals"}, ..]}. Throws BadInput for one that there is not.
nlohmann::ordered_json exercise_sheet(const std::string& exercise, double seed);

/// Grades a sheet of answers to a variant of an exercise, for E13.1
///   {"answers": {"PE(0)": [..], .., "PE(0).PE(1)": .., .., "similar": ..}}
/// A group of items is an array of its components. Texts as typed, or numbers; any may be missing,
/// short, null or empty.
///
/// Returns {"score": .., "max": .., "items": [{"item", "outcome", "reason", "read", "message"}, ..]}.
/// Throws BadInput for an exercise that there is not, for answers of another shape, or to something
/// that is not asked.
nlohmann::ordered_json grade_sheet(const std::string& exercise, double seed,
                                   const nlohmann::json& document);
