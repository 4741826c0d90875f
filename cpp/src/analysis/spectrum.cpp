#include "posenc/analysis/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numeric>
#include <optional>
#include <unsupported/Eigen/FFT>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

std::optional<Error> check_samples(Index samples) {
  if (samples <= max_samples) return std::nullopt;
  return too_large({"[spectrum] the signal would have ", samples, " samples, but at most ",
                    max_samples, " are transformed at once"});
}

}  // namespace

Result<Vector> dft_magnitudes(std::span<const double> signal) {
  if (signal.empty())
    return invalid_argument({"[spectrum] the `signal` must have at least one sample"});
  const auto n = static_cast<Index>(signal.size());
  if (auto error = check_samples(n)) return *error;
  if (auto error = check_magnitudes("[spectrum] every sample of the `signal`", signal))
    return *error;
  const std::vector<std::complex<double>> samples(signal.begin(), signal.end());
  std::vector<std::complex<double>> spectrum = samples;
  // For one sample Eigen's transform would write through a null pointer.
  if (n > 1) Eigen::FFT<double>().fwd(spectrum.data(), samples.data(), n);
  Vector magnitudes(n / 2 + 1);
  for (Index k = 0; k <= n / 2; ++k) {
    magnitudes[k] = std::abs(spectrum[static_cast<std::size_t>(k)]);
  }
  return magnitudes;
}

Result<ColumnSpectrum> column_spectrum(const InverseFrequencies& frequencies, double column,
                                       double count) {
  POSENC_TRY(n, to_count("[spectrum] `count`", count));
  if (auto error = check_samples(n)) return *error;
  std::vector<double> positions(static_cast<std::size_t>(n));
  std::iota(positions.begin(), positions.end(), 0.0);
  if (auto error = check_column("[spectrum] `column`", column, frequencies.dimension())) {
    return *error;
  }
  POSENC_TRY(signal, sinusoidal_columns(frequencies, {&column, 1}, positions));
  POSENC_TRY(magnitudes, dft_magnitudes({signal.data(), positions.size()}));

  const double level = magnitudes.maxCoeff() * (1 - rounding_tolerance);
  Index peak = 0;
  while (magnitudes[peak] < level) ++peak;
  const double all = magnitudes.sum();
  const Index first = std::max<Index>(0, peak - 1);
  const Index last = std::min(magnitudes.size() - 1, peak + 1);
  const double near = magnitudes.segment(first, last - first + 1).sum();
  const double leaked = all > 0 ? std::max(0.0, 1 - near / all) : 0;
  return ColumnSpectrum{std::move(magnitudes), peak, leaked};
}

}  // namespace posenc
