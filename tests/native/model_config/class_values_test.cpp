#include "configs.hpp"
#include "test.hpp"

// What a class supplies where its file is silent, beyond the cases of 2026.

using configs::json;

namespace class_values {

/// A file with only its sizes.
json bare(const std::string& model_type, const json& more = json::object()) {
  return configs::with({{"model_type", model_type},
                        {"hidden_size", 512},
                        {"num_attention_heads", 4},
                        {"num_hidden_layers", 8}},
                       more);
}

PositionKind kind(const std::string& model_type, const json& more = json::object()) {
  return configs::read(bare(model_type, more)).kind;
}

/// full, sliding or other for each layer, in capitals if it rotates.
std::string strip(const json& config) {
  std::string text;
  for (const auto& [kind, rotates] : configs::read(config).layers.layers) {
    const char letter = kind == LayerKind::full ? 'f' : kind == LayerKind::sliding ? 's' : 'o';
    text += rotates ? static_cast<char>(std::toupper(letter)) : letter;
  }
  return text;
}

bool has_note(const json& config, NoteCode code) {
  const auto notes = configs::read(config).notes;
  return std::ranges::find(notes, code, &Note::code) != notes.end();
}

}  // namespace class_values

TEST_CASE("class values: kinds that only the class knows") {
  using class_values::kind;
  for (const std::string name : {"xlnet", "funnel", "wavlm", "swin"}) {
    CHECK(kind(name) == PositionKind::relative);
  }
  for (const std::string name : {"mamba", "mamba2", "rwkv", "xlstm", "kimi_linear"}) {
    CHECK(kind(name) == PositionKind::none);
  }
  for (const std::string name : {"siglip", "siglip_text_model", "vit", "clip", "esm"}) {
    CHECK(kind(name) == PositionKind::learned);
  }
  CHECK(kind("longt5") == PositionKind::t5);
  CHECK(kind("nllb-moe") == PositionKind::sinusoidal);
  CHECK(kind("nobody_knows") == PositionKind::unknown);
  CHECK(kind("deberta-v2") == PositionKind::learned);
  CHECK(kind("deberta-v2", {{"relative_attention", true}}) == PositionKind::relative);
  CHECK(kind("nobody_knows", {{"position_embeddings_type", "relative"}}) == PositionKind::relative);
}

TEST_CASE("class values: classes that rotate on a condition") {
  using class_values::kind;
  CHECK(kind("baichuan") == PositionKind::rope);
  CHECK(kind("baichuan", {{"num_hidden_layers", 40}}) == PositionKind::alibi);
  CHECK(kind("zamba2") == PositionKind::none);
  CHECK(kind("zamba2", {{"use_mem_rope", true}}) == PositionKind::rope);
  CHECK(kind("granitemoehybrid", {{"position_embedding_type", "rope"}}) == PositionKind::rope);
  CHECK(kind("olmo_hybrid") == PositionKind::rope);
  CHECK(configs::read(configs::with_null(class_values::bare("olmo_hybrid"), "rope_theta")).kind ==
        PositionKind::none);
  // The head of Zamba2 is twice width / heads, whatever kv_channels says.
  const auto head = [](const json& more) {
    return configs::rope(class_values::bare("zamba2", more)).settings.head_dim;
  };
  CHECK(head({{"use_mem_rope", true}, {"kv_channels", 100}}).value == 256);
  CHECK(head({{"use_mem_rope", true}, {"attention_head_dim", 64}}).value == 64);
}

