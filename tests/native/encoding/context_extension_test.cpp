#include "posenc/encoding/context_extension.hpp"

#include "drawn.hpp"
#include "test.hpp"

namespace {

constexpr std::array ramps{YarnRamp::paper, YarnRamp::released, YarnRamp::released_unrounded};

GeometricFrequencies theta_of(Index d, double base = 10000) {
  return *GeometricFrequencies::make(d, base);
}

/// One setting for all methods: theta, length of training, scale, and the two ends of a ramp.
struct Setting {
  GeometricFrequencies theta;
  double original_len;
  double scale;
  double slow;
  double fast;
};

Setting drawn_setting(Random& random) {
  // One by one: the order in which arguments are computed is not the same in every compiler.
  const Index d = 2 + drawn::even(random, 128);
  const double base = drawn::base(random);
  const double original_len = std::floor(drawn::magnitude(random, 16, 1e5));
  const double scale = drawn::magnitude(random, 1, 64);
  const double slow = drawn::magnitude(random, 0.1, 4);
  const double fast = slow * drawn::magnitude(random, 1.1, 50);
  return {theta_of(d, base), original_len, scale, slow, fast};
}

Vector yarn_values(const Setting& s, YarnRamp ramp) {
  return yarn(s.theta, s.original_len, s.scale, s.slow, s.fast, ramp)->theta.values();
}

/// Every method that has a scale, on one setting.
std::vector<Vector> all_methods(const Setting& s) {
  const auto& [theta, original_len, scale, slow, fast] = s;
  std::vector<Vector> all{
      position_interpolation(theta, scale)->values(),
      ntk_aware(theta, scale)->values(),
      dynamic_ntk(theta, original_len, scale * original_len)->values(),
      ntk_by_parts(theta, original_len, scale, slow, fast)->values(),
      llama3_scaling(theta, original_len, scale, slow, fast)->values(),
      longrope(theta, original_len + 1, 2 * original_len, Vector::Constant(theta.pairs(), scale))
          ->theta.values(),
  };
  for (const YarnRamp ramp : ramps) all.push_back(yarn_values(s, ramp));
  return all;
}

bool is_finite(double value) { return std::isfinite(value); }
bool is_finite(const RampEnds& ends) { return std::isfinite(ends.low) && std::isfinite(ends.high); }
bool is_finite(const InverseFrequencies& theta) { return theta.values().allFinite(); }
bool is_finite(const ExtendedFrequencies& extended) {
  return is_finite(extended.theta) && std::isfinite(extended.attention_factor);
}

}  // namespace

TEST_CASE("every method lies between the unscaled and the interpolated frequencies") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Setting setting = drawn_setting(random);
    const Vector& unscaled = setting.theta.values();
    CAPTURE(setting.scale);
    CAPTURE(setting.theta.dimension());
    for (const Vector& extended : all_methods(setting)) {
      REQUIRE(extended.size() == unscaled.size());
      for (Index i = 0; i < extended.size(); ++i) {
        CHECK(extended[i] <= unscaled[i] * (1 + 1e-13));
        CHECK(extended[i] >= unscaled[i] / setting.scale * (1 - 1e-13));
      }
    }
  }
}

TEST_CASE("scale 1 changes nothing, for every method") {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    Setting setting = drawn_setting(random);
    setting.scale = 1;
    for (const Vector& extended : all_methods(setting)) {
      CHECK(extended.isApprox(setting.theta.values(), 1e-14));
    }
  }
}

TEST_CASE("position interpolation is position m / s instead of m") {
  const auto theta = theta_of(64);
  const auto extended = *position_interpolation(theta, 4);
  for (const double m : {1.0, 100.0, 4000.0}) {
    CHECK((m * extended.values()).isApprox(m / 4 * theta.values(), 1e-15));
  }
}

TEST_CASE("NTK-aware keeps the first frequency and divides the last by alpha") {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    const Index d = 2 + drawn::even(random, 256);
    const double alpha = drawn::magnitude(random, 0.5, 100);
    for (const auto variant : {FrequencyVariant::paper, FrequencyVariant::endpoint}) {
      const auto theta = *GeometricFrequencies::make(d, drawn::base(random), variant);
      const Vector extended = ntk_aware(theta, alpha)->values();
      const Index last = extended.size() - 1;
      CHECK(extended[0] == 1);
      CHECK(extended[last] == doctest::Approx(theta.values()[last] / alpha).epsilon(1e-12));
    }
  }
}

