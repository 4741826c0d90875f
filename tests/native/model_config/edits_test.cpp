#include "configs.hpp"
#include "test.hpp"

namespace edited_configs {

using configs::json;
using configs::llama;
using configs::llama3;
using configs::yarn;

/// The config with the suggested changes.
json edited(json config) {
  for (const ConfigEdit& edit : suggested_edits(configs::read(config))) {
    json* object = &config;
    std::string rest = edit.path;
    for (auto dot = rest.find('.'); dot != std::string::npos; dot = rest.find('.')) {
      object = &object->at(rest.substr(0, dot));
      rest = rest.substr(dot + 1);
    }
    if (edit.value) {
      (*object)[rest] = *edit.value;
    } else {
      REQUIRE(object->erase(rest) == 1);
    }
  }
  return config;
}

/// The codes that changes are suggested for.
std::vector<NoteCode> codes_of(const json& config) {
  std::vector<NoteCode> all;
  for (const ConfigEdit& edit : suggested_edits(configs::read(config))) all.push_back(edit.code);
  return all;
}

bool has(const json& config, NoteCode code) {
  const ModelConfig model = configs::read(config);
  return std::ranges::find(model.notes, code, &Note::code) != model.notes.end();
}

/// Each code that changes are suggested for is gone with them, and no other has come.
void check_edits(const json& config) {
  CAPTURE(config.dump());
  const json after = edited(config);
  CAPTURE(after.dump());
  for (const NoteCode code : codes_of(config)) CHECK_FALSE(has(after, code));
  for (const Note& note : configs::read(after).notes) CHECK(has(config, note.code));
}

}  // namespace edited_configs

TEST_CASE("suggested changes: what they are, and that the notes are gone with them") {
  using edited_configs::edited;
  using edited_configs::yarn;
  const auto check = [](const configs::json& config, NoteCode code, const std::string& path,
                        std::optional<double> value) {
    CAPTURE(config.dump());
    const auto edits = suggested_edits(configs::read(config));
    REQUIRE(edits.size() == 1);
    CHECK(edits[0].code == code);
    CHECK(edits[0].path == path);
    CHECK(edits[0].value == value);
    edited_configs::check_edits(config);
  };
  check(configs::of_model("Qwen3-8B + YaRN as its docs advise"), NoteCode::factor_and_lengths,
        "max_position_embeddings", 131072);
  check(yarn({{"original_max_position_embeddings", nullptr}}), NoteCode::original_missing,
        "rope_scaling.original_max_position_embeddings", 32768);
  check(edited_configs::llama3({{"original_max_position_embeddings", 131072}}),
        NoteCode::original_not_below, "rope_scaling.original_max_position_embeddings", 16384);
  check(configs::llama({{"rope_theta", nullptr}}), NoteCode::base_assumed, "rope_theta", 10000);
  check(configs::llama({{"model_type", "phi"}}), NoteCode::partial_assumed, "partial_rotary_factor",
        0.5);
  check(configs::llama({{"model_type", "mixtral"}, {"rope_theta", nullptr}}),
        NoteCode::base_assumed, "rope_theta", 1e6);
  check(yarn({{"factor", nullptr}}), NoteCode::factor_missing, "rope_scaling.factor", 4);
  check({{"text_config", configs::llama({{"rope_theta", nullptr}})}}, NoteCode::base_assumed,
        "text_config.rope_theta", 10000);
  check({{"text_config", configs::llama({{"model_type", "phi"}})}}, NoteCode::partial_assumed,
        "text_config.partial_rotary_factor", 0.5);
  check(yarn({{"finetuned", true}}), NoteCode::key_ignored, "rope_scaling.finetuned", std::nullopt);
  const configs::json plain{{"rope_type", "default"}};
  check(configs::llama({{"rope_scaling", plain}, {"rope_parameters", plain}}), NoteCode::two_forms,
        "rope_parameters", std::nullopt);
  check({{"text_config", configs::llama({{"rope_parameters", plain}})}, {"rope_scaling", plain}},
        NoteCode::two_forms, "text_config.rope_parameters", std::nullopt);
  check({{"model_type", "gemma3"},
         {"text_config", configs::with(yarn(), {{"max_position_embeddings", 40960}})}},
        NoteCode::factor_and_lengths, "text_config.max_position_embeddings", 131072);
}

