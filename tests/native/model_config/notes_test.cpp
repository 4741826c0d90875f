#include "configs.hpp"
#include "posenc/model_config/phrases.hpp"
#include "test.hpp"

using configs::codes;
using configs::json;
using configs::llama;
using configs::llama3;
using configs::longrope;
using configs::message;
using configs::Names;
using configs::scaled;
using configs::yarn;

// Each note alone: just where it begins, what it says, and that it comes with no other.

TEST_CASE("notes: none for configs that have nothing to be said of") {
  for (const json& config : {llama(), yarn(), llama3(), longrope()}) CHECK(codes(config).empty());
}

TEST_CASE("notes: factor-and-lengths") {
  // 131072 / 32768 is 4: a tenth of a percent off is allowed.
  CHECK(codes(yarn({{"factor", 4.003}})).empty());
  CHECK(codes(yarn({{"factor", 3.997}})).empty());
  CHECK(codes(yarn({{"factor", 4.005}})) == Names{"factor-and-lengths"});
  CHECK(codes(yarn({{"factor", 3.995}})) == Names{"factor-and-lengths"});
  // Only for YaRN, and only if it has all three.
  CHECK(codes(llama3({{"factor", 5.0}})).empty());
  CHECK(codes(yarn({{"factor", nullptr}})) == Names{"factor-missing"});
  CHECK(message(configs::of_model("Qwen3-8B + YaRN as its docs advise"),
                NoteCode::factor_and_lengths) ==
        "rope_scaling.factor is 4, but max_position_embeddings / "
        "rope_scaling.original_max_position_embeddings is 40960 / 32768 = 1.25. Some software uses "
        "the factor, some the quotient. Make them agree: set max_position_embeddings to 131072 if "
        "the factor is right, or the factor to 1.25 if the lengths are.");
}

TEST_CASE("notes: original-missing") {
  const json config = yarn({{"original_max_position_embeddings", nullptr}});
  CHECK(codes(config) == Names{"original-missing"});
  CHECK(codes(configs::with(config, {{"original_max_position_embeddings", 32768}})).empty());
  CHECK(message(config, NoteCode::original_missing) ==
        "Type \"yarn\" needs the training length, but original_max_position_embeddings is missing. "
        "max_position_embeddings = 131072 is used instead, which in most files is the length after "
        "the extension. Add original_max_position_embeddings to rope_scaling.");
  // It is used instead: the same frequencies as with it.
  CHECK(configs::rope(config).frequencies.inv_freq.isApprox(
      configs::rope(yarn({{"original_max_position_embeddings", 131072}})).frequencies.inv_freq,
      1e-15));
}

TEST_CASE("notes: original-not-below") {
  const json same = llama3({{"original_max_position_embeddings", 131072}});
  CHECK(codes(same) == Names{"original-not-below"});
  CHECK(codes(llama3({{"original_max_position_embeddings", 131071}})).empty());
  CHECK(codes(configs::with(same, {{"rope_scaling", {{"factor", 1.0}}}})).empty());
  CHECK(codes(yarn({{"original_max_position_embeddings", 262144}})) ==
        Names{"factor-and-lengths", "original-not-below"});
  CHECK(message(same, NoteCode::original_not_below) ==
        "rope_scaling.original_max_position_embeddings is 131072, which is not below "
        "max_position_embeddings = 131072, although the factor is 8. Set it to the "
        "training length before the extension.");
}

TEST_CASE("notes: max-ambiguous") {
  for (const std::string type : {"linear", "dynamic"}) {
    const json config = scaled({{"type", type}, {"factor", 4.0}});
    CHECK(codes(config) == Names{"max-ambiguous"});
    CHECK(codes(scaled({{"type", type}, {"factor", 1.0}})).empty());
    CHECK(codes(scaled({{"type", type}, {"factor", 0.5}})).empty());
    CHECK(
        message(config, NoteCode::max_ambiguous) ==
        "For type \"" + type +
            "\", software disagrees on whether max_position_embeddings = 131072 is the length "
            "before the factor 4 or after it: the model reaches 524288 by the first reading and "
            "131072 by the second. Check which one your software assumes before you set a limit.");
  }
  json config = scaled({{"type", "linear"}, {"factor", 4.0}});
  config.erase("max_position_embeddings");
  CHECK(message(config, NoteCode::max_ambiguous) ==
        "For type \"linear\", software disagrees on whether max_position_embeddings is the "
        "length before the factor 4 or after it, and it is missing. Add it, and check which "
        "reading your software assumes.");
}

