#include "claims/pytorch_runs.hpp"
#include "posenc/claims/claim.hpp"
#include "posenc/model/tasks.hpp"
#include "test.hpp"

namespace {

constexpr double no_answer = std::numeric_limits<double>::quiet_NaN();

/// Accuracies of a model that is right on every batch from ten before that step on: that many steps to 95 %.
std::vector<double> learned_after(std::size_t steps) {
  std::vector<double> curve(400, 0);
  std::fill(curve.begin() + static_cast<std::ptrdiff_t>(steps) - 10, curve.end(), 1);
  return curve;
}

using Steps = std::array<std::size_t, 5>;

void give_curves(std::vector<TrainedRun>& runs, std::size_t model, const Steps& steps) {
  for (std::size_t seed = 0; seed < 5; ++seed) {
    runs[5 * model + seed].curve = learned_after(steps[seed]);
  }
}

}  // namespace

TEST_CASE("claims: trained plans can be trained, and all their tests be asked") {
  for (const double number : {12, 13, 14, 27, 28, 34}) {
    check_plan(number, [](const PlannedModel&, const PlannedTest&) { return false; });
  }
  check_plan(15, [](const PlannedModel& model, const PlannedTest& test) {
    return model.options.model.position.table_rows == 16 && test.length > 16;
  });
}

TEST_CASE("claims: 12, copying without positions, with what PyTorch had") {
  const auto by = [](double copied) {
    return tried(12, five_seeds_of(12, {{every_seed(copied)},
                                        {pytorch("reverse", "none", "8")},
                                        {every_seed(1.0 / 11)}}));
  };
  const Trial trial = tried(12, five_seeds_of(12, {{pytorch("copy", "none", "8")},
                                                   {pytorch("reverse", "none", "8")},
                                                   {every_seed(1.0 / 11)}}));
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == "-..");
  CHECK(trial.evidence.findings[0].value == doctest::Approx(1));
  CHECK(trial.evidence.findings[1].value == doctest::Approx(0.1433));
  CHECK(trial.evidence.findings[0].text.find("100 % (in all 5 seeds)") != std::string::npos);
  CHECK(trial.evidence.findings[2].text.find("9.1 %") != std::string::npos);
  CHECK(by(0.1).verdict == ClaimVerdict::holds);
  CHECK(by(0.05).verdict == ClaimVerdict::holds);
  CHECK(by(0.16).verdict == ClaimVerdict::fails);
  CHECK(by(0.04).verdict == ClaimVerdict::fails);
}

TEST_CASE("claims: 13, sinusoidal and learned, with PyTorch's steps and accuracies") {
  const FiveSeeds same = every_seed(1);
  const auto runs_with = [&](double count_waves, double count_table, const FiveSeeds& first_waves,
                             const FiveSeeds& first_table) {
    return five_seeds_of(13, {{same},
                              {same},
                              {same},
                              {same},
                              {same, every_seed(count_waves)},
                              {same, every_seed(count_table)},
                              {same, first_waves},
                              {same, first_table}});
  };
  const Steps reverse_waves{120, 100, 120, 120, 120};
  const Steps reverse_table{80, 60, 80, 80, 80};
  const Steps sort_waves{180, 140, 200, 160, 160};
  const Steps sort_table{180, 160, 160, 180, 180};
  auto runs = runs_with(0.64, 0.46, pytorch("first-causal", "sinusoidal", "64"),
                        pytorch("first-causal", "learned", "64"));
  give_curves(runs, 0, reverse_waves);
  give_curves(runs, 1, reverse_table);
  give_curves(runs, 2, sort_waves);
  give_curves(runs, 3, sort_table);
  const Trial trial = tried(13, runs);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "--+-");
  CHECK(trial.evidence.findings[0].value == doctest::Approx(76 - 116));
  CHECK(trial.evidence.findings[1].value == doctest::Approx(172 - 168));
  CHECK(trial.evidence.findings[3].value == doctest::Approx(0.9443 - 0.9848).epsilon(0.1));
  CHECK(trial.evidence.findings[0].text.find("116 steps (100 to 120 over 5 seeds)") !=
        std::string::npos);

  SUBCASE("sinusoids that are faster and go further everywhere make it true") {
    auto all = runs_with(0.64, 0.46, every_seed(0.98), every_seed(0.94));
    give_curves(all, 0, reverse_table);
    give_curves(all, 1, reverse_waves);
    give_curves(all, 2, sort_table);
    give_curves(all, 3, {191, 171, 171, 191, 191});
    CHECK(supports_of(tried(13, all)) == "++++");
    CHECK(tried(13, all).verdict == ClaimVerdict::holds);
    // By no more steps than are averaged, they are not.
    give_curves(all, 3, {189, 169, 169, 189, 189});
    CHECK(supports_of(tried(13, all)) == "+-++");
  }
  SUBCASE("a model that never learns is not the faster one, and the sentence says so") {
    auto all = runs_with(0.4, 0.46, every_seed(0.9), every_seed(0.94));
    give_curves(all, 1, reverse_table);
    const Trial other = tried(13, all);
    CHECK(supports_of(other) == "----");
    CHECK(other.verdict == ClaimVerdict::fails);
    CHECK(other.evidence.findings[0].text.find("not reached in every seed") != std::string::npos);
    CHECK_FALSE(other.evidence.findings[0].value);
    give_curves(all, 1, reverse_table);
    give_curves(all, 2, sort_waves);
    CHECK(supports_of(tried(13, all)) == "-+--");
  }
}

