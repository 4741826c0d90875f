#include "posenc/model_config/serving.hpp"

#include "configs.hpp"
#include "posenc/model_config/engines.hpp"
#include "posenc/model_config/positions.hpp"
#include "posenc/model_config/shipped.hpp"
#include "serving_flags.hpp"
#include "test.hpp"

// What to change for longer texts.
namespace serving {

using configs::json;

ServingPlan plan(const json& config, double length) {
  CAPTURE(config.dump());
  const auto made = serving_plan(configs::parsed(config), length);
  REQUIRE_MESSAGE(made, (made ? "" : made.error().message));
  return *made;
}

/// The changed file.
json changed(const json& config, const ServingPlan& plan) {
  return json::parse(config_text(with_edits(configs::parsed(config), plan.edits)));
}

std::string flags(const json& config, double length, Engine engine) {
  const auto file = configs::parsed(config);
  const auto all = serving_flags(file, plan(config, length));
  REQUIRE(all);
  for (const auto& [one, text] : *all) {
    if (one == engine) return text;
  }
  return "";
}

}  // namespace serving

using configs::json;
using serving::changed;
using serving::flags;
using serving::plan;

TEST_CASE(
    "serving: an unscaled model gets yarn by the quotient, and reaches the length in every "
    "engine") {
  const json qwen = configs::shipped("Qwen3-8B");
  const auto made = plan(qwen, 131072);
  CHECK(made.answer == ServingAnswer::scaled);
  CHECK(made.type == RopeType::yarn);
  CHECK(made.factor == 3.2);
  CHECK(made.original == 40960);
  const json after = changed(qwen, made);
  CHECK(after["rope_scaling"] ==
        json{{"rope_type", "yarn"}, {"factor", 3.2}, {"original_max_position_embeddings", 40960}});
  CHECK(after["max_position_embeddings"] == 131072);
  CHECK(configs::codes(after).empty());
  const auto readings = engine_readings(configs::parsed(after), std::nullopt);
  REQUIRE(readings);
  for (const EngineReading& one : *readings) {
    CHECK(one.answer == EngineAnswer::computed);
    CHECK(one.length.value_or(131072) >= 131072);
  }
  CHECK(engine_groups(*readings).size() == 1);
}

TEST_CASE("serving: what it costs texts of the original length") {
  const auto made = plan(configs::shipped("Qwen3-8B"), 131072);
  REQUIRE(made.costs.size() == 1);
  const ServingCost& cost = made.costs[0];
  CHECK(cost.pairs == 64);
  CHECK(cost.position == 40959);
  CHECK(cost.logits_before == 1);
  CHECK(cost.logits_after == doctest::Approx(std::pow(yarn_magnitude(3.2, 1), 2)));
  const json qwen = configs::shipped("Qwen3-8B");
  const Vector was = configs::rope(qwen).frequencies.inv_freq;
  const Vector is = configs::rope(changed(qwen, made)).frequencies.inv_freq;
  CHECK(cost.changed == (was.array() - is.array() > 1e-15).count());
  CHECK(cost.radians == doctest::Approx((was - is).cwiseAbs().maxCoeff() * 40959));
}

TEST_CASE("serving: scaled models keep their type") {
  const auto yarn = plan(configs::shipped("DeepSeek-V3"), 200000);
  CHECK(yarn.type == RopeType::yarn);
  CHECK(yarn.factor == doctest::Approx(200000.0 / 4096).epsilon(1e-4));
  CHECK(yarn.costs.at(0).logits_after > yarn.costs.at(0).logits_before);
  const json llama = configs::shipped("Llama-3.1-8B-Instruct");
  const auto llama3 = plan(llama, 262144);
  CHECK(llama3.type == RopeType::llama3);
  CHECK(llama3.factor == 16);
  CHECK(changed(llama, llama3)["rope_scaling"]["original_max_position_embeddings"] == 8192);
  // A scaling of the class is written down, with its other keys.
  json oss = configs::shipped("gpt-oss-120b");
  oss.erase("rope_scaling");
  const json after = changed(oss, plan(oss, 262144));
  CHECK(after["rope_parameters"]["factor"] == 64);
  CHECK(after["rope_parameters"]["truncate"] == false);
}

