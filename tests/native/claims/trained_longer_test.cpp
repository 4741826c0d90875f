#include "claims/pytorch_runs.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

namespace {

std::vector<FiveSeeds> at_lengths(const std::string& task, const std::string& scheme,
                                  const std::string& options = "{}") {
  return {pytorch(task, scheme, "16", options), pytorch(task, scheme, "32", options),
          pytorch(task, scheme, "64", options)};
}

/// What PyTorch had at length 64 with each seed, besides: under interpolation, NTK-aware scaling, YaRN (1, 32) and
/// YaRN (1/4, 2).
std::vector<FiveSeeds> with_remedies(const std::string& task, const std::vector<FiveSeeds>& under) {
  std::vector<FiveSeeds> all = at_lengths(task, "rope");
  all.insert(all.end(), under.begin(), under.end());
  return all;
}

const std::vector<FiveSeeds> previous_under{{0.0658, 0.0705, 0.0707, 0.0727, 0.0731},
                                            {0.9049, 0.8561, 0.9175, 0.9651, 0.8746},
                                            {0.0655, 0.0727, 0.0723, 0.0770, 0.0705},
                                            {0.9970, 0.9718, 0.9946, 0.9952, 0.9948}};
const std::vector<FiveSeeds> forward_fill_under{{0.9669, 0.9849, 0.9840, 0.9672, 0.9594},
                                                {0.9620, 0.9588, 0.9852, 0.9875, 0.9635},
                                                {0.9774, 0.9945, 0.9846, 0.9777, 0.9745},
                                                {0.9698, 0.9713, 0.9814, 0.9716, 0.9640}};
const std::vector<FiveSeeds> first_under{{0.9586, 0.9835, 0.9722, 0.9735, 0.9642},
                                         {0.4774, 0.4781, 0.4902, 0.4863, 0.4857},
                                         {0.9711, 0.9881, 0.9722, 0.9781, 0.9748},
                                         {0.9668, 0.9848, 0.9627, 0.9742, 0.9640}};

std::vector<std::vector<FiveSeeds>> all_remedies() {
  return {with_remedies("previous", previous_under),
          with_remedies("forward-fill", forward_fill_under),
          with_remedies("first-causal", first_under)};
}

}  // namespace

TEST_CASE("claims: plans for RoPE and ALiBi can be trained, and all their tests be asked") {
  for (const double number : {20, 21, 23, 29, 39}) {
    check_plan(number, [](const PlannedModel&, const PlannedTest&) { return false; });
  }
}

TEST_CASE("claims: remedies are planned for four times the trained length, 16") {
  const auto plan = plan_of_claim(39);
  REQUIRE(plan);
  const auto& tests = plan->models[0].tests;
  REQUIRE(tests.size() == 7);
  const std::vector<double> own{1, 0.1, 0.01, 0.001};
  for (std::size_t n = 0; n < own.size(); ++n) {
    CAPTURE(n);
    CHECK(tests[3].inverse_frequencies[n] == doctest::Approx(own[n] / 4));
    // base' = base 4^(8/6), so that the last is a quarter of its own.
    CHECK(tests[4].inverse_frequencies[n] ==
          doctest::Approx(own[n] * std::pow(4, -static_cast<double>(n) / 3)));
    // Above two rotations within 16 positions a pair is as it was, below a quarter it is interpolated.
    const double rotations = 16 * own[n] / (2 * 3.141592653589793);
    const double kept = std::clamp((rotations - 0.25) / 1.75, 0.0, 1.0);
    CHECK(tests[6].inverse_frequencies[n] == doctest::Approx(own[n] * (kept + (1 - kept) / 4)));
  }
  // By the paper's constants hardly more than interpolation.
  CHECK(tests[5].inverse_frequencies[0] < 0.3);
  CHECK(tests[5].attention_factor == doctest::Approx(0.1 * std::log(4) + 1));
  CHECK(tests[3].attention_factor == 1);
}

TEST_CASE("claims: 20, bases, with accuracies as they come out") {
  const FiveSeeds usual = pytorch("previous", "rope", "64");
  const FiveSeeds one = every_seed(1);
  const auto by = [&](const FiveSeeds& afterwards, const FiveSeeds& trained_2,
                      const FiveSeeds& larger) {
    return tried(20, five_seeds_of(20, {{one, one, usual, afterwards, larger},
                                        {one, one, every_seed(0.34)},
                                        {one, one, trained_2},
                                        {one, one, larger}}));
  };
  const Trial trial = by(every_seed(0.21), every_seed(0.77), one);
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "--+--");
  CHECK(trial.evidence.findings[0].value == doctest::Approx(0.21 - 0.4901));
  CHECK(trial.evidence.findings[2].value == doctest::Approx(0.77 - 0.4901));
  CHECK(trial.evidence.findings[1].value == doctest::Approx(1 - 0.4901));
  CHECK(by(every_seed(0.21), every_seed(0.4), one).verdict == ClaimVerdict::fails);
  CHECK(supports_of(by(every_seed(0.9), every_seed(0.77), every_seed(0.3))) == "+.+-.");
}

