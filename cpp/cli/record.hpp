#pragma once

#include <nlohmann/json.hpp>

/// Grades every sheet of the work that a learner has exported from the page, anew:
///   {"format": "posenc-work", "version": 1, "name": .., "at": .., "class": .., "sheets": [{"exercise",
///   "seed", "attempts", "best": {"answers": {..}, "score", "max", "at"}, "latest": {..}}, ..]}
/// "best" and "latest" may be null, and so may their score and max: then nothing is claimed.
///
/// Returns {"name", "at", "class", "sheets": [{"exercise", "seed", "assigned", "attempts", "best": {"score",
/// "max", "claimed", "claimed_max", "agrees", "at"}, "latest": {..}, "agrees", "message"}, ..], "agrees"}.
/// `agrees`: what is claimed is what the answers get. `assigned`: that seed is the one that the class was set;
/// null without a class. `message`: why a sheet cannot be graded, which then does not agree; else null.
/// What was typed into boxes that an exercise does not have earns nothing: the source of a program is
/// among it.
///
/// Throws BadInput for what is no such document.
nlohmann::ordered_json grade_record(const nlohmann::json& document);