TEST_CASE("serving: dictionaries of kinds of layers, nested models, sections") {
  json olmo = configs::shipped("OLMo-3.1-32B-Instruct");
  const auto made = plan(olmo, 131072);
  CHECK(made.answer == ServingAnswer::scaled);
  CHECK(configs::report(changed(olmo, made)).model.claimed->value == 131072);
  json gemma = configs::shipped("gemma-3-27b-it (as published)");
  gemma["text_config"]["max_position_embeddings"] = 131072;
  const json after = changed(gemma, plan(gemma, 262144));
  CHECK(after["text_config"]["rope_scaling"]["factor"] == 16);
  CHECK(configs::report(after).ropes.at(1).settings.scaling.type == RopeType::plain);
  const json sees = configs::shipped("Qwen2.5-VL-7B-Instruct");
  const json seen = changed(sees, plan(sees, 256000));
  CHECK(seen["rope_scaling"]["mrope_section"] == json{16, 24, 24});
  CHECK(seen["rope_scaling"]["type"] == "yarn");
}

TEST_CASE("serving: nothing to change, only the length, or no way") {
  const auto answer = [](const std::string& model, double length) {
    return plan(configs::shipped(model), length).answer;
  };
  CHECK(answer("Qwen3-8B", 40960) == ServingAnswer::enough);
  const json reached = configs::shipped("Qwen3-8B + YaRN as its docs advise");
  const auto enough = plan(reached, 100000);
  CHECK(enough.answer == ServingAnswer::enough);
  CHECK(changed(reached, enough)["max_position_embeddings"] == 131072);
  CHECK(answer("BLOOM-176B", 100000) == ServingAnswer::enough);
  const json bloom = configs::with(configs::shipped("BLOOM-176B"), {{"seq_length", 2048}});
  CHECK(plan(bloom, 100000).answer == ServingAnswer::length_only);
  CHECK(answer("GPT-2", 2048) == ServingAnswer::impossible);
  CHECK(answer("GPT-2", 1000) == ServingAnswer::enough);
  CHECK(answer("Phi-3.5-mini-instruct", 200000) == ServingAnswer::no_rule);
  CHECK(answer("Hunyuan-7B-Instruct", 1000000) == ServingAnswer::no_rule);
  CHECK(answer("gemma-4-31b", 1000000) == ServingAnswer::no_rule);
  json silent = configs::llama();
  silent.erase("max_position_embeddings");
  CHECK(plan(silent, 8192).answer == ServingAnswer::no_rule);
  CHECK_FALSE(serving_plan(configs::parsed(configs::llama()), 1.5));
}

TEST_CASE("serving: the arguments of engines") {
  const json qwen = configs::shipped("Qwen3-8B");
  CHECK(flags(qwen, 131072, Engine::llama_cpp) ==
        "--rope-scaling yarn --rope-scale 3.2 --yarn-orig-ctx 40960 -c 131072 --override-kv "
        "qwen3.context_length=int:131072");
  // What an engine is given replaces the dictionary of the file, so the base is in it.
  const std::string vllm = flags(qwen, 131072, Engine::vllm);
  CHECK(vllm.starts_with("--hf-overrides '{\"rope_parameters\":{"));
  CHECK(vllm.find("\"rope_theta\":1000000") != std::string::npos);
  CHECK(vllm.ends_with(" --max-model-len 131072"));
  CHECK(flags(qwen, 131072, Engine::sglang).ends_with(" --context-length 131072"));
  // The factors of llama3 are a tensor of the GGUF file, which no argument changes.
  CHECK(flags(configs::shipped("Llama-3.1-8B-Instruct"), 262144, Engine::llama_cpp).empty());
  const std::string partial = flags(configs::shipped("GPT-NeoX-20B"), 4096, Engine::vllm);
  CHECK(partial.find("\"partial_rotary_factor\":0.25") != std::string::npos);
  const std::string sees = flags(configs::shipped("Qwen2.5-VL-7B-Instruct"), 256000, Engine::vllm);
  CHECK(sees.find("{\"text_config\":{\"rope_parameters\":") != std::string::npos);
}

TEST_CASE(
    "serving: an attention factor by the formula goes with the new factor, another one stays") {
  const auto attention_after = [](const json& scaling, double length) {
    const json config =
        configs::with(configs::shipped("Qwen3-8B"),
                      {{"rope_scaling", scaling}, {"max_position_embeddings", 131072}});
    return changed(config, plan(config, length))["rope_scaling"]["attention_factor"];
  };
  json scaling = {{"rope_type", "yarn"},
                  {"factor", 4},
                  {"original_max_position_embeddings", 32768},
                  {"attention_factor", yarn_magnitude(4, 1)}};
  CHECK(attention_after(scaling, 262144) == yarn_magnitude(8, 1));
  scaling["attention_factor"] = 1;
  CHECK(attention_after(scaling, 262144) == 1);
}

