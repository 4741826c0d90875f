#include "configs.hpp"
#include "test.hpp"

using configs::json;
using configs::llama;
using configs::llama3;
using configs::longrope;
using configs::refused;
using configs::scaled;
using configs::yarn;

// Each sentence, whole: it names the key, what is allowed and what came.

TEST_CASE("refused config: numbers that are texts") {
  CHECK(refused(llama({{"hidden_size", "4096"}})) ==
        "[config] hidden_size must be a whole number from 1 to 2147483647 but got \"4096\"");
  CHECK(refused(llama({{"num_attention_heads", "32"}})) ==
        "[config] num_attention_heads must be a whole number from 1 to 65536 but got \"32\"");
  CHECK(refused(llama({{"num_hidden_layers", "32"}})) ==
        "[config] num_hidden_layers must be a whole number from 1 to 4096 but got \"32\"");
  CHECK(refused(llama({{"max_position_embeddings", "8192"}})) ==
        "[config] max_position_embeddings must be a whole number from 1 to 9007199254740992 but "
        "got \"8192\"");
  CHECK(refused(llama({{"head_dim", "128"}})) ==
        "[config] head_dim must be a whole number from 1 to 65536 but got \"128\"");
  CHECK(refused(llama({{"rope_theta", "10000"}})) ==
        "[config] rope_theta must be a number above 0 but got \"10000\"");
  CHECK(refused(llama({{"partial_rotary_factor", "0.5"}})) ==
        "[config] partial_rotary_factor must be a number above 0 but got \"0.5\"");
  CHECK(refused(llama({{"rotary_dim", "64"}})) ==
        "[config] rotary_dim must be a whole number from 1 to 65536 but got \"64\"");
  CHECK(refused(yarn({{"factor", "4"}})) ==
        "[config] rope_scaling.factor must be a number above 0 but got \"4\"");
  CHECK(refused(yarn({{"original_max_position_embeddings", "32768"}})) ==
        "[config] rope_scaling.original_max_position_embeddings must be a whole number from 1 to "
        "9007199254740992 but got \"32768\"");
  CHECK(refused(yarn({{"truncate", "false"}})) ==
        "[config] rope_scaling.truncate must be true or false but got \"false\"");
  for (const std::string key :
       {"attention_factor", "beta_fast", "beta_slow", "low_freq_factor", "high_freq_factor"}) {
    CHECK(refused(yarn({{key, "1"}})) ==
          "[config] rope_scaling." + key + " must be a number above 0 but got \"1\"");
  }
  for (const std::string key : {"mscale", "mscale_all_dim"}) {
    CHECK(refused(yarn({{key, "1"}})) ==
          "[config] rope_scaling." + key + " must be a number of at least 0 but got \"1\"");
  }
  CHECK(refused({{"model_type", "jamba"},
                 {"hidden_size", 64},
                 {"num_attention_heads", 4},
                 {"head_dim", "16"}}) ==
        "[config] head_dim must be a whole number from 1 to 65536 but got \"16\"");
}

TEST_CASE("refused config: other values that are no numbers") {
  CHECK(refused(llama({{"rope_theta", true}})) ==
        "[config] rope_theta must be a number above 0 but got true");
  CHECK(
      refused(llama({{"rope_theta", {10000}}})) ==
      "[config] rope_theta must be a number above 0, or a list with one for each layer, but got a "
      "list of 1");
  CHECK(refused(llama({{"hidden_size", {{"value", 64}}}})) ==
        "[config] hidden_size must be a whole number from 1 to 2147483647 but got an object");
  CHECK(refused(llama({{"model_type", 3}})) == "[config] model_type must be a string but got 3");
  CHECK(refused(llama({{"alibi", "yes"}})) ==
        "[config] alibi must be true or false but got \"yes\"");
  CHECK(refused(llama({{"attn_config", 3}})) == "[config] attn_config must be an object but got 3");
  CHECK(refused(llama({{"text_config", {1}}})) ==
        "[config] text_config must be an object but got a list");
  CHECK(refused(llama({{"position_embedding_type", 3}})) ==
        "[config] position_embedding_type must be a string but got 3");
}

