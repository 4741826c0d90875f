#include "configs.hpp"
#include "test.hpp"

// Every spelling of every key, and which of them goes first.
namespace keys {

using configs::json;
using configs::llama;
using configs::Names;
using configs::read;
using configs::rope;

/// Like configs::llama, without one of its keys.
json without(const std::string& key) {
  json config = llama();
  config.erase(key);
  return config;
}

/// Checks that each key is read, that the first of them wins, and that null counts as absent.
template <class Value>
void check_order(const json& bare, const Names& keys, const std::vector<json>& values,
                 Value value) {
  REQUIRE(keys.size() == values.size());
  json config = bare;
  for (std::size_t n = keys.size(); n-- > 0;) {
    CAPTURE(keys[n]);
    json alone = bare;
    alone[keys[n]] = values[n];
    CHECK(value(alone).value == values[n]);
    CHECK(value(alone).from == keys[n]);
    config[keys[n]] = values[n];
    CHECK(value(config).from == keys[n]);
  }
  for (std::size_t n = 0; n + 1 < keys.size(); ++n) {
    config[keys[n]] = nullptr;
    CHECK(value(config).from == keys[n + 1]);
  }
}

}  // namespace keys

TEST_CASE("model config: keys of the width") {
  keys::check_order(keys::without("hidden_size"), {"hidden_size", "n_embd", "d_model"},
                    {4096, 2048, 1024},
                    [](const auto& config) { return *keys::read(config).width; });
}

TEST_CASE("model config: keys of the heads") {
  keys::check_order(
      keys::without("num_attention_heads"),
      {"num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"},
      {32, 16, 8, 4, 2}, [](const auto& config) { return *keys::read(config).heads; });
}

TEST_CASE("model config: keys of the layers") {
  keys::json config = keys::without("num_hidden_layers");
  const keys::Names names{"num_hidden_layers", "n_layer", "n_layers", "num_layers"};
  for (std::size_t n = names.size(); n-- > 0;) {
    config[names[n]] = 10 + n;
    CHECK(keys::read(config).layers.layers.size() == 10 + n);
  }
}

