#include "posenc/model_config/engines.hpp"

#include "configs.hpp"
#include "posenc/model_config/positions.hpp"
#include "posenc/model_config/shipped.hpp"
#include "test.hpp"

// What engines make of a config, by the rules of their sources (release_of names the commits).
namespace engine_rules {

using configs::json;

std::vector<EngineReading> readings(const json& config,
                                    std::optional<double> length = std::nullopt) {
  CAPTURE(config.dump());
  const auto all = engine_readings(configs::parsed(config), length);
  REQUIRE_MESSAGE(all, (all ? "" : all.error().message));
  return *all;
}

EngineReading reading(Engine engine, const json& config,
                      std::optional<double> length = std::nullopt) {
  for (const EngineReading& one : readings(config, length)) {
    if (one.engine == engine) return one;
  }
  FAIL("the engine is not among the readings");
  return {};
}

bool says(const EngineReading& reading, EngineNoteCode code) {
  return std::ranges::find(reading.notes, code, &EngineNote::code) != reading.notes.end();
}

/// The set for full layers, or the only one.
const RopeReport& rope(const EngineReading& reading) {
  REQUIRE(reading.report);
  return reading.report->ropes.at(0);
}

double factor(const EngineReading& reading) { return rope(reading).frequencies.attention_factor; }

bool is_as(const EngineReading& reading, const json& config,
           std::optional<double> length = std::nullopt) {
  const Vector is = rope(reading).frequencies.inv_freq;
  const Vector wanted = configs::report(config, length).ropes.at(0).frequencies.inv_freq;
  return is.size() == wanted.size() &&
         ((is - wanted).array().abs() <= 1e-12 * wanted.array().abs()).all();
}

json of_class(const std::string& type, const json& config) {
  return configs::with(config, {{"model_type", type}});
}

json scaled_class(const std::string& type, const json& scaling) {
  return of_class(type, configs::scaled(scaling));
}

bool is_refused(const EngineReading& reading, EngineNoteCode code) {
  return reading.answer == EngineAnswer::refused && says(reading, code) && !reading.report;
}

}  // namespace engine_rules

using namespace engine_rules;

TEST_CASE("engines: all agree on Llama 3.1, and each has a named source") {
  const auto all = readings(configs::shipped("Llama-3.1-8B-Instruct"));
  REQUIRE(all.size() == 6);
  for (const EngineReading& one : all) {
    CHECK(one.answer == EngineAnswer::computed);
    CHECK(one.notes.empty());
    const EngineRelease release = release_of(one.engine);
    CHECK_FALSE(release.title.empty());
    CHECK_FALSE(release.version.empty());
    CHECK(release.source.find('/') != std::string_view::npos);
  }
  CHECK(engine_groups(all).size() == 1);
  CHECK(engine_differences(all).empty());
}

TEST_CASE("engines: a class that is not known, other kinds and GGUF files") {
  for (const EngineReading& one : readings(of_class("nobody", configs::llama()))) {
    CHECK(one.answer == EngineAnswer::unknown);
    CHECK(says(one, EngineNoteCode::class_unknown));
  }
  CHECK(readings(configs::shipped("BLOOM-176B")).empty());
  CHECK(readings(configs::shipped("DINOv3 ViT-S/16")).empty());
  CHECK_FALSE(engine_readings(configs::parsed(configs::llama()), 0.5));
}

TEST_CASE("engines: Transformers 4 does not see rope_parameters") {
  json file = configs::llama(
      {{"rope_parameters", {{"rope_type", "linear"}, {"factor", 4}, {"rope_theta", 500000}}}});
  file.erase("rope_theta");
  const auto four = reading(Engine::transformers_4, file);
  CHECK(says(four, EngineNoteCode::parameters_unread));
  CHECK(rope(four).frequencies.base == 10000);
  CHECK(rope(four).settings.scaling.type == RopeType::plain);
  CHECK(rope(reading(Engine::transformers_5, file)).frequencies.base == 500000);
  // mlx-lm's Llama has no such field either; its Qwen3 asks for rope_theta.
  CHECK(rope(reading(Engine::mlx_lm, file)).frequencies.base == 10000);
  CHECK(is_refused(reading(Engine::mlx_lm, of_class("qwen3", file)), EngineNoteCode::key_missing));
}