TEST_CASE("suggested changes: a dictionary that is not taken is deleted wherever it is") {
  const configs::json plain{{"rope_type", "default"}};
  configs::json config = configs::llama({{"rope_scaling", plain}, {"rope_parameters", plain}});
  config["text_config"] = {{"rope_parameters", plain}};
  CHECK(suggested_edits(configs::read(config)).size() == 2);
  edited_configs::check_edits(config);
}

TEST_CASE("suggested changes: of lengths that contradict each other, only one is changed") {
  // Both notes, and one change that removes both.
  const auto config = edited_configs::yarn({{"original_max_position_embeddings", 262144}});
  CHECK(edited_configs::codes_of(config) == std::vector{NoteCode::original_not_below});
  CHECK(configs::codes(edited_configs::edited(config)).empty());
}

TEST_CASE("suggested changes: none where the numbers give no length") {
  using edited_configs::codes_of;
  using edited_configs::yarn;
  // A millionth of 131072 tokens; a length that is not whole; the same length again.
  CHECK(codes_of(yarn({{"original_max_position_embeddings", nullptr}, {"factor", 1e6}})).empty());
  CHECK(codes_of(configs::with(yarn({{"factor", 1.5}, {"original_max_position_embeddings", 3}}),
                               {{"max_position_embeddings", 8}}))
            .empty());
  CHECK(codes_of(configs::with(edited_configs::llama3(
                                   {{"original_max_position_embeddings", 300}, {"factor", 1.0001}}),
                               {{"max_position_embeddings", 300}}))
            .empty());
  CHECK(codes_of(yarn({{"factor", 1e100}})).empty());
  CHECK(codes_of(configs::of_model("internlm2_5-7b")).empty());
}

TEST_CASE("suggested changes: none where two dictionaries ask for different ones") {
  const configs::json one = edited_configs::yarn()["rope_scaling"];
  configs::json config = configs::llama({{"num_hidden_layers", 2},
                                         {"layer_types", {"full_attention", "sliding_attention"}},
                                         {"max_position_embeddings", 40960}});
  config["rope_parameters"] = {{"full_attention", one}, {"sliding_attention", one}};
  config["rope_parameters"]["sliding_attention"]["factor"] = 2.0;
  CHECK(edited_configs::has(config, NoteCode::factor_and_lengths));
  CHECK(edited_configs::codes_of(config).empty());
  config["rope_parameters"]["full_attention"]["finetuned"] = true;
  config["rope_parameters"]["sliding_attention"]["finetuned"] = true;
  CHECK(edited_configs::codes_of(config) ==
        std::vector{NoteCode::key_ignored, NoteCode::key_ignored});
  edited_configs::check_edits(config);
}

TEST_CASE("suggested changes: the part of a head gives the same number of components") {
  for (const std::string model_type : {"phi", "stablelm"}) {
    for (int head = 8; head <= 4096; head += 8) {
      const auto config = configs::llama({{"model_type", model_type}, {"head_dim", head}});
      const auto before = configs::read(config).ropes[0].rotary_dim.value;
      CHECK(configs::read(edited_configs::edited(config)).ropes[0].rotary_dim.value == before);
    }
  }
}

TEST_CASE("suggested changes: of all models and of all configs with notes, they remove the notes") {
  for (const std::string file : {"models", "notes"}) {
    for (const auto& one : configs::reference(file)) edited_configs::check_edits(one["config"]);
  }
}

TEST_CASE("suggested changes: a base for each kind of layer, and none for an unknown class") {
  const auto config = configs::llama({{"model_type", "gemma3_text"}, {"rope_theta", nullptr}});
  const auto edits = suggested_edits(configs::read(config));
  REQUIRE(edits.size() == 2);
  CHECK(edits[0].path == "rope_theta");
  CHECK(edits[0].value == 1e6);
  CHECK(edits[1].path == "rope_local_base_freq");
  CHECK(edits[1].value == 10000);
  edited_configs::check_edits(config);
  const auto unknown = configs::llama(
      {{"model_type", "nobody knows"}, {"rope_theta", nullptr}, {"rotary_dim", 128}});
  CHECK(configs::codes(unknown) == configs::Names{"base-assumed", "class-unknown"});
  CHECK(suggested_edits(configs::read(unknown)).empty());
}
