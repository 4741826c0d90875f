#include "posenc/model_config/classes.hpp"

#include "configs.hpp"
#include "test.hpp"

TEST_CASE("model classes: layouts of the pairs") {
  const auto layout = [](const std::string& name) {
    return configs::read(configs::llama({{"model_type", name}})).layout;
  };
  for (const std::string name :
       {"gptj", "cohere", "cohere2", "deepseek_v2", "deepseek_v3", "kimi_k2", "mistral4", "llama4",
        "llama4_text", "glm", "glm4", "ernie4_5"}) {
    CAPTURE(name);
    CHECK(layout(name) == PairLayout::interleaved);
  }
  for (const std::string name : {"llama", "mistral", "qwen3", "gemma3_text", "phi3", "glm4_moe",
                                 "gpt_neox", "olmo3", "gpt_oss", "exaone4", "qwen3_5_text"}) {
    CAPTURE(name);
    CHECK(layout(name) == PairLayout::half_split);
  }
  for (const std::string name : {"no such class", "", "_text", "llama_vision"}) {
    CAPTURE(name);
    CHECK_FALSE(layout(name));
  }
  configs::json config = configs::llama();
  config.erase("model_type");
  CHECK_FALSE(configs::read(config).layout);
  CHECK(configs::read(config).model_type.empty());
}

TEST_CASE("model classes: kinds of encodings") {
  const auto kind = [](const std::string& name,
                       const configs::json& more = configs::json::object()) {
    return configs::read(configs::with(configs::llama({{"model_type", name}}), more)).kind;
  };
  for (const std::string name : {"gpt2", "bert", "opt", "roberta", "xlm-roberta", "distilbert",
                                 "albert", "electra", "gpt_neo", "gpt_bigcode", "bart", "mbart"}) {
    CAPTURE(name);
    CHECK(kind(name) == PositionKind::learned);
  }
  for (const std::string name : {"jamba", "nemotron_h"}) CHECK(kind(name) == PositionKind::none);
  for (const std::string name : {"t5", "mt5", "umt5"}) CHECK(kind(name) == PositionKind::t5);
  for (const std::string name : {"marian", "pegasus", "m2m_100"}) {
    CHECK(kind(name) == PositionKind::sinusoidal);
  }
  CHECK(kind("whisper") == PositionKind::sinusoidal_and_learned);
  CHECK(kind("bloom") == PositionKind::alibi);
  CHECK(kind("llama") == PositionKind::rope);
  CHECK(kind("no such class") == PositionKind::rope);

  CHECK(kind("falcon") == PositionKind::rope);
  CHECK(kind("falcon", {{"alibi", false}}) == PositionKind::rope);
  CHECK(kind("falcon", {{"alibi", true}}) == PositionKind::alibi);
  CHECK(kind("mpt", {{"attn_config", {{"alibi", true}}}}) == PositionKind::alibi);
  CHECK(kind("mpt", {{"attn_config", {{"alibi", false}}}}) == PositionKind::learned);
  CHECK(kind("no such class", {{"alibi", true}}) == PositionKind::alibi);
}

TEST_CASE("model classes: what a file says of its encoding") {
  const auto kind = [](const std::string& name, const configs::json& more) {
    return configs::read(configs::with(configs::llama({{"model_type", name}}), more)).kind;
  };
  CHECK(kind("umt5", {{"relative_attention_num_buckets", 32}}) == PositionKind::t5);
  for (const std::string name : {"absolute", "learned_absolute"}) {
    CHECK(kind("roberta", {{"position_embedding_type", name}}) == PositionKind::learned);
    // ModernBERT rotates, and its files say "absolute".
    CHECK(kind("modernbert", {{"position_embedding_type", name}}) == PositionKind::rope);
  }
  for (const std::string model : {"granitemoehybrid", "no such class"}) {
    CHECK(kind(model, {{"position_embedding_type", "nope"}}) == PositionKind::none);
    CHECK(kind(model, {{"position_embedding_type", "rope"}}) == PositionKind::rope);
    CHECK(kind(model, {{"position_embedding_type", "alibi"}}) == PositionKind::alibi);
  }
  const configs::json other{{"position_embedding_type", "something else"}};
  CHECK(kind("no such class", other) == PositionKind::rope);
  CHECK(kind("granitemoehybrid", other) == PositionKind::none);
}

TEST_CASE("model classes: a file says more of its encoding than a class with a learned table") {
  const auto of = [](const std::string& name, const configs::json& more) {
    return configs::read(configs::with(configs::llama({{"model_type", name}}), more));
  };
  // jina-embeddings-v2 and v3
  CHECK(of("bert", {{"position_embedding_type", "alibi"}}).kind == PositionKind::alibi);
  const auto rotary =
      of("xlm-roberta", {{"position_embedding_type", "rotary"}, {"rotary_emb_base", 20000}});
  CHECK(rotary.kind == PositionKind::rope);
  CHECK_FALSE(rotary.layout);
  CHECK(of("gpt2", {{"alibi", true}}).kind == PositionKind::alibi);
  CHECK(of("bert", {{"position_embedding_type", "absolute"}}).kind == PositionKind::learned);
  CHECK(of("bert", {{"position_embedding_type", "relative_key"}}).kind == PositionKind::relative);
  CHECK(of("t5", {{"position_embedding_type", "alibi"}}).kind == PositionKind::t5);
}

TEST_CASE("model classes: what other encodings have") {
  const auto bloom = configs::report(configs::of_model("BLOOM-176B"));
  CHECK(bloom.slopes.size() == 112);
  CHECK(bloom.model.alibi->max_bias.value == 8);
  CHECK(bloom.model.alibi->max_bias.from == "default");
  CHECK(bloom.ropes.empty());
  const auto mpt = configs::report({{"model_type", "mpt"},
                                    {"d_model", 64},
                                    {"n_heads", 8},
                                    {"attn_config", {{"alibi", true}, {"alibi_bias_max", 4}}}});
  CHECK(mpt.model.alibi->max_bias.from == "attn_config.alibi_bias_max");
  // 2^(-4 h / 8)
  for (Index h = 0; h < 8; ++h) {
    const double expected = std::exp2(-0.5 * static_cast<double>(h + 1));
    CHECK(mpt.slopes[h] == doctest::Approx(expected).epsilon(1e-15));
  }

  const auto t5 = configs::read({{"model_type", "t5"}, {"d_model", 64}, {"num_heads", 8}});
  CHECK(t5.buckets->num_buckets.value == 32);
  CHECK(t5.buckets->num_buckets.from == "default");
  CHECK(t5.buckets->max_distance.value == 128);
  const auto other = configs::read({{"model_type", "t5"},
                                    {"d_model", 100},
                                    {"d_kv", 64},
                                    {"num_heads", 8},
                                    {"relative_attention_num_buckets", 64},
                                    {"relative_attention_max_distance", 500}});
  CHECK(other.buckets->num_buckets.value == 64);
  CHECK(other.buckets->max_distance.from == "relative_attention_max_distance");

  CHECK(configs::read(configs::of_model("GPT-2")).rows->value == 1024);
  CHECK(configs::read(configs::of_model("GPT-2")).rows->from == "n_positions");
  CHECK(configs::read(configs::of_model("Whisper-tiny")).rows->value == 448);
  CHECK_FALSE(configs::read(configs::of_model("Marian (opus-mt)")).rows);
}
