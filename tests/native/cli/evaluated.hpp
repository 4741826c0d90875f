#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "evaluate.hpp"

struct Evaluated {
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  std::vector<std::string> bad_params;
};

/// The results of all cases together.
inline Evaluated evaluated(const nlohmann::json& document) {
  Evaluated all;
  all.bad_params = evaluate_cases(
      document, [&all](const nlohmann::ordered_json& result) { all.cases.push_back(result); });
  return all;
}