TEST_CASE("engines: Transformers 4 stops where version 5 does not") {
  const auto refused = [](const json& file, EngineNoteCode code) {
    return is_refused(reading(Engine::transformers_4, file), code);
  };
  CHECK(refused(scaled_class("llama", {{"rope_type", "proportional"}, {"factor", 2}}),
                EngineNoteCode::type_refused));
  // Its checks of these classes ask for rope_type.
  CHECK(refused(scaled_class("granite", {{"type", "linear"}, {"factor", 2}}),
                EngineNoteCode::key_missing));
  CHECK_FALSE(refused(scaled_class("llama", {{"type", "linear"}, {"factor", 2}}),
                      EngineNoteCode::key_missing));
  json headless = of_class("mistral", configs::yarn());
  headless.erase("head_dim");
  CHECK(refused(headless, EngineNoteCode::key_missing));
  const json later = of_class("minimax_m2", configs::with(configs::llama(), {{"rotary_dim", 64}}));
  CHECK(reading(Engine::transformers_4, later).answer == EngineAnswer::unsupported);
}

TEST_CASE(
    "engines: Transformers 4 takes longrope's factor from the lengths, version 5 from the file") {
  const json file = configs::with(
      configs::longrope({{"factor", 4}, {"original_max_position_embeddings", nullptr}}),
      {{"original_max_position_embeddings", 8192}, {"max_position_embeddings", 65536}});
  CHECK(factor(reading(Engine::transformers_5, file)) ==
        doctest::Approx(std::sqrt(1 + std::log(4.0) / std::log(8192.0))));
  CHECK(factor(reading(Engine::transformers_4, file)) ==
        doctest::Approx(std::sqrt(1 + std::log(8.0) / std::log(8192.0))));
}

TEST_CASE(
    "engines: attention_factor is read by Transformers alone, attn_factor by vLLM and SGLang") {
  const double formula = yarn_magnitude(4, 1);
  const json given = configs::yarn({{"attention_factor", 1.0}});
  CHECK(factor(reading(Engine::transformers_5, given)) == 1);
  for (const Engine engine : {Engine::vllm, Engine::sglang, Engine::llama_cpp, Engine::mlx_lm}) {
    const auto other = reading(engine, given);
    CHECK(factor(other) == doctest::Approx(formula));
    CHECK(says(other, EngineNoteCode::keys_unread));
    CHECK(says(other, EngineNoteCode::factor_replaced));
  }
  const json attn = configs::yarn({{"attn_factor", 0.5}});
  CHECK(factor(reading(Engine::vllm, attn)) == doctest::Approx(0.5 * formula));
  CHECK(factor(reading(Engine::sglang, attn)) == doctest::Approx(0.5 * formula));
  CHECK(factor(reading(Engine::llama_cpp, attn)) == doctest::Approx(formula));
}

TEST_CASE("engines: vLLM blends between interpolated and original by extrapolation_factor") {
  const auto whole = rope(reading(Engine::vllm, configs::yarn())).frequencies;
  const auto half =
      rope(reading(Engine::vllm, configs::yarn({{"extrapolation_factor", 0.5}}))).frequencies;
  const Vector interpolated = whole.unscaled / 4;
  CHECK(half.inv_freq.isApprox(0.5 * (whole.inv_freq + interpolated), 1e-12));
}

TEST_CASE("engines: vLLM leaves dynamic unscaled, SGLang scales every text, llama.cpp drops it") {
  const json file = configs::with(configs::scaled({{"type", "dynamic"}, {"factor", 4}}),
                                  {{"max_position_embeddings", 4096}});
  const json plain = configs::with(configs::llama(), {{"max_position_embeddings", 4096}});
  const auto vllm = reading(Engine::vllm, file);
  CHECK(is_as(vllm, plain));
  CHECK(vllm.length == 16384);
  const auto sglang = reading(Engine::sglang, file, 100);
  CHECK(is_as(sglang, file, 16384));
  CHECK(says(sglang, EngineNoteCode::computed_at_load));
  CHECK(is_as(reading(Engine::llama_cpp, file), plain));
  CHECK(is_as(reading(Engine::mlx_lm, file, 8192), file, 8192));
}