TEST_CASE("class values: each way to list the layers that attend") {
  using class_values::bare;
  using class_values::strip;
  const auto of = [](const std::string& name, const std::string& key, const json& value) {
    return strip(bare(name, {{"num_hidden_layers", 4}, {key, value}}));
  };
  CHECK(of("bamba", "attn_layer_indices", {1, 3}) == "oFoF");
  CHECK(of("lfm2", "full_attn_idxs", {0}) == "Fooo");
  // Kimi Linear counts from 1.
  CHECK(of("nobody", "linear_attn_config", {{"full_attn_layers", {4}}}) == "ooof");
  CHECK(of("mimo_v2_flash", "hybrid_layer_pattern", {0, 1, 1, 0}) == "FSSF");
  CHECK(of("deepseek_v4", "compress_ratios", {0, 4, 128, 0, 4}) == "SFFS");
  CHECK(of("nemotron_h", "hybrid_override_pattern", "M*-*") == "ofof");
  CHECK(of("granitemoehybrid", "layers_block_type", {"mamba", "attention"}) == "offf");
  CHECK(of("granite_swa", "layer_rope_theta", {0, 10000, 10000, 10000}) == "fSSS");
  // The pattern of Cohere's MoE starts behind the layers without experts, which rotate.
  CHECK(of("cohere2_moe", "first_k_dense_replace", 4) == "FFFF");
  CHECK(strip(bare("cohere2_moe", {{"first_k_dense_replace", 1}})) == "FSSSfSSS");
  CHECK(strip(bare("cohere2_moe", {{"mlp_layer_types", {"dense", "dense", "sparse"}}})) ==
        "FFSSSfSS");
  CHECK(strip(bare("muse_glimmer_text", {{"num_hidden_layers", 6}})) == "SfSSSf");
  CHECK(of("muse_glimmer_text", "layer_rope_theta", {0, 10000, 10000, 10000}) == "sSSF");
  CHECK(strip(bare("mimo_v2_flash")) == "FSSSSFSS");
  CHECK(strip(bare("jamba")) == "oooofooo");
  CHECK(class_values::kind("granite_swa",
                           {{"layer_rope_theta", json::array({0, 0, 0, 0, 0, 0, 0, 0})}}) ==
        PositionKind::none);
  CHECK(configs::refused(bare("bamba", {{"attn_layer_indices", {1, -1}}})) ==
        "[config] attn_layer_indices must be a list of whole numbers of at least 0 but got -1");
  CHECK(configs::refused(bare("nemotron_h", {{"hybrid_override_pattern", 3}})) ==
        "[config] hybrid_override_pattern must be letters, one for each layer, with * for "
        "attention but got 3");
  // A list may go on for the layers that predict further tokens.
  const json list{"full_attention", "full_attention", "full_attention"};
  const json two{{"num_hidden_layers", 2}, {"layer_types", list}};
  CHECK(class_values::has_note(bare("llama", two), NoteCode::layer_list_length));
  CHECK_FALSE(
      class_values::has_note(bare("llama", configs::with(two, {{"num_nextn_predict_layers", 1}})),
                             NoteCode::layer_list_length));
}

TEST_CASE("class values: small DeepSeek models say that their attention is an ordinary one") {
  const json small = class_values::bare(
      "deepseek_v2", {{"qk_rope_head_dim", 0}, {"use_mla", false}, {"rope_theta", 10000}});
  const ModelConfig model = configs::read(small);
  CHECK(model.kind == PositionKind::rope);
  CHECK(model.layout == PairLayout::half_split);
  CHECK(model.ropes[0].head_dim.value == 128);
  CHECK(model.logits == LogitRule::plain);
  json without_heads = small;
  without_heads["model_type"] = "nobody_knows";
  without_heads.erase("num_attention_heads");
  CHECK(configs::refused(without_heads) ==
        "[config] num_attention_heads must be a whole number above 0 but is absent");
}

TEST_CASE("class values: more sets of frequencies than any model has are refused") {
  std::vector<double> bases;
  for (int n = 0; n < 300; ++n) bases.push_back(1000 + n);
  const json many =
      class_values::bare("granite_swa", {{"num_hidden_layers", 300}, {"layer_rope_theta", bases}});
  CHECK(configs::refused(many).starts_with("[config] layers must have at most 64 different sets"));
}