TEST_CASE("refused config: a base that is null, 0 or below, wherever it is") {
  CHECK(refused(configs::with_null(llama(), "rope_theta")) ==
        "[config] rope_theta must be a number above 0 but got null");
  CHECK(refused(llama({{"rope_theta", 0}})) ==
        "[config] rope_theta must be a number above 0 but got 0");
  CHECK(refused(llama({{"rope_theta", -10000}})) ==
        "[config] rope_theta must be a number above 0 but got -10000");
  CHECK(refused(configs::with_null(llama({{"rope_theta", nullptr}}), "rotary_emb_base")) ==
        "[config] rotary_emb_base must be a number above 0 but got null");
  json dictionary = scaled({{"rope_type", "default"}});
  dictionary["rope_scaling"]["rope_theta"] = nullptr;
  CHECK(refused(dictionary) ==
        "[config] rope_scaling.rope_theta must be a number above 0 but got null");
  const json local = llama({{"layer_types", {"sliding_attention", "full_attention"}},
                            {"num_hidden_layers", 2},
                            {"rope_local_base_freq", 0}});
  CHECK(refused(local) == "[config] rope_local_base_freq must be a number above 0 but got 0");
  CHECK(refused(llama({{"rope_theta", 1e101}})) ==
        "[config] rope_theta must be at most 1e+100 but got 1e+101");
}

TEST_CASE("refused config: a factor that is 0 or below, or absent where the type needs it") {
  for (const std::string type : {"linear", "dynamic"}) {
    CHECK(refused(scaled({{"type", type}})) ==
          "[config] rope_scaling.factor must be a number above 0 for \"" + type +
              "\" but is absent");
    CHECK(refused(scaled({{"type", type}, {"factor", -2}})) ==
          "[config] rope_scaling.factor must be a number above 0 but got -2");
  }
  CHECK(refused(yarn({{"factor", 0}})) ==
        "[config] rope_scaling.factor must be a number above 0 but got 0");
  CHECK(refused(llama3({{"factor", nullptr}})) ==
        "[config] rope_scaling.factor must be a number above 0 for \"llama3\" but is absent");
  // YaRN may take the quotient of the lengths.
  CHECK(configs::rope(yarn({{"factor", nullptr}}))
            .frequencies.inv_freq.isApprox(configs::rope(yarn()).frequencies.inv_freq, 1e-14));
  CHECK(
      refused(configs::with(yarn({{"factor", nullptr}}), {{"max_position_embeddings", nullptr}})) ==
      "[config] max_position_embeddings must be a whole number above 0 for \"yarn\" without a "
      "factor but is absent");
}

TEST_CASE("refused config: types") {
  CHECK(refused(yarn({{"type", "linear"}})) ==
        "[config] rope_scaling.rope_type and rope_scaling.type must be the same but are "
        "\"yarn\" and \"linear\"");
  const std::string known =
      " must be one of \"default\", \"mrope\", \"linear\", \"dynamic\", \"yarn\", \"llama3\", "
      "\"longrope\", \"proportional\", \"xdrope\", \"su\", \"deepseek_yarn\", \"telechat3-yarn\", "
      "\"video_rope\" but got ";
  CHECK(refused(scaled({{"rope_type", "ntk"}})) ==
        "[config] rope_scaling.rope_type" + known + "\"ntk\"");
  CHECK(refused(scaled({{"type", "YaRN"}})) == "[config] rope_scaling.type" + known + "\"YaRN\"");
  CHECK(refused(scaled({{"type", "a\nb"}})) == "[config] rope_scaling.type" + known + "\"a b\"");
  CHECK(refused(scaled({{"type", 3}})) == "[config] rope_scaling.type" + known + "3");
  CHECK(refused(yarn({{"type", "?"}})) == "[config] rope_scaling.type" + known + "\"?\"");
  // The old name is the same type.
  CHECK(configs::codes(longrope({{"type", "su"}})).empty());
}

TEST_CASE("refused config: llama3 without what it needs") {
  for (const std::string key : {"low_freq_factor", "high_freq_factor"}) {
    CHECK(refused(llama3({{key, nullptr}})) ==
          "[config] rope_scaling." + key +
              " must be a number above 0 for \"llama3\" but is absent");
  }
  // The claimed length stands in for the training length, as in Transformers; without either there is none.
  const json claimed = llama3({{"original_max_position_embeddings", nullptr}});
  CHECK(configs::codes(claimed) == configs::Names{"original-missing"});
  CHECK(refused(configs::with(claimed, {{"max_position_embeddings", nullptr}})) ==
        "[config] rope_scaling.original_max_position_embeddings must be a whole number above 0 for "
        "\"llama3\" but is absent");
}