TEST_CASE(
    "serving: arguments are one word of a shell, and there are none for an engine that drops the "
    "scaling") {
  const json linear = configs::with(
      configs::shipped("Qwen3-8B"),
      {{"rope_scaling", {{"rope_type", "linear"}, {"factor", 2}, {"note", "the maker's"}}}});
  CHECK(flags(linear, 81920, Engine::vllm).find("the maker'\\''s") != std::string::npos);
  const json gpt_j = configs::shipped("GPT-J-6B");
  CHECK(flags(gpt_j, 4096, Engine::sglang).empty());
  CHECK_FALSE(flags(gpt_j, 4096, Engine::vllm).empty());
}

TEST_CASE("serving: tables with rows that are no token's, and encodings without a limit") {
  const json roberta = {{"model_type", "roberta"},
                        {"hidden_size", 64},
                        {"num_attention_heads", 4},
                        {"max_position_embeddings", 514}};
  CHECK(plan(roberta, 512).answer == ServingAnswer::enough);
  CHECK(plan(roberta, 513).answer == ServingAnswer::impossible);
  const json opt = configs::with(roberta, {{"model_type", "opt"}});
  CHECK(plan(opt, 514).answer == ServingAnswer::enough);
  const auto endless = plan(configs::shipped("T5-small"), 1e6);
  CHECK(endless.answer == ServingAnswer::enough);
  CHECK(endless.edits.empty());
}

TEST_CASE("serving: sets of one kind of layer are compared one by one") {
  const json two = configs::with(configs::llama({{"rope_theta", {1e4, 1e6}}}),
                                 {{"max_position_embeddings", 4096}, {"num_hidden_layers", 2}});
  const auto made = plan(two, 16384);
  const auto sets = configs::report(two).ropes;
  REQUIRE(sets.size() == 2);
  REQUIRE(made.costs.size() == 2);
  const auto after = configs::report(changed(two, made)).ropes;
  for (std::size_t n = 0; n < 2; ++n) {
    const Vector turns = sets[n].frequencies.inv_freq - after[n].frequencies.inv_freq;
    CHECK(made.costs[n].radians == doctest::Approx(turns.cwiseAbs().maxCoeff() * 4095));
  }
  CHECK(flags(two, 16384, Engine::vllm).empty());
}

TEST_CASE("serving: a type keeps its name, and each class that llama.cpp converts has its own") {
  const json deepseek = configs::with(
      configs::scaled(
          {{"type", "deepseek_yarn"}, {"factor", 4}, {"original_max_position_embeddings", 4096}}),
      {{"max_position_embeddings", 16384}});
  const json after = changed(deepseek, plan(deepseek, 32768))["rope_scaling"];
  CHECK(after["type"] == "deepseek_yarn");
  CHECK_FALSE(after.contains("rope_type"));
  const json shipped = json::parse(std::string(shipped_models_json()));
  for (const json& model : shipped) {
    CAPTURE(model["name"].get<std::string>());
    const json& config = model["config"];
    const auto readings = engine_readings(configs::parsed(config), std::nullopt);
    REQUIRE(readings);
    for (const EngineReading& one : *readings) {
      const bool converts = one.engine == Engine::llama_cpp && one.answer == EngineAnswer::computed;
      if (!converts || !one.length) continue;
      CHECK(flags(config, 2 * *one.length, Engine::llama_cpp).find("ARCH") == std::string::npos);
    }
  }
}

TEST_CASE(
    "serving: kinds of layers, a decimal after a whole factor, and a head that classes need") {
  const json gemma = configs::shipped("gemma-3-1b-it");
  const std::string given = flags(gemma, 65536, Engine::vllm);
  const auto from = given.find('{');
  const json dictionaries =
      json::parse(given.substr(from, given.rfind('}') + 1 - from))["rope_parameters"];
  CHECK(dictionaries["full_attention"]["rope_type"] == "yarn");
  CHECK(dictionaries["sliding_attention"]["rope_type"] == "default");
  for (const RopeReport& rope : configs::report(gemma).ropes) {
    CHECK(dictionaries[std::string(name(*rope.settings.layers))]["rope_theta"] ==
          rope.settings.base.value);
  }
  const json linear = configs::with(configs::scaled({{"rope_type", "linear"}, {"factor", 2}}),
                                    {{"max_position_embeddings", 4096}});
  CHECK(flags(linear, 8192, Engine::vllm).find("\"factor\":4.0") != std::string::npos);
  const json mixtral = configs::shipped("Mixtral-8x7B-v0.1");
  const json after = changed(mixtral, plan(mixtral, 65536));
  CHECK(after["head_dim"] == configs::rope(mixtral).settings.head_dim.value);
  const auto readings = engine_readings(configs::parsed(after), std::nullopt);
  REQUIRE(readings);
  CHECK(readings->at(1).answer == EngineAnswer::computed);
}