TEST_CASE("class values: a whole scaling") {
  const auto scaling = [](const std::string& name) {
    const RopeReport rope =
        configs::rope(class_values::bare(name, {{"max_position_embeddings", 262144}}));
    CHECK(rope.settings.scaling.path == "class " + name);
    CHECK(rope.settings.base.from == "class " + name);
    return rope.settings;
  };
  CHECK(scaling("apertus").scaling.type == RopeType::llama3);
  CHECK(scaling("apertus").base.value == 1.2e7);
  CHECK(scaling("ministral3").scaling.factor == 16);
  CHECK(scaling("gpt_oss").scaling.ramp == YarnRamp::released_unrounded);
  // A scaling of the file takes its place, and an empty one does not.
  const json linear{{"rope_scaling", {{"type", "linear"}, {"factor", 2}}}};
  CHECK(configs::rope(class_values::bare("apertus", linear)).settings.scaling.type ==
        RopeType::linear);
  const json empty{{"rope_scaling", json::object()}};
  CHECK(configs::rope(class_values::bare("apertus", empty)).settings.scaling.type ==
        RopeType::llama3);
  const auto gemma = configs::read(class_values::bare("gemma4_text")).ropes;
  REQUIRE(gemma.size() == 2);
  CHECK(gemma[0].scaling.type == RopeType::proportional);
  CHECK(gemma[0].head_dim.value == 512);
  CHECK(gemma[0].rotary_dim.value == 128);
  CHECK(gemma[1].head_dim.value == 256);
}

TEST_CASE("class values: scalings by kind of layer, under any name of a kind") {
  const auto ropes = [](const std::string& full, const std::string& sliding) {
    const json parameters{{full, {{"rope_type", "linear"}, {"factor", 2}, {"rope_theta", 7}}},
                          {sliding, {{"rope_theta", 5}}}};
    return configs::read(class_values::bare("nobody_knows", {{"rope_parameters", parameters}}))
        .ropes;
  };
  for (const auto& [full, sliding] : std::vector<std::pair<std::string, std::string>>{
           {"compress", "main"}, {"hybrid", "hybrid_sliding"}, {"full_attention", "main"}}) {
    const auto two = ropes(full, sliding);
    REQUIRE(two.size() == 2);
    CHECK(two[0].base.value == 7);
    CHECK(two[0].scaling.type == RopeType::linear);
    CHECK(two[1].base.value == 5);
    CHECK(two[1].base.from == "rope_parameters." + sliding + ".rope_theta");
  }
}

TEST_CASE("class values: factors that depend on the length, and those that do not") {
  const json lists{{"rope_type", "longrope"},
                   {"long_factor", std::vector<double>(64, 4.0)},
                   {"short_factor", std::vector<double>(64, 1.0)},
                   {"original_max_position_embeddings", 4096},
                   {"long_mscale", 1.5},
                   {"short_mscale", 1.25}};
  const json phi = configs::scaled(lists);
  CHECK(configs::rope(phi).frequencies.attention_factor == 1.5);
  CHECK(configs::rope(phi, 4096).frequencies.attention_factor == 1.25);
  CHECK(configs::rope(phi, 4097).frequencies.attention_factor == 1.5);
  // Its own factor goes before the quotient of the lengths, which differs and is pointed out.
  json own = lists;
  own.erase("long_mscale");
  own.erase("short_mscale");
  own["factor"] = 4;
  CHECK(configs::rope(configs::scaled(own)).frequencies.attention_factor ==
        doctest::Approx(std::sqrt(1 + std::log(4.0) / std::log(4096.0))).epsilon(1e-14));
  CHECK(class_values::has_note(configs::scaled(own), NoteCode::factor_and_lengths));
  // alpha raises the base once: without a factor, and for every length.
  const json alpha = configs::scaled({{"type", "dynamic"}, {"alpha", 1000}});
  const double base = configs::rope(alpha, 100).frequencies.base;
  CHECK(base == doctest::Approx(500000 * std::pow(1000, 128.0 / 126)).epsilon(1e-12));
  CHECK(configs::rope(alpha, 1000000).frequencies.base == base);
  CHECK(configs::codes(alpha).empty());
}