TEST_CASE("model config: keys of the longest text") {
  keys::check_order(keys::without("max_position_embeddings"),
                    {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length"},
                    {8192, 4096, 2048, 1024},
                    [](const auto& config) { return *keys::read(config).claimed; });
  CHECK_FALSE(keys::read(keys::without("max_position_embeddings")).claimed);
}

TEST_CASE("model config: the width of a head") {
  const auto head = [](const auto& config) { return keys::rope(config).settings.head_dim; };
  keys::check_order(keys::llama(), {"head_dim", "kv_channels"}, {256, 64}, head);
  CHECK(head(keys::llama()).value == 128);
  CHECK(head(keys::llama()).from == "hidden_size / num_attention_heads");
  // What is given does not have to divide anything.
  CHECK(head(keys::llama({{"hidden_size", 1001}, {"head_dim", 64}})).value == 64);
}

TEST_CASE(
    "model config: multi-head latent attention rotates a part with a key of its own, and all of "
    "it") {
  const auto settings =
      keys::rope(
          keys::llama({{"qk_rope_head_dim", 64},
                       {"head_dim", 192},
                       {"rotary_dim", 32},
                       {"rope_scaling", {{"type", "default"}, {"partial_rotary_factor", 0.5}}},
                       {"hidden_size", 1000}}))
          .settings;
  CHECK(settings.head_dim.value == 64);
  CHECK(settings.rotary_dim.value == 64);
  CHECK(settings.rotary_dim.from == "qk_rope_head_dim");
  // Nor does the part that a class supplies.
  CHECK(keys::rope(keys::llama({{"model_type", "glm4_moe"}, {"qk_rope_head_dim", 64}}))
            .settings.rotary_dim.value == 64);
}

TEST_CASE("model config: full layers may have heads of another width") {
  const auto config = keys::llama({{"head_dim", 256},
                                   {"global_head_dim", 512},
                                   {"num_hidden_layers", 2},
                                   {"layer_types", {"sliding_attention", "full_attention"}}});
  const auto ropes = keys::read(config).ropes;
  REQUIRE(ropes.size() == 2);
  CHECK(ropes[0].layers == LayerKind::full);
  CHECK(ropes[0].head_dim.value == 512);
  CHECK(ropes[0].head_dim.from == "global_head_dim");
  CHECK(ropes[1].layers == LayerKind::sliding);
  CHECK(ropes[1].head_dim.value == 256);
}

TEST_CASE("model config: keys of the base") {
  const auto base = [](const auto& config) { return keys::rope(config).settings.base; };
  const auto bare = keys::without("rope_theta");
  keys::check_order(bare, {"rope_theta"}, {50000}, base);
  keys::check_order(bare, {"rotary_emb_base"}, {40000}, base);
  CHECK(base(bare).value == 10000);
  CHECK(base(bare).from == "class llama");

  auto config = keys::llama({{"rope_scaling", {{"type", "default"}, {"rope_theta", 70000}}},
                             {"rope_theta", 60000},
                             {"rotary_emb_base", 50000}});
  CHECK(base(config).value == 70000);
  CHECK(base(config).from == "rope_scaling.rope_theta");
  config["rope_scaling"].erase("rope_theta");
  CHECK(base(config).from == "rope_theta");
  config.erase("rope_theta");
  CHECK(base(config).from == "rotary_emb_base");
  config = keys::llama({{"rope_parameters", {{"rope_type", "default"}, {"rope_theta", 3000}}}});
  CHECK(base(config).from == "rope_parameters.rope_theta");
}

TEST_CASE("model config: DBRX has its base in attn_config") {
  configs::json config = configs::llama({{"attn_config", {{"rope_theta", 700}}}});
  CHECK(configs::rope(config).settings.base.from == "rope_theta");
  config.erase("rope_theta");
  const auto base = configs::rope(config).settings.base;
  CHECK(base.value == 700);
  CHECK(base.from == "attn_config.rope_theta");
  CHECK(configs::codes(config).empty());
}

TEST_CASE("model config: bases of full and of sliding layers") {
  const auto layers = keys::llama(
      {{"num_hidden_layers", 2}, {"layer_types", {"sliding_attention", "full_attention"}}});
  const auto bases = [](const auto& config) {
    std::vector<std::pair<double, std::string>> all;
    for (const auto& rope : keys::read(config).ropes) {
      all.emplace_back(rope.base.value, rope.base.from);
    }
    return all;
  };
  using Bases = std::vector<std::pair<double, std::string>>;
  auto modern = configs::with(layers, {{"global_rope_theta", 160000}, {"local_rope_theta", 10000}});
  modern.erase("rope_theta");
  CHECK(bases(modern) == Bases{{160000, "global_rope_theta"}, {10000, "local_rope_theta"}});
  CHECK(bases(configs::with(layers, {{"rope_local_base_freq", 20000}})) ==
        Bases{{500000, "rope_theta"}, {20000, "rope_local_base_freq"}});
  // Where several are there, it is by the order of the table.
  modern["rope_local_base_freq"] = 30000;
  modern["rotary_emb_base"] = 50000;
  CHECK(bases(modern) == Bases{{50000, "rotary_emb_base"}, {10000, "local_rope_theta"}});
  modern["rope_theta"] = 60000;
  CHECK(bases(modern) == Bases{{60000, "rope_theta"}, {10000, "local_rope_theta"}});
  // Of a dictionary for each kind of layer, its own goes first; of a shared one, the local key does.
  const auto by_layer = configs::with(
      layers, {{"rope_parameters",
                {{"full_attention", {{"rope_type", "default"}, {"rope_theta", 7000}}},
                 {"sliding_attention", {{"rope_type", "default"}, {"rope_theta", 8000}}}}},
               {"rope_local_base_freq", 20000}});
  CHECK(bases(by_layer) == Bases{{7000, "rope_parameters.full_attention.rope_theta"},
                                 {8000, "rope_parameters.sliding_attention.rope_theta"}});
  const auto shared =
      configs::with(layers, {{"rope_parameters", {{"rope_type", "default"}, {"rope_theta", 7000}}},
                             {"rope_local_base_freq", 20000}});
  CHECK(bases(shared) ==
        Bases{{7000, "rope_parameters.rope_theta"}, {20000, "rope_local_base_freq"}});
  // Gemma 3 has a default for sliding layers that is not its other base; Olmo 3 has the same base.
  CHECK(bases(configs::with(layers, {{"model_type", "gemma3_text"}})) ==
        Bases{{500000, "rope_theta"}, {10000, "class gemma3_text"}});
  CHECK(bases(configs::with(layers, {{"model_type", "olmo3"}})) == Bases{{500000, "rope_theta"}});
  // Where the kinds of layers are not known, there may be both.
  CHECK(bases(keys::llama({{"rope_local_base_freq", 20000}})).size() == 2);
  CHECK(bases(keys::llama({{"rope_local_base_freq", 20000},
                           {"layer_types", {"full_attention"}},
                           {"num_hidden_layers", 1}})) == Bases{{500000, "rope_theta"}});
}

TEST_CASE("model config: keys of the rotated part") {
  const auto part = [](const auto& config) { return keys::rope(config).settings.rotary_dim; };
  // A class that reads them.
  const auto phi3 = [](keys::json more) {
    more["model_type"] = "phi3";
    return keys::llama(more);
  };
  CHECK(part(keys::llama()).value == 128);
  auto config = phi3({{"rotary_dim", 32}, {"partial_rotary_factor", 0.5}, {"rotary_pct", 0.75}});
  CHECK(part(config).value == 32);
  CHECK(part(config).from == "rotary_dim");
  config["rotary_dim"] = nullptr;
  CHECK(part(config).value == 64);
  CHECK(part(config).from == "partial_rotary_factor");
  config.erase("partial_rotary_factor");
  CHECK(part(config).value == 96);
  CHECK(part(config).from == "rotary_pct");
  for (const std::string key : {"rotary_dim", "partial_rotary_factor", "rotary_pct"}) {
    const double value = key == "rotary_dim" ? 64 : 0.5;
    const auto inside = part(phi3({{"rope_scaling", {{"type", "default"}, {key, value}}}}));
    CHECK(inside.value == 64);
    CHECK(inside.from == "rope_scaling." + key);
  }
  // As Python's int(): cut off, and then it must be even.
  CHECK(part(phi3({{"partial_rotary_factor", 0.3}})).value == 38);
  CHECK(part(phi3({{"head_dim", 100}, {"partial_rotary_factor", 0.2499}})).value == 24);
}

TEST_CASE("model config: a part that the class does not read") {
  const auto settings = [](const keys::json& more) {
    return keys::rope(keys::llama(more)).settings;
  };
  const auto unread = settings({{"partial_rotary_factor", 0.5}});
  CHECK(unread.rotary_dim.value == 128);
  CHECK(unread.unread_part == "partial_rotary_factor");
  CHECK(settings({{"partial_rotary_factor", 1}}).unread_part.empty());
  // Scaled frequencies are computed for the part.
  const keys::json linear{{"type", "linear"}, {"factor", 2}};
  const auto scaled = settings({{"partial_rotary_factor", 0.5}, {"rope_scaling", linear}});
  CHECK(scaled.rotary_dim.value == 64);
  CHECK(scaled.unread_part.empty());
  const auto fixed = settings({{"model_type", "bamba"}, {"partial_rotary_factor", 0.25}});
  CHECK(fixed.rotary_dim.value == 64);
  CHECK(fixed.unread_part == "partial_rotary_factor");
  // The makers' code reads rotary_dim, and so does what is shown.
  const auto minimax = settings({{"model_type", "minimax"}, {"rotary_dim", 64}});
  CHECK(minimax.rotary_dim.value == 64);
  CHECK(minimax.unread_part == "rotary_dim");
  CHECK(settings({{"model_type", "gptj"}, {"rotary_dim", 64}}).unread_part.empty());
}

TEST_CASE("model config: the rotated part that a class supplies") {
  const auto part = [](const std::string& model_type) {
    return keys::rope(keys::llama({{"model_type", model_type}})).settings.rotary_dim;
  };
  for (const std::string name : {"glm", "glm4", "glm4_moe", "phi", "nemotron"}) {
    CHECK(part(name).value == 64);
    CHECK(part(name).from == "class " + name);
  }
  for (const std::string name : {"gpt_neox", "stablelm"}) CHECK(part(name).value == 32);
  for (const std::string name : {"llama", "phi3", "gptj", "no such class"}) {
    CHECK(part(name).value == 128);
  }
}

TEST_CASE("model config: keys of the scaling") {
  const auto scaling = [](const auto& config) { return keys::rope(config).settings.scaling; };
  CHECK(scaling(configs::with_null(keys::llama(), "rope_scaling")).type == RopeType::plain);
  CHECK(scaling(configs::with_null(keys::llama(), "rope_scaling")).path.empty());
  CHECK(scaling(keys::llama({{"rope_scaling", keys::json::object()}})).type == RopeType::plain);
  for (const std::string key : {"rope_type", "type"}) {
    for (const std::string dictionary : {"rope_scaling", "rope_parameters"}) {
      const auto read = scaling(keys::llama({{dictionary, {{key, "linear"}, {"factor", 2.0}}}}));
      CHECK(read.type == RopeType::linear);
      CHECK(read.path == dictionary);
      CHECK(read.factor == 2);
    }
  }
  // Where both are there, rope_scaling is taken, and where one is null, the other.
  const keys::json linear{{"rope_type", "linear"}, {"factor", 2.0}};
  const keys::json dynamic{{"rope_type", "dynamic"}, {"factor", 3.0}};
  const auto both = keys::llama({{"rope_scaling", linear}, {"rope_parameters", dynamic}});
  CHECK(scaling(both).type == RopeType::linear);
  CHECK(keys::read(both).unused_dictionaries == keys::Names{"rope_parameters"});
  const auto one = configs::with_null(keys::llama({{"rope_parameters", dynamic}}), "rope_scaling");
  CHECK(scaling(one).type == RopeType::dynamic);
  CHECK(keys::read(one).unused_dictionaries.empty());
  // A key that nobody knows, though it has an object, is not a kind of layer.
  CHECK(
      scaling(configs::scaled({{"type", "linear"}, {"factor", 2.0}, {"more", {{"a", 1}}}})).type ==
      RopeType::linear);
}

TEST_CASE("model config: a scaling for each kind of layer, some of them null") {
  const auto layers = keys::llama(
      {{"num_hidden_layers", 2}, {"layer_types", {"sliding_attention", "full_attention"}}});
  const keys::json llama3 = configs::llama3()["rope_scaling"];
  auto config = layers;
  config["rope_parameters"] = {{"full_attention", llama3}, {"sliding_attention", nullptr}};
  auto ropes = keys::read(config).ropes;
  REQUIRE(ropes.size() == 2);
  CHECK(ropes[0].scaling.type == RopeType::llama3);
  CHECK(ropes[0].scaling.path == "rope_parameters.full_attention");
  CHECK(ropes[1].scaling.type == RopeType::plain);
  CHECK(ropes[1].base.value == 500000);

  config["rope_parameters"] = {{"full_attention", nullptr}, {"sliding_attention", nullptr}};
  ropes = keys::read(config).ropes;
  REQUIRE(ropes.size() == 1);
  CHECK_FALSE(ropes[0].layers);
  CHECK(ropes[0].scaling.type == RopeType::plain);

  // The same for both kinds is one set of frequencies.
  config["rope_parameters"] = {{"full_attention", llama3}, {"sliding_attention", llama3}};
  CHECK(keys::read(config).ropes.size() == 1);
  config["rope_parameters"]["sliding_attention"]["factor"] = 4.0;
  CHECK(keys::read(config).ropes.size() == 2);
  config["rope_parameters"] = {{"full_attention", llama3}, {"chunked_attention", nullptr}};
  CHECK(keys::read(config).ropes.size() == 2);
}

TEST_CASE("model config: where the original length is from") {
  const auto original = [](const auto& config) {
    return keys::rope(config).settings.scaling.original;
  };
  CHECK(original(configs::yarn())->from == "rope_scaling.original_max_position_embeddings");
  auto config = configs::yarn();
  config["original_max_position_embeddings"] = 1024;
  CHECK(original(config)->value == 1024);
  CHECK(keys::rope(config).settings.scaling.other_original->value == 32768);
  config["rope_scaling"].erase("original_max_position_embeddings");
  CHECK(original(config)->value == 1024);
  CHECK(original(config)->from == "original_max_position_embeddings");
  CHECK(original(keys::llama({{"original_max_position_embeddings", 1024}}))->value == 1024);
  CHECK_FALSE(original(keys::llama()));
  // It is what the file says, even of a type that does not read it.
  const auto dynamic = keys::rope(configs::scaled(
      {{"type", "dynamic"}, {"factor", 2.0}, {"original_max_position_embeddings", 8192}}));
  CHECK(dynamic.settings.scaling.original->value == 8192);
  CHECK(dynamic.unfinished_original > dynamic.unfinished_claimed);
}

TEST_CASE("model config: keys in text_config go before those at the top") {
  keys::json config{{"model_type", "llava"},
                    {"hidden_size", 100},
                    {"rope_theta", 7},
                    {"text_config", keys::llama({{"rope_theta", nullptr}})}};
  config["rope_scaling"] = {{"type", "linear"}, {"factor", 2.0}};
  const auto model = keys::read(config);
  CHECK(model.model_type == "llava");
  CHECK(model.width->value == 4096);
  CHECK(model.width->from == "text_config.hidden_size");
  CHECK(model.ropes[0].base.from == "rope_theta");
  CHECK(model.ropes[0].scaling.path == "rope_scaling");
  CHECK(keys::read(configs::with_null(keys::llama(), "text_config")).width->value == 4096);
  // What a class supplies is that of the language model.
  config["text_config"]["model_type"] = "cohere2";
  config["text_config"]["layer_types"] = {"sliding_attention", "full_attention"};
  const auto other = keys::read(config);
  CHECK(other.layout == PairLayout::interleaved);
  CHECK_FALSE(other.layers.layers[1].rotates);
  config["text_config"]["model_type"] = "nobody knows";
  CHECK(keys::read(config).layout == PairLayout::half_split);
}

TEST_CASE("model config: of a key that stands twice, the last counts") {
  const auto read = [](const std::string& text) {
    const auto value = parse_config(text);
    REQUIRE(value);
    return read_model_config(*value);
  };
  const std::string start =
      R"({"hidden_size": 1, "hidden_size": 64, "num_attention_heads": 4, "rope_theta": )";
  const auto model = read(start + R"(null, "rope_theta": 7})");
  REQUIRE(model);
  CHECK(model->width->value == 64);
  CHECK(model->ropes[0].base.value == 7);
  const auto last_is_null = read(start + R"(7, "rope_theta": null})");
  REQUIRE_FALSE(last_is_null);
  CHECK(last_is_null.error().message ==
        "[config] rope_theta must be a number above 0 but got null");
}
