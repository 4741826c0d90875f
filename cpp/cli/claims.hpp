#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "step_progress.hpp"

/// All claims: {"claims": [{"number", "text", "section", "kind", "sources": [{"text", "url"}, ..]}, ..]}
nlohmann::ordered_json listed_claims();

/// Trains what a claim's plan has, on all processors, and puts it on trial.
///
/// @param seeds    how many of each model are trained; by default as many as the plan has
/// @return {"number", "text", "verdict": "true", "false" or "depends", "findings": [{"text", "value": number or null,
///   "support": "for", "against" or "aside"}, ..], "because", "chart": null or {"x_axis", "y_axis", "lines": [{"name",
///   "x", "y", "least", "most"}, ..]}, "sources", "runs": [{"model", "seed", "steps", "tests": [{"under", "length",
///   "accuracy": null for no answer}, ..]}, ..]}
/// Throws BadInput for a number that no claim has, and for seeds that are no number from 1 to 100.
nlohmann::ordered_json trial_of(double number, std::optional<double> seeds,
                                const StepProgress& progress);

/// {"claims": [that of each, ..]}. What claims have in common is trained once.
nlohmann::ordered_json all_trials(std::optional<double> seeds, const StepProgress& progress);
