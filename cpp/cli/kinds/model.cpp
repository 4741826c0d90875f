#include <array>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/model/cost.hpp"
#include "posenc/model/first_token.hpp"
#include "posenc/model/permutation.hpp"

namespace {

using nlohmann::ordered_json;

ordered_json shown(const posenc::EncodingCosts& costs) {
  ordered_json schemes = ordered_json::object();
  for (const posenc::SchemeCost& one : costs.schemes) {
    schemes[facts_of(one.scheme).name] = {{"operations", one.operations},
                                          {"share", one.share},
                                          {"parameters", one.parameters},
                                          {"memory", one.memory}};
  }
  return {{"model_operations", costs.model_operations}, {"schemes", schemes}};
}

constexpr std::array kinds_of_models{
    Kind{"first_token_effect",
         [](const Params& p) {
           const auto effect = unwrap(posenc::first_token_effect(
               p.number("layers"), p.number("positions"), p.number("seed")));
           return ordered_json{{"repeated", to_json(effect.repeated)},
                               {"after_first", to_json(effect.after_first)},
                               {"repeated_spread", effect.repeated_spread},
                               {"after_first_spread", effect.after_first_spread},
                               {"varying", effect.varying},
                               {"repeated_equal", effect.repeated_equal}};
         }},
    Kind{"encoding_costs",
         [](const Params& p) {
           return shown(unwrap(posenc::encoding_costs(
               {p.number("d_model"), p.number("heads"), p.number("layers"), p.number("length")})));
         }},
    Kind{"permuted_attention",
         [](const Params& p) {
           const posenc::AttentionLayer layer{
               p.number("d_model"), p.number("seed"),
               unwrap(posenc::to_added_positions(p.text("encoding", "none"))),
               unwrap(posenc::to_attention_mask(p.text("mask", "none")))};
           const auto result =
               unwrap(posenc::permuted_attention(layer, p.numbers("tokens"), p.numbers("order")));
           return ordered_json{{"weights", to_json(result.weights)},
                               {"outputs", to_json(result.outputs)},
                               {"reordered_weights", to_json(result.reordered_weights)},
                               {"reordered_outputs", to_json(result.reordered_outputs)},
                               {"weight_difference", result.weight_difference},
                               {"output_difference", result.output_difference},
                               {"pooled_difference", result.pooled_difference},
                               {"equivariant", result.equivariant},
                               {"invariant", result.invariant}};
         }},
};

}  // namespace

std::span<const Kind> model_kinds() { return kinds_of_models; }
