#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// The items of a variant of an exercise: {"exercise", "seed", "facts": {..}, "items": [{"id", "group",
/// "choices", "hint", "decimals"}, ..]}. Throws BadInput for an unknown exercise or variant.
nlohmann::ordered_json exercise_sheet(const std::string& exercise, double seed);

/// The worked solution of a variant of an exercise by hand: {"exercise", "seed", "steps": [{"item", "working",
/// "value"}, ..]}. Throws BadInput for another exercise and for an unknown variant.
nlohmann::ordered_json solution_sheet(const std::string& exercise, double seed);

/// Grades a sheet of answers to a variant of an exercise, for E13.1
///   {"answers": {"PE(0)": [..], .., "PE(0).PE(1)": .., .., "similar": ..}}
/// A group of items is an array of its components. Answers are texts as typed, or numbers; any may be
/// missing, short, null or empty.
///
/// Returns {"score": .., "max": .., "items": [{"item", "outcome", "reason", "read", "message", "first", "why"}, ..]}.
/// Throws BadInput for an unknown exercise, for answers of another shape, and for answers to unknown items.
nlohmann::ordered_json grade_sheet(const std::string& exercise, double seed,
                                   const nlohmann::json& document);
