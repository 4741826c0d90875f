#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// A square picture: red, green and blue of each pixel, line by line from the top left, from 0 to 1.
struct Picture {
  Index side = 0;
  std::vector<float> values;

  Index pixels() const { return side * side; }
};
POSENC_FIELDS(Picture, side, values)

/// The pictures that come with the library.
enum class PictureName {
  whale,    // large shapes with sharp edges, and thin lines
  glass,    // cells of one color each
  ripples,  // waves of two sources
};

POSENC_NAMES(PictureName, picture_names, whale, glass, ripples)
POSENC_CHOICE_FUNCTION(PictureName, to_picture_name, "[picture] `picture`")

/// A picture of 64 x 64 pixels, drawn by formulas: the same in every build but for the last bits.
Picture drawn_picture(PictureName name);

/// A picture from its values, 3 for each pixel.
///
/// Errors: another number of values than 3 side^2; a side that is not a whole number from 8 to 128; a value that is not
/// from 0 to 1.
Result<Picture> to_picture(double side, std::span<const double> values);

/// Peak signal-to-noise ratio of values from 0 to 1, in decibels: -10 log10 of the mean squared difference. Infinite if
/// there is none. Preconditions: as many of each, at least one.
double peak_signal_to_noise(std::span<const float> one, std::span<const float> other);

}  // namespace posenc