TEST_CASE("dynamic NTK: no change up to the trained length, then as far as needed") {
  const auto theta = theta_of(32);
  for (const double factor : {1.0, 2.0, 4.0}) {
    CHECK(dynamic_ntk(theta, 2048, 1, factor)->values() == theta.values());
    CHECK(dynamic_ntk(theta, 2048, 2048, factor)->values() == theta.values());
    CHECK(dynamic_ntk(theta, 2048, 6000, factor)
              ->values()
              .isApprox(ntk_aware(theta, factor * 6000 / 2048 - (factor - 1))->values(), 1e-14));
  }
}

TEST_CASE("NTK-by-parts leaves fast pairs as they are and interpolates slow ones, exactly") {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const Setting s = drawn_setting(random);
    const Vector extended =
        ntk_by_parts(s.theta, s.original_len, s.scale, s.slow, s.fast)->values();
    for (Index i = 0; i < extended.size(); ++i) {
      const double rotations = s.original_len * s.theta.values()[i] / (2 * std::numbers::pi);
      if (rotations > s.fast * 1.0001) CHECK(extended[i] == s.theta.values()[i]);
      if (rotations < s.slow * 0.9999) CHECK(extended[i] == s.theta.values()[i] / s.scale);
    }
    // YaRN by its paper, and Llama 3 with its two factors, are the same rule.
    CHECK(yarn_values(s, YarnRamp::paper) == extended);
    CHECK(llama3_scaling(s.theta, s.original_len, s.scale, s.slow, s.fast)->values() == extended);
  }
}

TEST_CASE("the released ramp: linear in the pair index between its ends") {
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const Setting s = drawn_setting(random);
    for (const YarnRamp ramp : {YarnRamp::released, YarnRamp::released_unrounded}) {
      const auto [low, high] = *yarn_ramp_ends(s.theta, s.original_len, s.slow, s.fast, ramp);
      const Vector extended = yarn_values(s, ramp);
      for (Index i = 0; i < extended.size(); ++i) {
        const auto at = static_cast<double>(i);
        const double unscaled = s.theta.values()[i];
        if (low < high && at <= low) CHECK(extended[i] == unscaled);
        if (low < high && at >= high) CHECK(extended[i] == unscaled / s.scale);
        if (low < at && at < high) {
          const double t = (at - low) / (high - low);
          CHECK(extended[i] == doctest::Approx(unscaled * (1 - t + t / s.scale)).epsilon(1e-13));
        }
      }
    }
    const auto exact =
        *yarn_ramp_ends(s.theta, s.original_len, s.slow, s.fast, YarnRamp::released_unrounded);
    const auto whole = *yarn_ramp_ends(s.theta, s.original_len, s.slow, s.fast, YarnRamp::released);
    CHECK(whole.low <= exact.low);
    CHECK(whole.low == std::floor(whole.low));
    CHECK(whole.high >= exact.high - 1e-12);
  }
  // Both ends at the first pair: one is moved, so that nothing is divided by 0.
  const auto ends = *yarn_ramp_ends(theta_of(8), 2 * std::numbers::pi, 1, 1.0000001,
                                    YarnRamp::released_unrounded);
  CHECK(ends.low == 0);
  CHECK(ends.high == 0.001);
  // A window so long that the slowest pair rotates more than once: d - 1, though there are d/2 pairs.
  CHECK(yarn_ramp_ends(theta_of(8), 1e9, 1, 32, YarnRamp::released)->high == 7);
}

TEST_CASE("the paper's and the released YaRN are different frequencies") {
  const auto largest_ratio = [](Index d, double base, double scale) {
    const auto theta = theta_of(d, base);
    const auto of = [&](YarnRamp ramp) {
      return yarn(theta, 4096, scale, 1, 32, ramp)->theta.values();
    };
    const Vector ratios = of(YarnRamp::paper).cwiseQuotient(of(YarnRamp::released));
    return std::max(ratios.maxCoeff(), 1 / ratios.minCoeff());
  };
  CHECK(largest_ratio(128, 10000, 2) == doctest::Approx(1.3).epsilon(0.04));
  CHECK(largest_ratio(64, 10000, 40) == doctest::Approx(4.28).epsilon(0.002));
}

