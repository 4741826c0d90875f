#include "posenc/analysis/frequency_bands.hpp"

#include "posenc/argument.hpp"

namespace posenc {

Result<FrequencyBands> frequency_bands(double head_dim, double base, double trained_length,
                                       double rotary) {
  POSENC_TRY(rotated, rotated_components(head_dim, rotary));
  POSENC_TRY(theta, GeometricFrequencies::make(rotated, base));
  if (auto error = check_positive("[bands] `trained_length`", trained_length)) return *error;
  FrequencyBands all{wavelengths(theta), {}};
  for (const double wavelength : all.wavelengths) {
    all.bands.push_back(wavelength > trained_length       ? FrequencyBand::slow
                        : wavelength > trained_length / 4 ? FrequencyBand::middle
                                                          : FrequencyBand::fast);
  }
  return all;
}

}  // namespace posenc
