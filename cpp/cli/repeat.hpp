#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "posenc/model/text.hpp"
#include "step_progress.hpp"

/// Repeats every training run of a file exported from the page, on all processors, and compares all numbers to the
/// bit: losses and accuracies of each step, and the results of tests.
///
/// The document: {"posenc": "training", "version": 1, "task": "order", "runs": [{"options": {every option of
/// visit_options in camel case}, "losses": [..], "accuracies": [..], "divergedAt": null, "evaluated": [{"length": 8,
/// "accuracy": 1, "loss": 0.01, "scored": 512, "oldAccuracy": null, "oldScored": 0}, {"length": 50, "accuracy": null},
/// ..]}, ..]}; other keys are ignored, except among options. It repeats one step for each loss; a run that was
/// stopped has fewer losses than steps. If the accuracy of a length is null, the model must have no answer for it.
/// Runs on text also need the text, and the document says which it was: "text": {"name": "Moby-Dick", "checksum": "..",
/// ..}. Their "evaluated" have "bits", too, and each element can have "from", the first position that counted. A run
/// that went on in new phases has them in "continued": [{"options": {..}, "losses": [..], ..}, ..], each with the same
/// keys as a run.
/// @param text for runs on text; else nullptr
/// @param progress called now and then with the steps done, the steps of all runs and the last loss
/// @return {"runs": [{"name": "order rope seed 1", "losses": 800, "lengths": 7, "equal": true, "differences": 0,
///   "largest": 0, "first": null}, ..], "different": 0, "equal": true}; `first`, of a run that differs:
///   {"what": "the loss of step 5", "file": 0.25, "here": 0.5}, with null for a missing number. If runs differ, also
///   "core": {"file": "0.1.0", "here": "0.2.0"}, the versions of the core; "file" is null if the document has no
///   "core"
/// Throws BadInput for an invalid document, before any training.
nlohmann::ordered_json repeat_runs(const nlohmann::json& document, const StepProgress& progress,
                                   const std::shared_ptr<const posenc::Text>& text = nullptr);

/// The result as text: a line for each run and one for all.
std::string repeated_as_text(const nlohmann::ordered_json& result);
