#include "posenc/encoding/learned.hpp"

#include <array>

#include "kind.hpp"

namespace {

using namespace posenc;

constexpr std::array kinds_of_tables{
    KIND("learned_table",
         learned_table(p.number("rows"), p.number("cols"), p.number("seed"),
                       p.number("standard_deviation", initial_standard_deviation))),
    KIND("learned_look_up", look_up(p.matrix("table"), p.numbers("positions"))),
    KIND("learned_gradient",
         look_up_gradient(p.number("rows"), p.numbers("positions"), p.matrix("gradient"))),
    KIND("hybrid", hybrid_encoding(frequencies(p), p.matrix("table"), p.numbers("positions"))),
};

}  // namespace

std::span<const Kind> learned_kinds() { return kinds_of_tables; }
