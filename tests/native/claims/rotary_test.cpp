#include <fstream>
#include <nlohmann/json.hpp>

#include "claims/trial_checks.hpp"
#include "posenc/claims/claim.hpp"
#include "posenc/claims/timing.hpp"
#include "reference_file.hpp"
#include "test.hpp"

// Each claim of RoPE: its verdict, and the numbers that decide it.
namespace rotary_claims_test {

using namespace claim_trials;

nlohmann::json reference_case(const std::string& name) {
  std::ifstream file = reference_file("rope.json");
  REQUIRE(file.is_open());
  const auto reference = nlohmann::json::parse(file);
  for (const auto& one : reference["cases"]) {
    if (one["name"] == name) return one;
  }
  FAIL("no such case: " << name);
  return {};
}

std::vector<double> numbers(const nlohmann::json& list) { return list.get<std::vector<double>>(); }

/// q rotated as in a mistake, by hand; the score of the reference case's q and k at (m, n).
template <class Mistake>
double score_by(Mistake mistake, double m, double n) {
  const auto params = reference_case("scores_half_split_d8")["params"];
  const auto q = mistake(numbers(params["q"]), m);
  const auto k = mistake(numbers(params["k"]), n);
  double sum = 0;
  for (std::size_t j = 0; j < q.size(); ++j) sum += q[j] * k[j];
  return sum;
}

constexpr double thetas[]{1, 0.1, 0.01, 0.001};

std::vector<double> tangent(const std::vector<double>& x, double position) {
  std::vector<double> y(8);
  for (std::size_t j = 0; j < 8; ++j) {
    const double turned = j < 4 ? -x[j + 4] : x[j - 4];
    y[j] = x[j] + turned * position * thetas[j % 4];
  }
  return y;
}

std::vector<double> repeated(const std::vector<double>& x, double position) {
  std::vector<double> y(8);
  for (std::size_t j = 0; j < 8; ++j) {
    const double turned = j < 4 ? -x[j + 4] : x[j - 4];
    const double angle = position * thetas[j / 2];
    y[j] = x[j] * std::cos(angle) + turned * std::sin(angle);
  }
  return y;
}

TEST_CASE("claims: 16, RoPE keeps norms, and YaRN's factor does not") {
  const Trial trial = tried(16);
  CHECK(trial.verdict == ClaimVerdict::holds);
  REQUIRE(trial.evidence.findings.size() == 3);
  check(trial, 0, pro, 0, 1e-14, "interleaved");
  check(trial, 1, pro, 0, 1e-14, "half-split");
  // 0.1 ln 16 + 1
  check(trial, 2, aside, 1.2772588722239782, 1e-12, "1.277 times");
}

TEST_CASE("claims: 17, scores under RoPE depend on the distance only, and on that they do") {
  const Trial trial = tried(17);
  CHECK(trial.verdict == ClaimVerdict::holds);
  REQUIRE(trial.evidence.findings.size() == 4);
  check(trial, 0, pro, 0, 1e-9, "interleaved");
  check(trial, 2, pro, 0, 1e-9, "half-split");
  for (const std::size_t n : {1u, 3u}) {
    CHECK(finding(trial, n).support == aside);
    CHECK(*finding(trial, n).value > 1);
  }
}

TEST_CASE("claims: 18, q + rotate_half(q) f keeps neither norms nor relative scores") {
  const Trial trial = tried(18);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 3);
  const auto q = numbers(reference_case("scores_half_split_d8")["params"]["q"]);
  double before = 0;
  double after = 0;
  for (std::size_t j = 0; j < 8; ++j) {
    before += q[j] * q[j];
    after += std::pow(tangent(q, 10)[j], 2);
  }
  CHECK(std::sqrt(after / before) == doctest::Approx(4.322).epsilon(1e-3));
  check(trial, 0, contra, std::sqrt(after / before), 1e-12, "4.322 times");
  const double difference = std::abs(score_by(tangent, 3, 1) - score_by(tangent, 10, 8));
  CHECK(difference == doctest::Approx(33.059).epsilon(1e-4));
  check(trial, 1, contra, difference, 1e-12, "3.483 at (3, 1) and 36.542 at (10, 8)");
  check(trial, 2, aside, std::sqrt(1 + 0.01 * 0.01), 1e-12, "1.00005");
}

TEST_CASE("claims: 19, angles repeated pair by pair make half-split no rotation") {
  const Trial trial = tried(19);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 3);
  // The rows of a block are of length 1 and their product is the sine of the difference of its angles.
  double most = 0;
  for (int position = 1; position <= 1000; ++position) {
    for (int i = 0; i < 2; ++i) {
      most = std::max(most, std::abs(std::sin(position * (thetas[i] - thetas[i + 2]))));
    }
  }
  check(trial, 0, contra, std::sqrt(1 - most), 1e-9, "0.00004");
  check(trial, 1, contra, std::sqrt(1 + most), 1e-12, "1.414");
  const double difference = std::abs(score_by(repeated, 3, 1) - score_by(repeated, 10, 8));
  CHECK(difference == doctest::Approx(0.2299).epsilon(1e-3));
  check(trial, 2, contra, difference, 1e-12, "-0.836 at (3, 1) and -1.066 at (10, 8)");
}

