#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Evaluates every case of a document in the format of tests/reference/*.json. Of each case only
/// `name`, `kind` and `params` are read; answers and tolerances may be absent.
///
/// @param take_result is given {"name": .., "got": ..} for each case in turn, `got` shaped as
///   `expected` would be; one at a time, because all of them together may not fit in memory. A case
///   whose kind is not known, or whose params are bad, has "error", one sentence, instead of "got".
/// @return one sentence for each case whose params are bad. An unknown kind is not among them: a
///   file may hold kinds that this build does not know.
/// Throws BadInput, before the first result, when the document does not have the format.
std::vector<std::string> evaluate_cases(
    const nlohmann::json& document,
    const std::function<void(const nlohmann::ordered_json&)>& take_result);
