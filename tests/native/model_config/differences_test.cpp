#include "configs.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/model_config/phrases.hpp"
#include "test.hpp"

namespace other_readings {

using configs::json;

/// The other reading of a config, which must be there once.
Difference reading(const json& config, OtherReading which,
                   std::optional<double> length = std::nullopt) {
  CAPTURE(config.dump());
  std::vector<Difference> found;
  for (const Difference& one : differences(configs::report(config, length))) {
    if (one.reading == which) found.push_back(one);
  }
  REQUIRE(found.size() == 1);
  return found[0];
}

configs::Names names(const json& config) {
  configs::Names all;
  for (const Difference& one : differences(configs::report(config))) {
    all.emplace_back(name_in(other_reading_names, one.reading));
  }
  return all;
}

/// What software computes that reads another config.
void check_is_of(const Difference& difference, const RopeReport& other) {
  REQUIRE(difference.inv_freq.size() == other.frequencies.inv_freq.size());
  CHECK(difference.inv_freq.isApprox(other.frequencies.inv_freq, 1e-14));
  CHECK(difference.attention_factor ==
        doctest::Approx(other.frequencies.attention_factor).epsilon(1e-14));
}

}  // namespace other_readings

using other_readings::reading;

TEST_CASE("other readings: the paper's ramp differs up to 4.28 times for DeepSeek V3") {
  const Difference paper = reading(configs::of_model("DeepSeek-V3"), OtherReading::paper_ramp);
  CHECK(paper.ratio == doctest::Approx(4.28).epsilon(0.001));
  // NTK-by-parts, of which that ramp is.
  const auto theta = GeometricFrequencies::make(64, 10000);
  const auto parts = ntk_by_parts(*theta, 4096, 40, 1, 32);
  CHECK(paper.inv_freq.isApprox(parts->values(), 1e-14));
}

TEST_CASE("other readings: a rounded ramp is off by 1.76 times at pair 17 of gpt-oss") {
  const auto config = configs::of_model("gpt-oss-120b");
  const Difference rounded = reading(config, OtherReading::rounded_ramp);
  CHECK(rounded.ratio == doctest::Approx(1.76).epsilon(0.003));
  CHECK(rounded.pair == 17);
  CHECK(rounded.threads.at(0).text == "vllm-project/vllm#28244");
  auto truncated = config;
  truncated["rope_scaling"]["truncate"] = true;
  other_readings::check_is_of(rounded, configs::rope(truncated));
}

TEST_CASE("other readings: the quotient of the lengths for YaRN's factor") {
  const auto config = configs::of_model("Qwen3-8B + YaRN as its docs advise");
  const Difference quotient = reading(config, OtherReading::factor_from_lengths);
  auto other = config;
  other["rope_scaling"]["factor"] = 1.25;
  other_readings::check_is_of(quotient, configs::rope(other));
  CHECK(quotient.ratio == doctest::Approx(4 / 1.25));
  CHECK(quotient.message ==
        "Software that divides max_position_embeddings by the original length scales by 1.25, "
        "not by the factor 4.");
}

TEST_CASE("other readings: no scaling, the default base, the factor that is built in") {
  const auto config = configs::of_model("Llama-3.2-1B-Instruct");
  auto other = config;
  other.erase("rope_scaling");
  other_readings::check_is_of(reading(config, OtherReading::no_scaling), configs::rope(other));
  other = config;
  other["rope_theta"] = 10000;
  other_readings::check_is_of(reading(config, OtherReading::default_base), configs::rope(other));
  other = config;
  other["rope_scaling"]["factor"] = 8.0;
  const Difference released = reading(config, OtherReading::released_factor);
  other_readings::check_is_of(released, configs::rope(other));
  CHECK(released.ratio == doctest::Approx(4));
  CHECK(other_readings::names(configs::of_model("Llama-3.1-8B-Instruct")) ==
        configs::Names{"no-scaling", "default-base"});
}

