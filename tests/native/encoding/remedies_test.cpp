#include "posenc/encoding/remedies.hpp"

#include "test.hpp"

namespace {

const GeometricFrequencies pretrained = *GeometricFrequencies::make(128, 10000);

Vector with(Remedy remedy, double seq_len = 8192) {
  return with_remedy(remedy, pretrained, 2048, 4, seq_len)->theta.values();
}

}  // namespace

TEST_CASE("each remedy is a method of context extension with its own settings") {
  CHECK(with(Remedy::none) == pretrained.values());
  CHECK(with(Remedy::interpolation) == position_interpolation(pretrained, 4)->values());
  CHECK(with(Remedy::ntk_aware) == ntk_aware(pretrained, 4)->values());
  CHECK(with(Remedy::ntk_by_parts) == ntk_by_parts(pretrained, 2048, 4, 1, 32)->values());
  CHECK(with(Remedy::yarn) == with(Remedy::ntk_by_parts));
  CHECK(with(Remedy::yarn_short) == ntk_by_parts(pretrained, 2048, 4, 0.25, 2)->values());
  CHECK(with(Remedy::yarn_released) ==
        yarn(pretrained, 2048, 4, 1, 32, YarnRamp::released)->theta.values());
  CHECK(with(Remedy::llama3) == llama3_scaling(pretrained, 2048, 4, 1, 4)->values());
}

TEST_CASE("only dynamic NTK depends on the length of the text, and not within the trained length") {
  for (const RemedyFacts& facts : remedy_facts) {
    CAPTURE(facts.name);
    CHECK((with(facts.remedy, 4096) == with(facts.remedy, 8192)) ==
          (facts.remedy != Remedy::dynamic_ntk));
  }
  CHECK(with(Remedy::dynamic_ntk, 100) == pretrained.values());
  CHECK(with(Remedy::dynamic_ntk, 8192) == with(Remedy::ntk_aware));
}

TEST_CASE("only YaRN multiplies cos and sin") {
  for (const RemedyFacts& facts : remedy_facts) {
    CAPTURE(facts.name);
    const double factor = with_remedy(facts.remedy, pretrained, 2048, 4, 8192)->attention_factor;
    CHECK(factor == (facts.name.starts_with("yarn") ? *yarn_attention_factor(4) : 1));
  }
}

TEST_CASE("remedies have different names, and a wrong name or scale is refused") {
  std::set<std::string_view> names;
  for (const RemedyFacts& facts : remedy_facts) {
    names.insert(facts.name);
    CHECK(*to_remedy(facts.name) == facts.remedy);
  }
  CHECK(names.size() == remedy_facts.size());
  CHECK(to_remedy("linear").error().parameter == "remedy");
  CHECK(!with_remedy(Remedy::interpolation, pretrained, 2048, 0, 8192));
}
