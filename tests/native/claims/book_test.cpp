#include "claims/pytorch_runs.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

// What is said of long texts, on accuracies and losses as they come out, and on others that would turn the verdict.

namespace {

using Models = std::vector<std::vector<FiveSeeds>>;

/// Runs of claim 53 whose models have those perplexities at 16, 32 and 64.
std::vector<TrainedRun> with_perplexities(const std::vector<std::vector<double>>& models) {
  std::vector<TrainedRun> runs;
  for (const std::vector<double>& perplexities : models) {
    TrainedRun run{std::vector<double>(perplexities.size(), 0.5), {}, {}};
    for (const double one : perplexities) run.losses.push_back(std::log(one));
    runs.insert(runs.end(), 5, run);
  }
  return runs;
}

}  // namespace

TEST_CASE(
    "claims: plans about long texts can be trained, and share their models with other claims") {
  std::vector<TrainingOptions> others;
  for (const double number : {20, 21, 23, 42}) {
    const TrainingPlan plan = *plan_of_claim(number);
    for (const PlannedModel& model : plan.models) others.push_back(model.options);
  }
  for (const double number : {52, 53, 54}) {
    check_plan(number, [](const PlannedModel&, const PlannedTest&) { return false; });
    const TrainingPlan plan = *plan_of_claim(number);
    for (const PlannedModel& model : plan.models) {
      CAPTURE(model.name);
      CHECK(std::ranges::count(others, model.options) > 0);
    }
  }
}

TEST_CASE("claims: 52, a raised base is enough for the previous token only") {
  const auto by = [](double first, double first_raised) {
    const FiveSeeds one = every_seed(1);
    return tried(52, five_seeds_of(52, {{one, one, every_seed(0.49), one},
                                        {one, one, one},
                                        {one, one, every_seed(0.22), every_seed(first_raised)},
                                        {one, one, every_seed(first)}}));
  };
  const Trial trial = by(0.53, 0.83);
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == "....-.");
  CHECK(trial.evidence.findings[3].value == doctest::Approx(0.53));
  CHECK(trial.evidence.findings[4].text.find("first token task: 83 %") != std::string::npos);
  CHECK(trial.evidence.findings[5].value == doctest::Approx(0.22));
  CHECK(supports_of(by(0.91, 0.89)) == "....-.");
  CHECK(by(0.91, 0.91).verdict == ClaimVerdict::holds);
}

TEST_CASE("claims: 53, ALiBi's perplexity is flat where near tokens are enough") {
  const Trial trial =
      tried(53, with_perplexities({{1, 1, 1}, {1.37, 1.9, 2.72}, {5.84, 10, 15.8}}));
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "+--");
  CHECK(trial.evidence.findings[1].value == doctest::Approx(2.72 / 1.37));
  CHECK(trial.evidence.findings[1].text.find("of 1.37 (in all 5 seeds) at the trained length 16, "
                                             "and of 2.72") != std::string::npos);
  REQUIRE(trial.evidence.chart);
  CHECK(trial.evidence.chart->lines[2].y[1] == doctest::Approx(10));
  const auto supports = [](double at_16, double at_64) {
    const std::vector<double> flat{at_16, 3, at_64};
    return supports_of(tried(53, with_perplexities({flat, flat, flat})));
  };
  CHECK(supports(2, 2.19) == "+++");
  CHECK(supports(2, 1) == "+++");
  CHECK(supports(2, 2.21) == "---");
}

TEST_CASE("claims: 54, slow pairs are not needed at length 16, and tell far positions apart") {
  const auto by = [](double still) {
    const FiveSeeds one = every_seed(1);
    const std::vector<FiveSeeds> tests{one, one, one, every_seed(still), every_seed(0.3)};
    return tried(54, five_seeds_of(54, {tests, tests, tests}));
  };
  const Trial trial = by(1);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "+++-");
  // Pairs 35 to 63 of 64: 2 pi 500000^(i/64) > 8192.
  double similarity = 0;
  int pairs = 0;
  for (int i = 0; i < 64; ++i) {
    const double frequency = std::pow(500000, -i / 64.0);
    if (2 * 3.141592653589793 / frequency <= 8192) continue;
    similarity += std::cos(8191 * frequency);
    ++pairs;
  }
  CHECK(trial.evidence.findings[3].value == doctest::Approx(similarity / pairs));
  CHECK(trial.evidence.findings[3].text.find(std::to_string(pairs) + " of 64") !=
        std::string::npos);
  CHECK(by(0.98).verdict == ClaimVerdict::fails);
  // The frequencies of both tests: two pairs keep theirs, two no longer turn.
  const auto tests = plan_of_claim(54)->models[0].tests;
  REQUIRE(tests.size() == 5);
  const auto turning = [&](std::size_t test) {
    std::string pairs_that_turn;
    for (const double one : tests[test].inverse_frequencies) {
      pairs_that_turn += one * 64 > 1e-6 ? '+' : '.';
    }
    return pairs_that_turn;
  };
  CHECK(turning(3) == "++..");
  CHECK(turning(4) == "..++");
}

