#include "configs.hpp"
#include "test.hpp"

// Whatever number a config has, it is refused with one sentence, or all that is computed from it is finite.
namespace extremes {

using configs::json;

bool is_finite(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

void check_finite(const RopeReport& rope, const ModelConfig& model) {
  const RopeFrequencies& frequencies = rope.frequencies;
  CHECK(std::isfinite(frequencies.base));
  CHECK(frequencies.inv_freq.allFinite());
  CHECK(frequencies.inv_freq.minCoeff() >= 0);
  CHECK(rope.waves_before.allFinite());
  CHECK(rope.waves_after.allFinite());
  CHECK(std::isfinite(frequencies.attention_factor * frequencies.attention_factor));
  CHECK(is_finite(rope.axes));
  if (rope.errors) {
    CHECK(is_finite({rope.errors->bfloat16, rope.errors->float16, rope.errors->float32}));
  }
  CHECK(rope.unfinished_claimed.value_or(0) <= frequencies.inv_freq.size());
  const auto curve = score_curve(rope, model.claimed ? model.claimed->value : 4096, 20);
  REQUIRE(curve);
  CHECK(curve->scores.allFinite());
  CHECK(curve->bounds.allFinite());
  CHECK(curve->fitted_bounds.allFinite());
}

void check(const json& config) {
  CAPTURE(config.dump());
  const auto file = parse_config(config.dump());
  REQUIRE(file);
  for (const std::optional<double> length : {std::optional<double>(), std::optional(1e15)}) {
    const auto report = model_report(*file, length);
    if (!report) {
      CAPTURE(report.error().message);
      CHECK(report.error().message.starts_with("["));
      CHECK(report.error().message.find("nan") == std::string::npos);
      CHECK(report.error().message.find("inf") == std::string::npos);
      continue;
    }
    for (const RopeReport& rope : report->ropes) check_finite(rope, report->model);
    CHECK(report->slopes.allFinite());
    for (const Note& note : report->model.notes) {
      CHECK(note.message.find("inf") == std::string::npos);
      CHECK(note.message.find("nan") == std::string::npos);
    }
    for (const Difference& one : differences(*report)) {
      CHECK(one.inv_freq.allFinite());
      CHECK(is_finite({one.ratio, one.attention_factor}));
    }
    for (const ConfigEdit& edit : suggested_edits(report->model)) {
      CHECK(std::isfinite(edit.value.value_or(0)));
    }
  }
}

/// Every number of a config, in turn, as each of those values.
void check_each_number(const json& config) {
  const std::vector<json> values{1e308,
                                 5e-324,
                                 1e100,
                                 1e-100,
                                 -1e308,
                                 1e16,
                                 9007199254740992,
                                 2147483647,
                                 65536,
                                 65537,
                                 0,
                                 -1,
                                 0.5,
                                 2,
                                 3,
                                 nullptr,
                                 "x",
                                 true,
                                 json::array(),
                                 json::object()};
  const json flat = config.flatten();
  for (const auto& [path, value] : flat.items()) {
    if (!value.is_number() || path.find("_factor/") != std::string::npos) continue;
    if (path.find("layer") != std::string::npos && path.find("layers/") != std::string::npos)
      continue;
    for (const json& other : values) {
      json changed = config;
      changed[json::json_pointer(path)] = other;
      check(changed);
    }
  }
}

}  // namespace extremes

TEST_CASE("extreme numbers in configs: an error, or finite numbers") {
  for (const std::string name :
       {"Llama-3.1-8B-Instruct", "Qwen3-8B + YaRN as its docs advise", "DeepSeek-V3", "HunyuanOCR",
        "internlm2_5-7b", "chinese-alpaca-2-13b-16k", "Qwen2.5-VL-7B-Instruct", "GPT-NeoX-20B",
        "gemma-3-1b-it", "BLOOM-176B", "T5-small", "GPT-2", "Jamba-v0.1", "Whisper-tiny"}) {
    extremes::check_each_number(configs::of_model(name));
  }
  extremes::check_each_number(configs::longrope({{"attention_factor", 1.5}}));
  extremes::check_each_number(configs::yarn({{"attention_factor", 1.5},
                                             {"mscale", 1.0},
                                             {"mscale_all_dim", 0.5},
                                             {"beta_fast", 32},
                                             {"beta_slow", 1}}));
}

TEST_CASE("extreme numbers in configs: in lists of factors, and together") {
  for (const double value : {1e308, 5e-324, 1e100, 1e-100, 1e-12}) {
    extremes::check(configs::longrope({{"long_factor", std::vector<double>(64, value)}}));
    extremes::check(configs::longrope({{"short_factor", std::vector<double>(64, value)}}));
    extremes::check(configs::yarn({{"mscale", value}, {"mscale_all_dim", 1e-300}}));
    extremes::check(configs::yarn({{"factor", value}, {"mscale", 1e100}}));
    extremes::check(configs::llama({{"rope_theta", value}, {"head_dim", 65536}}));
    extremes::check(configs::llama({{"rope_theta", value}, {"head_dim", 2}}));
    extremes::check(configs::with(configs::scaled({{"type", "dynamic"}, {"factor", value}}),
                                  {{"rope_theta", 1e100}, {"max_position_embeddings", 1}}));
    extremes::check(configs::with(configs::scaled({{"type", "xdrope"}, {"alpha", value}}),
                                  {{"rope_theta", 1e-100}, {"head_dim", 2}}));
  }
  // Heads of one pair: the exponent r/(r-2) of a new base has no value.
  const auto tiny = configs::parsed(
      configs::with(configs::scaled({{"type", "dynamic"}, {"factor", 2.0}}), {{"head_dim", 2}}));
  CHECK(model_report(tiny, std::nullopt));
  CHECK_FALSE(model_report(tiny, 262144));
}

TEST_CASE("extreme numbers in configs: an error names the key, not a parameter of a formula") {
  const auto error = [](const configs::json& config, std::optional<double> length = std::nullopt) {
    const auto report = model_report(configs::parsed(config), length);
    REQUIRE_FALSE(report);
    return report.error().message;
  };
  CHECK(error(configs::llama({{"rope_theta", 1e-300}})) ==
        "[frequencies] rope_theta must keep every angle and wavelength within the range of a "
        "double but got 1e-300");
  CHECK(error(configs::with(configs::yarn(), {{"rope_theta", 0.5}})) ==
        "[yarn] rope_theta must be above 1 for this ramp but got 0.5");
  CHECK(error(configs::scaled({{"type", "linear"}, {"factor", 1e-300}})) ==
        "[position interpolation] rope_scaling.factor must keep every angle and wavelength within "
        "the range of a double but got 1e-300");
  const auto longrope = [&](const configs::json& more, std::optional<double> length) {
    return error(configs::longrope(more), length);
  };
  const configs::json extreme = std::vector<double>(64, 1e-308);
  const std::string what =
      " must keep every angle and wavelength within the range of a double but got 1e-308";
  CHECK(longrope({{"long_factor", extreme}}, 8193) ==
        "[longrope] each of rope_scaling.long_factor" + what);
  CHECK(longrope({{"short_factor", extreme}}, 8192) ==
        "[longrope] each of rope_scaling.short_factor" + what);
  CHECK(longrope({{"original_max_position_embeddings", 1}}, std::nullopt) ==
        "[longrope] rope_scaling.original_max_position_embeddings must be above 1 but got 1");
  const auto tiny = configs::with(configs::scaled({{"type", "dynamic"}, {"factor", 2.0}}),
                                  {{"head_dim", 64}, {"rotary_dim", 2}});
  CHECK(error(tiny, 262144) ==
        "[ntk-aware] rotary_dim must be above 2, as the exponent is d/(d - 2), but got 2");
}
