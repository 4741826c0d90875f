#include "posenc/analysis/frequency_bands.hpp"

#include "test.hpp"

TEST_CASE("bands: by the turns that a pair completes within the trained length") {
  using enum FrequencyBand;
  // Wavelengths 2 pi 10^(i/2): 6.3, 19.9, 62.8 and 198.7 on.
  const auto all = *frequency_bands(16, 10000, 64, 1);
  CHECK(all.wavelengths.size() == 8);
  CHECK(all.wavelengths[2] == doctest::Approx(62.83185307));
  CHECK(all.bands == std::vector{fast, middle, middle, slow, slow, slow, slow, slow});
  // A quarter of the head, with wavelengths of its own: 6.3 and 628.
  CHECK(frequency_bands(16, 10000, 64, 0.25)->bands == std::vector{fast, slow});
  CHECK(frequency_bands(16, 10000, 25, 0.25)->bands == std::vector{middle, slow});
  CHECK(message(frequency_bands(16, 10000, 0, 1)) ==
        "[bands] trained_length must be a finite number above 0 but got 0");
  CHECK(message(frequency_bands(15, 10000, 64, 1)) ==
        "[rotary] head_dim must be even if the whole head is rotated but got 15");
  CHECK(message(frequency_bands(16, 0, 64, 1)) ==
        "[frequencies] base must be a finite number above 0 but got 0");
}
