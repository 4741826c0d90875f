#include "posenc/encoding/timestep.hpp"

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {

Result<Matrix> timestep_embedding(double dimension, double max_period,
                                  TimestepConvention convention,
                                  std::span<const double> timesteps) {
  POSENC_TRY(d, to_index("[timestep] `dimension`", dimension));
  if (d < 2) {
    return invalid_argument(
        {"[timestep] `dimension` must be a whole number of at least 2 but got ", dimension});
  }
  if (auto error = check_positive("[timestep] `max_period`", max_period)) return *error;
  if (auto error = check_positions("[timestep] each of `timesteps`", timesteps)) return *error;
  const auto rows = static_cast<Index>(timesteps.size());
  if (auto error = check_size("[timestep] the table", rows, d)) return *error;

  const bool is_ddpm = convention == TimestepConvention::ddpm;
  const Index half = d / 2;
  const auto frequencies = GeometricFrequencies::make(
      2 * half, max_period, is_ddpm ? FrequencyVariant::endpoint : FrequencyVariant::paper);
  if (!frequencies) return frequencies.error().renamed("base", "max_period");
  POSENC_TRY(sines_first, sinusoidal_table(*frequencies, timesteps, ColumnLayout::concatenated));

  Matrix table = Matrix::Zero(rows, d);
  table.leftCols(half) = is_ddpm ? sines_first.leftCols(half) : sines_first.rightCols(half);
  table.middleCols(half, half) = is_ddpm ? sines_first.rightCols(half) : sines_first.leftCols(half);
  return table;
}

}  // namespace posenc
