#include "posenc/encoding/rotary.hpp"

#include <array>

#include "kind.hpp"
#include "posenc/analysis/rotation.hpp"

namespace {

using namespace posenc;

RotaryEmbedding rope(const Params& p) {
  const double head_dim = p.number("head_dim");
  auto plain = unwrap(RotaryEmbedding::make(head_dim, p.number("rotary_dim", head_dim),
                                            p.number("base"), p.text("layout", "interleaved")));
  if (!p.has("attention_factor")) return plain;
  return unwrap(
      RotaryEmbedding::make(plain.theta(), head_dim, plain.layout(), p.number("attention_factor")));
}

Result<Matrix> cos_sin(const Params& p) {
  const auto of_head = p.has("rotary_dim") ? rope(p).theta() : frequencies(p);
  return cos_sin_table(of_head, p.numbers("positions"), p.number("attention_factor", 1));
}

constexpr std::array kinds_of_rotation{
    KIND("rotate", rotate(rope(p), p.vector("x"), p.numbers("positions"))),
    KIND("rotation_matrix", rotation_matrix(rope(p), p.number("position"))),
    KIND("scores", rotary_scores(rope(p), p.vector("q"), p.vector("k"), p.pairs("positions_mn"))),
    KIND("rotary_scores_with",
         rotary_scores_with(p.vector("inverse_frequencies"), p.number("attention_factor", 1),
                            p.choice<PairLayout>("layout", "interleaved"), p.vector("q"),
                            p.vector("k"), p.pairs("positions_mn"))),
    KIND("rotation", rotation(rope(p), p.vector("x"), p.number("position"))),
    KIND("compare_scores",
         compare_scores(rope(p), p.vector("q"), p.vector("k"), p.pairs("positions_mn"))),
    KIND("compare_layouts",
         compare_layouts(frequencies(p), p.vector("q"), p.vector("k"), p.pairs("positions_mn"))),
    KIND("cos_sin", cos_sin(p)),
    KIND("permutation_interleaved_to_half",
         layout_permutation(p.number("head_dim"), PairLayout::interleaved, PairLayout::half_split)),
    KIND("permutation_half_to_interleaved",
         layout_permutation(p.number("head_dim"), PairLayout::half_split, PairLayout::interleaved)),
};

}  // namespace

std::span<const Kind> rotary_kinds() { return kinds_of_rotation; }