TEST_CASE("notes: step") {
  CHECK(codes(llama3({{"high_freq_factor", 1.0}})) == Names{"step"});
  CHECK(codes(llama3({{"high_freq_factor", 0.5}})) == Names{"step"});
  CHECK(codes(llama3({{"high_freq_factor", 1.001}})).empty());
  CHECK(codes(yarn({{"beta_fast", 1.0}})) == Names{"step"});
  CHECK(codes(yarn({{"beta_slow", 33.0}})) == Names{"step"});
  CHECK(codes(yarn({{"beta_slow", 31.0}})).empty());
  CHECK(message(llama3({{"high_freq_factor", 1.0}}), NoteCode::step) ==
        "high_freq_factor = 1 is not above low_freq_factor = 1, so no pair is blended: each is "
        "either kept or slowed by the full factor. If that is not intended, use 4 and 1, as in "
        "Llama 3.1.");
  CHECK(message(yarn({{"beta_fast", 1.0}}), NoteCode::step) ==
        "beta_fast = 1 is not above beta_slow = 1, so no ramp is left between kept and slowed "
        "pairs. If that is not intended, use 32 and 1, as in the paper.");
}

TEST_CASE("notes: attention-factor-differs") {
  // 0.1 ln 4 + 1, and sqrt(1 + ln 2^4 / ln 2^13)
  constexpr double of_yarn = 1.138629436111989;
  const double of_longrope = std::sqrt(17.0 / 13);
  CHECK(codes(yarn({{"attention_factor", of_yarn}})).empty());
  CHECK(codes(yarn({{"attention_factor", of_yarn * (1 + 0.9e-6)}})).empty());
  CHECK(codes(yarn({{"attention_factor", of_yarn * (1 + 1.1e-6)}})) ==
        Names{"attention-factor-differs"});
  CHECK(codes(longrope({{"attention_factor", of_longrope}})).empty());
  CHECK(codes(longrope({{"attention_factor", 1.0}})) == Names{"attention-factor-differs"});
  CHECK(codes(llama3({{"attention_factor", 2.0}})).empty());
  CHECK(message(yarn({{"attention_factor", 1.0}}), NoteCode::attention_factor_differs) ==
        "attention_factor is 1, but the formula gives 1.138629. The given value is used "
        "here. Software that ignores the key multiplies logits by 1.296477 instead of 1: check "
        "that yours reads it.");
  CHECK(configs::rope(yarn({{"attention_factor", 2.0}})).frequencies.attention_factor == 2);
  CHECK(configs::rope(llama3({{"attention_factor", 2.0}})).frequencies.attention_factor == 1);
}

TEST_CASE("notes: mscale-unequal") {
  CHECK(codes(yarn({{"mscale", 0.7}, {"mscale_all_dim", 0.7}})).empty());
  CHECK(codes(yarn({{"mscale", 0.0}})).empty());
  CHECK(codes(yarn({{"mscale", 0.7}})) == Names{"mscale-unequal"});
  CHECK(codes(yarn({{"mscale_all_dim", 0.7}})) == Names{"mscale-unequal"});
  CHECK(codes(yarn({{"mscale", 0.7}, {"mscale_all_dim", 0.8}})) == Names{"mscale-unequal"});
  CHECK(message(yarn({{"mscale", 1.0}, {"attention_factor", 1.2}}), NoteCode::mscale_unequal) ==
        "mscale is 1 and mscale_all_dim is absent, but neither is read, because attention_factor = "
        "1.2 is given. Software that computes the factor from them gets 1.138629. Check yours "
        "against 1.2.");
  CHECK(message(yarn({{"mscale", 1.0}}), NoteCode::mscale_unequal) ==
        "mscale is 1 and mscale_all_dim is absent, so they do not cancel: the attention factor is "
        "1.138629. Software that reads only one of them computes a different factor. Check yours "
        "against "
        "1.138629.");
}

TEST_CASE("notes: section-sum") {
  for (const auto& [type, key] :
       std::vector<std::pair<std::string, std::string>>{{"mrope", "mrope_section"},
                                                        {"default", "mrope_section"},
                                                        {"xdrope", "xdrope_section"}}) {
    CHECK(codes(scaled({{"type", type}, {key, {16, 24, 24}}})).empty());
    CHECK(codes(scaled({{"type", type}, {key, {16, 24, 25}}})) == Names{"section-sum"});
  }
  CHECK(
      message(scaled({{"type", "mrope"}, {"mrope_section", {16, 24, 16}}}),
              NoteCode::section_sum) ==
      "The sections in rope_scaling add up to 56, but 64 pairs rotate, so some pairs have no axis "
      "or some sections have no pairs. Make the sections add up to 64.");
}

