#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "json_text.hpp"
#include "posenc/claims/claim.hpp"
#include "reference_file.hpp"
#include "test.hpp"

namespace pinned {

/// What a finding is to be: its number, how near, and whether it is for the claim.
struct Found {
  double value;
  double within;
  posenc::Support support;
};

inline Found pro(double value, double within = 0) {
  return {value, within, posenc::Support::for_it};
}

inline Found contra(double value, double within = 0) {
  return {value, within, posenc::Support::against_it};
}

inline Found aside(double value, double within = 0) {
  return {value, within, posenc::Support::aside};
}

/// Tries a computed claim, and holds verdict and findings, in their order, to what is expected.
inline posenc::Trial tried(int number, posenc::ClaimVerdict verdict,
                           const std::vector<Found>& expected) {
  CAPTURE(number);
  const auto trial = posenc::try_claim(number);
  REQUIRE(trial);
  CHECK(trial->verdict == verdict);
  CHECK_FALSE(trial->evidence.because.empty());
  const auto& findings = trial->evidence.findings;
  REQUIRE(findings.size() == expected.size());
  for (std::size_t n = 0; n < findings.size(); ++n) {
    const posenc::Finding& finding = findings[n];
    CAPTURE(finding.text);
    REQUIRE(finding.value);
    CAPTURE(*finding.value);
    CHECK(*finding.value >= expected[n].value - expected[n].within);
    CHECK(*finding.value <= expected[n].value + expected[n].within);
    CHECK(finding.support == expected[n].support);
    CHECK(finding.text.find_first_of("0123456789") != std::string::npos);
    CHECK(finding.text.find("nan") == std::string::npos);
    CHECK(finding.text.find("inf") == std::string::npos);
  }
  return *trial;
}

/// Whether the sentence of that finding has those characters: its number as one reads it.
inline bool says(const posenc::Trial& trial, std::size_t finding, const std::string& number) {
  return trial.evidence.findings.at(finding).text.find(number) != std::string::npos;
}

/// What the reference file of that family expects of the case with that name.
inline nlohmann::json reference(const std::string& family, const std::string& name) {
  std::ifstream file = reference_file(family + ".json");
  REQUIRE(file.is_open());
  std::ostringstream text;
  text << file.rdbuf();
  const nlohmann::json document = parse_json(text.str());
  for (const auto& one : document["cases"]) {
    if (one["name"] == name) return one["expected"];
  }
  FAIL("no case " << name);
  return {};
}

/// Lines that can be drawn: as many x as y, of which the x rise and all are finite.
inline void check_chart(const posenc::Trial& trial, std::size_t lines) {
  REQUIRE(trial.evidence.chart);
  CHECK(trial.evidence.chart->lines.size() == lines);
  for (const posenc::ChartLine& line : trial.evidence.chart->lines) {
    CAPTURE(line.name);
    REQUIRE(line.x.size() == line.y.size());
    REQUIRE(line.x.size() > 1);
    CHECK(line.x.size() <= 201);
    for (std::size_t n = 0; n < line.x.size(); ++n) {
      CHECK(line.y[n] - line.y[n] == 0);
      if (n > 0) CHECK(line.x[n] > line.x[n - 1]);
    }
  }
}

}  // namespace pinned
