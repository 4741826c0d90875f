#include "claims/pytorch_runs.hpp"
#include "claims/trial_checks.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

namespace {

/// Accuracies that are right on every batch from ten before that step on.
TrainedRun right_after(std::size_t steps) {
  std::vector<double> curve(400, 0);
  std::fill(curve.begin() + static_cast<std::ptrdiff_t>(steps) - 10, curve.end(), 1);
  return {{1}, {0}, curve};
}

/// Claim 46 with one seed, whose models learn after that many steps; 0 for never.
Trial by_steps(const std::vector<std::size_t>& steps) {
  std::vector<TrainedRun> runs;
  for (const std::size_t one : steps) {
    runs.push_back(one == 0 ? TrainedRun{{0.2}, {2}, std::vector<double>(400, 0.2)}
                            : right_after(one));
  }
  const auto trial = try_claim(46, runs);
  REQUIRE(trial);
  return *trial;
}

}  // namespace

TEST_CASE("claim 45: no two positions collide, until they are rounded or past the table") {
  const Trial trial = claim_trials::tried(45);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "++--.");
  // Neighbors are the nearest: 2 (1 - cos w) for each pair.
  double squared = 0;
  for (int i = 0; i < 64; ++i) squared += 2 - 2 * std::cos(std::pow(10000, -i / 64.0));
  claim_trials::check(trial, 0, claim_trials::pro, std::sqrt(squared), 1e-9, "1.95");
  // Two rows of 128 normal numbers lie about 0.02 sqrt(256) apart.
  claim_trials::check(trial, 1, claim_trials::pro, 0.23, 0.02, "512 rows");
  CHECK(trial.evidence.findings[3].text.find("none for the next") != std::string::npos);
  // Whole numbers are exact up to 256; then, up to 512, each odd one goes to an even one beside it, and so on.
  std::multiset<long> rounded;
  for (long p = 0; p < 2048; ++p) {
    const long step = p < 256 ? 1 : p < 512 ? 2 : p < 1024 ? 4 : 8;
    const long low = p / step * step;
    const long above = 2 * (p - low);
    const bool up = above > step || (above == step && low / step % 2 == 1);
    rounded.insert(up ? low + step : low);
  }
  double shared = 0;
  for (const long one : rounded) shared += rounded.count(one) > 1 ? 1 : 0;
  CHECK(shared > 1700);
  CHECK(*trial.evidence.findings[2].value == shared);
}

TEST_CASE(
    "claim 46: a table assumes nothing, and whether that costs examples depends on the task") {
  check_plan(46, [](const PlannedModel&, const PlannedTest&) { return false; });
  const Trial trial = by_steps({106, 68, 156, 183});
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "++-+");
  CHECK(trial.evidence.findings[0].text.find("0.970 with sinusoids") != std::string::npos);
  CHECK(*trial.evidence.findings[1].value > 0.1);
  CHECK(*trial.evidence.findings[2].value == doctest::Approx(68 - 106));
  CHECK(trial.evidence.findings[3].text.find("156 steps (one seed) with sinusoids") !=
        std::string::npos);
  // Slower by no more steps than are averaged is not slower.
  CHECK(supports_of(by_steps({106, 115, 156, 183})) == "++-+");
  CHECK(supports_of(by_steps({106, 117, 156, 183})) == "++++");
  const Trial never = by_steps({106, 0, 156, 183});
  CHECK(supports_of(never) == "++++");
  CHECK_FALSE(never.evidence.findings[2].value);
  CHECK(never.evidence.findings[2].text.find("not reached in every seed") != std::string::npos);
}