TEST_CASE("other readings: mscale alone") {
  const auto config = configs::of_model("DeepSeek-V3");
  const Difference alone = reading(config, OtherReading::mscale_alone);
  CHECK(configs::rope(config).frequencies.attention_factor == 1);
  CHECK(alone.attention_factor == doctest::Approx(1 + 0.1 * std::log(40)).epsilon(1e-14));
  CHECK(alone.ratio == 1);
  // Where the factor is not given, it is the quotient of the lengths.
  const auto quotient =
      configs::yarn({{"factor", nullptr}, {"mscale", 2.0}, {"mscale_all_dim", 1.0}});
  CHECK(reading(quotient, OtherReading::mscale_alone).attention_factor ==
        doctest::Approx(1 + 0.2 * std::log(4)).epsilon(1e-14));
}

TEST_CASE("other readings: scaling that reaches sliding layers") {
  const auto config = configs::of_model("OLMo-3.1-32B-Instruct");
  const Difference scaled = reading(config, OtherReading::scaled_sliding);
  const auto ropes = configs::report(config).ropes;
  CHECK(scaled.layers == LayerKind::sliding);
  other_readings::check_is_of(scaled, ropes[0]);
  CHECK(scaled.threads.size() == 3);
}

TEST_CASE("other readings: the width of the head and of its rotated part") {
  const Difference whole = reading(configs::of_model("MiniMax-M2"), OtherReading::whole_head);
  CHECK(whole.inv_freq.size() == 64);
  CHECK(whole.message ==
        "Software that ignores partial rotation rotates all 128 components of a head instead "
        "of 64.");
  const Difference quotient =
      reading(configs::of_model("Mistral-Nemo-12B"), OtherReading::head_by_quotient);
  CHECK(quotient.inv_freq.size() == 80);
  CHECK(quotient.ratio == 1);
  // Lists of factors have the length of the rotated part: there is no reading of a whole head.
  const auto partial = configs::longrope({{"partial_rotary_factor", 0.5},
                                          {"long_factor", std::vector<double>(32, 4.0)},
                                          {"short_factor", std::vector<double>(32, 1.0)}});
  CHECK(other_readings::names(partial) == configs::Names{"no-scaling", "default-base"});
  const auto odd = configs::llama({{"head_dim", 65}, {"rotary_dim", 32}});
  CHECK(other_readings::names(odd) == configs::Names{"default-base"});
}

TEST_CASE("other readings: of the same length of text") {
  const auto config = configs::scaled({{"type", "dynamic"}, {"factor", 2.0}});
  const Difference base = reading(config, OtherReading::default_base, 262144);
  auto other = config;
  other["rope_theta"] = 10000;
  other_readings::check_is_of(base, configs::rope(other, 262144));
  CHECK(other_readings::names(config) == configs::Names{"default-base"});
}

TEST_CASE("other readings: none where all software agrees") {
  CHECK(other_readings::names(configs::llama({{"rope_theta", 10000}})).empty());
  CHECK(other_readings::names(configs::of_model("GPT-2")).empty());
  CHECK(other_readings::names(configs::llama3({{"factor", 1.0}})) ==
        configs::Names{"default-base"});
}

TEST_CASE("other readings: each has a phrase, and those of models have a size") {
  for (const auto& [name, reading] : other_reading_names) {
    CAPTURE_BOUND(name);
    CHECK(std::ranges::find(model_difference_phrases, name, &Phrase::code) !=
          model_difference_phrases.end());
  }
  for (const auto& model : configs::reference("models")) {
    CAPTURE(model["name"].get<std::string>());
    const ModelReport report = configs::report(model["config"]);
    for (const Difference& one : differences(report)) {
      CHECK_FALSE(one.message.empty());
      CHECK(one.ratio >= 1);
      CHECK(std::isfinite(one.ratio));
      CHECK(one.inv_freq.allFinite());
      const RopeReport& ours = report.ropes[one.layers == LayerKind::sliding ? 1 : 0];
      const bool differs = one.ratio > 1 ||
                           one.inv_freq.size() != ours.frequencies.inv_freq.size() ||
                           one.attention_factor != ours.frequencies.attention_factor;
      CHECK(differs);
    }
  }
}
