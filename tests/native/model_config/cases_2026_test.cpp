#include <algorithm>
#include <set>
#include <sstream>

#include "configs.hpp"
#include "test.hpp"

// The files of tests/reference/models/2026: cases made from Transformers 5.16, and what its classes supply.
namespace cases_2026 {

using configs::json;

/// The number of pairs, and some of the frequencies by the number of their pair.
void check_frequencies(const RopeFrequencies& frequencies, const json& expected) {
  REQUIRE(frequencies.inv_freq.size() == expected["pairs"].get<Index>());
  for (const auto& entry : expected["inv_freq_at"].items()) {
    const Index pair = std::stol(entry.key());
    CAPTURE(pair);
    CHECK(configs::is_near(frequencies.inv_freq[pair], entry.value().get<double>()));
  }
}

void check_rope(const RopeReport& rope, const ModelConfig& model, const json& expected) {
  const RopeSettings& settings = rope.settings;
  CHECK(configs::name_or_null(settings.layers) == expected["layer_type"]);
  CHECK(name(settings.scaling.type) == expected["rope_type"].get<std::string>());
  CHECK(settings.head_dim.value == expected["head_dim"].get<Index>());
  CHECK(settings.rotary_dim.value == expected["rotary_dim"].get<Index>());
  CHECK(configs::name_or_null(model.layout) == expected["layout"]);
  CHECK(configs::is_near(rope.frequencies.base, expected["base"].get<double>()));
  CHECK(configs::is_near(rope.frequencies.attention_factor,
                         expected["attention_factor"].get<double>()));
  check_frequencies(rope.frequencies, expected);
}

/// The numbers of the layers for which `is_one` is true.
template <class Is>
std::vector<std::size_t> layers_that(const ModelConfig& model, Is is_one) {
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n < model.layers.layers.size(); ++n) {
    if (is_one(model.layers.layers[n])) all.push_back(n);
  }
  return all;
}

void check_layers(const ModelConfig& model, const json& expected) {
  const auto is_other = [](const auto& layer) { return layer.kind == LayerKind::other; };
  const auto stands = [&](const auto& layer) { return !is_other(layer) && !layer.rotates; };
  if (expected.contains("other")) CHECK(json(layers_that(model, is_other)) == expected["other"]);
  if (expected.contains("without_rope")) {
    CHECK(json(layers_that(model, stands)) == expected["without_rope"]);
  }
}

void check(const json& config, const json& expected) {
  const ModelReport report = configs::report(config);
  CHECK(name(report.model.kind) == expected["kind"].get<std::string>());
  check_layers(report.model, expected);
  const auto codes = configs::codes(report.model);
  for (const json& code : expected.value("notes", json::array())) {
    CHECK(std::ranges::find(codes, code.get<std::string>()) != codes.end());
  }
  if (expected.contains("class_logit_factor")) {
    CHECK(configs::is_near(report.ropes.at(0).class_logit_factor,
                           expected["class_logit_factor"].get<double>()));
  }
  if (expected.contains("two_dimensional")) {
    CHECK(report.ropes.at(0).settings.axes != PositionAxes::one);
  }
  if (!expected.contains("ropes")) return;
  REQUIRE(report.ropes.size() == expected["ropes"].size());
  for (std::size_t n = 0; n < report.ropes.size(); ++n) {
    check_rope(report.ropes[n], report.model, expected["ropes"][n]);
  }
}

}  // namespace cases_2026

TEST_CASE("model config: every case of 2026") {
  for (const configs::json& one : configs::reference("2026/cases")) {
    CAPTURE(one["name"].get<std::string>());
    const configs::json& expected = one["expect"];
    if (expected.contains("refusal_must_say")) {
      CHECK(configs::refused(one["config"]).find("params.json") != std::string::npos);
    } else {
      cases_2026::check(one["config"], expected);
    }
  }
}

