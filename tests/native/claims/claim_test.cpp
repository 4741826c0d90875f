#include "posenc/claims/claim.hpp"

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
}
