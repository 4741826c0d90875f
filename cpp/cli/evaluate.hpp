#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Evaluates every case of a document in the format of tests/reference/*.json. Of each case only
/// `name`, `kind` and `params` are read; answers and tolerances may be absent.
///
/// @param take_result called with {"name": .., "got": ..} for each case in turn, `got` in the shape of
///   `expected`; one at a time, because all of them may not fit in memory. A case with an unknown kind or
///   bad params has "error", one sentence, instead of "got".
/// @return one sentence for each case with bad params. Unknown kinds are not included, because a file may
///   contain kinds that this build does not have.
/// Throws BadInput, before the first result, if the document does not have the format.
std::vector<std::string> evaluate_cases(
    const nlohmann::json& document,
    const std::function<void(const nlohmann::ordered_json&)>& take_result);
