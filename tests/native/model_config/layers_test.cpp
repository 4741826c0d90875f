#include "configs.hpp"
#include "test.hpp"

namespace layer_plans {

using configs::json;
using configs::llama;
using Numbers = std::vector<std::size_t>;

/// Each layer as a letter: F full, S sliding, o without softmax attention; f and s do not rotate.
std::string strip(const ModelConfig& model) {
  std::string all;
  for (const auto& [kind, rotates] : model.layers.layers) {
    all += kind == LayerKind::other     ? 'o'
           : kind == LayerKind::sliding ? (rotates ? 'S' : 's')
                                        : (rotates ? 'F' : 'f');
  }
  return all;
}

std::string strip(const json& config) { return strip(configs::read(config)); }

/// The same with that many layers.
std::string strip(double count, const json& more) {
  return strip(configs::with(llama({{"num_hidden_layers", count}}), more));
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int n = 0; n < times; ++n) all += text;
  return all;
}

}  // namespace layer_plans

using layer_plans::strip;

TEST_CASE("layers of models: SmolLM3, EXAONE 4, Jamba, Qwen3.5, MiniMax-M1 and others") {
  using layer_plans::repeated;
  const auto of = [](const std::string& name) { return strip(configs::of_model(name)); };
  CHECK(of("SmolLM3-3B") == repeated("FFFf", 9));
  CHECK(of("EXAONE-4.0-32B") == repeated("SSSf", 16));
  CHECK(of("Jamba-v0.1") == repeated("oooofooo", 4));
  CHECK(of("Qwen3.5-9B") == repeated("oooF", 8));
  CHECK(of("MiniMax-M1") == repeated("oooooooF", 10));
  CHECK(of("Command R7B 12-2024") == repeated("SSSf", 8));
  CHECK(of("gpt-oss-120b") == repeated("SF", 18));
  CHECK(of("OLMo-3.1-32B-Instruct") == repeated("SSSF", 16));
  CHECK(of("gemma-4-31b") == repeated("SSSSSF", 10));
  CHECK(of("gemma-3-1b-it") == repeated("SSSSSF", 4) + "SS");
  CHECK(of("Llama-4-Scout-17B-16E") == repeated("SSSf", 12));
  CHECK(of("Llama-3-8B") == repeated("F", 32));
  CHECK(of("GPT-2") == repeated("f", 12));
  CHECK(of("Whisper-tiny").empty());
}

TEST_CASE("layers: each way to say which kind they are") {
  CHECK(strip(4, {{"layer_types",
                   {"full_attention", "sliding_attention", "linear_attention",
                    "chunked_attention"}}}) == "FSoS");
  CHECK(strip(4, {{"layer_types", {"attention", "mamba", "conv", "global"}}}) == "FooF");
  CHECK(strip(5, {{"sliding_window_pattern", 2}}) == "SFSFS");
  CHECK(strip(6, {{"sliding_window_pattern", "LLG"}}) == "SSFSSF");
  CHECK(strip(5, {{"sliding_window_pattern", "LLLG"}}) == "SSSFS");
  CHECK(strip(7, {{"global_attn_every_n_layers", 3}}) == "FSSFSSF");
  CHECK(strip(6, {{"attn_layer_period", 3}, {"attn_layer_offset", 1}}) == "oFooFo");
  CHECK(strip(4, {{"attn_layer_period", 2}}) == "FoFo");
  CHECK(strip(6, {{"full_attention_interval", 3}}) == "ooFooF");
  CHECK(strip(4, {{"attn_type_list", {1, 0, 0, 1}}}) == "FooF");
  CHECK(strip(2, {{"attn_type_list", {true, false}}}) == "Fo");
  CHECK(strip(3, configs::json::object()) == "FFF");
}

TEST_CASE("layers: which way to say their kinds goes first") {
  configs::json config = configs::llama(
      {{"num_hidden_layers", 4},
       {"layer_types", {"full_attention", "full_attention", "full_attention", "sliding_attention"}},
       {"sliding_window_pattern", 2},
       {"global_attn_every_n_layers", 3},
       {"attn_layer_period", 4},
       {"full_attention_interval", 2},
       {"attn_type_list", {1, 1, 0, 0}}});
  const std::vector<std::pair<std::string, std::string>> order{
      {"layer_types", "FFFS"},
      {"sliding_window_pattern", "SFSF"},
      {"global_attn_every_n_layers", "FSSF"},
      {"attn_layer_period", "Fooo"},
      {"full_attention_interval", "oFoF"},
      {"attn_type_list", "FFoo"}};
  for (const auto& [key, expected] : order) {
    CHECK(strip(config) == expected);
    CHECK(configs::read(config).layers.kinds_from == key);
    config.erase(key);
  }
  CHECK(configs::read(config).layers.kinds_from.empty());
}

