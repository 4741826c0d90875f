#include <array>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/model/first_token.hpp"
#include "posenc/model/permutation.hpp"

namespace {

using nlohmann::ordered_json;

constexpr std::array kinds{
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

std::span<const Kind> model_kinds() { return kinds; }