TEST_CASE("notes: base-assumed, for a class that Transformers has another base for") {
  CHECK(message(llama({{"model_type", "gemma3_text"}, {"rope_theta", nullptr}}),
                NoteCode::base_assumed) ==
        "No key names a base, so that of the class gemma3_text is used: 1000000 (full_attention) "
        "and 10000 (sliding_attention). Other software may assume 10000: write the base into the "
        "file.");
}

TEST_CASE("notes: base-assumed") {
  const json config = llama({{"rope_theta", nullptr}});
  CHECK(codes(config) == Names{"base-assumed"});
  CHECK(codes(configs::with(config, {{"rotary_emb_base", 10000}})).empty());
  CHECK(codes(configs::with(config, {{"rope_scaling", {{"type", "default"}, {"rope_theta", 7}}}}))
            .empty());
  CHECK(codes(configs::of_model("GPT-2")).empty());
  // A base for full layers, which this model does not have.
  CHECK(codes(llama({{"model_type", "gemma3_text"},
                     {"num_hidden_layers", 1},
                     {"layer_types", {"sliding_attention"}}}))
            .empty());
  CHECK(
      message(config, NoteCode::base_assumed) ==
      "No key names a base, so that of the class llama is used, 10000. Write it into the file, so "
      "that nobody has to guess.");
  CHECK(message(configs::with(config, {{"model_type", "nobody knows"}, {"rotary_dim", 128}}),
                NoteCode::base_assumed) ==
        "No key sets a base, and the class is not known, so 10000 is assumed. Look up the base "
        "that the model was trained with, and add it as rope_theta.");
}

TEST_CASE("notes: partial-assumed") {
  const json config = llama({{"model_type", "stablelm"}});
  CHECK(codes(config) == Names{"partial-assumed"});
  CHECK(codes(configs::with(config, {{"rotary_pct", 0.25}})).empty());
  CHECK(codes(configs::with(config, {{"rotary_dim", 32}})) == Names{"part-unread"});
  CHECK(message(config, NoteCode::partial_assumed) ==
        "No key says how much of a head rotates; the class of this model rotates 32 of its "
        "128 components. Add partial_rotary_factor = 0.25 so that software without that default "
        "does the same.");
}

TEST_CASE("notes: two-forms") {
  const json plain{{"rope_type", "default"}};
  const json config = llama({{"rope_scaling", plain}, {"rope_parameters", plain}});
  CHECK(codes(config) == Names{"two-forms"});
  CHECK(codes(configs::with_null(config, "rope_scaling")).empty());
  CHECK(codes(configs::with_null(config, "rope_parameters")).empty());
  CHECK(message(config, NoteCode::two_forms) ==
        "The config has both rope_scaling and rope_parameters. rope_scaling is used, as in "
        "Transformers; other software may use the other one. Delete the one you do not want.");
}

TEST_CASE("notes: key-ignored, for exactly these keys of these types") {
  const std::vector<std::string> candidates{
      "finetuned", "truncate",        "beta_fast",        "beta_slow",
      "mscale",    "low_freq_factor", "high_freq_factor", "original_max_position_embeddings"};
  const auto ignored = [&](const json& config) {
    Names all;
    for (const std::string& key : candidates) {
      json with_key = config;
      with_key["rope_scaling"][key] = key == "truncate" || key == "finetuned" ? json(true)
                                      : key.starts_with("original")           ? json(32768)
                                                                              : json(1.5);
      const Names its = codes(with_key);
      if (std::ranges::find(its, "key-ignored") != its.end()) all.push_back(key);
    }
    return all;
  };
  const Names of_all{"finetuned"};
  CHECK(ignored(scaled({{"type", "default"}})) == of_all);
  CHECK(ignored(scaled({{"type", "mrope"}})) == of_all);
  CHECK(ignored(scaled({{"type", "proportional"}})) == of_all);
  CHECK(ignored(longrope()) == of_all);
  CHECK(ignored(scaled({{"type", "linear"}, {"factor", 1.0}})) ==
        Names{"finetuned", "original_max_position_embeddings"});
  CHECK(ignored(scaled({{"type", "dynamic"}, {"factor", 1.0}})) ==
        Names{"finetuned", "original_max_position_embeddings"});
  CHECK(ignored(llama3()) == Names{"finetuned", "truncate", "beta_fast", "beta_slow", "mscale"});
  CHECK(ignored(yarn()) == Names{"finetuned", "low_freq_factor", "high_freq_factor"});
  // Null counts as absent, and so does a key that is not in the dictionary.
  json config = yarn();
  config["rope_scaling"]["finetuned"] = nullptr;
  CHECK(codes(config).empty());
  CHECK(codes(configs::with(yarn(), {{"finetuned", true}})).empty());
  CHECK(
      message(llama3({{"truncate", true}, {"finetuned", true}}), NoteCode::key_ignored) ==
      "Type \"llama3\" does not read finetuned, truncate. Delete what it ignores, or choose a type "
      "that reads it.");
}

