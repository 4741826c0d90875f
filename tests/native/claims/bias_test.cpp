#include "claims/trial_checks.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

// Each claim of ALiBi, T5 and released models: its verdict, and the numbers that decide it.
namespace bias_claims_test {

using namespace claim_trials;

TEST_CASE("claims: 22, ALiBi's slopes are powers of a half for 8 heads only") {
  const Trial trial = tried(22);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 5);
  check(trial, 0, aside, 1.0 / 256, 1e-15, "8 heads have slopes from 0.5 to 0.003906;");
  check(trial, 1, contra, 1.0 / 256, 1e-15, "4 heads have slopes from 0.25 to 0.003906;");
  // Those of 8 heads, 2^-1 to 2^-8, and the first of 16, 2^-(1/2), among what fills up.
  check(trial, 2, contra, 1.0 / 256, 1e-15, "12 heads have slopes from 0.7071 to 0.003906;");
  check(trial, 3, contra, 1.0 / 256, 1e-15, "16 heads have slopes from 0.7071 to 0.003906;");
  CHECK(finding(trial, 3).text.find("would be 0.5 to 1.526·10⁻⁵") != std::string::npos);
  check(trial, 4, aside, 1, 0, "Such slopes occur for 1 of the head counts from 1 to 64");
}

TEST_CASE("claims: 24, T5-small is counted without encodings, and its bias is one for a bucket") {
  const Trial trial = tried(24);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 4);
  check(trial, 0, contra, 262144, 0, "comes to 60,506,624 without");
  CHECK(finding(trial, 0).text.find("60,768,768 with one") != std::string::npos);
  check(trial, 1, aside, 1, 0, "from 128 to 500 share 1 bucket in T5");
  check(trial, 2, aside, 0, 0, "one of 31 learned numbers");
  check(trial, 3, aside, 512, 0, "accounts for 512");
}

TEST_CASE("claims: 25, GPT-2 and BERT are counted with a learned table") {
  const Trial trial = tried(25);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 2);
  check(trial, 0, contra, 1024 * 768, 0, "124,439,808 with a learned table of 1024");
  CHECK(finding(trial, 0).text.find("comes to 123,653,376 with") != std::string::npos);
  check(trial, 1, contra, 512 * 768, 0, "109,482,240 with a learned table of 512");
  CHECK(finding(trial, 1).text.find("comes to 109,089,024 with") != std::string::npos);
}

TEST_CASE("claims: 35, most of the models listed have RoPE, not all, and each is cited") {
  const Trial trial = tried(35);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 4);
  check(trial, 0, aside, 12, 0, "12 of 20");
  check(trial, 1, contra, 2, 0, "BLOOM");
  check(trial, 2, aside, 4, 0, "Command R7B");
  check(trial, 3, contra, 2, 0, "Jamba");
  CHECK(trial.evidence.because.find("not measured") != std::string::npos);
  const auto claim = std::ranges::find(claims(), 35, &Claim::number);
  REQUIRE(claim != claims().end());
  CHECK(claim->sources.size() == 20);
  std::string texts;
  for (const Finding& one : trial.evidence.findings) texts += one.text;
  for (const Source& source : claim->sources) {
    CAPTURE(source.text);
    CHECK(source.url.starts_with("https://"));
    CHECK(texts.find(source.text) != std::string::npos);
  }
}

}  // namespace bias_claims_test
