#include <map>
#include <set>

#include "configs.hpp"
#include "posenc/model_config/shipped.hpp"
#include "test.hpp"

// The files of tests/reference/models, whole. Their numbers are doubles, from formulas that were written down
// independently and checked against the code of Transformers.
namespace goldens {

using configs::json;

std::optional<LayerKind> layers_named(const json& name) {
  if (name.is_null()) return std::nullopt;
  for (const auto& [known, kind] : layer_kind_names) {
    if (name == known) return kind;
  }
  FAIL("no kind of layer is called " << name);
  return std::nullopt;
}

const RopeReport& rope_for(const ModelReport& report, std::optional<LayerKind> layers) {
  const auto found = std::ranges::find_if(
      report.ropes, [layers](const RopeReport& rope) { return rope.settings.layers == layers; });
  REQUIRE(found != report.ropes.end());
  return *found;
}

}  // namespace goldens

TEST_CASE("model config: kinds and layouts of all models") {
  const configs::json models = configs::reference("models");
  CHECK(models.size() == 58);
  for (const configs::json& model : models) {
    CAPTURE(model["name"].get<std::string>());
    const ModelConfig read = configs::read(model["config"]);
    CHECK(name_in(position_kind_names, read.kind) == model["kind"].get<std::string>());
    REQUIRE(read.layout.has_value() == !model["layout"].is_null());
    if (read.layout) {
      CHECK(name_in(pair_layout_names, *read.layout) == model["layout"].get<std::string>());
    }
  }
}

TEST_CASE("model config: the models of the reference ship as they are there") {
  configs::json shipped = parse_json(std::string(shipped_models_json()));
  // What makers claim elsewhere, and whether it is a copy, stands beside the config.
  for (configs::json& model : shipped) {
    model.erase("claim");
    model.erase("copy");
  }
  for (const configs::json& model : configs::reference("models")) {
    CAPTURE(model["name"].get<std::string>());
    CHECK(std::ranges::find(shipped, model) != shipped.end());
  }
}

TEST_CASE("model config: frequencies and attention factors of all models") {
  const configs::json frequencies = configs::reference("frequencies");
  CHECK(frequencies.size() == 56);
  for (const configs::json& one : frequencies) {
    const auto name = one["model"].get<std::string>();
    CAPTURE(name);
    std::optional<double> length;
    if (!one["length"].is_null()) length = one["length"].get<double>();
    const ModelReport report = configs::report(configs::of_model(name), length);
    const RopeReport& rope = goldens::rope_for(report, goldens::layers_named(one["layer_type"]));
    CHECK(name_in(rope_type_names, rope.settings.scaling.type) ==
          one["rope_type"].get<std::string>());
    CHECK(rope.settings.head_dim.value == one["head_dim"].get<Index>());
    CHECK(rope.settings.rotary_dim.value == one["rotary_dim"].get<Index>());
    CHECK(
        configs::is_near(rope.frequencies.attention_factor, one["attention_factor"].get<double>()));
    const auto expected = one["inv_freq"].get<std::vector<double>>();
    REQUIRE(static_cast<std::size_t>(rope.frequencies.inv_freq.size()) == expected.size());
    CHECK(std::ranges::equal(rope.frequencies.inv_freq, expected, configs::is_near));
  }
}

TEST_CASE("model config: every config of notes.json has its notes, and no other") {
  const configs::json all = configs::reference("notes");
  CHECK(all.size() == 25);
  for (const configs::json& one : all) {
    CAPTURE(one["name"].get<std::string>());
    auto expected = one["notes"].get<std::vector<std::string>>();
    auto got = configs::codes(one["config"]);
    std::ranges::sort(expected);
    std::ranges::sort(got);
    CHECK(got == expected);
  }
}

TEST_CASE("model config: every config of refused.json is refused, and the message has its word") {
  const configs::json all = configs::reference("refused");
  CHECK(all.size() == 15);
  for (const configs::json& one : all) {
    CAPTURE(one["name"].get<std::string>());
    const std::string said = configs::refused(one["config"]);
    CAPTURE(said);
    CHECK(said.starts_with("[config] "));
    CHECK(said.find(one["message_names"].get<std::string>()) != std::string::npos);
  }
}

TEST_CASE("model config: Llama 3.1 leaves 25 pairs of 64 unfinished at its claimed length") {
  const RopeReport rope = configs::rope(configs::of_model("Llama-3.1-8B-Instruct"));
  CHECK(rope.frequencies.inv_freq.size() == 64);
  CHECK(rope.unfinished_claimed == 25);
  CHECK(rope.unfinished_original == 32);
  CHECK(std::ranges::count(rope.changes, PairChange::kept) == 29);
  CHECK(std::ranges::count(rope.changes, PairChange::squeezed) == 29);
}

TEST_CASE(
    "model config: angles of Llama 3 8B are off by 14.7 rad in bfloat16 at its last position") {
  const auto errors = configs::rope(configs::of_model("Llama-3-8B")).errors;
  REQUIRE(errors);
  CHECK(errors->position == 8191);
  CHECK(errors->bfloat16 == doctest::Approx(14.7).epsilon(0.005));
  CHECK(errors->float16 < errors->bfloat16);
  CHECK(errors->float32 < 1e-3);
}

TEST_CASE("model config: Gemma 4's full layers leave 192 of 256 pairs unrotated") {
  const ModelReport report = configs::report(configs::of_model("gemma-4-31b"));
  REQUIRE(report.ropes.size() == 2);
  const RopeReport& full = report.ropes[0];
  CHECK(full.settings.layers == LayerKind::full);
  CHECK(full.settings.scaling.type == RopeType::proportional);
  CHECK(full.frequencies.inv_freq.size() == 256);
  CHECK(std::ranges::count(full.frequencies.inv_freq, 0.0) == 192);
  CHECK(std::ranges::count(full.waves_after, 0.0) == 192);
  CHECK(full.settings.rotary_dim.value == 128);
  CHECK(report.ropes[1].frequencies.inv_freq.size() == 128);
}

TEST_CASE("model config: every model that ships is read as its entry says") {
  const configs::json shipped = parse_json(std::string(shipped_models_json()));
  std::set<std::string> names;
  // The owner of the repository in which a config was seen, if its makers are that.
  std::map<std::string, std::string> of_makers;
  for (const configs::json& model : shipped) {
    const auto name = model["name"].get<std::string>();
    CAPTURE(name);
    CHECK(names.insert(name).second);
    const ModelReport report = configs::report(model["config"]);
    CHECK(name_in(position_kind_names, report.model.kind) == model["kind"].get<std::string>());
    CHECK(configs::name_or_null(report.model.layout) == model["layout"]);
    CHECK(report.model.known_class);
    const auto certainty = model["certainty"].get<std::string>();
    CHECK((certainty == "published" || certainty == "class defaults" || certainty == "composed"));
    const auto source = model["source"].get<std::string>();
    CHECK_FALSE(source.empty());
    const std::string copy = model.value("copy", "");
    CHECK((copy.empty() || (certainty == "published" && (copy == "mirror" || copy == "quoted"))));
    // A mirror has the whole file.
    if (copy == "mirror") CHECK(source.find("config.json") != std::string::npos);
    if (certainty == "published" && copy.empty())
      of_makers[name] = source.substr(0, source.find('/'));
  }
  CHECK(of_makers ==
        std::map<std::string, std::string>{{"GPT-NeoX-20B", "EleutherAI"},
                                           {"Qwen3-8B + YaRN as its docs advise", "QwenLM"},
                                           {"gpt-oss-120b", "openai"}});
}
