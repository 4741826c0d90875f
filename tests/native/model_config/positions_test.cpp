#include "configs.hpp"
#include "test.hpp"

TEST_CASE("positions of a config: what the attention of DeepSeek multiplies logits by, besides") {
  const auto factor = [](const configs::json& config) {
    return configs::rope(config).class_logit_factor;
  };
  // As its code does: 0.1 ln 40 + 1, squared.
  const double deepseek = std::pow(0.1 * std::log(40) + 1, 2);
  CHECK(factor(configs::of_model("DeepSeek-V3")) == doctest::Approx(deepseek).epsilon(1e-14));
  CHECK(configs::rope(configs::of_model("DeepSeek-V3")).frequencies.attention_factor == 1);
  configs::json config = configs::of_model("DeepSeek-V3");
  config["rope_scaling"].erase("mscale_all_dim");
  CHECK(factor(config) == 1);
  config = configs::of_model("DeepSeek-V3");
  config["model_type"] = "llama";
  CHECK(factor(config) == 1);
  CHECK(factor(configs::of_model("Llama-3.1-8B-Instruct")) == 1);
}

TEST_CASE("positions of a config: which numbers of a scaling are read, and where they are from") {
  const auto numbers = [](const configs::json& config) {
    std::vector<std::string> all;
    for (const auto& [key, number] : scaling_numbers(configs::rope(config).settings.scaling)) {
      all.push_back(key + " " + std::to_string(number.value) + " " + number.from);
    }
    return all;
  };
  using Lines = std::vector<std::string>;
  CHECK(numbers(configs::llama()).empty());
  CHECK(numbers(configs::yarn({{"beta_fast", 16}})) ==
        Lines{"beta_fast 16.000000 rope_scaling.beta_fast", "beta_slow 1.000000 default"});
  CHECK(numbers(configs::scaled({{"type", "xdrope"}, {"alpha", 1000}})) ==
        Lines{"alpha 1000.000000 rope_scaling.alpha"});
  CHECK(numbers(configs::llama3()).size() == 2);
  CHECK(numbers(configs::llama3()).front() ==
        "low_freq_factor 1.000000 rope_scaling.low_freq_factor");
}

TEST_CASE("positions of a config: the factor and where it is from") {
  const auto factor = [](const configs::json& config) {
    const ModelConfig model = configs::read(config);
    return factor_of(model.ropes.at(0).scaling, model.claimed);
  };
  CHECK(factor(configs::yarn()) == Sourced<double>{4, "rope_scaling.factor"});
  CHECK(factor(configs::yarn({{"factor", nullptr}}))->from ==
        "max_position_embeddings / rope_scaling.original_max_position_embeddings");
  CHECK_FALSE(factor(configs::llama()));
}

TEST_CASE(
    "positions of a config: the longest text, if max_position_embeddings counts before the "
    "factor") {
  const auto longest = [](const configs::json& config) {
    const ModelConfig model = configs::read(config);
    return claimed_after_factor(model.ropes.at(0).scaling, model.claimed);
  };
  const configs::json linear{{"type", "linear"}, {"factor", 4}};
  CHECK(longest(configs::scaled(linear)) == 4 * 131072);
  CHECK_FALSE(longest(configs::scaled({{"type", "linear"}, {"factor", 1}})));
  CHECK_FALSE(longest(configs::yarn()));
}

TEST_CASE("positions of a config: frequencies that depend on the text are rounded at its end") {
  const auto position = [](const configs::json& config, double length) {
    return configs::rope(config, length).errors->position;
  };
  CHECK(position(configs::longrope(), 100) == 99);
  CHECK(position(configs::scaled({{"type", "dynamic"}, {"factor", 2}}), 10000) == 9999);
  CHECK(position(configs::llama(), 100) == 131071);
}

TEST_CASE("positions of a config: DeepSeek's pairs are neighbors unless a key says otherwise") {
  configs::json config = configs::of_model("DeepSeek-V3");
  CHECK(configs::read(config).layout == PairLayout::interleaved);
  CHECK(configs::read(config).layout_from == "class deepseek_v3");
  config["rope_interleave"] = false;
  CHECK(configs::read(config).layout == PairLayout::half_split);
  CHECK(configs::read(config).layout_from == "rope_interleave");
  // Classes with another layout do not read it.
  CHECK(configs::read(configs::llama({{"rope_interleave", true}})).layout ==
        PairLayout::half_split);
}