TEST_CASE("notes: head-dim-own") {
  CHECK(codes(llama({{"head_dim", 256}})) == Names{"head-dim-own"});
  CHECK(codes(llama({{"kv_channels", 64}})).empty());
  CHECK(codes(llama({{"head_dim", 128}})).empty());
  CHECK(message(llama({{"head_dim", 256}}), NoteCode::head_dim_own) ==
        "A head has head_dim = 256 components, not width / heads = 128. Software that computes "
        "the quotient rotates by different frequencies: make sure that yours reads the key.");
  CHECK(message(configs::with(configs::of_model("Jamba-v0.1"), {{"head_dim", 256}}),
                NoteCode::head_dim_own) ==
        "A head has head_dim = 256 components, not width / heads = 128. Software that computes "
        "the quotient splits queries and keys differently: make sure that yours reads the key.");
}

TEST_CASE("notes: short-scaled") {
  std::vector<double> factors(64, 1.0);
  CHECK(codes(longrope({{"short_factor", factors}})).empty());
  factors[3] = 1.01;
  factors[4] = 1.02;
  CHECK(codes(longrope({{"short_factor", factors}})) == Names{"short-scaled"});
  CHECK(message(longrope({{"short_factor", factors}}), NoteCode::short_scaled) ==
        "2 of the 64 numbers in short_factor are not 1, so scaling changes even texts within the "
        "training length. The model was trained that way: do not skip the list for short "
        "texts.");
}

TEST_CASE("notes: each at most once for a file, in one order, and no number in them is infinite") {
  json config =
      llama({{"model_type", "stablelm"},
             {"rope_theta", nullptr},
             {"head_dim", 256},
             {"num_hidden_layers", 3},
             {"layer_types", {"full_attention", "sliding_attention"}},
             {"rope_scaling", {{"rope_type", "default"}}},
             {"rope_parameters",
              {{"full_attention",
                {{"type", "yarn"}, {"factor", 1e100}, {"mscale", 1e100}, {"finetuned", true}}},
               {"sliding_attention",
                {{"type", "yarn"}, {"factor", 1.5}, {"mscale", 1e-100}, {"finetuned", true}}}}}});
  config["rope_scaling"] = nullptr;
  const ModelConfig model = configs::read(config);
  const Names expected{"original-missing", "mscale-unequal",    "base-assumed", "partial-assumed",
                       "key-ignored",      "layer-list-length", "head-dim-own"};
  CHECK(codes(model) == expected);
  for (const Note& note : model.notes) {
    CAPTURE(note.message);
    CHECK(note.message.find("inf") == std::string::npos);
    CHECK(note.message.find("nan") == std::string::npos);
    CHECK(note.message.find('{') == std::string::npos);
  }
}

TEST_CASE("notes: every code has a phrase, and every thread an address") {
  for (const auto& [name, code] : note_code_names) {
    CAPTURE_BOUND(name);
    const std::string_view start = name;
    const auto begins = [start](const Phrase& phrase) { return phrase.code.starts_with(start); };
    CHECK(std::ranges::any_of(model_note_phrases, begins));
    for (const Thread& thread : threads_of(code)) {
      CHECK(thread.url.starts_with("https://github.com/"));
      CHECK(thread.text.find('#') != std::string::npos);
    }
  }
  CHECK(threads_of(NoteCode::factor_and_lengths)[0].url ==
        "https://github.com/huggingface/transformers/issues/38224");
}