TEST_CASE("the released ramp with equal betas, as in published models: one whole pair wide") {
  // Kimi K2: theta 50000, L = 4096, beta_fast = beta_slow = 1.
  const auto theta = theta_of(64, 50000);
  const auto [low, high] = *yarn_ramp_ends(theta, 4096, 1, 1, YarnRamp::released);
  CHECK(high == low + 1);
  const Vector extended = yarn(theta, 4096, 32, 1, 1, YarnRamp::released)->theta.values();
  for (Index i = 0; i < 32; ++i) {
    const bool unscaled = static_cast<double>(i) <= low;
    CHECK(extended[i] == (unscaled ? theta.values()[i] : theta.values()[i] / 32));
  }
}

TEST_CASE("the released ramp runs backwards where its ends come out in the wrong order") {
  // No pair rotates even once: all should be interpolated, and none is.
  const auto slow = theta_of(16);
  CHECK(yarn(slow, 2, 4, 1, 32, YarnRamp::released_unrounded)->theta.values() == slow.values());
  CHECK(yarn(slow, 2, 4, 1, 32, YarnRamp::paper)->theta.values() == slow.values() / 4);
  // All pairs rotate more than beta_fast times: none need be interpolated, and all are.
  const auto fast = theta_of(8, 4);
  CHECK(yarn(fast, 1e6, 4, 1, 32, YarnRamp::released)->theta.values() == fast.values() / 4);
  CHECK(yarn(fast, 1e6, 4, 1, 32, YarnRamp::paper)->theta.values() == fast.values());
}

TEST_CASE("the released ramp with beta_fast below beta_slow runs backwards, as in that code") {
  const auto theta = theta_of(64);
  constexpr double scale = 8;
  for (const YarnRamp ramp : {YarnRamp::released, YarnRamp::released_unrounded}) {
    const auto [low, high] = *yarn_ramp_ends(theta, 4096, 32, 1, ramp);
    CHECK(low > high);
    const Vector extended = yarn(theta, 4096, scale, 32, 1, ramp)->theta.values();
    for (Index i = 0; i < 32; ++i) {
      // t falls from 1 at high to 0 at low: the fast pairs are interpolated.
      const double t = std::clamp((low - static_cast<double>(i)) / (low - high), 0.0, 1.0);
      const double expected = theta.values()[i] * (1 - t + t / scale);
      CHECK(extended[i] == doctest::Approx(expected).epsilon(1e-14));
    }
    CHECK(extended[0] == theta.values()[0] / scale);
    CHECK(extended[31] == theta.values()[31]);
  }
  CHECK_FALSE(yarn(theta, 4096, scale, 32, 1, YarnRamp::paper));
}

TEST_CASE("Llama 3's rule with high_freq_factor not above low_freq_factor is a step") {
  const auto theta = theta_of(64, 500000);
  const Vector rotations = 8192 * wavelengths(theta).cwiseInverse();
  // As in Llama 4, where both are 1, and in the wrong order: the first of the two rules goes first.
  for (const auto& [low, high] : {std::pair{1.0, 1.0}, std::pair{4.0, 4.0}, std::pair{4.0, 1.0}}) {
    const Vector extended = llama3_scaling(theta, 8192, 16, low, high)->values();
    for (Index i = 0; i < theta.pairs(); ++i) {
      const double omega = theta.values()[i];
      CHECK(extended[i] == (rotations[i] >= high ? omega : omega / 16));
    }
  }
  // It is where the ramp goes to as its ends meet.
  const Vector ramp = llama3_scaling(theta, 8192, 16, 1, 1 + 1e-9)->values();
  CHECK(ramp.isApprox(llama3_scaling(theta, 8192, 16, 1, 1)->values(), 1e-15));
  // A pair that rotates just that often is kept: one of wave 2 pi, in L = 2 pi.
  const auto one = theta_of(2);
  CHECK(llama3_scaling(one, 2 * std::numbers::pi, 16, 1, 1)->values()[0] == 1);
}