TEST_CASE("refused config: YaRN and dynamic without a length") {
  json config = yarn({{"original_max_position_embeddings", nullptr}});
  config.erase("max_position_embeddings");
  CHECK(refused(config) ==
        "[config] rope_scaling.original_max_position_embeddings must be a whole number above 0 for "
        "\"yarn\" but is absent");
  config = scaled({{"type", "dynamic"}, {"factor", 2}});
  config.erase("max_position_embeddings");
  CHECK(refused(config) ==
        "[config] max_position_embeddings must be a whole number above 0 for \"dynamic\" but is "
        "absent");
}

TEST_CASE("refused config: a rotated part that is odd, not above 0 or more than the head") {
  CHECK(
      refused(llama({{"rotary_dim", 63}})) ==
      "[config] rotary_dim must be an even number from 2 to the width of a head, 128, but got 63");
  CHECK(refused(llama({{"rotary_dim", 130}})) ==
        "[config] rotary_dim must be an even number from 2 to the width of a head, 128, but got "
        "130");
  CHECK(refused(llama({{"rotary_dim", 0}})) ==
        "[config] rotary_dim must be a whole number from 1 to 65536 but got 0");
  CHECK(refused(llama({{"partial_rotary_factor", 1.5}})) ==
        "[config] partial_rotary_factor must rotate an even number of components, from 2 to the "
        "width of a head, 128, but got 1.5, which rotates 192");
  CHECK(refused(llama({{"rotary_pct", 0.01}})) ==
        "[config] rotary_pct must rotate an even number of components, from 2 to the width of a "
        "head, 128, but got 0.01, which rotates 1");
  CHECK(refused(llama({{"partial_rotary_factor", 0}})) ==
        "[config] partial_rotary_factor must be a number above 0 but got 0");
  CHECK(refused(llama({{"partial_rotary_factor", -0.5}})) ==
        "[config] partial_rotary_factor must be a number above 0 but got -0.5");
  CHECK(refused(scaled({{"rope_type", "default"}, {"partial_rotary_factor", 2}})) ==
        "[config] rope_scaling.partial_rotary_factor must rotate an even number of components, "
        "from 2 to the width of a head, 128, but got 2, which rotates 256");
  CHECK(refused(llama({{"model_type", "phi"}, {"head_dim", 6}})) ==
        "[config] partial_rotary_factor must rotate an even number of components, from 2 to the "
        "width of a head, 6, but got 0.5, which rotates 3");
  CHECK(refused(llama({{"head_dim", 65}})) ==
        "[config] the width of a head must be even to be rotated but head_dim gives 65");
  CHECK(refused(llama({{"qk_rope_head_dim", 63}})) ==
        "[config] the width of a head must be even to be rotated but qk_rope_head_dim gives 63");
}

TEST_CASE("refused config: lists of factors") {
  CHECK(refused(longrope({{"long_factor", nullptr}})) ==
        "[config] rope_scaling.long_factor must be a list of numbers above 0 for \"longrope\" but "
        "is absent");
  CHECK(refused(longrope({{"short_factor", nullptr}})) ==
        "[config] rope_scaling.short_factor must be a list of numbers above 0 for \"longrope\" but "
        "is absent");
  CHECK(refused(longrope({{"long_factor", std::vector<double>(40, 2.0)}})) ==
        "[config] rope_scaling.long_factor must have one number for each of the 64 rotated pairs "
        "but has 40");
  CHECK(refused(longrope({{"short_factor", std::vector<double>(65, 2.0)}})) ==
        "[config] rope_scaling.short_factor must have one number for each of the 64 rotated pairs "
        "but has 65");
  CHECK(refused(longrope({{"long_factor", 3}})) ==
        "[config] rope_scaling.long_factor must be a list of numbers above 0 but got 3");
  std::vector<double> factors(64, 2.0);
  factors[7] = 0;
  CHECK(refused(longrope({{"long_factor", factors}})) ==
        "[config] rope_scaling.long_factor must be a list of numbers above 0 but got 0");
  CHECK(refused(longrope({{"long_factor", {"1"}}})) ==
        "[config] rope_scaling.long_factor must be a list of numbers above 0 but got \"1\"");
}

TEST_CASE("refused config: a scaling that is not an object") {
  CHECK(refused(scaled("yarn")) ==
        "[config] rope_scaling must be an object or null but got \"yarn\"");
  CHECK(refused(llama({{"rope_parameters", {1, 2}}})) ==
        "[config] rope_parameters must be an object or null but got a list");
  CHECK(refused(llama({{"rope_parameters", {{"full_attention", 3}}}})) ==
        "[config] rope_parameters.full_attention must be an object or null but got 3");
  CHECK(refused(llama({{"rope_parameters",
                        {{"full_attention", json::object()}, {"sliding_attention", "plain"}}}})) ==
        "[config] rope_parameters.sliding_attention must be an object or null but got \"plain\"");
}

