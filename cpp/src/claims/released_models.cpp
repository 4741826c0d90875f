#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/bias.hpp"
#include "posenc/claims/published_count.hpp"
#include "posenc/claims/released_models.hpp"
#include "posenc/model/parameter_counts.hpp"

// Claims about the encodings of released models.

namespace posenc {
namespace {

// 25. GPT-2 and BERT.

/// Whether a total is explained by positions without parameters, such as sinusoidal ones.
Finding by_parameters(const std::string& name, const TransformerConfiguration& model,
                      decltype(parameters_of_bert)& parameters, double published) {
  const double without = parameters(model, {});
  const double with = parameters(model, {.learned_positions = true});
  return found<bias_phrases, "parameters-with-positions">(
      published - without, support_by_count(published, without, with), name, with_commas(published),
      with_commas(without), with_commas(with), model.positions);
}

Result<Evidence> sinusoids_in_gpt2_and_bert() {
  return Evidence{{by_parameters(say<bias_phrases, "gpt2-small">(), gpt2_small, parameters_of_gpt2,
                                 gpt2_small_total),
                   by_parameters(say<bias_phrases, "bert-base">(), bert_base, parameters_of_bert,
                                 bert_base_total)},
                  say<bias_phrases, "because-learned-rows">()};
}

// 35. RoPE in modern models.

struct NamedModels {
  double count = 0;
  std::string names;  // with their sources
};

NamedModels models_with(ReleasedScheme scheme) {
  NamedModels all;
  for (const ReleasedModel& model : released_models) {
    if (model.scheme != scheme) continue;
    ++all.count;
    if (!all.names.empty()) all.names += ", ";
    all.names += joined({model.name, " (", model.source.text, ")"});
  }
  return all;
}

/// Models without RoPE are against the claim; those with RoPE in some layers use it.
Result<Evidence> modern_models_use_rope() {
  constexpr double total = released_models.size();
  const NamedModels rope = models_with(ReleasedScheme::rope);
  const NamedModels alibi = models_with(ReleasedScheme::alibi);
  const NamedModels some = models_with(ReleasedScheme::rope_in_some_layers);
  const NamedModels none = models_with(ReleasedScheme::none);
  const auto use_it = [](const NamedModels& models) {
    return models.count == 0 ? Support::aside : Support::for_it;
  };
  const auto against = [](const NamedModels& models) {
    return models.count == 0 ? Support::aside : Support::against_it;
  };
  return Evidence{
      about_every_case({found<bias_phrases, "models-with-rope">(rope.count, use_it(rope),
                                                                rope.count, total, rope.names),
                        found<bias_phrases, "models-with-alibi">(alibi.count, against(alibi),
                                                                 alibi.count, total, alibi.names),
                        found<bias_phrases, "models-with-some-rope">(some.count, use_it(some),
                                                                     some.count, total, some.names),
                        found<bias_phrases, "models-with-none">(none.count, against(none),
                                                                none.count, total, none.names)}),
      say<bias_phrases, "because-most-have-rope">()};
}

}  // namespace

std::vector<ClaimExperiment> released_model_claims() {
  ClaimExperiment rope = computed_claim(35, say<bias_phrases, "claim-modern-models">(), "reference",
                                        {}, modern_models_use_rope);
  for (const ReleasedModel& model : released_models) {
    rope.claim.sources.push_back({std::string(model.source.text), std::string(model.source.url)});
  }
  return {computed_claim(25, say<bias_phrases, "claim-gpt2-and-bert">(), "learned",
                         {cited::bert, cited::gpt2_code, cited::original_transformer},
                         sinusoids_in_gpt2_and_bert),
          std::move(rope)};
}

}  // namespace posenc
