#include <array>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace {

posenc::ColumnLayout column_layout(const Params& params) {
  return unwrap(posenc::to_column_layout(params.text("layout", "interleaved")));
}

constexpr std::array kinds_of_waves{
    Kind{"table",
         [](const Params& p) {
           return to_json(unwrap(
               posenc::sinusoidal_table(frequencies(p), p.numbers("positions"), column_layout(p))));
         }},
    Kind{"columns",
         [](const Params& p) {
           return to_json(unwrap(posenc::sinusoidal_columns(frequencies(p), p.numbers("dimensions"),
                                                            p.numbers("positions"))));
         }},
    Kind{"inverse_frequencies", [](const Params& p) { return to_json(frequencies(p).values()); }},
    Kind{"wavelengths",
         [](const Params& p) { return to_json(posenc::wavelengths(frequencies(p))); }},
    Kind{"shift_matrix",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::shift_matrix(frequencies(p), p.number("shift"), column_layout(p))));
         }},
    Kind{"shift_apply",
         [](const Params& p) {
           return to_json(unwrap(posenc::shifted_encoding(frequencies(p), p.number("shift"),
                                                          p.number("position"), column_layout(p))));
         }},
    Kind{"turns",
         [](const Params& p) {
           return to_json(unwrap(posenc::turns(frequencies(p), p.number("position"))));
         }},
};

}  // namespace

std::span<const Kind> sinusoidal_kinds() { return kinds_of_waves; }
