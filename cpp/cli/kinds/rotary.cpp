#include "posenc/encoding/rotary.hpp"

#include <array>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/analysis/rotation.hpp"

namespace {

using posenc::PairLayout;

posenc::RotaryEmbedding rope(const Params& p) {
  const double head_dim = p.number("head_dim");
  auto plain =
      unwrap(posenc::RotaryEmbedding::make(head_dim, p.number("rotary_dim", head_dim),
                                           p.number("base"), p.text("layout", "interleaved")));
  if (!p.has("attention_factor")) return plain;
  return unwrap(posenc::RotaryEmbedding::make(plain.theta(), head_dim, plain.layout(),
                                              p.number("attention_factor")));
}

constexpr std::array kinds_of_rotation{
    Kind{"rotate",
         [](const Params& p) {
           return to_json(unwrap(posenc::rotate(rope(p), p.vector("x"), p.numbers("positions"))));
         }},
    Kind{"rotation_matrix",
         [](const Params& p) {
           return to_json(unwrap(posenc::rotation_matrix(rope(p), p.number("position"))));
         }},
    Kind{"scores",
         [](const Params& p) {
           return to_json(unwrap(posenc::rotary_scores(rope(p), p.vector("q"), p.vector("k"),
                                                       p.pairs("positions_mn"))));
         }},
    Kind{"rotary_scores_with",
         [](const Params& p) {
           return to_json(unwrap(posenc::rotary_scores_with(
               p.vector("inverse_frequencies"), p.number("attention_factor", 1),
               unwrap(posenc::to_pair_layout(p.text("layout", "interleaved"))), p.vector("q"),
               p.vector("k"), p.pairs("positions_mn"))));
         }},
    Kind{"rotation",
         [](const Params& p) {
           const auto turned =
               unwrap(posenc::rotation(rope(p), p.vector("x"), p.number("position")));
           return nlohmann::ordered_json{{"rotated", to_json(turned.rotated)},
                                         {"radians", to_json(turned.radians)},
                                         {"turns", to_json(turned.turns)},
                                         {"pair_norms", to_json(turned.pair_norms)},
                                         {"directions", to_json(turned.directions)},
                                         {"squared_norm", turned.squared_norm},
                                         {"rotated_squared_norm", turned.rotated_squared_norm},
                                         {"keeps_norm", turned.keeps_norm}};
         }},
    Kind{"compare_scores",
         [](const Params& p) {
           const auto compared = unwrap(posenc::compare_scores(
               rope(p), p.vector("q"), p.vector("k"), p.pairs("positions_mn")));
           return nlohmann::ordered_json{{"scores", to_json(compared.scores)},
                                         {"difference", compared.difference},
                                         {"equal", compared.equal}};
         }},
    Kind{"compare_layouts",
         [](const Params& p) {
           const auto compared = unwrap(posenc::compare_layouts(
               frequencies(p), p.vector("q"), p.vector("k"), p.pairs("positions_mn")));
           return nlohmann::ordered_json{{"interleaved", to_json(compared.interleaved)},
                                         {"permuted", to_json(compared.permuted)},
                                         {"mixed", to_json(compared.mixed)},
                                         {"permuted_difference", compared.permuted_difference},
                                         {"mixed_difference", compared.mixed_difference},
                                         {"permuted_agrees", compared.permuted_agrees},
                                         {"mixed_agrees", compared.mixed_agrees}};
         }},
    Kind{"cos_sin",
         [](const Params& p) {
           const auto of_head = p.has("rotary_dim") ? rope(p).theta() : frequencies(p);
           return to_json(unwrap(posenc::cos_sin_table(of_head, p.numbers("positions"),
                                                       p.number("attention_factor", 1))));
         }},
    Kind{"permutation_interleaved_to_half",
         [](const Params& p) {
           return to_json(unwrap(posenc::layout_permutation(
               p.number("head_dim"), PairLayout::interleaved, PairLayout::half_split)));
         }},
    Kind{"permutation_half_to_interleaved",
         [](const Params& p) {
           return to_json(unwrap(posenc::layout_permutation(
               p.number("head_dim"), PairLayout::half_split, PairLayout::interleaved)));
         }},
};

}  // namespace

std::span<const Kind> rotary_kinds() { return kinds_of_rotation; }