TEST_CASE("claims: 14, sinusoids at any length, with what PyTorch had") {
  const auto lengths = [](const std::string& task) {
    std::vector<FiveSeeds> all;
    for (const std::string length : {"16", "32", "64"}) {
      all.push_back(pytorch(task, "sinusoidal", length));
    }
    return all;
  };
  const Trial trial = tried(14, five_seeds_of(14, {lengths("previous"), lengths("forward-fill"),
                                                   lengths("first-causal")}));
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == ".--.");
  CHECK(*trial.evidence.findings[0].value <= 1);
  CHECK(trial.evidence.findings[1].value == doctest::Approx(0.1282));
  CHECK(trial.evidence.findings[2].value == doctest::Approx(0.3401));
  CHECK(trial.evidence.findings[3].value == doctest::Approx(0.9999).epsilon(1e-3));
  REQUIRE(trial.evidence.chart);
  REQUIRE(trial.evidence.chart->lines.size() == 3);
  const ChartLine& line = trial.evidence.chart->lines[0];
  CHECK(line.x == std::vector<double>{16, 32, 64});
  CHECK(line.y[2] == doctest::Approx(0.0869));
  CHECK(line.least[2] < line.y[2]);
  CHECK(line.most[2] > line.y[2]);

  const std::vector<FiveSeeds> kept{every_seed(1), every_seed(0.9), every_seed(0.9)};
  CHECK(tried(14, five_seeds_of(14, {kept, kept, kept})).verdict == ClaimVerdict::holds);
  const std::vector<FiveSeeds> fell{every_seed(1), every_seed(0.89), every_seed(0.9)};
  CHECK(supports_of(tried(14, five_seeds_of(14, {kept, fell, kept}))) == "..-.");
}

TEST_CASE("claims: 15, rows that were never trained, with what PyTorch had") {
  const auto by = [](const FiveSeeds& first, double past) {
    return tried(15, five_seeds_of(15, {{pytorch("previous", "learned", "16"),
                                         pytorch("previous", "learned", "32"),
                                         pytorch("previous", "learned", "64")},
                                        {pytorch("first-causal", "learned", "16"),
                                         pytorch("first-causal", "learned", "32"), first},
                                        {every_seed(0.1), every_seed(past)}}));
  };
  const Trial trial = by(pytorch("first-causal", "learned", "64"), no_answer);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "++-.");
  CHECK(trial.evidence.findings[0].text.find("no answer") != std::string::npos);
  CHECK(trial.evidence.findings[1].value == doctest::Approx(0.0696));
  CHECK(trial.evidence.findings[2].value == doctest::Approx(0.9848).epsilon(1e-3));
  CHECK(by(every_seed(0.3), no_answer).verdict == ClaimVerdict::holds);
  CHECK(supports_of(by(every_seed(0.3), 0.5)) == "-++.");
}