TEST_CASE("attention factors: 1 without an extension, growing with the logarithm of the scale") {
  CHECK(*yarn_attention_factor(1) == 1);
  CHECK(*yarn_attention_factor(0.25) == 1);
  CHECK(*yarn_attention_factor(0.99) == 1);
  CHECK(*yarn_attention_factor(std::exp(10)) == doctest::Approx(2).epsilon(1e-15));
  const auto theta = theta_of(4);
  const Vector ones = Vector::Ones(2);
  CHECK(longrope(theta, 4096, 4096, ones)->attention_factor == 1);
  CHECK(longrope(theta, 4096, 1000, ones)->attention_factor == 1);
  // s = L: the square root of 2.
  CHECK(longrope(theta, 4096, 4096.0 * 4096, ones)->attention_factor ==
        doctest::Approx(std::numbers::sqrt2).epsilon(1e-15));
}

TEST_CASE("LongRoPE divides each frequency by its own factor") {
  Vector factors(2);
  factors << 2, 5;
  const auto [theta, attention_factor] = *longrope(theta_of(4), 100, 1000, factors);
  CHECK(theta.values()[0] == 0.5);
  CHECK(theta.values()[1] == doctest::Approx(0.002).epsilon(1e-15));
  CHECK(attention_factor == doctest::Approx(std::sqrt(1.5)).epsilon(1e-15));
}

TEST_CASE("context extension: every parameter must be finite and above 0") {
  const auto theta = theta_of(8);
  const Vector ones = Vector::Ones(4);
  using Call = std::function<std::optional<Error>(double)>;
  const auto error_of = [](const auto& result) {
    if (!result) return std::optional<Error>(result.error());
    CHECK(is_finite(*result));
    return std::optional<Error>();
  };
  const std::vector<std::pair<std::string, Call>> calls{
      {"[position interpolation] scale",
       [&](double bad) { return error_of(position_interpolation(theta, bad)); }},
      {"[ntk-aware] alpha", [&](double bad) { return error_of(ntk_aware(theta, bad)); }},
      {"[dynamic ntk] original_len",
       [&](double bad) { return error_of(dynamic_ntk(theta, bad, 100)); }},
      {"[dynamic ntk] seq_len", [&](double bad) { return error_of(dynamic_ntk(theta, 100, bad)); }},
      {"[dynamic ntk] factor",
       [&](double bad) { return error_of(dynamic_ntk(theta, 100, 200, bad)); }},
      {"[ntk-by-parts] original_len",
       [&](double bad) { return error_of(ntk_by_parts(theta, bad, 4, 1, 32)); }},
      {"[ntk-by-parts] scale",
       [&](double bad) { return error_of(ntk_by_parts(theta, 100, bad, 1, 32)); }},
      {"[ntk-by-parts] alpha",
       [&](double bad) { return error_of(ntk_by_parts(theta, 100, 4, bad, 32)); }},
      {"[ntk-by-parts] beta",
       [&](double bad) { return error_of(ntk_by_parts(theta, 100, 4, 1, bad)); }},
      {"[yarn] original_len",
       [&](double bad) { return error_of(yarn(theta, bad, 4, 1, 32, YarnRamp::paper)); }},
      {"[yarn] scale",
       [&](double bad) { return error_of(yarn(theta, 100, bad, 1, 32, YarnRamp::paper)); }},
      {"[yarn] scale", [&](double bad) { return error_of(yarn_attention_factor(bad)); }},
      {"[yarn] beta_slow",
       [&](double bad) { return error_of(yarn(theta, 100, 4, bad, 32, YarnRamp::released)); }},
      {"[yarn] beta_fast",
       [&](double bad) { return error_of(yarn(theta, 100, 4, 1, bad, YarnRamp::released)); }},
      {"[yarn] original_len",
       [&](double bad) { return error_of(yarn_ramp_ends(theta, bad, 1, 32, YarnRamp::released)); }},
      {"[yarn] beta_slow",
       [&](double bad) {
         return error_of(yarn_ramp_ends(theta, 100, bad, 32, YarnRamp::released));
       }},
      {"[yarn] beta_fast",
       [&](double bad) {
         return error_of(yarn_ramp_ends(theta, 100, 1, bad, YarnRamp::released));
       }},
      {"[llama3] original_len",
       [&](double bad) { return error_of(llama3_scaling(theta, bad, 8, 1, 4)); }},
      {"[llama3] factor",
       [&](double bad) { return error_of(llama3_scaling(theta, 100, bad, 1, 4)); }},
      {"[llama3] low_freq_factor",
       [&](double bad) { return error_of(llama3_scaling(theta, 100, 8, bad, 4)); }},
      {"[llama3] high_freq_factor",
       [&](double bad) { return error_of(llama3_scaling(theta, 100, 8, 1, bad)); }},
      {"[longrope] original_len",
       [&](double bad) { return error_of(longrope(theta, bad, 200, ones)); }},
      {"[longrope] extended_len",
       [&](double bad) { return error_of(longrope(theta, 100, bad, ones)); }},
      {"[longrope] each of rescale_factors",
       [&](double bad) {
         Vector factors = ones;
         factors[3] = bad;
         return error_of(longrope(theta, 100, 200, factors));
       }},
  };
  for (const auto& [subject, call] : calls) {
    for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
      const auto error = call(bad);
      REQUIRE(error);
      CHECK(error->code == ErrorCode::invalid_argument);
      CHECK(error->message ==
            subject + " must be a finite number above 0 but got " + format_number(bad));
    }
    // What is finite gives frequencies or a sentence, never a NaN.
    for (const double extreme : {5e-324, 1e-300, 1e300, 1.7e308}) {
      if (const auto error = call(extreme)) CHECK(error->message.find("nan") == std::string::npos);
    }
  }
}

