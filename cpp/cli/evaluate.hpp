#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

struct Evaluation {
  /// {"cases": [{"name": .., "got": ..}, ..]}, `got` shaped as `expected` would be. A case whose
  /// kind is not known, or whose params are bad, has "error", one sentence, in place of "got".
  nlohmann::ordered_json document;
  /// One sentence for each case whose params are bad. An unknown kind is not among them: a file may
  /// hold kinds that this build does not know.
  std::vector<std::string> bad_params;
};

/// Evaluates every case of a document in the format of tests/reference/*.json. Of each case only
/// `name`, `kind` and `params` are read; answers and tolerances may be absent.
/// Throws BadInput when the document does not have the format.
Evaluation evaluate_cases(const nlohmann::json& document);