TEST_CASE("claims: 27, attention both ways without positions, with what PyTorch had") {
  const auto by = [](const FiveSeeds& at_8) {
    return tried(27, five_seeds_of(27, {{at_8, pytorch("order-bidirectional", "none", "32")}}));
  };
  const Trial trial = by(pytorch("order-bidirectional", "none", "8"));
  CHECK(trial.verdict == ClaimVerdict::holds);
  CHECK(supports_of(trial) == "+++.");
  CHECK(trial.evidence.findings[0].value == 0.5);
  CHECK(*trial.evidence.findings[2].value < 1e-6);
  CHECK(*trial.evidence.findings[3].value > 0.1);
  FiveSeeds one_above = every_seed(0.5);
  one_above[3] = 0.502;
  CHECK(by(one_above).verdict == ClaimVerdict::depends);
}

TEST_CASE("claims: 28, causal attention without positions, with what PyTorch had") {
  const std::string at_8 =
      R"({"tokens": "distinct", "train-shortest": 8, "train-longest": 8, "lengths": 8, "layers": )";
  const FiveSeeds one_layer = pytorch("previous", "none", "8", at_8 + "1}");
  const FiveSeeds two_layers = pytorch("previous", "none", "8", at_8 + "2}");
  const auto by = [&](const FiveSeeds& at_32, const FiveSeeds& two) {
    return tried(
        28,
        five_seeds_of(28, {{pytorch("order", "none", "8"), pytorch("order", "none", "16"), at_32},
                           {one_layer},
                           {two}}));
  };
  const Trial trial = by(pytorch("order", "none", "32"), two_layers);
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == "---...");
  CHECK(trial.evidence.findings[1].value == doctest::Approx(0.9824));
  CHECK(trial.evidence.findings[2].value == doctest::Approx(0.9996).epsilon(1e-3));
  CHECK(trial.evidence.findings[3].value == doctest::Approx(0.3728));
  CHECK(trial.evidence.findings[3].text.find("exceed 37 %") != std::string::npos);
  // Averages of equal values are equal, whatever the mask; a different first token has the share 1/n of them.
  CHECK(*trial.evidence.findings[4].value < 1e-5);
  CHECK(*trial.evidence.findings[5].value > 0.1);
  CHECK(supports_of(by(every_seed(0.6), two_layers)) == "-+-...");
  // The chart goes from guessing to all; and almost all is not all.
  REQUIRE(trial.evidence.chart);
  CHECK(trial.evidence.chart->values == ChartValues::shares);
  CHECK(trial.evidence.chart->includes == std::vector<double>{0.5, 1});
  const Trial almost = by(every_seed(0.9997), two_layers);
  CHECK(almost.evidence.findings[1].text.find("99.9 % (in all") != std::string::npos);
  CHECK(by(every_seed(0.6), two_layers).verdict == ClaimVerdict::depends);
}

TEST_CASE("claims: 34, learned tables within the trained length, with what PyTorch had") {
  const auto of = [](const std::string& task, const std::string& scheme) {
    return pytorch(task, scheme, "8");
  };
  const auto by = [&](const FiveSeeds& sorted, const FiveSeeds& small_count = every_seed(0.95)) {
    return tried(34, five_seeds_of(34, {{of("reverse", "sinusoidal")},
                                        {of("reverse", "learned")},
                                        {every_seed(0.97)},
                                        {sorted},
                                        {of("count", "sinusoidal")},
                                        {of("count", "learned")},
                                        {every_seed(1)},
                                        {every_seed(0.96)},
                                        {small_count}}));
  };
  std::vector<double> spreads;
  const auto plan = plan_of_claim(34);
  REQUIRE(plan);
  for (const PlannedModel& model : plan->models) {
    spreads.push_back(model.options.model.position.table_std);
  }
  CHECK(spreads == std::vector<double>{1, 1, 1, 1, 1, 1, 0.02, 0.02, 0.02});
  const Trial trial = by(every_seed(0.97));
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == "------.");
  CHECK(trial.evidence.findings[0].value == doctest::Approx(0));
  CHECK(trial.evidence.findings[2].value == doctest::Approx(0.7669 - 0.9714).epsilon(0.01));
  CHECK(supports_of(by(every_seed(0.981))) == "-+----.");
  CHECK(by(every_seed(0.981)).verdict == ClaimVerdict::depends);
  CHECK(supports_of(by(every_seed(0.979))) == "------.");
  // Either table that is ahead speaks for it.
  const Trial small = by(every_seed(0.97), every_seed(0.999));
  CHECK(supports_of(small) == "-----+.");
  CHECK(small.evidence.findings[5].text.find("starts from N(0, 0.02²)") != std::string::npos);
}
