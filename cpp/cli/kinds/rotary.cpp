#include "posenc/encoding/rotary.hpp"

#include <array>

#include "bad_input.hpp"
#include "kind.hpp"

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

constexpr std::array kinds{
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

std::span<const Kind> rotary_kinds() { return kinds; }