TEST_CASE("refused config: sections that are not a list of whole numbers") {
  const std::string expected = " must be a list of whole numbers but got ";
  CHECK(refused(scaled({{"type", "mrope"}, {"mrope_section", 64}})) ==
        "[config] rope_scaling.mrope_section" + expected + "64");
  CHECK(refused(scaled({{"type", "mrope"}, {"mrope_section", {16, 24.5, 24}}})) ==
        "[config] rope_scaling.mrope_section" + expected + "24.5");
  CHECK(refused(scaled({{"type", "xdrope"}, {"xdrope_section", {16, "16"}}})) ==
        "[config] rope_scaling.xdrope_section" + expected + "\"16\"");
  CHECK(refused(scaled({{"type", "mrope"}, {"mrope_section", {16, -1}}})) ==
        "[config] rope_scaling.mrope_section" + expected + "-1");
}

TEST_CASE("refused config: no width, no heads, and counts that are not whole numbers above 0") {
  CHECK(refused(llama({{"hidden_size", nullptr}})) ==
        "[config] hidden_size must be a whole number above 0 but is absent");
  CHECK(refused(llama({{"model_type", "nobody knows"}, {"num_attention_heads", nullptr}})) ==
        "[config] num_attention_heads must be a whole number above 0 but is absent");
  CHECK(refused({{"num_attention_heads", 4}}) ==
        "[config] hidden_size must be a whole number above 0 but is absent");
  for (const json& config : {json::object(), json{{"a", 1}}, json{{"a", {{"hidden_size", 1}}}}}) {
    CHECK(refused(config) ==
          "[config] this is not a config.json: it has none of the keys of a model, such as "
          "model_type or hidden_size");
  }
  const std::vector<json> wrong{0, -4, 2.5, 1e300};
  const std::vector<std::string> shown{"0", "-4", "2.5", "1e+300"};
  for (std::size_t n = 0; n < wrong.size(); ++n) {
    CHECK(refused(llama({{"hidden_size", wrong[n]}})) ==
          "[config] hidden_size must be a whole number from 1 to 2147483647 but got " + shown[n]);
    CHECK(refused(llama({{"num_attention_heads", wrong[n]}})) ==
          "[config] num_attention_heads must be a whole number from 1 to 65536 but got " +
              shown[n]);
    CHECK(refused(llama({{"num_hidden_layers", wrong[n]}})) ==
          "[config] num_hidden_layers must be a whole number from 1 to 4096 but got " + shown[n]);
    CHECK(refused(llama({{"max_position_embeddings", wrong[n]}})) ==
          "[config] max_position_embeddings must be a whole number from 1 to 9007199254740992 but "
          "got " +
              shown[n]);
  }
  CHECK(refused(llama({{"num_hidden_layers", 4097}})) ==
        "[config] num_hidden_layers must be a whole number from 1 to 4096 but got 4097");
  CHECK(configs::read(llama({{"num_hidden_layers", 4096}})).layers.layers.size() == 4096);
}

TEST_CASE("refused config: heads that do not divide the width, where head_dim is not given") {
  CHECK(refused(llama({{"hidden_size", 4097}})) ==
        "[config] hidden_size must be a multiple of num_attention_heads = 32 if head_dim is not "
        "given, but got 4097");
  CHECK(configs::codes(llama({{"hidden_size", 4097}, {"head_dim", 128}})) ==
        configs::Names{"head-dim-own"});
  const json gpt2{{"model_type", "gpt2"}, {"n_embd", 100}, {"n_head", 12}};
  CHECK(refused(gpt2) ==
        "[config] n_embd must be a multiple of n_head = 12 if head_dim is not given, but got "
        "100");
  CHECK(refused(llama({{"hidden_size", 65538 * 32}})) ==
        "[config] hidden_size / num_attention_heads, the width of a head, must be at most 65536 "
        "but is 65538");
}

TEST_CASE("refused config: what is not a JSON object") {
  const std::vector<json> wrong{{1, 2}, 3, "llama", nullptr, true};
  const std::vector<std::string> shown{"a list", "3", "\"llama\"", "null", "true"};
  for (std::size_t n = 0; n < wrong.size(); ++n) {
    CHECK(refused(wrong[n]) == "[config] the file must contain an object but contains " + shown[n]);
  }
}

