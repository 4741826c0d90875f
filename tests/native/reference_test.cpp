#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/evaluated.hpp"
#include "json_text.hpp"
#include "reference_file.hpp"
#include "test.hpp"

// Every case of the reference files, computed by what stands behind `posenc eval` and held against
// `expected` at the case's own tolerance for arithmetic in double.
namespace {

using nlohmann::json;

json load(const std::string& family) {
  std::ifstream file = reference_file(family + ".json");
  REQUIRE_MESSAGE(file.is_open(), "cannot open the reference file of " << family);
  std::ostringstream text;
  text << file.rdbuf();
  return parse_json(text.str());
}

bool close(double got, double expected, const std::string& compare, double tolerance) {
  if (compare == "exact") return got == expected;
  if (compare == "relative") return std::abs(got - expected) <= tolerance * std::abs(expected);
  REQUIRE(compare == "absolute");
  return std::abs(got - expected) <= tolerance;
}

/// Same shape, and every number close.
void check_matches(const json& got, const json& expected, const json& one, const std::string& at) {
  CAPTURE(at);
  if (expected.is_structured()) {
    REQUIRE(got.type() == expected.type());
    REQUIRE(got.size() == expected.size());
    for (const auto& [key, value] : expected.items()) {
      const json& element = got.is_array() ? got[std::stoul(key)] : got.at(key);
      check_matches(element, value, one, at + "/" + key);
    }
  } else if (expected.is_number()) {
    REQUIRE(got.is_number());
    CAPTURE(got);
    CAPTURE(expected);
    CHECK(close(got.get<double>(), expected.get<double>(), one["compare"].get<std::string>(),
                one["tol_double"].get<double>()));
  } else {
    CHECK(got == expected);
  }
}

/// Checks the cases of a family and returns the kinds that are not known yet.
std::set<std::string> check_family(const std::string& family) {
  const json reference = load(family);
  const json results = evaluated(reference).cases;
  REQUIRE(results.size() == reference["cases"].size());
  std::set<std::string> unknown;
  for (std::size_t n = 0; n < reference["cases"].size(); ++n) {
    const json& one = reference["cases"][n];
    const json& result = results[n];
    CAPTURE(family);
    CHECK(result["name"] == one["name"]);
    if (result.contains("got")) {
      check_matches(result["got"], one["expected"], one, one["name"].get<std::string>());
    } else {
      const auto kind = one["kind"].get<std::string>();
      CHECK(result["error"] == "unknown kind \"" + kind + "\"");
      unknown.insert(kind);
    }
  }
  return unknown;
}

}  // namespace

TEST_CASE("reference: sinusoidal.json, whole") {
  CHECK(check_family("sinusoidal") == std::set<std::string>{});
}

TEST_CASE("reference: analysis.json, whole") {
  CHECK(check_family("analysis") == std::set<std::string>{});
}

TEST_CASE("reference: rope.json, whole") { CHECK(check_family("rope") == std::set<std::string>{}); }

TEST_CASE("reference: context_extension.json, whole") {
  CHECK(check_family("context_extension") == std::set<std::string>{});
}

TEST_CASE("reference: alibi.json, whole") {
  CHECK(check_family("alibi") == std::set<std::string>{});
}

TEST_CASE("reference: beyond_words.json, whole") {
  CHECK(check_family("beyond_words") == std::set<std::string>{});
}