TEST_CASE("claims: 21, RoPE without help, with what PyTorch had") {
  const Trial trial = tried(21, five_seeds_of(21, all_remedies()));
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == "---...");
  CHECK(trial.evidence.findings[0].value == doctest::Approx(0.4901));
  CHECK(trial.evidence.findings[1].value == doctest::Approx(0.5508));
  CHECK(trial.evidence.findings[2].value == doctest::Approx(0.2307));
  CHECK(trial.evidence.findings[0].text.find("49 % (44.9 to 53.1 over 5 seeds)") !=
        std::string::npos);
  CHECK(trial.evidence.findings[3].text.find("90.4 %") != std::string::npos);

  auto models = all_remedies();
  models[1][2] = every_seed(0.9);
  CHECK(supports_of(tried(21, five_seeds_of(21, models))) == "-+-...");
  for (auto& model : models) model[2] = every_seed(0.95);
  CHECK(tried(21, five_seeds_of(21, models)).verdict == ClaimVerdict::holds);
}

TEST_CASE("claims: 23, ALiBi beyond its training, with what PyTorch had") {
  const auto ordering = [](const std::string& scheme) {
    return std::vector{pytorch("order", scheme, "8"), pytorch("order", scheme, "16"),
                       pytorch("order", scheme, "32")};
  };
  const std::string steep = R"({"slopes": "2,1,0.5,0.25"})";
  std::vector<std::vector<FiveSeeds>> models{ordering("sinusoidal"),
                                             ordering("rope"),
                                             ordering("alibi"),
                                             at_lengths("previous", "rope"),
                                             at_lengths("previous", "alibi"),
                                             at_lengths("previous", "alibi", steep),
                                             {pytorch("first-causal", "sinusoidal", "64")},
                                             {pytorch("first-causal", "alibi", "64")}};
  const Trial trial = tried(23, five_seeds_of(23, models));
  CHECK(trial.verdict == ClaimVerdict::depends);
  CHECK(supports_of(trial) == "+-+-");
  CHECK(trial.evidence.findings[0].value == doctest::Approx(0.993 - 0.9684).epsilon(0.02));
  CHECK(trial.evidence.findings[1].value == doctest::Approx(0.6733 - 0.9993).epsilon(0.01));
  CHECK(trial.evidence.findings[2].value == doctest::Approx(1 - 0.4901));
  CHECK(trial.evidence.findings[3].value == doctest::Approx(0.1326 - 0.9443).epsilon(0.02));

  models[4][1] = every_seed(1);
  models[7][0] = every_seed(1);
  CHECK(tried(23, five_seeds_of(23, models)).verdict == ClaimVerdict::holds);
  models[1][2] = more_by(0.02, models[2][2]);
  models[2][2] = more_by(-0.02, models[2][2]);
  CHECK(supports_of(tried(23, five_seeds_of(23, models))) == "-+++");
}

TEST_CASE("claims: 29, symmetric ALiBi and reversal") {
  const auto by = [](double pairs) {
    return tried(29, five_seeds_of(29, {{every_seed(pairs), every_seed(0.81)},
                                        {every_seed(1), every_seed(1)}}));
  };
  const Trial trial = by(0.5);
  CHECK(trial.verdict == ClaimVerdict::fails);
  CHECK(supports_of(trial) == "--..");
  CHECK(trial.evidence.findings[0].value == 0.5);
  // Rounding in single precision, and no more.
  CHECK(*trial.evidence.findings[1].value < 1e-5);
  CHECK(*trial.evidence.findings[1].value > 0);
  CHECK(trial.evidence.findings[2].text.find("logits differ by 1.1") != std::string::npos);
  CHECK(by(1).verdict == ClaimVerdict::depends);
}

TEST_CASE("claims: 39, YaRN among remedies, with what PyTorch had with each seed") {
  const Trial trial = tried(39, five_seeds_of(39, all_remedies()));
  CHECK(trial.verdict == ClaimVerdict::depends);
  // Previous token, forward fill, first token: with (1, 32), then with (1/4, 2).
  CHECK(supports_of(trial) == "-+++++");
  CHECK(trial.evidence.findings[0].value == doctest::Approx(0.0716 - 0.90364));
  CHECK(trial.evidence.findings[0].text.find("7.2 %") != std::string::npos);
  CHECK(trial.evidence.findings[0].text.find("the best of the others is 90.4 %") !=
        std::string::npos);
  CHECK(trial.evidence.findings[1].value == doctest::Approx(0.99068 - 0.90364));

  auto models = all_remedies();
  models[0][5] = models[0][6];
  CHECK(tried(39, five_seeds_of(39, models)).verdict == ClaimVerdict::holds);
  for (auto& model : models) {
    model[4] = every_seed(1);
    model[5] = model[6] = every_seed(0.98);
  }
  CHECK(tried(39, five_seeds_of(39, models)).verdict == ClaimVerdict::fails);
}