TEST_CASE("claims: 55, rotated keys can be kept as long as the base stays") {
  const Trial trial = *try_claim(55);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "+-.");
  CHECK(*trial.evidence.findings[0].value < 1e-12);
  CHECK(trial.evidence.findings[1].value == doctest::Approx(0.377).epsilon(0.002));
  // 10000 2^(128/126)
  CHECK(trial.evidence.findings[1].text.find("from 10000 to 20221") != std::string::npos);
  CHECK(*trial.evidence.findings[2].value < 1e-12);
}

TEST_CASE("claims: 69, a reset keeps no documents apart, a mask does") {
  const Trial trial = *try_claim(69);
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == "---....");
  const auto& findings = trial.evidence.findings;
  // About half of what the later documents see belongs to others.
  for (std::size_t n = 0; n < 4; ++n) {
    CHECK(*findings[n].value > 0.3);
    CHECK(*findings[n].value < 0.95);
  }
  CHECK(*findings[4].value < 1e-12);
  CHECK(*findings[5].value < 1e-12);
  CHECK(*findings[6].value > 0.1);
  CHECK(findings[0].text.starts_with("RoPE, ids reset"));
  CHECK(findings[6].text.starts_with("A sinusoidal encoding"));
  CHECK(trial.evidence.because.find("40, 30 and 50") != std::string::npos);
}

TEST_CASE("claims: 68, the latest keys can stay as they are, but sinks leave the trained range") {
  const Trial trial = *try_claim(68);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "+--");
  CHECK(*trial.evidence.findings[0].value < 1e-10);
  // The slowest pair of 64 turns by 10000^(-63/64) radians per position.
  CHECK(trial.evidence.findings[1].value ==
        doctest::Approx(16383 * std::pow(10000, -63.0 / 64)).epsilon(1e-12));
  CHECK(trial.evidence.findings[1].text ==
        "By its position in the text, key 0 is 16383 tokens back, and the slowest pair turns by "
        "1.89 radians; in training, it turned by at most 0.47. By its position in the cache, key 0 "
        "is "
        "4095 back, and the pair turns by 0.47");
  const auto score = [](int distance) {
    double sum = 0;
    for (int pair = 0; pair < 64; ++pair) sum += std::cos(distance * std::pow(10000, -pair / 64.0));
    return sum / 64;
  };
  double off = 0;
  for (int place = 4; place < 4096; ++place) {
    off = std::max(off, std::abs(score(4095 - (place + 12288)) - score(4095 - place)));
  }
  CHECK(trial.evidence.findings[2].value == doctest::Approx(off));
}

TEST_CASE("claims: 56, windows of 6 reach 6, 11 and 21 tokens") {
  const Trial trial = *try_claim(56);
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == ".---.");
  const std::vector<double> reached{6, 11, 21, 32, 131041};
  for (std::size_t n = 0; n < reached.size(); ++n) {
    CHECK(trial.evidence.findings[n].value == reached[n]);
  }
}

TEST_CASE("claims: 57, a second layer without RoPE finds the first token, not the previous one") {
  check_plan(57, [](const PlannedModel&, const PlannedTest&) { return false; });
  const auto by = [](double previous, double first) {
    const auto at_64 = [](double accuracy) {
      return std::vector<FiveSeeds>{every_seed(1), every_seed(1), every_seed(accuracy)};
    };
    return tried(57, five_seeds_of(57, {at_64(0.553), at_64(previous), at_64(0.447), at_64(first),
                                        at_64(0.466)}));
  };
  const Trial trial = by(0.533, 1);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "-+.");
  CHECK(trial.evidence.findings[1].value == doctest::Approx(1 - 0.447));
  // Only models with one scheme have the color of one.
  std::vector<std::optional<Scheme>> schemes;
  for (const ChartLine& line : trial.evidence.chart->lines) schemes.push_back(line.scheme);
  CHECK(schemes == std::vector<std::optional<Scheme>>{Scheme::rope, std::nullopt, Scheme::rope,
                                                      std::nullopt, std::nullopt});
  CHECK(by(0.56, 0.45).verdict == ClaimVerdict::fails);
  CHECK(by(0.57, 0.46).verdict == ClaimVerdict::holds);
}