TEST_CASE("model config: what the cases of 2026 must say") {
  const auto config = [](const std::string& name) {
    for (const configs::json& one : configs::reference("2026/cases")) {
      if (one["name"] == name) return one["config"];
    }
    FAIL("there is no case " << name);
    return configs::json();
  };
  const auto says = [&](const std::string& name, NoteCode code, const std::string& words) {
    CAPTURE(name);
    CHECK(configs::message(config(name), code).find(words) != std::string::npos);
  };
  says("partial_rotary_factor in a class that does not read it", NoteCode::part_unread,
       "The class llama does not read partial_rotary_factor");
  says("MiniMax-Text-01 of transformers: attention on even layers by class", NoteCode::part_unread,
       "The class minimax does not read rotary_dim: in Transformers 5 it rotates all 128");
  says("yarn without factor: Hugging Face fails", NoteCode::factor_missing,
       "Transformers 5 refuses yarn without factor (KeyError)");
  const auto growth =
      configs::read(config("Mistral Small 4: logits times (0.1 ln 128 + 1)^2")).query_growth;
  REQUIRE(growth);
  CHECK(growth->scale.value == 0.1);
  CHECK(growth->period.value == 8192);
  CHECK(growth->layers == QueryGrowth::Layers::all);
}

namespace cases_2026 {

/// The columns of classes.tsv that are read.
struct ClassRow {
  std::string model_type;
  std::string layout;
  std::set<double> bases;
  std::string part;
  std::string head_dim;
};

std::vector<ClassRow> class_rows() {
  std::istringstream table(configs::text_of_reference("2026/classes.tsv"));
  std::vector<ClassRow> rows;
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream cells(line);
    std::vector<std::string> row(10);
    for (std::string& cell : row) std::getline(cells, cell, '\t');
    ClassRow one{row[0], row[2], {}, row[4], row[6]};
    std::istringstream words(row[3]);
    for (std::string word; words >> word;) {
      if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) one.bases.insert(std::stod(word));
    }
    rows.push_back(one);
  }
  return rows;
}

/// Classes whose bare file has no frequencies, or other ones than the table of their full-sized defaults, with the reason.
const std::set<std::string> without_frequencies{
    "granitemoehybrid",      // rotates if position_embedding_type is "rope"
    "minimax_m3_vl_vision",  // three axes
    "moonshine",             // 0.9 of 128 is odd
    "zamba2",                // rotates if use_mem_rope is true
};
const std::set<std::string> own_head{
    // A width of a head of their own, which width / heads of their defaults happens to be.
    "gemma3n_text", "gemma4_vision", "qwen2_5_omni_dit", "qwen3_5_text", "timesfm2_5", "xcodec2",
    // The table gives the head of sliding layers.
    "diffusion_gemma_text", "gemma4_text", "gemma4_unified_text",
    // Rotates the whole width at once.
    "efficientloftr"};

}  // namespace cases_2026

TEST_CASE("model config: a bare file of every class of 2026") {
  const auto rows = cases_2026::class_rows();
  CHECK(rows.size() == 170);
  for (const auto& row : rows) {
    if (cases_2026::without_frequencies.contains(row.model_type)) continue;
    CAPTURE(row.model_type);
    const ModelConfig model = configs::read({{"model_type", row.model_type},
                                             {"hidden_size", 512},
                                             {"num_attention_heads", 4},
                                             {"num_hidden_layers", 4}});
    REQUIRE(model.layout);
    CHECK(name(*model.layout) == row.layout);
    REQUIRE_FALSE(model.ropes.empty());
    for (const RopeSettings& rope : model.ropes) {
      CHECK(rope.base.from == "class " + row.model_type);
      const auto is_its = [&rope](double base) {
        return std::abs(base - rope.base.value) < 1e-5 * base;  // the table has six digits
      };
      CHECK(std::ranges::any_of(row.bases, is_its));
      if (cases_2026::own_head.contains(row.model_type)) continue;
      const double head = row.head_dim.empty() ? 128 : std::stod(row.head_dim);
      CHECK(static_cast<double>(rope.head_dim.value) == head);
      if (row.part.find(' ') != std::string::npos) continue;
      const double part = row.part.empty() ? 1 : std::stod(row.part);
      CHECK(static_cast<double>(rope.rotary_dim.value) == std::trunc(head * part));
    }
  }
}
