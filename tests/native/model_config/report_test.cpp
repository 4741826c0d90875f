#include "posenc/model_config/report.hpp"

#include <bit>

#include "configs.hpp"
#include "test.hpp"

namespace reports {

/// A float rounded to bfloat16, half to even, by its bits. (From double to float first: for the values of these tests, no
/// float lies halfway between two that bfloat16 has.)
double bfloat16(double value) {
  auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
  bits += 0x7FFF + ((bits >> 16) & 1);
  return std::bit_cast<float>(bits & 0xFFFF0000);
}

/// The nearest of all 31744 finite values of float16 that are not negative, of two the one with an even number.
double float16(double value) {
  double best = 0;
  double nearest = value;
  for (std::uint32_t bits = 0; bits < 0x7C00; ++bits) {
    const std::uint32_t exponent = bits >> 10;
    const double fraction = bits & 0x3FF;
    const double one = exponent == 0 ? std::ldexp(fraction, -24)
                                     : std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
    const double distance = std::abs(one - value);
    if (distance < nearest || (distance == nearest && bits % 2 == 0)) {
      nearest = distance;
      best = one;
    }
  }
  return best;
}

Vector drawn_frequencies() {
  Vector values(40);
  for (Index i = 0; i < values.size(); ++i) {
    const auto n = static_cast<double>(i);
    values[i] = std::pow(1.7, -n) * (1 + 0.001 * n);
  }
  return values;
}

}  // namespace reports

TEST_CASE("model report: errors of angles are those of rounding bit by bit") {
  const Vector omegas = reports::drawn_frequencies();
  for (const double omega : omegas) {
    CAPTURE(omega);
    const AngleErrors errors = angle_errors(Vector::Constant(1, omega), 1000);
    CHECK(errors.position == 1000);
    CHECK(errors.bfloat16 == 1000 * std::abs(omega - reports::bfloat16(omega)));
    CHECK(errors.float16 == 1000 * std::abs(omega - reports::float16(omega)));
    CHECK(errors.float32 == 1000 * std::abs(omega - double{static_cast<float>(omega)}));
  }
  // The largest over the pairs.
  const AngleErrors all = angle_errors(omegas, 7);
  double largest = 0;
  for (const double omega : omegas) {
    largest = std::max(largest, 7 * std::abs(omega - reports::bfloat16(omega)));
  }
  CHECK(all.bfloat16 == largest);
}

TEST_CASE("model report: rounding to narrow types, halfway and below their normal numbers") {
  const auto errors = [](double omega) { return angle_errors(Vector::Constant(1, omega), 1); };
  CHECK(errors(1).bfloat16 == 0);
  CHECK(errors(0).float16 == 0);
  // Halfway between 1 and the next, and between that and the one after it: to the even one.
  CHECK(errors(1 + 0x1p-8).bfloat16 == 0x1p-8);
  CHECK(errors(1 + 3 * 0x1p-8).bfloat16 == 0x1p-8);
  CHECK(errors(1 + 0x1p-11).float16 == 0x1p-11);
  // The least positive float16 is 2^-24: half of it rounds to 0, and three halves to twice it.
  CHECK(errors(0x1p-24).float16 == 0);
  CHECK(errors(0x1p-25).float16 == 0x1p-25);
  CHECK(errors(3 * 0x1p-25).float16 == 0x1p-25);
  CHECK(errors(0x1p-140).bfloat16 == 0x1p-140);
  CHECK(errors(0x1p-149).float32 == 0);
}

