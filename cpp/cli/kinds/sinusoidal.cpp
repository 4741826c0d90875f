#include "posenc/encoding/sinusoidal.hpp"

#include <array>

#include "kind.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/encoding/frequencies.hpp"

namespace {

using namespace posenc;

ColumnLayout column_layout(const Params& p) {
  return p.choice<ColumnLayout>("layout", "interleaved");
}

constexpr std::array kinds_of_waves{
    KIND("table", sinusoidal_table(frequencies(p), p.numbers("positions"), column_layout(p))),
    KIND("columns",
         sinusoidal_columns(frequencies(p), p.numbers("dimensions"), p.numbers("positions"))),
    KIND("inverse_frequencies", frequencies(p).values()),
    KIND("wavelengths", wavelengths(frequencies(p))),
    KIND("shift_matrix", shift_matrix(frequencies(p), p.number("shift"), column_layout(p))),
    KIND("shift_apply", shifted_encoding(frequencies(p), p.number("shift"), p.number("position"),
                                         column_layout(p))),
    KIND("turns", turns(frequencies(p), p.number("position"))),
};

}  // namespace

std::span<const Kind> sinusoidal_kinds() { return kinds_of_waves; }