TEST_CASE(
    "engines: longrope's list by text, by the context that is allocated, or always the long one") {
  const json file = configs::with(configs::longrope(), {{"max_position_embeddings", 65536}});
  const json phi =
      of_class("phi3", configs::with(file, {{"original_max_position_embeddings", 8192}}));
  // A short text.
  CHECK(is_as(reading(Engine::transformers_5, phi, 100), phi, 100));
  const auto vllm = reading(Engine::vllm, phi);
  CHECK(vllm.length == 8192);
  CHECK(is_as(vllm, phi, 8192));
  // Without a length at the top of the file, vLLM serves the claimed one, with the long list for short texts, too.
  CHECK(is_as(reading(Engine::vllm, file, 100), file, 65536));
  CHECK(is_as(reading(Engine::sglang, phi, 100), phi, 100));
  CHECK(is_as(reading(Engine::llama_cpp, phi, 100), phi, 65536));
  const auto mlx = reading(Engine::mlx_lm, file, 100);
  CHECK(says(mlx, EngineNoteCode::long_list_always));
  CHECK(is_as(mlx, file, 65536));
}

TEST_CASE("engines: the ramp of gpt-oss, and what vLLM does with sections") {
  const json oss = configs::shipped("gpt-oss-120b");
  json rounded = oss;
  rounded["rope_scaling"]["truncate"] = true;
  CHECK(is_as(reading(Engine::vllm, oss), oss));
  for (const Engine engine : {Engine::llama_cpp, Engine::mlx_lm}) {
    CHECK(is_as(reading(engine, oss), rounded));
    CHECK(says(reading(engine, oss), EngineNoteCode::ramp_rounded));
  }
  const json sections = {{"mrope_section", {16, 24, 24}}};
  const json sees = of_class("qwen2_5_vl_text", configs::yarn(sections));
  const double original = configs::rope(sees).settings.scaling.original->value;
  json four_times = sees;
  four_times["rope_scaling"]["original_max_position_embeddings"] = 4 * original;
  CHECK(is_as(reading(Engine::vllm, sees), four_times));
}

TEST_CASE(
    "engines: latent attention gets deepseek_yarn, and llama.cpp's logits without mscale_all_dim") {
  json file = configs::shipped("DeepSeek-V3");
  for (const Engine engine : {Engine::vllm, Engine::sglang, Engine::llama_cpp}) {
    CHECK(factor(reading(engine, file)) == doctest::Approx(1));
  }
  file["rope_scaling"].erase("mscale_all_dim");
  CHECK(factor(reading(Engine::vllm, file)) == doctest::Approx(yarn_magnitude(40, 1)));
  CHECK(says(reading(Engine::llama_cpp, file), EngineNoteCode::logits_replaced));
  json linear = configs::shipped("DeepSeek-V3");
  linear["rope_scaling"] = {{"type", "linear"}, {"factor", 4}};
  CHECK(says(reading(Engine::sglang, linear), EngineNoteCode::type_replaced));
  CHECK(rope(reading(Engine::vllm, linear)).settings.scaling.type == RopeType::yarn);
  // Kimi K2's ramp is not that of its file in llama.cpp.
  const json kimi = configs::shipped("Kimi-K2");
  CHECK_FALSE(is_as(reading(Engine::llama_cpp, kimi), kimi));
  CHECK(is_as(reading(Engine::mlx_lm, kimi), kimi));
}