TEST_CASE("model report: scores and bounds by distance, against plain loops") {
  for (const std::string name : {"Llama-3.1-8B-Instruct", "GLM-4.5-Air (class defaults)",
                                 "Qwen3-8B + YaRN as its docs advise", "DeepSeek-V3"}) {
    CAPTURE(name);
    const RopeReport rope = configs::rope(configs::of_model(name));
    const auto curve = score_curve(rope, 5000, 30);
    REQUIRE(curve);
    const Vector& omega = rope.frequencies.inv_freq;
    const auto rotated = static_cast<double>(omega.size());
    const double pairs = static_cast<double>(rope.settings.head_dim.value) / 2;
    const double gain = std::pow(rope.frequencies.attention_factor, 2);
    for (Index n = 0; n < curve->distances.size(); ++n) {
      const double distance = curve->distances[n];
      double cosines = 0;
      double bound = 0;
      for (Index j = 0; j < omega.size(); ++j) {
        cosines += std::cos(distance * omega[j]);
        // |S_(j+1)|, from both of its parts.
        double real = 0;
        double imaginary = 0;
        for (Index i = 0; i <= j; ++i) {
          real += std::cos(distance * omega[i]);
          imaginary += std::sin(distance * omega[i]);
        }
        bound += std::hypot(real, imaginary);
      }
      const double expected = (gain * cosines + pairs - rotated) / pairs;
      CHECK(std::abs(curve->scores[n] - expected) <= 1e-12 * gain);
      CHECK(curve->bounds[n] ==
            doctest::Approx((gain * bound + pairs - rotated) / pairs).epsilon(1e-12));
      CHECK(std::abs(curve->scores[n]) <= curve->bounds[n]);
      CHECK(curve->fitted_bounds[n] ==
            doctest::Approx(curve->bounds[n] / curve->looseness).epsilon(1e-14));
    }
    CHECK(curve->scores[0] ==
          doctest::Approx((gain * rotated + pairs - rotated) / pairs).epsilon(1e-14));
    CHECK(curve->fitted_bounds[0] == doctest::Approx(curve->scores[0]).epsilon(1e-14));
    // Where all pairs rotate, the sums at 0 are 1, 2 .. pairs.
    if (rotated == pairs) {
      CHECK(curve->looseness == doctest::Approx((pairs + 1) / 2).epsilon(1e-14));
    }
  }
}