TEST_CASE("claims: 26, what was timed decides whether a cache is a hundred times faster") {
  const auto by = [](const std::vector<double>& times) {
    std::vector<CachingGain> gains;
    for (const double one : times) gains.push_back({"Faster by a factor of ", one});
    return findings_of_gains(gains);
  };
  const auto supports = [&](const std::vector<double>& times) {
    std::vector<Support> all;
    for (const Finding& one : by(times)) all.push_back(one.support);
    return all;
  };
  const auto verdict = [&](const std::vector<double>& times) { return verdict_of(by(times)); };

  CHECK(supports({100, 34, 2.5}) == std::vector{pro, contra, contra});
  CHECK(supports({50, 49.9}) == std::vector{pro, contra});
  CHECK(verdict({1024, 35, 2}) == ClaimVerdict::depends);
  CHECK(verdict({1024, 90, 50}) == ClaimVerdict::holds);
  CHECK(verdict({30, 2}) == ClaimVerdict::fails);

  const auto findings_of_times = by({1024, 2.449});
  CHECK(findings_of_times[0].text == "Faster by a factor of 1024");
  CHECK(findings_of_times[0].value == 1024);
  CHECK(findings_of_times[1].text == "Faster by a factor of 2.4");
}

TEST_CASE("claims: 26 is counted and timed, and the result decides") {
  for (const Claim& claim : claims()) {
    if (claim.number == 26) CHECK(claim.kind == ClaimKind::timed);
  }
  const Trial trial = tried(26);
  const auto& findings = trial.evidence.findings;
  REQUIRE(findings.size() == 5);
  CHECK(*findings[0].value == 32 * 32);
  CHECK(findings[0].support == pro);
  bool all_hundredfold = true;
  for (const Finding& one : findings) {
    CHECK(*one.value > 0);
    all_hundredfold = all_hundredfold && *one.value >= 50;
  }
  CHECK(trial.verdict == (all_hundredfold ? ClaimVerdict::holds : ClaimVerdict::depends));
}

TEST_CASE("claims: 30, two layouts with relative scores disagree") {
  const Trial trial = tried(30);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 3);
  check(trial, 0, aside, 0, 1e-12, "interleaved");
  check(trial, 1, aside, 0, 1e-12, "half-split");
  // The numbers in the claim are those of the reference.
  const auto interleaved = reference_case("scores_interleaved_d8");
  const auto half_split = reference_case("scores_half_split_d8");
  CHECK(interleaved["params"]["q"] == half_split["params"]["q"]);
  CHECK(interleaved["params"]["k"] == half_split["params"]["k"]);
  CHECK(interleaved["params"]["positions_mn"][0] == nlohmann::json{3, 0});
  const double apart =
      std::abs(interleaved["expected"][0].get<double>() - half_split["expected"][0].get<double>());
  CHECK(apart == doctest::Approx(0.132).epsilon(3e-3));
  check(trial, 2, contra, apart, 1e-13, "score -0.499 and half-split ones -0.368");
}

TEST_CASE("claims: 32, YaRN as published and as released differ by 1.3 to 4.3") {
  const Trial trial = tried(32);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 3);
  check(trial, 0, contra, 1.3, 0.05, "scale 2 ");
  check(trial, 1, contra, 3.04, 0.005, "scale 16 ");
  check(trial, 2, contra, 4.3, 0.05, "scale 32 ");
  REQUIRE(trial.evidence.chart);
  REQUIRE(trial.evidence.chart->lines.size() == 3);
  for (std::size_t n = 0; n < 3; ++n) {
    const ChartLine& line = trial.evidence.chart->lines[n];
    CHECK(line.x.size() == line.y.size());
    CHECK(line.y.size() == (n == 2 ? 32 : 64));
    CHECK(line.y.front() == 1);
    CHECK(*std::max_element(line.y.begin(), line.y.end()) == *finding(trial, n).value);
  }
}

TEST_CASE("claims: 33, the kernel rises at 479 of 1000 steps") {
  const Trial trial = tried(33);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 2);
  check(trial, 0, contra, 479, 0, "rises at 479 of the first 1000 steps");
  check(trial, 1, aside, 1707, 0, "1707");
  REQUIRE(trial.evidence.chart);
  const ChartLine& line = trial.evidence.chart->lines.at(0);
  CHECK(line.x.size() == 200);
  CHECK(line.y.at(0) == 64);
  // It stays above 0 there, and the axis shows how far.
  CHECK(trial.evidence.chart->includes == std::vector<double>{0});
  // The rise that the finding names first.
  CHECK(finding(trial, 0).text.find("first at distance 12") != std::string::npos);
  CHECK(line.y[11] < line.y[10]);
  CHECK(line.y[12] > line.y[11]);
}

TEST_CASE("claims: 36, a rotated vector has its absolute position, scores have not") {
  const Trial trial = tried(36);
  CHECK(trial.verdict == ClaimVerdict::depends);
  REQUIRE(trial.evidence.findings.size() == 2);
  check(trial, 0, pro, 0.294, 0.001, "0.294");
  check(trial, 1, contra, 0, 1e-9, "changes by at most");
}

TEST_CASE("claims: 40, rotated values bring absolute positions into the output") {
  const Trial trial = tried(40);
  CHECK(trial.verdict == ClaimVerdict::fails);
  REQUIRE(trial.evidence.findings.size() == 3);
  check(trial, 0, contra, 0, 1e-12, "q and k rotated and v not");
  check(trial, 1, contra, 1.196, 0.001, "1.196");
  check(trial, 2, aside, 0, 1e-12, "Rotated back");
}

}  // namespace rotary_claims_test
