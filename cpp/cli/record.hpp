#pragma once

#include <nlohmann/json.hpp>

/// Grades every sheet of the work that a learner has exported from the page, anew:
///   {"format": "posenc-work", "version": 1, "name": .., "at": .., "class": .., "sheets": [{"exercise",
///   "seed", "attempts", "best": {"answers": {..}, "score", "max", "at"}, "latest": {..}}, ..]}
/// "best" and "latest" may be null, and so may their score and max: then nothing is claimed. Answers to the
/// questions of a lab (posenc/grading/lab.hpp) have their set's name for an exercise, besides "setting": what was
/// set, as in a link, and in each attempt the result of the run:
///   "outcome": {"task", "schemes": [..], "lengths": [..], "seeds", "accuracies": [.., null for no answer],
///   "trainLongest", "chance", "ceiling": number or null}
///
/// Returns {"name", "at", "class", "sheets": [{"exercise", "seed", "assigned", "attempts", "best": {"score",
/// "max", "claimed", "claimed_max", "agrees", "at"}, "latest": {..}, "agrees", "message"}, ..], "agrees"}.
/// `agrees`: what is claimed is what the answers get. `assigned`: that seed is the one that the class was set;
/// null without a class. The sheet of a lab has its "setting" too. `message`: why a sheet cannot be graded, which then does not agree; else null.
/// What was typed into boxes that an exercise does not have earns nothing: the source of a program is
/// among it.
///
/// An attempt that cannot be graded has null for its score and max.
///
/// Throws BadInput for what is no such document.
nlohmann::ordered_json grade_record(const nlohmann::json& document);