TEST_CASE(
    "engines: llama.cpp takes rope_parameters first, and loses what its converters do not write") {
  const json both = configs::llama(
      {{"rope_scaling", {{"rope_type", "linear"}, {"factor", 2}}},
       {"rope_parameters", {{"rope_type", "linear"}, {"factor", 4}, {"rope_theta", 10000}}}});
  const auto llama_cpp = reading(Engine::llama_cpp, both);
  CHECK(says(llama_cpp, EngineNoteCode::other_dictionary));
  CHECK(rope(llama_cpp).settings.scaling.factor == 4);
  CHECK(rope(reading(Engine::transformers_5, both)).settings.scaling.factor == 2);
  const json stable = of_class("stablelm", configs::llama({{"rope_theta", 500000}}));
  CHECK(rope(reading(Engine::llama_cpp, stable)).frequencies.base == 10000);
  const auto dropped = reading(Engine::llama_cpp, of_class("qwen3", configs::llama3()));
  CHECK(says(dropped, EngineNoteCode::scaling_dropped));
  CHECK(is_refused(reading(Engine::llama_cpp, of_class("smollm3", configs::llama3())),
                   EngineNoteCode::load_fails));
  json without_length = configs::yarn({{"original_max_position_embeddings", nullptr}});
  CHECK(is_refused(reading(Engine::llama_cpp, without_length), EngineNoteCode::key_missing));
}

TEST_CASE("engines: HunYuan's alpha, which llama.cpp asserts") {
  const json hunyuan = configs::shipped("Hunyuan-7B-Instruct");
  const double alpha = hunyuan["rope_scaling"]["alpha"];
  const double base = hunyuan["rope_theta"];
  for (const Engine engine : {Engine::vllm, Engine::sglang, Engine::transformers_5}) {
    const RopeReport computed = rope(reading(engine, hunyuan));
    const auto width = static_cast<double>(computed.settings.head_dim.value);
    CHECK(computed.frequencies.base ==
          doctest::Approx(base * std::pow(alpha, width / (width - 2))));
  }
  json other = hunyuan;
  other["rope_theta"] = 20000;
  CHECK(is_refused(reading(Engine::llama_cpp, other), EngineNoteCode::value_refused));
}

TEST_CASE("engines: what an engine does with odd numbers is not said") {
  // SGLang rounds down.
  const json odd = configs::with(configs::scaled({{"type", "dynamic"}, {"factor", 2.5}}),
                                 {{"max_position_embeddings", 4095}});
  CHECK(is_as(reading(Engine::sglang, odd), odd, std::floor(2.5 * 4095)));
  for (const std::string key : {"attn_factor", "extrapolation_factor"}) {
    const auto vllm = reading(Engine::vllm, configs::yarn({{key, -1}}));
    CHECK(vllm.answer == EngineAnswer::unknown);
    CHECK_FALSE(vllm.report);
  }
  const json endless = configs::with(configs::llama(), {{"model_max_length", 1e30}});
  CHECK(reading(Engine::vllm, endless).length == configs::report(endless).model.claimed->value);
}

TEST_CASE("engines: what Transformers 5 does otherwise than the config says") {
  const auto five = [](const json& file) { return reading(Engine::transformers_5, file); };
  CHECK(five(configs::shipped("Kimi-K2")).answer == EngineAnswer::unsupported);
  // phi3 knows longrope alone, and takes yarn for an old name of it.
  for (const Engine engine :
       {Engine::transformers_4, Engine::transformers_5, Engine::vllm, Engine::sglang}) {
    CHECK(reading(engine, of_class("phi3", configs::yarn())).answer == EngineAnswer::refused);
  }
  CHECK(says(reading(Engine::llama_cpp, of_class("phi3", configs::yarn())),
             EngineNoteCode::scaling_dropped));
  json headless = of_class("mixtral", configs::yarn());
  headless.erase("head_dim");
  CHECK(is_refused(five(headless), EngineNoteCode::key_missing));
  json mistral = of_class("mistral", configs::yarn());
  mistral.erase("head_dim");
  CHECK(five(mistral).answer == EngineAnswer::computed);
  const json minimax = configs::shipped("MiniMax-M2");
  CHECK(rope(five(minimax)).settings.rotary_dim.value == minimax["head_dim"]);
  CHECK(is_refused(five(scaled_class("llama", {{"type", "mrope"}})), EngineNoteCode::type_refused));
  const json alpha = scaled_class("llama", {{"type", "dynamic"}, {"factor", 1}, {"alpha", 1000}});
  CHECK(rope(five(alpha)).frequencies.base == alpha["rope_theta"]);
  const json nested = configs::llama(
      {{"layer_types", {"full_attention", "sliding_attention"}},
       {"num_hidden_layers", 2},
       {"rope_parameters",
        {{"full_attention", {{"rope_type", "linear"}, {"factor", 4}, {"rope_theta", 5e5}}},
         {"sliding_attention", {{"rope_type", "default"}, {"rope_theta", 1e4}}}}}});
  CHECK(is_as(five(of_class("qwen3", nested)), of_class("qwen3", configs::llama())));
}

