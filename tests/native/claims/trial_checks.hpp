#pragma once

#include "posenc/claims/claim.hpp"
#include "test.hpp"

/// Checks of trials and findings, for the tests of claims.
namespace claim_trials {

/// The trial of a claim, whose sentences have their numbers in them.
inline posenc::Trial tried(double number) {
  CAPTURE(number);
  const auto trial = posenc::try_claim(number);
  REQUIRE(trial);
  CHECK_FALSE(trial->evidence.because.empty());
  for (const posenc::Finding& finding : trial->evidence.findings) {
    CAPTURE(finding.text);
    REQUIRE(finding.value);
    CHECK(std::isfinite(*finding.value));
    CHECK(finding.text.find_first_of("0123456789") != std::string::npos);
    CHECK(finding.text.find("nan") == std::string::npos);
    CHECK(finding.text.find("inf") == std::string::npos);
  }
  return *trial;
}

inline const posenc::Finding& finding(const posenc::Trial& trial, std::size_t n) {
  REQUIRE(n < trial.evidence.findings.size());
  return trial.evidence.findings[n];
}

/// That finding n decides in this way, by a number that its sentence shows as `shown`.
inline void check(const posenc::Trial& trial, std::size_t n, posenc::Support support, double value,
                  double tolerance, const std::string& shown) {
  CAPTURE(n);
  const posenc::Finding& one = finding(trial, n);
  CAPTURE(one.text);
  CHECK(one.support == support);
  CHECK(std::abs(*one.value - value) <= tolerance);
  CHECK(one.text.find(shown) != std::string::npos);
}

inline constexpr auto pro = posenc::Support::for_it;
inline constexpr auto contra = posenc::Support::against_it;
inline constexpr auto aside = posenc::Support::aside;

}  // namespace claim_trials
