#include "posenc/encoding/learned.hpp"

#include <array>

#include "bad_input.hpp"
#include "kind.hpp"

namespace {

constexpr std::array kinds_of_tables{
    Kind{"learned_table",
         [](const Params& p) {
           return to_json(unwrap(posenc::learned_table(
               p.number("rows"), p.number("cols"), p.number("seed"),
               p.number("standard_deviation", posenc::initial_standard_deviation))));
         }},
    Kind{"learned_look_up",
         [](const Params& p) {
           return to_json(unwrap(posenc::look_up(p.matrix("table"), p.numbers("positions"))));
         }},
    Kind{"learned_gradient",
         [](const Params& p) {
           return to_json(unwrap(posenc::look_up_gradient(p.number("rows"), p.numbers("positions"),
                                                          p.matrix("gradient"))));
         }},
    Kind{"hybrid",
         [](const Params& p) {
           return to_json(unwrap(
               posenc::hybrid_encoding(frequencies(p), p.matrix("table"), p.numbers("positions"))));
         }},
};

}  // namespace

std::span<const Kind> learned_kinds() { return kinds_of_tables; }
