#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "step_progress.hpp"

/// Repeats every run of training that the page has exported, each on a processor of its own, and compares all of its
/// numbers: losses and accuracies of each step, and what was tested, to the bit.
///
/// The document: {"posenc": "training", "version": 1, "task": "order", "runs": [{"options": {every option of
/// visit_options in camel case}, "losses": [..], "accuracies": [..], "divergedAt": null, "evaluated": [{"length": 8,
/// "accuracy": 1, "loss": 0.01, "scored": 512, "oldAccuracy": null, "oldScored": 0}, {"length": 50, "accuracy": null},
/// ..]}, ..]}; other keys are not looked at, but among options. As many steps are repeated as there are losses, which
/// of a run that was stopped are fewer than its steps. Where the accuracy of a length is null, the model must have no
/// answer for it.
/// @param progress gets steps done, steps of all runs and the last loss, now and then
/// @return {"runs": [{"name": "order rope seed 1", "losses": 800, "lengths": 7, "equal": true, "differences": 0,
///   "largest": 0, "first": null}, ..], "different": 0, "equal": true}; `first`, of a run that differs:
///   {"what": "the loss of step 5", "file": 0.25, "here": 0.5}, null where there is no number. Where runs differ also
///   "core": {"file": "0.1.0", "here": "0.2.0"}, the versions of the core; "file" is null where the document has no
///   "core"
/// What is wrong with the document throws BadInput before anything is trained.
nlohmann::ordered_json repeat_runs(const nlohmann::json& document, const StepProgress& progress);

/// That for people: a line for each run and one for all.
std::string repeated_as_text(const nlohmann::ordered_json& result);
