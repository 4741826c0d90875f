#pragma once

#include <nlohmann/json.hpp>

#include "config_json.hpp"
#include "json_text.hpp"
#include "posenc/model_config/report.hpp"
#include "posenc/model_config/shipped.hpp"
#include "reference_file.hpp"
#include "test.hpp"

/// Configs as in their files, for tests.
namespace configs {

using nlohmann::json;

inline std::string text_of_reference(const std::string& name) {
  std::ifstream file = reference_file("models/" + name);
  REQUIRE_MESSAGE(file.is_open(), "cannot open the reference file " << name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A file of tests/reference/models.
inline json reference(const std::string& name) {
  return parse_json(text_of_reference(name + ".json"));
}

/// The config of a model in models.json.
inline json of_model(const std::string& name) {
  static const json models = reference("models");
  for (const json& model : models) {
    if (model["name"] == name) return model["config"];
  }
  FAIL("no model is called " << name);
  return nullptr;
}

/// The name of a value, as in files of expected values; null where there is none.
template <class T>
json name_or_null(const std::optional<T>& value) {
  return value ? json(name(*value)) : json();
}

/// Of a model that ships with the library.
inline json shipped(const std::string& name) {
  static const json models = json::parse(std::string(posenc::shipped_models_json()));
  for (const json& model : models) {
    if (model["name"] == name) return model["config"];
  }
  FAIL("no model is called " << name);
  return nullptr;
}

/// Keys of `patch` added, or deleted where they are null in it.
inline json with(json config, const json& patch) {
  config.merge_patch(patch);
  return config;
}

/// With a key that is null.
inline json with_null(json config, const std::string& key) {
  config[key] = nullptr;
  return config;
}

/// Like Llama 3: 32 layers, 32 heads of 128, base 500000, 131072 positions, no scaling.
inline json llama(const json& patch = json::object()) {
  return with({{"model_type", "llama"},
               {"hidden_size", 4096},
               {"num_attention_heads", 32},
               {"num_hidden_layers", 32},
               {"max_position_embeddings", 131072},
               {"rope_theta", 500000.0}},
              patch);
}

/// The same with a scaling.
inline json scaled(const json& scaling) { return llama({{"rope_scaling", scaling}}); }

inline json yarn(const json& more = json::object()) {
  return scaled(with(
      {{"rope_type", "yarn"}, {"factor", 4.0}, {"original_max_position_embeddings", 32768}}, more));
}

inline json llama3(const json& more = json::object()) {
  return scaled(with({{"rope_type", "llama3"},
                      {"factor", 8.0},
                      {"low_freq_factor", 1.0},
                      {"high_freq_factor", 4.0},
                      {"original_max_position_embeddings", 8192}},
                     more));
}

/// With 64 factors in each list, for heads of 128.
inline json longrope(const json& more = json::object()) {
  return scaled(with({{"rope_type", "longrope"},
                      {"long_factor", std::vector<double>(64, 4.0)},
                      {"short_factor", std::vector<double>(64, 1.0)},
                      {"original_max_position_embeddings", 8192}},
                     more));
}

inline posenc::ConfigValue parsed(const json& config) {
  const auto value = posenc::parse_config(config.dump());
  REQUIRE_MESSAGE(value, (value ? "" : value.error().message));
  return *value;
}

inline posenc::ModelConfig read(const json& config) {
  CAPTURE(config.dump());
  const auto model = posenc::read_model_config(parsed(config));
  REQUIRE_MESSAGE(model, (model ? "" : model.error().message));
  return *model;
}

inline posenc::ModelReport report(const json& config, std::optional<double> length = std::nullopt) {
  CAPTURE(config.dump());
  const auto all = posenc::model_report(parsed(config), length);
  REQUIRE_MESSAGE(all, (all ? "" : all.error().message));
  return *all;
}

/// The only set of frequencies of a config.
inline posenc::RopeReport rope(const json& config, std::optional<double> length = std::nullopt) {
  const auto all = report(config, length);
  REQUIRE(all.ropes.size() == 1);
  return all.ropes[0];
}

/// The sentence that a config is refused with.
inline std::string refused(const json& config) {
  CAPTURE(config.dump());
  const auto value = posenc::parse_config(config.dump());
  if (!value) return value.error().message;
  const auto model = posenc::read_model_config(*value);
  REQUIRE_FALSE(model);
  return model.error().message;
}

inline std::vector<std::string> codes(const posenc::ModelConfig& model) {
  std::vector<std::string> all;
  for (const auto& note : model.notes)
    all.emplace_back(name_in(posenc::note_code_names, note.code));
  return all;
}

inline std::vector<std::string> codes(const json& config) { return codes(read(config)); }

/// The message of a note, which must be there.
inline std::string message(const json& config, posenc::NoteCode code) {
  for (const auto& note : read(config).notes) {
    if (note.code == code) return note.message;
  }
  FAIL("there is no such note");
  return "";
}

/// Whether a number is the expected one, to 12 digits.
inline bool is_near(double got, double expected) {
  return std::abs(got - expected) <= 1e-12 * std::abs(expected);
}

using Names = std::vector<std::string>;

}  // namespace configs
