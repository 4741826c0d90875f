#include <array>

#include "kind.hpp"
#include "posenc/model/cost.hpp"
#include "posenc/model/first_token.hpp"
#include "posenc/model/permutation.hpp"

namespace {

using namespace posenc;
using nlohmann::ordered_json;

ordered_json shown(const EncodingCosts& costs) {
  ordered_json schemes = ordered_json::object();
  for (const SchemeCost& one : costs.schemes) {
    schemes[facts_of(one.scheme).name] = {{"operations", one.operations},
                                          {"share", one.share},
                                          {"parameters", one.parameters},
                                          {"memory", one.memory}};
  }
  return {{"model_operations", costs.model_operations}, {"schemes", schemes}};
}

Result<PermutedAttention> permuted(const Params& p) {
  const AttentionLayer layer{p.number("d_model"), p.number("seed"),
                             p.choice<AddedPositions>("encoding", "none"),
                             p.choice<AttentionMask>("mask", "none")};
  return permuted_attention(layer, p.numbers("tokens"), p.numbers("order"));
}

constexpr std::array kinds_of_models{
    KIND("first_token_effect",
         first_token_effect(p.number("layers"), p.number("positions"), p.number("seed"))),
    KIND("encoding_costs", shown(unwrap(encoding_costs({p.number("d_model"), p.number("heads"),
                                                        p.number("layers"), p.number("length")})))),
    KIND("permuted_attention", permuted(p)),
};

}  // namespace

std::span<const Kind> model_kinds() { return kinds_of_models; }
