#include "posenc/analysis/addition.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {

namespace {

/// The embeddings of one width, with components of variance 1, beside a position's encoding.
struct Comparison {
  double norms = 0;       // of all tokens together
  double mean_angle = 0;  // in degrees
  double angle_deviation = 0;
};

/// @param numbers those of all tokens, one after the other
Comparison compare(const Vector& encoding, double position_norm, std::span<const double> numbers,
                   Index tokens) {
  Comparison all;
  Vector angles(tokens);
  const double* number = numbers.data();
  for (double& angle : angles) {
    double squares = 0;
    double dot = 0;
    for (const double component : encoding) {
      squares += *number * *number;
      dot += *number++ * component;
    }
    const double norm = std::sqrt(squares);
    all.norms += norm;
    const double cosine = std::clamp(dot / (norm * position_norm), -1.0, 1.0);
    angle = std::acos(cosine) * 180 / std::numbers::pi;
  }
  const double share = 1 / static_cast<double>(tokens);
  for (const double angle : angles) all.mean_angle += angle * share;
  double variance = 0;
  for (const double angle : angles) {
    variance += (angle - all.mean_angle) * (angle - all.mean_angle) * share;
  }
  all.angle_deviation = std::sqrt(variance);
  return all;
}

}  // namespace

Result<PartsOfSum> parts_of_sum(const SumOptions& options, std::span<const double> widths,
                                NormalNumbers& normals) {
  const double deviation = options.standard_deviation;
  if (!(deviation >= 1e-100 && deviation <= 1e100)) {
    return invalid_argument(
        {"[addition] `standard_deviation` must be a number from 1e-100 to 1e+100 but got ",
         deviation});
  }
  POSENC_TRY(tokens, to_count("[addition] `tokens`", options.tokens));
  if (auto error = check_seed("[addition] `seed`", options.seed)) return *error;
  // In double: the sum may overflow an integer.
  double components = 0;
  for (const double width : widths) {
    POSENC_TRY(d, to_count("[addition] each of `widths`", width));
    if (d % 2 != 0) {
      return invalid_argument({"[addition] each of `widths` must be even but got ", width});
    }
    components += options.tokens * width;
    if (components > static_cast<double>(max_elements)) {
      return too_large({"[addition] the embeddings would have ", components,
                        " components or more, but at most ", max_elements,
                        " are computed at once"});
    }
  }

  const auto count = static_cast<Index>(widths.size());
  PartsOfSum parts{Vector(count), Vector(count), Vector(count), Vector(count)};
  for (Index n = 0; n < count; ++n) {
    const double width = widths[static_cast<std::size_t>(n)];
    POSENC_TRY(frequencies, GeometricFrequencies::make(static_cast<Index>(width), options.base));
    POSENC_TRY(encoding, sinusoidal_encoding(frequencies, options.position));
    const double position_norm = encoding.norm();
    const auto drawn = normals.first(static_cast<std::size_t>(tokens * encoding.size()),
                                     static_cast<std::uint64_t>(options.seed));
    const Comparison all = compare(encoding, position_norm, drawn, tokens);
    const double scale = options.scaling == TokenScaling::sqrt_d ? std::sqrt(width) : 1.0;
    parts.token_norms[n] = scale * deviation * all.norms * (1 / options.tokens);
    parts.position_norms[n] = position_norm;
    parts.angles[n] = all.mean_angle;
    parts.angle_spreads[n] = all.angle_deviation;
  }
  return parts;
}

Result<PartsOfSum> parts_of_sum(const SumOptions& options, std::span<const double> widths) {
  NormalNumbers normals;
  return parts_of_sum(options, widths, normals);
}

}  // namespace posenc
