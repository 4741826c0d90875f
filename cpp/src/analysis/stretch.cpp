#include "posenc/analysis/stretch.hpp"

#include <algorithm>
#include <cmath>

#include "posenc/argument.hpp"

namespace posenc {

Result<StretchedWaves> stretches(const Vector& before, const Vector& after, double factor) {
  if (after.size() != before.size()) {
    return invalid_argument({"[stretch] there must be as many wavelengths `after` as `before`, ",
                             before.size(), ", but there are ", after.size()});
  }
  if (auto error = check_positive("[stretch] `factor`", factor)) return *error;
  for (const auto& [subject, some] : {std::pair{"[stretch] each wavelength of `before`", &before},
                                      {"[stretch] each wavelength of `after`", &after}}) {
    for (const double wavelength : *some) {
      if (auto error = check_positive(subject, wavelength)) return *error;
    }
  }
  StretchedWaves result{after.cwiseQuotient(before), 0, 0};
  for (const double times : result.times) {
    if (std::abs(times - 1) <= rounding_tolerance) {
      ++result.kept;
    } else if (std::abs(times / factor - 1) <= rounding_tolerance) {
      ++result.whole;
    }
  }
  return result;
}

Vector frequency_ratios(const InverseFrequencies& some, const InverseFrequencies& others) {
  Vector ratios = some.values().cwiseQuotient(others.values());
  for (double& ratio : ratios) ratio = std::max(ratio, 1 / ratio);
  return ratios;
}

}  // namespace posenc
