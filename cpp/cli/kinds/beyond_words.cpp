#include <array>
#include <string>
#include <vector>

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

using namespace posenc;

/// The frequencies F that are given, of M-RoPE if there are sections, mixed if there are heads or an angle, or else
/// axial.
AxisFrequencies axis_frequencies(const Params& p) {
  if (p.has("frequencies")) return unwrap(AxisFrequencies::from_values(p.matrix("frequencies")));
  if (p.has("sections")) {
    return unwrap(mrope_frequencies(p.numbers("sections"),
                                    p.choice<SectionLayout>("sections_layout", "chunked"),
                                    p.number("base")));
  }
  if (p.has("heads")) {
    return unwrap(mixed_head_frequencies(p.number("head_dim"), p.number("base"), p.number("heads"),
                                         p.number("seed")));
  }
  if (p.has("angle")) {
    return unwrap(mixed_frequencies(p.number("head_dim"), p.number("base"), p.number("angle")));
  }
  return unwrap(axial_frequencies(p.number("head_dim"), p.number("base")));
}

PairLayout pair_layout(const Params& p) { return p.choice<PairLayout>("layout", "interleaved"); }

std::vector<MropeSegment> segments(const Params& p) {
  std::vector<MropeSegment> all;
  for (const Params& one : p.objects("segments")) {
    all.push_back({one.choice<SegmentKind>("kind", "text"), one.number("frames", 1),
                   one.number("rows", 1), one.number("columns")});
  }
  return all;
}

/// One of the library's pictures, or one from its values.
Picture picture(const Params& p) {
  if (p.has("values")) return unwrap(to_picture(p.number("side"), p.numbers("values")));
  return drawn_picture(p.choice<PictureName>("picture", "whale"));
}

CoordinateOptions coordinate_options(const Params& p) {
  const CoordinateOptions usual;
  return {p.choice<CoordinateInput>("input", "random"),
          p.number("levels", usual.levels),
          p.number("features", usual.features),
          p.number("scale", usual.scale),
          p.number("layers", usual.layers),
          p.number("hidden", usual.hidden),
          p.number("learning_rate", usual.learning_rate),
          p.number("seed", usual.seed)};
}

nlohmann::ordered_json trained_picture(const Params& p) {
  auto trainer = unwrap(PictureTrainer::make(picture(p), coordinate_options(p)));
  const auto losses = trainer.train(unwrap(to_count("[picture] `steps`", p.number("steps", 300))));
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

Result<Matrix> grid(const Params& p) {
  const auto half = unwrap(grid_frequencies(p.number("d_model"), p.number("base")));
  return grid_table(half, p.number("rows"), p.number("columns"),
                    p.choice<GridConvention>("convention", "mae"));
}

Result<Vector> similarities(const Params& p) {
  const auto convention = [&](const char* name) {
    return p.choice<TimestepConvention>(name, "ddpm");
  };
  return timestep_similarities(p.number("dimension"), p.number("max_period"), convention("given"),
                               convention("known"), p.number("timestep"), p.numbers("timesteps"));
}

constexpr std::array kinds_of_axes{
    KIND("grid_table", grid(p)),
    KIND("resize_grid_table",
         resize_grid_table(p.matrix("table"), {p.number("from_rows"), p.number("from_columns")},
                           {p.number("to_rows"), p.number("to_columns")},
                           p.choice<Interpolation>("interpolation", "bicubic"))),
    KIND("resized_grid",
         resized_grid(p.matrix("table"), {p.number("from_rows"), p.number("from_columns")},
                      {p.number("to_rows"), p.number("to_columns")},
                      p.choice<Interpolation>("interpolation", "bicubic"))),
    KIND("axis_frequencies", axis_frequencies(p).values()),
    KIND("axis_angles", axis_angles(axis_frequencies(p), p.matrix("positions"))),
    KIND("rotate_axes",
         rotate_axes(axis_frequencies(p), pair_layout(p), p.vector("x"), p.matrix("positions"))),
    KIND("axis_scores",
         axis_scores(axis_frequencies(p), pair_layout(p), p.vector("q"), p.vector("k"),
                     p.matrix("query_positions"), p.matrix("key_positions"))),
    KIND("grid_kernel", grid_kernel(axis_frequencies(p), p.number("reach"))),
    KIND("mrope_positions", mrope_positions(segments(p))),
    KIND("timestep_embedding",
         timestep_embedding(p.number("dimension"), p.number("max_period"),
                            p.choice<TimestepConvention>("convention", "ddpm"),
                            p.numbers("timesteps"))),
    KIND("timestep_similarities", similarities(p)),
    KIND("fourier_features", fourier_features(p.matrix("points"), p.matrix("frequencies"))),
    KIND("random_frequencies", random_frequencies(p.number("count"), p.number("dimensions"),
                                                  p.number("scale"), p.number("seed"))),
    KIND("nerf_waves", nerf_waves(p.matrix("points"), p.number("levels"))),
    KIND("picture", picture(p)),
    KIND("trained_picture", trained_picture(p)),
};

}  // namespace

std::span<const Kind> beyond_words_kinds() { return kinds_of_axes; }
