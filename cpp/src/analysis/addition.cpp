#include "posenc/analysis/addition.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/random.hpp"

namespace posenc {

Result<TokenScaling> to_token_scaling(std::string_view name) {
  return to_enum("[addition] `scaling`", name, token_scaling_names);
}

Result<PartsOfSum> parts_of_sum(const SumOptions& options, std::span<const double> widths) {
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
    const auto d = static_cast<Index>(widths[static_cast<std::size_t>(n)]);
    POSENC_TRY(frequencies, GeometricFrequencies::make(d, options.base));
    POSENC_TRY(encoding, sinusoidal_encoding(frequencies, options.position));

    const double position_norm = encoding.norm();
    Random random(static_cast<std::uint64_t>(options.seed));
    std::vector<double> angles;
    double norms = 0;
    for (Index token = 0; token < tokens; ++token) {
      double squares = 0;
      double dot = 0;
      for (const double component : encoding) {
        const double drawn = random.normal();
        squares += drawn * drawn;
        dot += drawn * component;
      }
      const double norm = std::sqrt(squares);
      norms += norm;
      const double cosine = std::clamp(dot / (norm * position_norm), -1.0, 1.0);
      angles.push_back(std::acos(cosine) * 180 / std::numbers::pi);
    }
    const auto share = 1 / static_cast<double>(tokens);
    double mean = 0;
    for (const double angle : angles) mean += angle * share;
    double variance = 0;
    for (const double angle : angles) variance += (angle - mean) * (angle - mean) * share;
    const double scale =
        options.scaling == TokenScaling::sqrt_d ? std::sqrt(static_cast<double>(d)) : 1.0;
    parts.token_norms[n] = scale * deviation * norms * share;
    parts.position_norms[n] = position_norm;
    parts.angles[n] = mean;
    parts.angle_spreads[n] = std::sqrt(variance);
  }
  return parts;
}

}  // namespace posenc
