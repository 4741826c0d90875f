#include "claims/trial_checks.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

TEST_CASE("claim 43: RoPE is slight beside the model, and much more than adding a vector") {
  const Trial trial = claim_trials::tried(43);
  CHECK(trial.verdict == ClaimVerdict::depends);
  // Per layer 6 d of 24 d^2 + 4 n d + 6 d.
  claim_trials::check(trial, 0, claim_trials::pro, 6.0 / (24 * 512 + 4 * 512 + 6), 1e-12,
                      "0.042 %");
  claim_trials::check(trial, 1, claim_trials::pro, 6.0 / (24 * 4096 + 4 * 4096 + 6), 1e-12,
                      "0.0052 %");
  claim_trials::check(trial, 2, claim_trials::contra, 6 * 32, 0, "192 times");
  claim_trials::check(trial, 3, claim_trials::aside, 4096 * 128, 0, "524288");
}

TEST_CASE("claim 44: ALiBi is next to nothing beside the model, and more than RoPE in long texts") {
  const auto trial = try_claim(44);
  REQUIRE(trial);
  CHECK(trial->verdict == ClaimVerdict::depends);
  // Per layer 2 n h of 24 d^2 + 4 n d + 2 n h.
  claim_trials::check(*trial, 0, claim_trials::pro,
                      2.0 * 512 * 8 / (24.0 * 512 * 512 + 4 * 512 * 512 + 2 * 512 * 8), 1e-12,
                      "0.11 %");
  claim_trials::check(*trial, 1, claim_trials::pro, 0.000558, 1e-6, "0.056 %");
  // 2 n h / 6 d = n / (3 d/h): equal where the text is three times as long as a head is wide.
  claim_trials::check(*trial, 2, claim_trials::contra, 4096.0 / (3 * 128), 1e-12, "10.7 times");
  CHECK_FALSE(trial->evidence.findings[3].value);
}
