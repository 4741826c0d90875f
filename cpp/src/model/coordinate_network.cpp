#include "posenc/model/coordinate_network.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "posenc/encoding/fourier_features.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

constexpr Index channels = 3;

std::optional<Error> check_within(std::string_view subject, double value, double most) {
  if (value > 0 && value <= most) return std::nullopt;
  return invalid_argument(
      {subject, " must be a number above 0 and up to ", most, " but got ", value});
}

std::optional<Error> check_options(const CoordinateOptions& options) {
  if (auto error = check_whole("[picture] `levels`", options.levels, 1, 12)) return error;
  if (auto error = check_whole("[picture] `features`", options.features, 1, 512)) return error;
  if (auto error = check_within("[picture] `scale`", options.scale, 1000)) return error;
  if (auto error = check_whole("[picture] `layers`", options.layers, 1, 6)) return error;
  if (auto error = check_whole("[picture] `hidden`", options.hidden, 1, 256)) return error;
  if (auto error = check_within("[picture] `learning_rate`", options.learning_rate, 1))
    return error;
  return check_seed("[picture] `seed`", options.seed);
}

/// The pixels that are trained on, line by line, then those that are held out.
std::vector<Index> chessboard(Index side) {
  std::vector<Index> order;
  for (const Index color : {0, 1}) {
    for (Index pixel = 0; pixel < side * side; ++pixel) {
      if ((pixel % side + pixel / side) % 2 == color) order.push_back(pixel);
    }
  }
  return order;
}

Index trained_of(const Picture& picture) { return (picture.pixels() + 1) / 2; }

Index inputs_of(const CoordinateOptions& options) {
  switch (options.input) {
    case CoordinateInput::raw:
      return 2;
    case CoordinateInput::nerf:
      return 4 * static_cast<Index>(options.levels);
    case CoordinateInput::random:
      break;
  }
  return 2 * static_cast<Index>(options.features);
}

/// The middle of each pixel, x and y from 0 to 1.
Matrix places(Index side, const std::vector<Index>& order) {
  Matrix all(static_cast<Index>(order.size()), 2);
  for (Index n = 0; n < all.rows(); ++n) {
    const Index pixel = order[static_cast<std::size_t>(n)];
    all.row(n) << static_cast<double>(pixel % side) + 0.5, static_cast<double>(pixel / side) + 0.5;
  }
  return all / static_cast<double>(side);
}

Result<Matrix> inputs_for(const CoordinateOptions& options, const Matrix& places) {
  const Matrix centered = 2 * places.array() - 1;
  if (options.input == CoordinateInput::raw) return centered;
  if (options.input == CoordinateInput::nerf) return nerf_waves(centered, options.levels);
  POSENC_TRY(frequencies, random_frequencies(options.features, 2, options.scale, options.seed));
  return fourier_features(places, frequencies);
}

/// How many numbers each layer takes in, and then how many the last one returns.
std::vector<Index> widths_of(const CoordinateOptions& options) {
  std::vector<Index> widths(static_cast<std::size_t>(options.layers),
                            static_cast<Index>(options.hidden));
  widths.insert(widths.begin(), inputs_of(options));
  widths.push_back(channels);
  return widths;
}

}  // namespace

Result<Index> coordinate_parameters(const CoordinateOptions& options) {
  if (auto error = check_options(options)) return *error;
  const std::vector<Index> widths = widths_of(options);
  Index count = 0;
  for (std::size_t layer = 1; layer < widths.size(); ++layer) {
    count += (widths[layer - 1] + 1) * widths[layer];
  }
  return count;
}

Result<PictureTrainer> PictureTrainer::make(Picture picture, const CoordinateOptions& options) {
  if (auto error = check_options(options)) return *error;
  const std::vector<Index> order = chessboard(picture.side);
  POSENC_TRY(inputs, inputs_for(options, places(picture.side, order)));
  std::vector<float> rounded(static_cast<std::size_t>(inputs.size()));
  std::ranges::transform(inputs.reshaped<Eigen::RowMajor>(), rounded.begin(),
                         [](double value) { return static_cast<float>(value); });
  return PictureTrainer(std::move(picture), std::move(rounded), widths_of(options), options);
}

PictureTrainer::PictureTrainer(Picture picture, std::vector<float> inputs,
                               std::vector<Index> widths, const CoordinateOptions& options)
    : picture_(std::move(picture)),
      learning_rate_(options.learning_rate),
      inputs_(std::move(inputs)),
      network_(std::move(widths), static_cast<std::uint64_t>(options.seed)),
      adam_(static_cast<Index>(network_.parameters().size()), {}) {
  for (const Index pixel : chessboard(picture_.side)) {
    const float* color = picture_.values.data() + channels * pixel;
    colors_.insert(colors_.end(), color, color + channels);
  }
}

std::vector<double> PictureTrainer::train(Index count) {
  std::vector<double> losses;
  for (Index n = 0; n < count && !diverged_at_; ++n) {
    losses.push_back(
        network_.loss_and_gradients(trained_of(picture_), inputs_.data(), colors_.data()));
    if (!std::isfinite(losses.back())) {
      diverged_at_ = steps();
      break;
    }
    adam_.step(network_.parameters(), network_.gradients(), learning_rate_);
  }
  return losses;
}

Picture PictureTrainer::drawn() {
  std::vector<float> colors(picture_.values.size());
  network_.evaluate(picture_.pixels(), inputs_.data(), colors.data());
  Picture result{picture_.side, std::vector<float>(colors.size())};
  Index row = 0;
  for (const Index pixel : chessboard(picture_.side)) {
    std::copy_n(colors.data() + channels * row++, channels,
                result.values.data() + channels * pixel);
  }
  return result;
}

PictureQuality PictureTrainer::quality() {
  std::vector<float> colors(picture_.values.size());
  network_.evaluate(picture_.pixels(), inputs_.data(), colors.data());
  const auto trained = static_cast<std::size_t>(channels * trained_of(picture_));
  const std::span<const float> got(colors);
  const std::span<const float> wanted(colors_);
  return {peak_signal_to_noise(got.first(trained), wanted.first(trained)),
          peak_signal_to_noise(got.subspan(trained), wanted.subspan(trained))};
}

}  // namespace posenc
