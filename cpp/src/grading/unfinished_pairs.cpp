#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/grading/practice.hpp"
#include "posenc/model_config/published_ropes.hpp"

// The pairs of a real model that never complete a turn.

namespace posenc {
namespace {

/// The lesson's own form uses the first.
constexpr std::array drawn_models{
    published::llama_31_8b,    published::llama_3_8b,
    published::code_llama_7b,  published::mistral_7b_v03,
    published::qwen3_8b,       published::smollm3_3b,
    published::tiny_llama,     published::phi_4,
    published::phi_1,          published::stablelm_2,
    published::gpt_neox_20b,   published::minimax_m2,
    published::qwen35_9b,      published::alpaca_2_13b_16k,
    published::ministral_3_3b, published::devstral_2,
    published::gpt_oss,
};

using Before = std::vector<Vector>;

double rotated_pairs(const PublishedRope& rope, Approach approach) {
  const auto components =
      static_cast<double>(approach == Reason::whole_head ? rope.head_dim : rope.rotary_dim);
  return approach == Reason::dimension_for_pair ? components : components / 2;
}

/// The i at which a wave, slowed by the factor, is as long as the text: factor 2 pi base^(2i/d) = length, so
///   i = d ln(length / (factor 2 pi)) / (2 ln base)
double pair_of_one_turn(const PublishedRope& rope, Approach approach, double pairs) {
  const double d = approach == Reason::dimension_for_pair ? pairs : 2 * pairs;
  const double length = approach == Reason::original_length ? rope.original : rope.claimed;
  const double slower = approach == Reason::factor_ignored ? 1 : rope.factor;
  const double turn = approach == Reason::no_two_pi ? 1 : 2 * std::numbers::pi;
  const double steps = approach == Reason::exponent ? 1 : 2;
  return d * std::log(length / (slower * turn)) / (steps * std::log(rope.base));
}

/// The pairs after the one that completes exactly one turn. (NaN comes first in std::max, so that it stays.)
double pairs_after(double turn, double pairs, Approach approach) {
  const double each = approach == Reason::dimension_for_pair ? 2 : 1;
  const double first = std::floor(turn) + (approach == Reason::one_based ? 0 : 1);
  const double left = std::max(pairs - each * first, 0.0);
  return approach == Reason::finished_pairs ? pairs - left : left;
}

std::vector<Reason> slips_of(const PublishedRope& rope) {
  std::vector<Reason> slips{Reason::dimension_for_pair, Reason::no_two_pi, Reason::exponent,
                            Reason::finished_pairs, Reason::one_based};
  if (rope.rotary_dim < rope.head_dim) slips.push_back(Reason::whole_head);
  if (rope.factor > 1) slips.push_back(Reason::factor_ignored);
  if (rope.original < rope.claimed) slips.push_back(Reason::original_length);
  return slips;
}

ExerciseByHand unfinished_of(const PublishedRope& rope) {
  const auto text = [](double value) { return format_number(value); };
  const auto head = static_cast<double>(rope.head_dim);
  const double partial = static_cast<double>(rope.rotary_dim) / head;
  const std::string factor = rope.factor > 1 ? text(rope.factor) + "*" : "";
  const Stage pairs{
      {{.id = "pairs",
        .hint = partial < 1 ? joined({"Only ", partial, " of the ", head,
                                      " components rotate. Two of those form a pair."})
                            : joined({"Two of the ", head, " components form a pair."}),
        .decimals = 0}},
      [rope](Approach approach, const Before&) { return one_value(rotated_pairs(rope, approach)); },
      [head, partial](Index, const Before&) {
        return partial < 1 ? joined({head, "*", partial, "/2"}) : joined({head, "/2"});
      }};
  const Stage turn{
      {{.id = "turn",
        .hint = joined({"Set the wavelength of pair i, ", factor, "2 pi ", rope.base,
                        "^(2i/d), equal to the claimed length, and solve for i. Here d is the "
                        "number of rotated components."}),
        .decimals = 2}},
      [rope](Approach approach, const Before& before) {
        return one_value(pair_of_one_turn(rope, approach, before[0][0]));
      },
      [rope, factor](Index, const Before& before) {
        return joined({2 * before[0][0], "*ln(", rope.claimed, "/(", factor, "2*pi))/(2*ln(",
                       rope.base, "))"});
      }};
  const Stage unfinished{
      {{.id = "unfinished",
        .hint = "Pairs with a larger i are slower and complete no turn. Pairs start at 0.",
        .decimals = 0}},
      [](Approach approach, const Before& before) {
        return one_value(pairs_after(before[1][0], before[0][0], approach));
      },
      [](Index, const Before& before) {
        return joined({before[0][0], " - ", std::floor(before[1][0]) + 1});
      }};
  return {{{"model", std::string(rope.model)},
           {"head_dim", text(head)},
           {"partial", text(partial)},
           {"base", text(rope.base)},
           {"factor", text(rope.factor)},
           {"original", text(rope.original)},
           {"claimed", text(rope.claimed)}},
          {{pairs, turn, unfinished}, {}, slips_of(rope), {}}};
}

}  // namespace

ExerciseByHand unfinished_of_config(Seed seed) {
  if (seed == 0) return unfinished_of(drawn_models.front());
  return drawn_apart(seed, [](Random& random) {
    return unfinished_of(drawn_models[random.below(drawn_models.size())]);
  });
}

}  // namespace posenc
