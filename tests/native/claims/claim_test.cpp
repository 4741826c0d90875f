#include "posenc/claims/claim.hpp"

#include "posenc/claims/experiment.hpp"
#include "test.hpp"

TEST_CASE("claims: a verdict follows from what is for a claim and against it") {
  const auto finding = [](Support support) { return Finding{"", std::nullopt, support}; };
  const auto by = [](const std::vector<Finding>& findings) { return verdict_of(findings); };
  const Finding pro = finding(Support::for_it);
  const Finding contra = finding(Support::against_it);
  const Finding aside = finding(Support::aside);
  CHECK(by({pro, aside, pro}) == ClaimVerdict::holds);
  CHECK(by({contra, aside}) == ClaimVerdict::fails);
  CHECK(by({pro, contra}) == ClaimVerdict::depends);
  // A balance drawn by the same findings: level only if as many are for it as against it.
  CHECK(tilt_of(std::vector{pro, aside, pro}) == -1);
  CHECK(tilt_of(std::vector{contra, aside}) == 1);
  CHECK(tilt_of(std::vector{pro, contra}) == 0);
  CHECK(tilt_of(std::vector{pro, contra, contra, aside, contra}) == 0.5);
}

TEST_CASE("claims: one counterexample is enough for a claim about every case") {
  const auto finding = [](Support support) { return Finding{"", std::nullopt, support}; };
  const auto supports = [&](const std::vector<Support>& some) {
    std::vector<Finding> findings;
    for (const Support one : some) findings.push_back(finding(one));
    std::vector<Support> all;
    for (const Finding& one : about_every_case(findings)) all.push_back(one.support);
    return all;
  };
  using enum Support;
  CHECK(supports({for_it, aside, for_it}) == std::vector{for_it, aside, for_it});
  CHECK(supports({for_it, against_it, aside}) == std::vector{aside, against_it, aside});
}