TEST_CASE("model report: pairs that do not rotate do not change a score") {
  const RopeReport full = configs::report(configs::of_model("gemma-4-31b")).ropes[0];
  const auto curve = score_curve(full, 1000, 10);
  REQUIRE(curve);
  CHECK(curve->scores.minCoeff() >= (192.0 - 64) / 256);
  CHECK(curve->scores[0] == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("model report: distances of scores are whole, rise, and reach the limit") {
  const RopeReport rope = configs::rope(configs::llama());
  const auto distances = [&](double limit, double points) {
    const Vector all = score_curve(rope, limit, points)->distances;
    return std::vector<double>(all.begin(), all.end());
  };
  using Numbers = std::vector<double>;
  CHECK(distances(1000, 2) == Numbers{0, 1000});
  CHECK(distances(1000, 3) == Numbers{0, 1, 1000});
  CHECK(distances(1000, 5) == Numbers{0, 1, 10, 100, 1000});
  CHECK(distances(1, 100) == Numbers{0, 1});
  CHECK(distances(8, 100) == Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8});
  const Numbers many = distances(131072, 400);
  CHECK(std::ranges::is_sorted(many));
  CHECK(std::ranges::adjacent_find(many) == many.end());
  CHECK(many.back() == 131072);
  CHECK(many.size() <= 400);
  CHECK(distances(max_position, 4096).back() == max_position);

  CHECK(message(score_curve(rope, 0, 10)) ==
        "[config] limit must be a whole number from 1 to 9007199254740992 but got 0");
  CHECK(message(score_curve(rope, 1.5, 10)) ==
        "[config] limit must be a whole number from 1 to 9007199254740992 but got 1.5");
  CHECK(message(score_curve(rope, 10, 1)) ==
        "[config] points must be a whole number from 2 to 4096 but got 1");
  CHECK(message(score_curve(rope, 10, 4097)) ==
        "[config] points must be a whole number from 2 to 4096 but got 4097");
}

TEST_CASE("model report: the base by length of text") {
  const auto config = configs::scaled({{"type", "dynamic"}, {"factor", 2.0}});
  const ModelReport report = configs::report(config);
  const auto curve = base_curve(report.ropes[0].settings, report.model.claimed, 11);
  REQUIRE(curve);
  CHECK(curve->lengths[0] == 1);
  CHECK(curve->lengths[curve->lengths.size() - 1] == 262144);
  CHECK(std::ranges::count(curve->lengths, 131072.0) == 1);
  for (Index n = 0; n < curve->lengths.size(); ++n) {
    const double length = curve->lengths[n];
    // base (s n/m - (s - 1))^(r/(r-2)) for n > m
    const double grown = length > 131072 ? 2 * length / 131072 - 1 : 1;
    CHECK(curve->bases[n] == doctest::Approx(500000 * std::pow(grown, 128.0 / 126)).epsilon(1e-12));
  }
  CHECK(message(base_curve(report.ropes[0].settings, std::nullopt, 11)) ==
        "[config] max_position_embeddings must be given, because the base changes beyond that "
        "length");
  CHECK(message(base_curve(report.ropes[0].settings, report.model.claimed, 1)) ==
        "[config] points must be a whole number from 2 to 4096 but got 1");
}

TEST_CASE("model report: waves, unfinished pairs and changes go by their definitions") {
  for (const auto& model : configs::reference("models")) {
    CAPTURE(model["name"].get<std::string>());
    for (const RopeReport& rope : configs::report(model["config"]).ropes) {
      const Vector& omega = rope.frequencies.inv_freq;
      REQUIRE(rope.waves_after.size() == omega.size());
      REQUIRE(rope.waves_before.size() == omega.size());
      REQUIRE(static_cast<Index>(rope.changes.size()) == omega.size());
      Index unfinished = 0;
      for (Index i = 0; i < omega.size(); ++i) {
        const double wave = omega[i] > 0 ? 2 * std::numbers::pi / omega[i] : 0;
        CHECK(rope.waves_after[i] == wave);
        const double slower = omega[i] > 0 ? rope.waves_after[i] / rope.waves_before[i] : 1;
        const PairChange change = rope.changes[static_cast<std::size_t>(i)];
        CHECK((change == PairChange::kept) == (std::abs(slower - 1) < 1e-9));
        CHECK(change != PairChange::faster);
        if (rope.errors && wave > rope.errors->position + 1) ++unfinished;
      }
      if (rope.unfinished_claimed) CHECK(*rope.unfinished_claimed == unfinished);
    }
  }
}

TEST_CASE("model report: what scaling does to pairs") {
  const auto changes = [](const configs::json& config,
                          std::optional<double> length = std::nullopt) {
    return configs::rope(config, length).changes;
  };
  const auto all = [](const std::vector<PairChange>& some, PairChange one) {
    return std::ranges::all_of(some, [one](PairChange each) { return each == one; });
  };
  CHECK(all(changes(configs::llama()), PairChange::kept));
  CHECK(all(changes(configs::scaled({{"type", "linear"}, {"factor", 4.0}})), PairChange::squeezed));
  CHECK(all(changes(configs::scaled({{"type", "linear"}, {"factor", 0.5}})), PairChange::faster));
  CHECK(all(changes(configs::longrope(), 8192), PairChange::kept));
  // Without a factor that all share, each is slowed by its own.
  CHECK(all(changes(configs::longrope(), 8193), PairChange::slowed));
  const auto alpha =
      changes(configs::scaled({{"type", "xdrope"}, {"alpha", 1000.0}, {"factor", 1.0}}));
  CHECK(alpha.front() == PairChange::kept);
  CHECK(std::ranges::count(alpha, PairChange::slowed) == 63);
  // A step of Kimi K2: nothing between.
  CHECK(std::ranges::count(changes(configs::of_model("Kimi-K2")), PairChange::blended) == 0);
}

TEST_CASE("model report: the axis of each pair") {
  const auto axes = [](const configs::json& more) {
    return configs::rope(configs::llama({{"head_dim", 16}, {"rope_scaling", more}})).axes;
  };
  using Axes = std::vector<double>;
  CHECK(axes({{"type", "default"}}).empty());
  CHECK(axes({{"type", "mrope"}, {"mrope_section", {2, 3, 3}}}) == Axes{0, 0, 1, 1, 1, 2, 2, 2});
  CHECK(axes({{"type", "xdrope"}, {"xdrope_section", {2, 2, 2, 2}}}) ==
        Axes{0, 0, 1, 1, 2, 2, 3, 3});
  // In turns, for as long as an axis has pairs left; the first has those that remain.
  CHECK(axes({{"type", "mrope"}, {"mrope_section", {4, 2, 2}}, {"mrope_interleaved", true}}) ==
        Axes{0, 1, 2, 0, 1, 2, 0, 0});
  // Sections that are too long or too short.
  CHECK(axes({{"type", "mrope"}, {"mrope_section", {2, 65536}}}) == Axes{0, 0, 1, 1, 1, 1, 1, 1});
  CHECK(axes({{"type", "mrope"}, {"mrope_section", {2, 3}}}) == Axes{0, 0, 1, 1, 1});
}

TEST_CASE("model report: the length of the text matters for dynamic and longrope only") {
  for (const auto& config : {configs::llama(), configs::yarn(), configs::llama3()}) {
    CHECK(configs::rope(config, 1).frequencies.inv_freq ==
          configs::rope(config, 1e9).frequencies.inv_freq);
  }
  const auto dynamic = configs::scaled({{"type", "dynamic"}, {"factor", 2.0}});
  CHECK(configs::rope(dynamic, 131072).frequencies.base == 500000);
  CHECK(configs::rope(dynamic).frequencies.base == 500000);
  CHECK(configs::rope(dynamic, 131073).frequencies.base > 500000);
  // Without another length, that of longrope is the claimed one.
  const auto longrope = configs::longrope();
  CHECK(configs::rope(longrope).frequencies.inv_freq ==
        configs::rope(longrope, 131072).frequencies.inv_freq);
  CHECK(configs::rope(longrope, 8192).frequencies.inv_freq[0] == 1);
  CHECK(configs::rope(longrope, 8193).frequencies.inv_freq[0] == 0.25);
  for (const double length : {0.0, -1.0, 1.5, 1e16, infinity}) {
    const auto refused = model_report(configs::parsed(longrope), length);
    CHECK(message(refused).starts_with(
        "[config] length must be a whole number from 1 to 9007199254740992 but got "));
  }
}

TEST_CASE("model report: attention factors by their formulas") {
  const auto factor = [](const configs::json& config) {
    return configs::rope(config).frequencies.attention_factor;
  };
  const auto m = [](double k) { return 0.1 * k * std::log(4) + 1; };
  CHECK(factor(configs::yarn()) == doctest::Approx(m(1)).epsilon(1e-15));
  CHECK(factor(configs::yarn({{"factor", 0.5}})) == 1);
  CHECK(factor(configs::yarn({{"mscale", 2.0}, {"mscale_all_dim", 0.5}})) ==
        doctest::Approx(m(2) / m(0.5)).epsilon(1e-15));
  CHECK(factor(configs::yarn({{"mscale", 2.0}, {"mscale_all_dim", 0.0}})) ==
        doctest::Approx(m(1)).epsilon(1e-15));
  CHECK(factor(configs::yarn({{"mscale_all_dim", 2.0}})) == doctest::Approx(m(1)).epsilon(1e-15));
  CHECK(factor(configs::yarn({{"attention_factor", 0.3}, {"mscale", 2.0}})) == 0.3);
  CHECK(factor(configs::longrope()) == doctest::Approx(std::sqrt(17.0 / 13)).epsilon(1e-15));
  CHECK(factor(configs::longrope({{"original_max_position_embeddings", 131072}})) == 1);
  CHECK(factor(configs::longrope({{"original_max_position_embeddings", nullptr}})) == 1);
  CHECK(factor(configs::llama3()) == 1);
}

TEST_CASE("model report: sinusoids of Marian and Whisper, as their code computes them") {
  const auto waves = [](const std::string& name) {
    return configs::report(configs::of_model(name)).sinusoid_waves;
  };
  for (const auto& model : configs::reference("models")) {
    const ModelReport report = configs::report(model["config"]);
    const std::string kind = model["kind"];
    CHECK((report.sinusoid_waves.size() > 0) == kind.starts_with("sinusoidal"));
  }
  const Vector marian = waves("Marian (opus-mt)");
  for (Index i = 0; i < marian.size(); ++i) {
    const double exponent = 2 * static_cast<double>(i) / static_cast<double>(2 * marian.size());
    CHECK(marian[i] ==
          doctest::Approx(2 * std::numbers::pi * std::pow(10000, exponent)).epsilon(1e-13));
  }
  const Vector whisper = waves("Whisper-tiny");
  CHECK(whisper[whisper.size() - 1] ==
        doctest::Approx(2 * std::numbers::pi * 10000).epsilon(1e-13));
}

TEST_CASE("model report: buckets of T5 by distance") {
  const ModelReport report = configs::report(configs::of_model("T5-small"));
  REQUIRE(report.model.buckets);
  const auto curve = bucket_curve(*report.model.buckets, 100);
  REQUIRE(curve);
  const Index last = curve->distances.size() - 1;
  CHECK(curve->distances[0] == 0);
  CHECK(curve->distances[last] == 256);
  CHECK(curve->decoder[last] == 31);
  CHECK(curve->encoder[last] == 15);
  for (Index n = 0; n <= last; ++n) {
    // A bucket each for the nearest: half of those of a direction.
    if (curve->distances[n] < 16) CHECK(curve->decoder[n] == curve->distances[n]);
    if (curve->distances[n] < 8) CHECK(curve->encoder[n] == curve->distances[n]);
  }
  // An odd number is none for both directions.
  BucketSettings odd = *report.model.buckets;
  odd.num_buckets.value = 31;
  const auto causal = bucket_curve(odd, 10);
  REQUIRE(causal);
  CHECK(causal->encoder.size() == 0);
  CHECK(causal->decoder[causal->decoder.size() - 1] == 30);
  odd.max_distance.value = 2;
  CHECK_FALSE(bucket_curve(odd, 10));
  CHECK_FALSE(bucket_curve(odd, 1));
}

TEST_CASE("model report: what YaRN changes in texts within the original length") {
  struct Expected {
    configs::json config;
    Index pair;
    double turns;
    std::optional<double> half_turn;
    double logits;
  };
  // With 40 digits, by the formulas of the paper and of released code; half a turn by counting distances up.
  const std::vector<Expected> all{
      {configs::yarn(), 29, 2.8422991958474759, 5765, 1.2964769927807062},
      {configs::of_model("Qwen3-8B + YaRN as its docs advise"), 28, 2.7279672936081477, 6006,
       1.2964769927807062},
      {configs::of_model("DeepSeek-V3"), 13, 3.4774152619012641, 589, 1.8738542070926266},
      {configs::of_model("gpt-oss-120b"), 11, 3.2790994056480358, 625, 1.8132604340394957},
      {configs::yarn({{"factor", 1.1}}), 29, 0.3445211146481789, std::nullopt, 1.0191528762646083},
  };
  for (const auto& [config, pair, turns, half_turn, logits] : all) {
    const auto texts = configs::report(config).ropes.front().short_texts;
    REQUIRE(texts);
    CHECK(texts->pair == pair);
    CHECK(texts->turns == doctest::Approx(turns).epsilon(1e-12));
    CHECK(texts->half_turn == half_turn);
    CHECK(texts->logit_factor == doctest::Approx(logits).epsilon(1e-14));
    CHECK(texts->threads.size() == 3);
  }
  const auto said = [](const configs::json& config) {
    return configs::report(config).ropes.front().short_texts->message;
  };
  const std::string advice =
      ". If the model was not trained with this scaling, leave it out for short texts.";
  CHECK(said(configs::yarn()) ==
        "In most engines YaRN is static: texts within the original 32768 tokens change, too. At a "
        "distance of 5765 tokens, pair 29 is already half a turn off, and what rotates of a logit "
        "is multiplied by 1.296" +
            advice);
  CHECK(said(configs::of_model("DeepSeek-V3")) ==
        "In most engines YaRN is static: texts within the original 4096 tokens change, too. At a "
        "distance of 589 tokens, pair 13 is already half a turn off, and logits are multiplied by "
        "1.874" +
            advice);
  CHECK(said(configs::yarn({{"factor", 1.1}, {"attention_factor", 1.0}})) ==
        "In most engines YaRN is static: texts within the original 32768 tokens change, too. Pair "
        "29 is off by up to 0.34 of a turn" +
            advice);
  // Nothing changes: another type, whose texts are short or long as engines see them, or a factor of 1.
  for (const auto& config :
       {configs::llama(), configs::llama3(), configs::longrope(),
        configs::scaled({{"type", "linear"}, {"factor", 4.0}}), configs::yarn({{"factor", 1.0}})}) {
    CHECK_FALSE(configs::rope(config).short_texts);
  }
}
