#pragma once

#include <nlohmann/json.hpp>

#include "evaluate.hpp"
#include "json_text.hpp"
#include "test.hpp"

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

inline nlohmann::ordered_json value_of(const char* kind, const char* params) {
  const Evaluated evaluation =
      evaluated({{"cases", {{{"name", "x"}, {"kind", kind}, {"params", parse_json(params)}}}}});
  const auto& result = evaluation.cases[0];
  REQUIRE_MESSAGE(result.contains("got"), to_text(result));
  CHECK(evaluation.bad_params.empty());
  return result["got"];
}

/// The error of one case of a known kind.
inline std::string error_of(const char* kind, const char* params) {
  const Evaluated evaluation =
      evaluated({{"cases", {{{"name", "x"}, {"kind", kind}, {"params", parse_json(params)}}}}});
  const auto& result = evaluation.cases[0];
  REQUIRE(result.contains("error"));
  REQUIRE(evaluation.bad_params.size() == 1);
  const auto error = result["error"].get<std::string>();
  CHECK(evaluation.bad_params[0] == "case 1, \"x\": " + error);
  return error;
}
