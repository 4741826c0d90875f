#include <emscripten/bind.h>

#include <span>
#include <vector>

#include "beyond_words_types.hpp"
#include "function.hpp"
#include "matrix_arguments.hpp"
#include "posenc/analysis/grid_kernel.hpp"
#include "posenc/analysis/grid_resize.hpp"
#include "posenc/analysis/timestep_similarity.hpp"
#include "posenc/encoding/axes.hpp"
#include "posenc/encoding/fourier_features.hpp"
#include "posenc/encoding/grid.hpp"
#include "posenc/encoding/timestep.hpp"

// Positions of grids, videos, timesteps and coordinates, in their own module, which other pages do not load.

using namespace posenc;

namespace {

/// Frequencies leave as a matrix, and come back as one.
Result<Matrix> values_of(const Result<AxisFrequencies>& frequencies) {
  if (!frequencies) return frequencies.error();
  return frequencies->values();
}

Result<Matrix> axial(double head_dim, double base) {
  return values_of(axial_frequencies(head_dim, base));
}

Result<Matrix> mixed(double head_dim, double base, double angle) {
  return values_of(mixed_frequencies(head_dim, base, angle));
}

Result<Matrix> mixed_heads(double head_dim, double base, double heads, double seed) {
  return values_of(mixed_head_frequencies(head_dim, base, heads, seed));
}

Result<Matrix> mrope(std::span<const double> sections, SectionLayout layout, double base) {
  return values_of(mrope_frequencies(sections, layout, base));
}

Result<Matrix> grid(double d_model, double base, double rows, double columns,
                    GridConvention convention) {
  POSENC_TRY(half, grid_frequencies(d_model, base));
  return grid_table(half, rows, columns, convention);
}

Result<Matrix> resized(const Matrix& table, double rows, double columns, double new_rows,
                       double new_columns, Interpolation interpolation) {
  return resize_grid_table(table, {rows, columns}, {new_rows, new_columns}, interpolation);
}

Result<ResizedGrid> resized_grid_of_sizes(const Matrix& table, double rows, double columns,
                                          double new_rows, double new_columns,
                                          Interpolation interpolation) {
  return resized_grid(table, {rows, columns}, {new_rows, new_columns}, interpolation);
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_beyond_words) {
  wasm::register_type<wasm::MropeSegments>(
      "readonly { kind: string, frames: number, rows: number, columns: number }[]");

  wasm::function<&grid>("gridTable");
  wasm::function<&resized>("resizeGridTable");
  wasm::function<&resized_grid_of_sizes>("resizedGrid");

  wasm::quick_function<&axial>("axialFrequencies");
  wasm::quick_function<&mixed>("mixedFrequencies");
  wasm::quick_function<&mixed_heads>("mixedHeadFrequencies");
  wasm::quick_function<&mrope>("mropeFrequencies");
  wasm::quick_function<&mrope_positions>("mropePositions");
  wasm::quick_function<&axis_angles>("axisAngles");
  wasm::function<&rotate_axes>("rotateAxes");
  wasm::function<&axis_scores>("axisScores");
  wasm::quick_function<&grid_kernel>("gridKernel");

  wasm::quick_function<&timestep_embedding>("timestepEmbedding");
  wasm::function<&timestep_similarities>("timestepSimilarities");

  wasm::function<&fourier_features>("fourierFeatures");
  wasm::function<&random_frequencies>("randomFrequencies");
  wasm::function<&nerf_waves>("nerfWaves");
}
