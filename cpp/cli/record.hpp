#pragma once

#include <nlohmann/json.hpp>

/// Grades every sheet of the work that a learner has exported from the page again:
///   {"format": "posenc-work", "version": 1, "name": .., "at": .., "class": .., "sheets": [{"exercise",
///   "seed", "attempts", "best": {"answers": {..}, "score", "max", "at"}, "latest": {..}}, ..]}
/// "best" and "latest" may be null, and so may their score and max: then nothing is claimed. For the questions of a
/// lab (posenc/grading/lab.hpp), "exercise" is the name of their set, "setting" has the settings of the run, as in a
/// link, and each attempt has the outcome of the run:
///   "outcome": {"task", "schemes": [..], "lengths": [..], "seeds", "accuracies": [.., null for no answer],
///   "trainLongest", "chance", "ceiling": number or null}
///
/// Returns {"name", "at", "class", "sheets": [{"exercise", "seed", "assigned", "attempts", "best": {"score",
/// "max", "claimed", "claimed_max", "agrees", "at"}, "latest": {..}, "agrees", "message"}, ..], "total": {"score",
/// "exercises", "done"}, "agrees"}.
/// `agrees`: the claimed score is that of the answers. `assigned`: the seed is the one set for the class; null
/// without a class. The sheet of a lab has its "setting" too. `message`: why a sheet cannot be graded, in which case
/// it does not agree; else null.
/// Answers to items that an exercise does not have are ignored; the source of a program is one of them.
///
/// An attempt that cannot be graded has null for its score and max.
///
/// `total`: the score of the class's set from 0 to 1 (posenc/grading/set_score.hpp), or without a class of the
/// exercises that have a sheet; null if there are none. `exercises` is how many there are, and `done` how many of them
/// have all points. What counts is in graded_record.hpp, results_of(); never a claimed score.
///
/// Throws BadInput for a document without this format.
nlohmann::ordered_json grade_record(const nlohmann::json& document);
