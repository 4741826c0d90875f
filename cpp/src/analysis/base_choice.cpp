#include "posenc/analysis/base_choice.hpp"

#include <cmath>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"

namespace posenc {

Result<BaseChoice> base_choice(double d_model, std::span<const double> bases) {
  const auto count = static_cast<Index>(bases.size());
  BaseChoice choice{Vector(count), Vector(count)};
  for (Index n = 0; n < count; ++n) {
    const auto omega =
        GeometricFrequencies::make(d_model, bases[static_cast<std::size_t>(n)], "paper");
    if (!omega) return omega.error().renamed("dimension", "d_model");
    if (auto error = check_size("[base] the pairs", count, omega->pairs())) return *error;
    double squares = 0;
    for (const double frequency : omega->values()) {
      const double half_chord = std::sin(frequency / 2);
      squares += 4 * half_chord * half_chord;
    }
    choice.steps[n] = std::sqrt(squares);
    choice.longest[n] = wavelengths(*omega).maxCoeff();
  }
  return choice;
}

}  // namespace posenc
