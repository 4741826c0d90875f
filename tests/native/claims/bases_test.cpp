#include "claims/pinned.hpp"
#include "claims/pytorch_runs.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

namespace {

double similarity_of_waves(double base, double distance) {
  double sum = 0;
  for (int i = 0; i < 64; ++i) sum += std::cos(distance * std::pow(base, -2.0 * i / 128));
  return sum / 64;
}

/// Of claim 42: accuracies at 16, 32 and 64 with base 10000, 2 and 500000 of a task.
std::vector<std::vector<FiveSeeds>> by_base(const std::array<double, 3>& at_16,
                                            const std::array<double, 3>& at_64) {
  std::vector<std::vector<FiveSeeds>> all;
  for (std::size_t n = 0; n < 3; ++n) {
    all.push_back({every_seed(at_16[n]), every_seed(0.5), every_seed(at_64[n])});
  }
  return all;
}

Trial of_bases(const std::vector<std::vector<FiveSeeds>>& previous,
               const std::vector<std::vector<FiveSeeds>>& first) {
  auto all = previous;
  all.insert(all.end(), first.begin(), first.end());
  return tried(42, five_seeds_of(42, all));
}

}  // namespace

TEST_CASE("claim 41: a larger base makes neighbors more alike, and far positions too") {
  const double small = similarity_of_waves(100, 1);
  const double usual = similarity_of_waves(10000, 1);
  const double large = similarity_of_waves(500000, 1);
  // 100^(-2i/128) >= 1/10 up to i = 32, 500000^(-2i/128) up to i = 11.
  const Trial trial =
      pinned::tried(41, ClaimVerdict::fails,
                    {pinned::contra(usual - small, 1e-12), pinned::contra(large - usual, 1e-12),
                     pinned::contra(12), pinned::aside(1),
                     pinned::aside(similarity_of_waves(500000, 1000), 1e-9)});
  CHECK(pinned::says(trial, 0, "0.9443 with base 100 and of 0.9702 with base 10000"));
  CHECK(pinned::says(trial, 2, "33 of 64 pairs"));
  pinned::check_chart(trial, 3);
  const auto& lines = trial.evidence.chart->lines;
  CHECK(lines[0].y[100] == doctest::Approx(similarity_of_waves(100, 100)));
  CHECK(trial.evidence.chart->includes == std::vector<double>{0, 1});
}

TEST_CASE("claim 42: 10000 is optimal only where it is ahead of a smaller and a larger base") {
  check_plan(42, [](const PlannedModel&, const PlannedTest&) { return false; });
  std::vector<double> bases;
  const auto plan = plan_of_claim(42);
  REQUIRE(plan);
  for (const PlannedModel& model : plan->models) {
    bases.push_back(model.options.model.position.base);
  }
  CHECK(bases == std::vector<double>{10000, 2, 500000, 10000, 2, 500000});

  const auto ahead = by_base({1, 0.9, 0.9}, {0.8, 0.5, 0.5});
  CHECK(supports_of(of_bases(ahead, ahead)) == "++++.");
  CHECK(of_bases(ahead, ahead).verdict == ClaimVerdict::holds);
  // Level with one of them, it speaks for nothing; behind one of them, it speaks against.
  const auto level = by_base({1, 1, 1}, {0.8, 0.8, 0.5});
  const auto behind = by_base({1, 1, 1}, {0.54, 0.97, 0.1});
  CHECK(supports_of(of_bases(level, behind)) == "...-.");
  const Trial trial = of_bases(behind, behind);
  CHECK(supports_of(trial) == ".-.-.");
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(trial.evidence.findings[1].text.find("54 % (in all 5 seeds) with base 10000, 97 %") !=
        std::string::npos);
  REQUIRE(trial.evidence.chart);
  CHECK(trial.evidence.chart->lines.size() == 3);
  CHECK(trial.evidence.chart->values == ChartValues::shares);
}
