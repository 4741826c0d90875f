#include <array>
#include <string>
#include <vector>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/analysis/grid_kernel.hpp"
#include "posenc/analysis/grid_resize.hpp"
#include "posenc/analysis/timestep_similarity.hpp"
#include "posenc/encoding/axes.hpp"
#include "posenc/encoding/fourier_features.hpp"
#include "posenc/encoding/grid.hpp"
#include "posenc/encoding/timestep.hpp"
#include "posenc/model/coordinate_network.hpp"

namespace {

using posenc::AxisFrequencies;

/// The frequencies F that are given, of M-RoPE if there are sections, mixed if there are heads or an angle, or else
/// axial.
AxisFrequencies axis_frequencies(const Params& p) {
  if (p.has("frequencies")) return unwrap(AxisFrequencies::from_values(p.matrix("frequencies")));
  if (p.has("sections")) {
    return unwrap(posenc::mrope_frequencies(
        p.numbers("sections"),
        unwrap(posenc::to_section_layout(p.text("sections_layout", "chunked"))), p.number("base")));
  }
  if (p.has("heads")) {
    return unwrap(posenc::mixed_head_frequencies(p.number("head_dim"), p.number("base"),
                                                 p.number("heads"), p.number("seed")));
  }
  if (p.has("angle")) {
    return unwrap(
        posenc::mixed_frequencies(p.number("head_dim"), p.number("base"), p.number("angle")));
  }
  return unwrap(posenc::axial_frequencies(p.number("head_dim"), p.number("base")));
}

posenc::PairLayout pair_layout(const Params& p) {
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

/// One of the library's pictures, or one from its values.
posenc::Picture picture(const Params& p) {
  if (p.has("values")) return unwrap(posenc::to_picture(p.number("side"), p.numbers("values")));
  return posenc::drawn_picture(unwrap(posenc::to_picture_name(p.text("picture", "whale"))));
}

posenc::CoordinateOptions coordinate_options(const Params& p) {
  const posenc::CoordinateOptions usual;
  return {unwrap(posenc::to_coordinate_input(p.text("input", "random"))),
          p.number("levels", usual.levels),
          p.number("features", usual.features),
          p.number("scale", usual.scale),
          p.number("layers", usual.layers),
          p.number("hidden", usual.hidden),
          p.number("learning_rate", usual.learning_rate),
          p.number("seed", usual.seed)};
}

nlohmann::ordered_json trained_picture(const Params& p) {
  auto trainer = unwrap(posenc::PictureTrainer::make(picture(p), coordinate_options(p)));
  const auto losses =
      trainer.train(unwrap(posenc::to_count("[picture] `steps`", p.number("steps", 300))));
  if (const auto at = trainer.diverged_at()) {
    throw BadInput("[picture] the loss was not finite at step " + std::to_string(*at));
  }
  const auto quality = trainer.quality();
  const auto drawn = trainer.drawn().values;
  return {{"losses", losses},
          {"trained", quality.trained},
          {"held_out", quality.held_out},
          {"values", drawn}};
}

constexpr std::array kinds_of_axes{
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
    Kind{"resized_grid",
         [](const Params& p) {
           const auto resized = unwrap(posenc::resized_grid(
               p.matrix("table"), {p.number("from_rows"), p.number("from_columns")},
               {p.number("to_rows"), p.number("to_columns")},
               unwrap(posenc::to_interpolation(p.text("interpolation", "bicubic")))));
           return nlohmann::ordered_json{{"table", to_json(resized.table)},
                                         {"norms", to_json(resized.norms)},
                                         {"amplitudes", to_json(resized.amplitudes)}};
         }},
    Kind{"axis_frequencies", [](const Params& p) { return to_json(axis_frequencies(p).values()); }},
    Kind{"axis_angles",
         [](const Params& p) {
           return to_json(unwrap(posenc::axis_angles(axis_frequencies(p), p.matrix("positions"))));
         }},
    Kind{"rotate_axes",
         [](const Params& p) {
           return to_json(unwrap(posenc::rotate_axes(axis_frequencies(p), pair_layout(p),
                                                     p.vector("x"), p.matrix("positions"))));
         }},
    Kind{"axis_scores",
         [](const Params& p) {
           return to_json(unwrap(posenc::axis_scores(
               axis_frequencies(p), pair_layout(p), p.vector("q"), p.vector("k"),
               p.matrix("query_positions"), p.matrix("key_positions"))));
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
    Kind{"timestep_similarities",
         [](const Params& p) {
           const auto convention = [&](const char* name) {
             return unwrap(posenc::to_timestep_convention(p.text(name, "ddpm")));
           };
           return to_json(unwrap(posenc::timestep_similarities(
               p.number("dimension"), p.number("max_period"), convention("given"),
               convention("known"), p.number("timestep"), p.numbers("timesteps"))));
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
    Kind{"picture",
         [](const Params& p) {
           const auto one = picture(p);
           return nlohmann::ordered_json{{"side", one.side}, {"values", one.values}};
         }},
    Kind{"trained_picture", [](const Params& p) { return trained_picture(p); }},
};

}  // namespace

std::span<const Kind> beyond_words_kinds() { return kinds_of_axes; }
