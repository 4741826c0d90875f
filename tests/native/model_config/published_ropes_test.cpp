#include "posenc/model_config/published_ropes.hpp"

#include <nlohmann/json.hpp>

#include "config_json.hpp"
#include "reference_file.hpp"
#include "test.hpp"

namespace {

/// The config of a shipped model.
ModelConfig config_of(const std::string& model) {
  std::ifstream file = reference_file("models/models.json");
  REQUIRE(file.is_open());
  for (const auto& one : nlohmann::json::parse(file)) {
    if (one["name"] != model) continue;
    const auto parsed = parse_config(one["config"].dump());
    REQUIRE(parsed);
    auto config = read_model_config(*parsed);
    REQUIRE(config);
    return *std::move(config);
  }
  FAIL("no model " << model);
  return {};
}

}  // namespace

TEST_CASE("published ropes: each is what the model's config says") {
  for (const PublishedRope& rope : published::all) {
    CAPTURE(rope.model);
    const ModelConfig config = config_of(std::string(rope.model));
    const auto found = std::ranges::find(config.ropes, rope.layers, &RopeSettings::layers);
    REQUIRE(found != config.ropes.end());
    CHECK(found->head_dim.value == rope.head_dim);
    CHECK(found->rotary_dim.value == rope.rotary_dim);
    CHECK(found->base.value == rope.base);
    REQUIRE(config.claimed);
    CHECK(config.claimed->value == rope.claimed);
    CHECK(found->scaling.type == rope.type);
    CHECK(found->scaling.factor.value_or(1) == rope.factor);
    CHECK((found->scaling.original ? found->scaling.original->value : rope.claimed) ==
          rope.original);
    // And all that is left out here, such as beta_slow, changes nothing.
    for (const double length : {1.0, rope.original, rope.claimed, 4 * rope.claimed}) {
      CAPTURE(length);
      const auto expected = rope_frequencies(*found, config.claimed, length);
      REQUIRE(expected);
      const RopeFrequencies here = frequencies_of(rope, length);
      CHECK(here.base == expected->base);
      CHECK(here.inv_freq == expected->inv_freq);
      CHECK(here.unscaled == expected->unscaled);
      CHECK(here.attention_factor == expected->attention_factor);
    }
  }
}
