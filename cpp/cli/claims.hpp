#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "step_progress.hpp"

/// All claims: {"claims": [{"number", "text", "section", "kind", "sources": [{"text", "url"}, ..]}, ..]}
nlohmann::ordered_json listed_claims();

/// Trains the models of a claim's plan, on all processors, and puts the claim on trial.
///
/// @param seeds    the number of seeds of each model; by default that of the plan
/// @return {"number", "text", "verdict": "true", "false" or "depends", "findings": [{"text", "value": number or null,
///   "support": "for", "against" or "aside", "code"}, ..], "because", "chart": null or {"x_axis", "y_axis", "lines": [{"name",
///   "x", "y", "least", "most"}, ..], "values": "numbers" or "shares", "includes"}, "sources", "runs": [{"model", "seed", "steps", "tests": [{"under", "length",
///   "accuracy": null for no answer}, ..]}, ..]}
/// Throws BadInput for a number that no claim has, and for seeds that are not a number from 1 to 100.
nlohmann::ordered_json trial_of(double number, std::optional<double> seeds,
                                const StepProgress& progress);

/// All claims: {"claims": [the result of each, ..]}. Models that claims share are trained once.
nlohmann::ordered_json all_trials(std::optional<double> seeds, const StepProgress& progress);