TEST_CASE("layers: each way to say which of them rotate") {
  // 1 means with RoPE.
  CHECK(strip(4, {{"no_rope_layers", {1, 0, 1, 1}}}) == "FfFF");
  CHECK(strip(4, {{"no_rope_layers", {true, false, true, true}}}) == "FfFF");
  CHECK(strip(5, {{"no_rope_layer_interval", 2}}) == "FfFfF");
  // The list goes first; an empty one is none.
  CHECK(strip(4, {{"no_rope_layers", {1, 1, 1, 0}}, {"no_rope_layer_interval", 2}}) == "FFFf");
  CHECK(strip(4, {{"no_rope_layers", configs::json::array()}, {"no_rope_layer_interval", 2}}) ==
        "FfFf");
  CHECK(strip(2, {{"no_rope_layers", {0, 0}}}) == "ff");
  CHECK(configs::rope(configs::llama({{"num_hidden_layers", 2}, {"no_rope_layers", {0, 0}}}))
            .frequencies.inv_freq.size() == 64);
}

TEST_CASE("layers: what a class supplies") {
  CHECK(strip(8, {{"model_type", "cohere2"}}) == "SSSfSSSf");
  CHECK(strip(4, {{"model_type", "cohere2"}, {"sliding_window_pattern", 2}}) == "SfSf");
  CHECK(strip(4, {{"model_type", "exaone4"}, {"sliding_window_pattern", "LG"}}) == "SfSf");
  // Without a window, as in the small EXAONE 4, all layers rotate.
  const configs::json exaone{{"model_type", "exaone4"},
                             {"hidden_size", 64},
                             {"num_attention_heads", 4},
                             {"num_hidden_layers", 4}};
  CHECK(strip(exaone) == "SSSf");
  CHECK(strip(configs::with_null(exaone, "sliding_window")) == "FFFF");
  CHECK(strip(8, {{"model_type", "smollm3"}}) == "FFFfFFFf");
  CHECK(strip(4, {{"model_type", "smollm3"}, {"no_rope_layer_interval", 2}}) == "FfFf");
  CHECK(strip(8, {{"model_type", "llama4"}, {"no_rope_layers", configs::json::array()}}) ==
        "SSSfSSSf");
  CHECK(strip(7, {{"model_type", "gemma3_text"}}) == "SSSSSFS");
  CHECK(strip(4, {{"model_type", "gemma2"}}) == "SFSF");
  CHECK(strip(4, {{"model_type", "gpt_oss"}}) == "SFSF");
  CHECK(strip(4, {{"model_type", "olmo3"}}) == "SSSF");
  const ModelConfig cohere = configs::read(configs::llama({{"model_type", "cohere2"}}));
  CHECK(cohere.layers.kinds_from == "class cohere2");
  CHECK(cohere.layers.rotation_from == "class cohere2");
  CHECK(cohere.ropes.size() == 1);
  CHECK_FALSE(cohere.ropes[0].layers);
}

TEST_CASE("layers: which ones are scaled") {
  const configs::json llama3 = configs::llama3({{"factor", 8.0}});
  const auto types = [&](const std::string& model_type) {
    std::vector<std::string> all;
    const auto config = configs::with(llama3, {{"model_type", model_type},
                                               {"sliding_window_pattern", 4},
                                               {"rope_local_base_freq", 500000.0}});
    for (const auto& rope : configs::read(config).ropes) {
      all.emplace_back(name_in(rope_type_names, rope.scaling.type));
    }
    return all;
  };
  for (const std::string name : {"gemma3", "gemma3_text", "olmo3"}) {
    CHECK(types(name) == configs::Names{"llama3", "default"});
  }
  for (const std::string name : {"gpt_oss", "llama", "no such class"}) {
    CHECK(types(name) == configs::Names{"llama3"});
  }
}

TEST_CASE("layers: where their number is not given, it is that of the first list") {
  configs::json config = configs::llama();
  config.erase("num_hidden_layers");
  CHECK(strip(config).empty());
  CHECK(strip(configs::with(config, {{"full_attention_interval", 2}})).empty());
  CHECK(strip(configs::with(config, {{"layer_types", {"full_attention", "sliding_attention"}}})) ==
        "FS");
  CHECK(strip(configs::with(config, {{"attn_type_list", {0, 1}}})) == "oF");
  CHECK(strip(configs::with(config, {{"no_rope_layers", {1, 0, 1}}})) == "FfF");
  CHECK(configs::codes(configs::with(config, {{"no_rope_layers", {1, 0, 1}}})).empty());
}

TEST_CASE("layers: lists that are too short or too long") {
  const auto config = configs::llama(
      {{"num_hidden_layers", 3}, {"layer_types", {"sliding_attention", "full_attention"}}});
  CHECK(strip(config) == "SFF");
  CHECK(configs::message(config, NoteCode::layer_list_length) ==
        "layer_types has 2 entries, but the model has 3 layers. Give the list one entry "
        "per layer.");
  const auto longer = configs::llama({{"num_hidden_layers", 2}, {"no_rope_layers", {1, 0, 0}}});
  CHECK(strip(longer) == "Ff");
  CHECK(configs::message(longer, NoteCode::layer_list_length).starts_with("no_rope_layers has 3 "));
  // Of two such lists, it is said of the first.
  const auto both = configs::llama(
      {{"num_hidden_layers", 3}, {"layer_types", {"full_attention"}}, {"no_rope_layers", {1}}});
  CHECK(configs::codes(both) == configs::Names{"layer-list-length"});
}