TEST_CASE("engines: classes of Transformers 4 have bases and scalings of their own") {
  const auto four = [](const json& file) { return reading(Engine::transformers_4, file); };
  const auto base_of = [&four](const std::string& type) {
    json file = of_class(type, configs::llama());
    file.erase("rope_theta");
    return rope(four(file)).frequencies.base;
  };
  CHECK(base_of("cohere") == 10000);
  CHECK(base_of("falcon_h1") == 100000);
  CHECK(base_of("persimmon") == 25000);
  const json apertus = configs::shipped("Apertus-8B");
  CHECK(is_as(four(apertus), apertus));
  const json oss = of_class("gpt_oss", configs::llama());
  CHECK(rope(four(oss)).settings.scaling.type == RopeType::yarn);
  json null = oss;
  null["rope_scaling"] = nullptr;
  CHECK(rope(four(null)).settings.scaling.type == RopeType::plain);
  CHECK(is_refused(four(of_class("olmo2", configs::yarn())), EngineNoteCode::value_refused));
}

TEST_CASE(
    "engines: mlx-lm takes the base at the top of the file, and the length in the dictionary") {
  const auto mlx = [](const json& file) { return reading(Engine::mlx_lm, file); };
  const json both =
      configs::llama({{"rope_theta", 50000},
                      {"rope_parameters", {{"rope_type", "default"}, {"rope_theta", 777777}}}});
  CHECK(rope(mlx(both)).frequencies.base == 50000);
  const json lengths = configs::with(configs::yarn({{"original_max_position_embeddings", 4096}}),
                                     {{"original_max_position_embeddings", 8192}});
  CHECK(rope(mlx(lengths)).settings.scaling.original->value == 4096);
}

TEST_CASE("engines: llama.cpp rounds the context up to 256 before it chooses longrope's list") {
  const json file = of_class(
      "phi3", configs::with(configs::longrope({{"original_max_position_embeddings", nullptr}}),
                            {{"original_max_position_embeddings", 511}}));
  const auto list_for = [&](double claimed) {
    const json config = configs::with(file, {{"max_position_embeddings", claimed}});
    const auto llama_cpp = reading(Engine::llama_cpp, config);
    const bool is_long = llama_cpp.notes.at(0).message.find("long_factor") != std::string::npos;
    CHECK(is_as(llama_cpp, config, is_long ? 512 : 511));
    return is_long;
  };
  CHECK(list_for(500));
  CHECK_FALSE(list_for(256));
}

TEST_CASE("engines: layers with a window") {
  const json v4 = configs::shipped("DeepSeek-V4-Flash");
  CHECK(says(reading(Engine::vllm, v4), EngineNoteCode::sliding_scaled));
  const auto sliding = reading(Engine::vllm, v4).report->ropes.at(1);
  CHECK(sliding.settings.scaling.type == RopeType::yarn);
  CHECK(reading(Engine::transformers_5, v4).report->ropes.at(1).settings.scaling.type ==
        RopeType::plain);
  const json gemma = configs::shipped("gemma-3-27b-it (as published)");
  const auto llama_cpp = reading(Engine::llama_cpp, gemma);
  CHECK(llama_cpp.report->ropes.at(1).frequencies.base == 10000);
  // (The factor does not lengthen its texts, as it does those of other models.)
  json claims = gemma;
  claims["text_config"]["max_position_embeddings"] = 131072;
  CHECK(reading(Engine::vllm, claims).length == 131072);
}