TEST_CASE("refused config: keys of layers") {
  CHECK(refused(llama({{"layer_types", "full_attention"}})) ==
        "[config] layer_types must be a list of layer types but got "
        "\"full_attention\"");
  CHECK(refused(llama({{"layer_types", {1}}})) ==
        "[config] layer_types must be a list of layer types but got 1");
  CHECK(
      refused(llama({{"sliding_window_pattern", "LLX"}})) ==
      "[config] sliding_window_pattern must be a whole number above 0, or the letters L and G but "
      "got \"LLX\"");
  CHECK(
      refused(llama({{"sliding_window_pattern", ""}})) ==
      "[config] sliding_window_pattern must be a whole number above 0, or the letters L and G but "
      "got \"\"");
  CHECK(refused(llama({{"no_rope_layers", 4}})) ==
        "[config] no_rope_layers must be a list of 0s and 1s but got 4");
  CHECK(refused(llama({{"no_rope_layers", {1, 2}}})) ==
        "[config] no_rope_layers must be a list of 0s and 1s but got 2");
  CHECK(refused(llama({{"attn_type_list", {1, "0"}}})) ==
        "[config] attn_type_list must be a list of 0s and 1s but got \"0\"");
  for (const std::string key :
       {"sliding_window_pattern", "global_attn_every_n_layers", "attn_layer_period",
        "full_attention_interval", "no_rope_layer_interval"}) {
    CHECK(refused(llama({{key, 0}})) ==
          "[config] " + key + " must be a whole number from 1 to 2147483647 but got 0");
  }
  CHECK(refused(llama({{"attn_layer_period", 8}, {"attn_layer_offset", 1.5}})) ==
        "[config] attn_layer_offset must be a whole number from 0 to 4096 but got 1.5");
  json config = llama({{"layer_types", std::vector<std::string>(5000, "full_attention")}});
  config.erase("num_hidden_layers");
  CHECK(refused(config) == "[config] layer_types must have at most 4096 entries but has 5000");
}

TEST_CASE("refused config: sizes of other encodings") {
  const json bloom{{"model_type", "bloom"}, {"hidden_size", 64}, {"n_head", 8}};
  CHECK(refused(configs::with(bloom, {{"alibi_bias_max", 0}})) ==
        "[config] alibi_bias_max must be a number above 0 but got 0");
  const json t5{{"model_type", "t5"}, {"d_model", 64}, {"num_heads", 8}};
  for (const std::string key :
       {"relative_attention_num_buckets", "relative_attention_max_distance"}) {
    CHECK(refused(configs::with(t5, {{key, 0}})) ==
          "[config] " + key + " must be a whole number from 1 to 2147483647 but got 0");
  }
}

TEST_CASE("refused config: refusals come before notes, and the error names its key") {
  const auto refusal = read_model_config(
      configs::parsed(yarn({{"factor", -1}, {"mscale", 1.0}, {"finetuned", true}})));
  REQUIRE_FALSE(refusal);
  CHECK(refusal.error().code == ErrorCode::invalid_argument);
  CHECK(refusal.error().parameter == "rope_scaling.factor");
}

TEST_CASE("refused config: numbers beyond a double, under keys that are read") {
  const auto read = [](const std::string& more) {
    const auto file = parse_config(R"({"model_type": "llama", "hidden_size": 4096, )" + more +
                                   R"("num_attention_heads": 32})");
    REQUIRE(file);
    return read_model_config(*file);
  };
  CHECK(read(R"("rope_theta": NaN, )").error().message ==
        "[config] rope_theta must be a number above 0 but got nan");
  CHECK(read(R"("rope_theta": 1e999, )").error().message ==
        "[config] rope_theta must be at most 1e+100 but got inf");
  CHECK(read(R"("num_hidden_layers": Infinity, )").error().message ==
        "[config] num_hidden_layers must be a whole number from 1 to 4096 but got inf");
  CHECK(read(R"("rope_scaling": {"type": "linear", "factor": -1e999}, )").error().message ==
        "[config] rope_scaling.factor must be a number above 0 but got -inf");
  CHECK(read(R"("attention_dropout": NaN, "something": {"else": [1e999, -Infinity]}, )"));
}

TEST_CASE("refused config: the width of a head where latent attention has another one") {
  const json latent = llama({{"qk_rope_head_dim", 64}});
  CHECK(refused(configs::with(latent, {{"head_dim", -5}})) ==
        "[config] head_dim must be a whole number from 1 to 65536 but got -5");
  CHECK(configs::read(configs::with(latent, {{"head_dim", 192}})).ropes[0].head_dim.value == 64);
}