TEST_CASE("class values: two axes") {
  const auto halves = configs::rope(class_values::bare("gemma4_vision", {{"head_dim", 64}}));
  CHECK(halves.frequencies.inv_freq.size() == 16);
  CHECK(halves.frequencies.inv_freq_width.size() == 16);
  CHECK(halves.frequencies.inv_freq[1] == doctest::Approx(std::pow(100, -4.0 / 64)).epsilon(1e-14));
  const auto turns = configs::rope(class_values::bare("pixtral", {{"head_dim", 64}})).frequencies;
  for (Index k = 0; k < 16; ++k) {
    const double height = std::pow(10000, -2.0 * static_cast<double>(2 * k) / 64);
    const double width = std::pow(10000, -2.0 * static_cast<double>(2 * k + 1) / 64);
    CHECK(turns.inv_freq[k] == doctest::Approx(height).epsilon(1e-14));
    CHECK(turns.inv_freq_width[k] == doctest::Approx(width).epsilon(1e-14));
  }
}

TEST_CASE("class values: queries that grow with the position") {
  const json more{{"max_position_embeddings", 40000}};
  const ModelReport llama = configs::report(class_values::bare("llama4_text", more));
  const auto& growth = llama.model.query_growth;
  REQUIRE(growth);
  CHECK(growth->layers == QueryGrowth::Layers::without_rope);
  CHECK(query_factor(*growth, 8190) == 1);
  CHECK(query_factor(*growth, 8191) == doctest::Approx(1 + 0.1 * std::log(2)).epsilon(1e-15));
  REQUIRE(llama.query_curve);
  CHECK(llama.query_curve->positions[0] == 0);
  CHECK(llama.query_curve->positions[llama.query_curve->positions.size() - 1] == 39999);
  CHECK(llama.query_curve->total == llama.query_curve->factors);
  const json off = configs::with(more, {{"attn_temperature_tuning", false}});
  CHECK_FALSE(configs::read(class_values::bare("llama4_text", off)).query_growth);
  CHECK_FALSE(configs::read(class_values::bare("llama", more)).query_growth);
  // The other factors of a logit are part of the total.
  const ModelReport mistral =
      configs::report(class_values::bare("mistral4", {{"max_position_embeddings", 1048576}}));
  REQUIRE(mistral.query_curve);
  CHECK(mistral.query_curve->total[0] ==
        doctest::Approx(std::pow(0.1 * std::log(128) + 1, 2)).epsilon(1e-14));
}

TEST_CASE("class values: notes that only these files get") {
  using class_values::bare;
  using class_values::has_note;
  const json tables{{"max_position_embeddings", 514}};
  CHECK(configs::message(bare("roberta", tables), NoteCode::rows_reserved) ==
        "max_position_embeddings is 514, but the first two rows of the table are never a token's: "
        "positions start at 2, so texts have at most 512 tokens.");
  CHECK(configs::message(bare("opt", tables), NoteCode::rows_reserved).find("516 rows") !=
        std::string::npos);
  CHECK_FALSE(has_note(bare("bert", tables), NoteCode::rows_reserved));
  CHECK(has_note(bare("nomic_bert", {{"n_positions", 8192}, {"max_trained_positions", 2048}}),
                 NoteCode::trained_length));
  CHECK_FALSE(has_note(bare("nomic_bert", {{"n_positions", 8192}}), NoteCode::trained_length));
  CHECK(has_note(configs::with(configs::yarn(), {{"original_max_position_embeddings", 4096}}),
                 NoteCode::original_twice));
  CHECK_FALSE(
      has_note(configs::with(configs::yarn(), {{"original_max_position_embeddings", 32768}}),
               NoteCode::original_twice));
  CHECK(has_note(configs::yarn({{"attn_factor", 0.9}}), NoteCode::key_read_by_some));
  CHECK_FALSE(has_note(configs::yarn({{"attn_factor", 0.9}}), NoteCode::key_ignored));
  CHECK(has_note(configs::yarn({{"mrope_section", {16, 24, 24}}}), NoteCode::sections_scaled));
  const json rotates{{"rope_theta", 10000}};
  CHECK(configs::message(bare("nobody_knows", rotates), NoteCode::class_unknown)
            .find("the class \"nobody_knows\" is not known") != std::string::npos);
  const json says_layout = configs::with(rotates, {{"rope_interleave", true}});
  CHECK(configs::read(bare("nobody_knows", says_layout)).layout == PairLayout::interleaved);
  CHECK(configs::message(bare("nobody_knows", says_layout), NoteCode::class_unknown)
            .find("rope_interleave") != std::string::npos);
}