TEST_CASE("context extension: what else cannot be computed") {
  const auto theta = theta_of(8);
  CHECK(ntk_aware(theta_of(2), 4).error().message ==
        "[ntk-aware] dimension must be above 2, as the exponent is d/(d - 2), but got 2");
  CHECK(ntk_aware(theta, 1e300).error().message ==
        "[ntk-aware] alpha must keep every angle and wavelength of the new base within the range "
        "of a double but got 1e+300");
  CHECK(position_interpolation(theta, 1e308).error().message ==
        "[position interpolation] scale must keep every angle and wavelength within the range of a "
        "double but got 1e+308");
  CHECK(ntk_by_parts(theta, 100, 4, 32, 1).error().message ==
        "[ntk-by-parts] alpha must be below beta but they are 32 and 1");
  CHECK(yarn(theta, 100, 4, 2, 2, YarnRamp::paper).error().message ==
        "[yarn] beta_slow must be below beta_fast but they are 2 and 2");
  CHECK(dynamic_ntk(theta, 2048, 1e300, 1e300).error().message ==
        "[dynamic ntk] factor x seq_len / original_len must be within the range of a double but "
        "factor is 1e+300");
  CHECK(dynamic_ntk(theta, 2048, 2048, 1e300)->values() == theta.values());
  Vector factors = Vector::Ones(4);
  factors[2] = 1e308;
  CHECK(longrope(theta, 100, 200, factors).error().message ==
        "[longrope] each of rescale_factors must keep every angle and wavelength within the range "
        "of a "
        "double but got 1e+308");
  CHECK(yarn(theta_of(8, 1), 100, 4, 1, 32, YarnRamp::released).error().message ==
        "[yarn] base must be above 1 for this ramp but got 1");
  CHECK(yarn(theta_of(8, 1), 100, 4, 1, 32, YarnRamp::paper));
  CHECK(yarn_ramp_ends(theta, 100, 1, 32, YarnRamp::paper).error().message ==
        "[yarn] ramp must be one from the released code: only those have ends");
  CHECK(yarn(theta, 1e308, 4, 1e-300, 32, YarnRamp::released).error().message ==
        "[yarn] original_len / beta must be within the range of a double but original_len is "
        "1e+308");
  CHECK(to_yarn_ramp("linear").error().message ==
        "[yarn] ramp must be \"paper\", \"released\" or \"released_unrounded\" but got \"linear\"");
  CHECK(*to_yarn_ramp("released") == YarnRamp::released);
  CHECK(longrope(theta, 100, 200, Vector::Ones(3)).error().message ==
        "[longrope] there must be one of rescale_factors for each of the 4 pairs but there are 3");
  CHECK(longrope(theta, 1, 200, Vector::Ones(4)).error().message ==
        "[longrope] original_len must be above 1 but got 1");
  // Just above 1, where ln(L) is nearly 0, the factor is large, but finite.
  CHECK(std::isfinite(longrope(theta, 1 + 1e-15, 1e308, Vector::Ones(4))->attention_factor));
}