TEST_CASE("claims: 58, half of a head finds the previous token, not the first") {
  check_plan(58, [](const PlannedModel&, const PlannedTest&) { return false; });
  const auto by = [](double half, double first) {
    const auto at_16 = [](double accuracy) {
      return std::vector<FiveSeeds>{every_seed(accuracy), every_seed(0.5), every_seed(0.5)};
    };
    return tried(58, five_seeds_of(58, {at_16(1), at_16(half), at_16(1), at_16(1), at_16(first)}));
  };
  const Trial trial = by(1, 0.43);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "--+");
  CHECK(trial.evidence.findings[2].value == doctest::Approx(0.43 - 1));
  CHECK(supports_of(by(0.98, 0.995)) == "+--");
}

TEST_CASE("claims: runs need an accuracy and a loss for each test, in their ranges") {
  const TrainingPlan plan = *plan_of_claim(29);
  std::vector<TrainedRun> good(plan.models.size(), TrainedRun{{1, 1}, {0, 0}, {}});
  REQUIRE(try_claim(29, good));
  const auto message = [&](const TrainedRun& last) {
    std::vector<TrainedRun> runs = good;
    runs.back() = last;
    const auto trial = try_claim(29, runs);
    REQUIRE_FALSE(trial);
    return trial.error().message;
  };
  CHECK(message({{1}, {0, 0}, {}}).find("must have an accuracy for each of 2 tests but has 1") !=
        std::string::npos);
  CHECK(message({{1, 1}, {0}, {}}).find("must have a loss for each of 2 tests but has 1") !=
        std::string::npos);
  CHECK(message({{1, 1.5}, {0, 0}, {}}).find("must be from 0 to 1") != std::string::npos);
  CHECK(message({{1, 1}, {0, -1}, {}}).find("must be a number of at least 0") != std::string::npos);
  CHECK(message({{1, 1}, {0, INFINITY}, {}}).find("but got inf") != std::string::npos);
}

TEST_CASE("claims: 70, a flat loss finds nothing by itself") {
  // Of each model: perplexity at 16 and at 128, and what is found at 128.
  struct Reached {
    double at_16;
    double at_128;
    double found;
  };
  const auto by = [](const Reached& rope, const Reached& alibi, const Reached& learned,
                     double without) {
    std::vector<TrainedRun> runs;
    for (const auto& [at_16, at_128, found] : {rope, alibi, learned, Reached{3, 3, without}}) {
      TrainedRun run{{1, 1, 1, found},
                     {std::log(at_16), std::log(at_16), std::log(at_16), std::log(at_128)},
                     {}};
      if (runs.empty()) {
        for (const double cured : {0.7, 1.0}) {
          run.accuracies.push_back(cured);
          run.losses.push_back(1);
        }
      }
      runs.insert(runs.end(), 5, run);
    }
    return tried(70, runs);
  };
  const Reached flat{3, 3.2, 0.5};
  const Trial trial = by(flat, flat, flat, 1);
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == "---...");
  CHECK(trial.evidence.findings[0].value == doctest::Approx(0.5));
  CHECK(trial.evidence.findings[5].value == doctest::Approx(1));
  REQUIRE(trial.evidence.chart);
  CHECK(trial.evidence.chart->lines.size() == 4);
  CHECK(trial.evidence.chart->lines[0].x.back() == 128);
  // A loss that rises says nothing for or against the claim.
  CHECK(supports_of(by({3, 3.4, 0.5}, flat, {3, 3, 0.95}, 0.2)) == ".-+...");
}

TEST_CASE("claims: 70, RoPE's cures are planned for the longest text") {
  const TrainingPlan plan = *plan_of_claim(70);
  check_plan(70, [](const PlannedModel&, const PlannedTest&) { return false; });
  const auto& tests = plan.models[0].tests;
  REQUIRE(tests.size() == 6);
  CHECK(tests[4].length == 128);
  // log 128 / log 16 = 7 / 4, on queries and keys together.
  CHECK(tests[4].attention_factor * tests[4].attention_factor == doctest::Approx(1.75));
  CHECK(tests[4].inverse_frequencies[1] == doctest::Approx(0.1));
  CHECK(tests[5].attention_factor == 1);
  CHECK(tests[5].inverse_frequencies[0] * 128 < 1e-9);
}
