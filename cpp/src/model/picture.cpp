#include "posenc/model/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string_view>

#include "posenc/portable.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

constexpr Index drawn_side = 64;
/// A pixel is the mean of samples in x and in y, spread over this many pixels: edges are as soft as in a photograph.
constexpr Index samples_per_axis = 6;
constexpr double blur = 1.6;

using Color = std::array<double, 3>;

Color mix(const Color& from, const Color& to, double share) {
  const double part = std::clamp(share, 0.0, 1.0);
  Color mixed{};
  for (std::size_t n = 0; n < 3; ++n) mixed[n] = from[n] + (to[n] - from[n]) * part;
  return mixed;
}

/// Below 0 within an ellipse.
double ellipse(double x, double y, double center_x, double center_y, double width, double height) {
  return std::hypot((x - center_x) / width, (y - center_y) / height) - 1;
}

/// Whether a place is on the whale's tail, which rises from the sea: a stem, and two flukes that slant upward.
bool is_tail(double x, double y) {
  const double aside = std::abs(x - 0.79);
  const bool is_fluke = aside < 0.15 && y > 0.41 - 0.6 * aside && y < 0.49 - 1.05 * aside;
  return is_fluke || (y > 0.44 && aside < 0.015 + 0.2 * (y - 0.4));
}

/// A whale in the evening, (x, y) from 0 to 1.
Color whale_at(double x, double y) {
  const double horizon = 0.62;
  Color color = mix({0.99, 0.9, 0.66}, {0.9, 0.38, 0.34}, y / horizon);
  const double sun = std::hypot(x - 0.78, y - 0.16);
  if (sun < 0.24) color = mix(color, {1, 0.95, 0.78}, 0.25 + 0.25 * std::cos(80 * sun));
  if (sun < 0.09) color = {1, 0.98, 0.88};
  const double spout =
      std::abs(std::abs(x - 0.25) - 0.08 * std::sqrt(std::max(0.0, 0.4 - y) / 0.2));
  if (y > 0.18 && y < 0.4 && spout < 0.018) color = {0.93, 0.97, 1};
  if (ellipse(x, y, 0.34, 0.62, 0.3, 0.22) < 0 || is_tail(x, y)) {
    color = mix({0.12, 0.16, 0.28}, {0.27, 0.36, 0.5}, (0.62 - y) / 0.2);
    if (ellipse(x, y, 0.16, 0.55, 0.025, 0.025) < 0) color = {1, 1, 1};
  }
  const double surface = horizon + 0.022 * std::sin(24 * x);
  if (y > surface) {
    const double depth = (y - surface) / (1 - horizon);
    const double swell = std::sin(64 * (y - surface) - 5 * std::sin(9 * x + 14 * y));
    color = mix({0.1, 0.46, 0.55}, {0.03, 0.14, 0.3}, depth);
    color = mix(color, {0.62, 0.88, 0.88}, 0.9 * (swell - 0.2));
  }
  return color;
}

struct Cell {
  double x;
  double y;
  Color color;
};

/// Stained glass: each point has the color of the nearest cell, dark lead between two.
class Glass {
 public:
  Glass() {
    Random random(7);
    for (Cell& cell : cells_) {
      cell.x = random.uniform();
      cell.y = random.uniform();
      const double hue = 2 * std::numbers::pi * random.uniform();
      const double light = 0.45 + 0.3 * random.uniform();
      for (std::size_t n = 0; n < 3; ++n) {
        const double turned = hue - 2 * std::numbers::pi * static_cast<double>(n) / 3;
        cell.color[n] = std::clamp(light + 0.4 * std::cos(turned), 0.0, 1.0);
      }
    }
  }

  Color at(double x, double y) const {
    const Cell* nearest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    double next = least;
    for (const Cell& cell : cells_) {
      const double distance = std::hypot(x - cell.x, y - cell.y);
      if (distance < least) {
        next = least;
        least = distance;
        nearest = &cell;
      } else {
        next = std::min(next, distance);
      }
    }
    return next - least < 0.022 ? Color{0.1, 0.1, 0.14} : nearest->color;
  }

 private:
  std::array<Cell, 34> cells_{};
};

Color ripples_at(double x, double y) {
  const double one = std::hypot(x - 0.28, y - 0.3);
  const double other = std::hypot(x - 0.8, y - 0.72);
  const double wave =
      (std::cos(64 * one) / (1 + 2 * one) + std::cos(46 * other) / (1 + 2 * other)) / 2;
  return mix({0.05, 0.16, 0.32}, {0.72, 0.93, 0.9}, 0.5 + wave);
}

/// A picture whose pixels are means of a color over their area.
template <class ColorAt>
Picture sampled(const ColorAt& color_at) {
  Picture picture{drawn_side, {}};
  picture.values.reserve(static_cast<std::size_t>(3 * picture.pixels()));
  for (Index pixel = 0; pixel < picture.pixels(); ++pixel) {
    Color sum{};
    for (Index sample = 0; sample < samples_per_axis * samples_per_axis; ++sample) {
      const auto place = [](Index at, Index within) {
        const double share = (static_cast<double>(within) + 0.5) / samples_per_axis;
        return (static_cast<double>(at) + 0.5 + blur * (share - 0.5)) / drawn_side;
      };
      const Color color = color_at(place(pixel % drawn_side, sample % samples_per_axis),
                                   place(pixel / drawn_side, sample / samples_per_axis));
      for (std::size_t n = 0; n < 3; ++n) sum[n] += color[n];
    }
    for (const double part : sum) {
      picture.values.push_back(static_cast<float>(part / (samples_per_axis * samples_per_axis)));
    }
  }
  return picture;
}

}  // namespace

Picture drawn_picture(PictureName name) {
  switch (name) {
    case PictureName::whale:
      return sampled(whale_at);
    case PictureName::glass:
      return sampled([glass = Glass()](double x, double y) { return glass.at(x, y); });
    case PictureName::ripples:
      break;
  }
  return sampled(ripples_at);
}

Result<Picture> to_picture(double side, std::span<const double> values) {
  if (auto error = check_whole("[picture] `side`", side, 8, 128)) return *error;
  Picture picture{static_cast<Index>(side), {}};
  if (static_cast<Index>(values.size()) != 3 * picture.pixels()) {
    return invalid_argument({"[picture] `values` must be 3 for each of the ", picture.pixels(),
                             " pixels but there are ", values.size()});
  }
  for (const double value : values) {
    if (!(value >= 0 && value <= 1)) {
      return invalid_argument({"[picture] each of `values` must be from 0 to 1 but got ", value});
    }
    picture.values.push_back(static_cast<float>(value));
  }
  return picture;
}

double peak_signal_to_noise(std::span<const float> one, std::span<const float> other) {
  double squares = 0;
  for (std::size_t n = 0; n < one.size(); ++n) {
    const double difference = static_cast<double>(one[n]) - static_cast<double>(other[n]);
    squares += difference * difference;
  }
  return -10 / std::numbers::ln10 * portable_log(squares / static_cast<double>(one.size()));
}

}  // namespace posenc