TEST_CASE("engines: mlx-lm ignores the scaling of some classes, and assumes 4096") {
  const auto ignored = reading(Engine::mlx_lm, of_class("qwen3_moe", configs::yarn()));
  CHECK(says(ignored, EngineNoteCode::scaling_dropped));
  CHECK(rope(ignored).settings.scaling.type == RopeType::plain);
  const json without_length = configs::yarn({{"original_max_position_embeddings", nullptr}});
  const json with_4096 = configs::yarn({{"original_max_position_embeddings", 4096}});
  CHECK(is_as(reading(Engine::mlx_lm, without_length), with_4096));
  const auto glm = reading(Engine::mlx_lm, configs::shipped("glm-4-9b-chat (ChatGLM)"));
  CHECK(glm.answer == EngineAnswer::unsupported);
}

TEST_CASE("engines: the longest text that each derives") {
  const auto lengths = [](const json& file) {
    std::vector<std::optional<double>> all;
    for (const EngineReading& one : readings(file)) all.push_back(one.length);
    return all;
  };
  const json yarn = configs::with(configs::yarn({{"original_max_position_embeddings", 32768}}),
                                  {{"max_position_embeddings", 40960}});
  using Lengths = std::vector<std::optional<double>>;
  CHECK(lengths(yarn) == Lengths{40960, 40960, 131072, 40960, 40960, std::nullopt});
  const json linear = configs::with(configs::scaled({{"type", "linear"}, {"factor", 2}}),
                                    {{"max_position_embeddings", 4096}});
  CHECK(lengths(linear) == Lengths{4096, 4096, 8192, 8192, 4096, std::nullopt});
}

TEST_CASE("engines: where two of them part, by pair and radians") {
  const auto all = readings(configs::shipped("gpt-oss-120b"));
  const auto groups = engine_groups(all);
  REQUIRE(groups.size() == 2);
  CHECK(groups[1] == std::vector{Engine::llama_cpp, Engine::mlx_lm});
  const auto differences = engine_differences(all);
  REQUIRE(differences.size() == 1);
  const ModelDifference& one = differences[0].differences.at(0);
  CHECK(one.what == Unlike::frequencies);
  const auto& first = rope(all[0]).frequencies.inv_freq;
  const auto& second = rope(all[4]).frequencies.inv_freq;
  const auto where = std::ranges::mismatch(
      first, second, [](double a, double b) { return std::abs(a - b) <= stored_tolerance * a; });
  CHECK(one.at == where.in1 - first.begin());
  const double last = configs::shipped("gpt-oss-120b")["max_position_embeddings"].get<double>() - 1;
  CHECK(one.position == last);
  CHECK(*one.radians == doctest::Approx((first - second).cwiseAbs().maxCoeff() * last));
}

TEST_CASE("engines: every model that ships is read or answered by each") {
  const json shipped = json::parse(std::string(shipped_models_json()));
  for (const json& model : shipped) {
    CAPTURE(model["name"].get<std::string>());
    for (const EngineReading& one : readings(model["config"])) {
      for (const EngineNote& note : one.notes) {
        CHECK(note.message.find_first_of("[{") == std::string::npos);
        CHECK(note.message.find("nan") == std::string::npos);
      }
      if (one.length) CHECK(*one.length == std::floor(*one.length));
      if (!one.report) {
        CHECK_FALSE(one.notes.empty());
        CHECK_FALSE((one.length || one.is_unlimited));
        continue;
      }
      for (const RopeReport& set : one.report->ropes) {
        CHECK(set.frequencies.inv_freq.allFinite());
        CHECK(set.frequencies.inv_freq.minCoeff() >= 0);
      }
    }
  }
}
