#include <array>
#include <vector>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/analysis/grid_kernel.hpp"
#include "posenc/encoding/axes.hpp"
#include "posenc/encoding/fourier_features.hpp"
#include "posenc/encoding/grid.hpp"
#include "posenc/encoding/timestep.hpp"

namespace {

using posenc::AxisFrequencies;

/// The frequencies F that are given, of M-RoPE if there are sections, mixed if there is an angle, or else axial.
AxisFrequencies axis_frequencies(const Params& p) {
  if (p.has("frequencies")) return unwrap(AxisFrequencies::from_values(p.matrix("frequencies")));
  if (p.has("sections")) {
    return unwrap(posenc::mrope_frequencies(
        p.numbers("sections"),
        unwrap(posenc::to_section_layout(p.text("sections_layout", "chunked"))), p.number("base")));
  }
  if (p.has("angle")) {
    return unwrap(
        posenc::mixed_frequencies(p.number("head_dim"), p.number("base"), p.number("angle")));
  }
  return unwrap(posenc::axial_frequencies(p.number("head_dim"), p.number("base")));
}

posenc::PairLayout layout(const Params& p) {
  return unwrap(posenc::to_pair_layout(p.text("layout", "interleaved")));
}

std::vector<posenc::MropeSegment> segments(const Params& p) {
  std::vector<posenc::MropeSegment> all;
  for (const Params& one : p.objects("segments")) {
    all.push_back({unwrap(posenc::to_segment_kind(one.text("kind", "text"))),
                   one.number("frames", 1), one.number("rows", 1), one.number("columns")});
  }
  return all;
}

constexpr std::array kinds{
    Kind{"grid_table",
         [](const Params& p) {
           const auto half =
               unwrap(posenc::grid_frequencies(p.number("d_model"), p.number("base")));
           return to_json(unwrap(posenc::grid_table(
               half, p.number("rows"), p.number("columns"),
               unwrap(posenc::to_grid_convention(p.text("convention", "mae"))))));
         }},
    Kind{"resize_grid_table",
         [](const Params& p) {
           return to_json(unwrap(posenc::resize_grid_table(
               p.matrix("table"), {p.number("from_rows"), p.number("from_columns")},
               {p.number("to_rows"), p.number("to_columns")},
               unwrap(posenc::to_interpolation(p.text("interpolation", "bicubic"))))));
         }},
    Kind{"axis_frequencies", [](const Params& p) { return to_json(axis_frequencies(p).values()); }},
    Kind{"axis_angles",
         [](const Params& p) {
           return to_json(unwrap(posenc::axis_angles(axis_frequencies(p), p.matrix("positions"))));
         }},
    Kind{"rotate_axes",
         [](const Params& p) {
           return to_json(unwrap(posenc::rotate_axes(axis_frequencies(p), layout(p), p.vector("x"),
                                                     p.matrix("positions"))));
         }},
    Kind{"axis_scores",
         [](const Params& p) {
           return to_json(unwrap(posenc::axis_scores(axis_frequencies(p), layout(p), p.vector("q"),
                                                     p.vector("k"), p.matrix("query_positions"),
                                                     p.matrix("key_positions"))));
         }},
    Kind{"grid_kernel",
         [](const Params& p) {
           const auto kernel = unwrap(posenc::grid_kernel(axis_frequencies(p), p.number("reach")));
           return nlohmann::ordered_json{{"values", to_json(kernel.values)},
                                         {"axes", to_json(kernel.axes)},
                                         {"diagonals", to_json(kernel.diagonals)},
                                         {"by_direction", kernel.by_direction},
                                         {"interplay", kernel.interplay}};
         }},
    Kind{"mrope_positions",
         [](const Params& p) { return to_json(unwrap(posenc::mrope_positions(segments(p)))); }},
    Kind{"timestep_embedding",
         [](const Params& p) {
           return to_json(unwrap(posenc::timestep_embedding(
               p.number("dimension"), p.number("max_period"),
               unwrap(posenc::to_timestep_convention(p.text("convention", "ddpm"))),
               p.numbers("timesteps"))));
         }},
    Kind{"fourier_features",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::fourier_features(p.matrix("points"), p.matrix("frequencies"))));
         }},
    Kind{"random_frequencies",
         [](const Params& p) {
           return to_json(unwrap(posenc::random_frequencies(
               p.number("count"), p.number("dimensions"), p.number("scale"), p.number("seed"))));
         }},
    Kind{"nerf_waves",
         [](const Params& p) {
           return to_json(unwrap(posenc::nerf_waves(p.matrix("points"), p.number("levels"))));
         }},
};

}  // namespace

std::span<const Kind> beyond_kinds() { return kinds; }
