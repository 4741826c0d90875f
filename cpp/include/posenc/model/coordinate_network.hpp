#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model/adam.hpp"
#include "posenc/model/perceptron.hpp"
#include "posenc/model/picture.hpp"

/// A small network that learns a picture as a function of coordinates: (x, y) in, the color of that place out.
/// Source: Tancik et al. 2020, arXiv:2006.10739, section 6, "2D image regression"; the sizes are ours.
namespace posenc {

/// What the network sees of a place.
enum class CoordinateInput {
  raw,     // x and y themselves, from -1 to 1
  nerf,    // NeRF's waves of them
  random,  // Fourier features with a random matrix, of x and y from 0 to 1
};

POSENC_CHOICE(CoordinateInput, coordinate_input, "[picture] `input`", raw, nerf, random)

/// How a network is built and trained. Numbers that an input does not have are ignored.
struct CoordinateOptions {
  CoordinateInput input = CoordinateInput::random;
  /// Of NeRF's waves: the fastest has 2^(levels - 1) turns along a side of the picture.
  double levels = 5;
  /// Of a random matrix: its rows, and the standard deviation of its entries, in turns along a side.
  double features = 64;
  double scale = 5;
  /// Layers with ReLU, and their width.
  double layers = 2;
  double hidden = 64;
  double learning_rate = 0.005;
  double seed = 1;
};
POSENC_FIELDS(CoordinateOptions, input, levels, features, scale, layers, hidden, learning_rate,
              seed)

/// How many numbers a network with these options learns. Errors: as for PictureTrainer::make.
Result<Index> coordinate_parameters(const CoordinateOptions& options);

/// How well a network draws its picture, in decibels (peak signal-to-noise ratio).
struct PictureQuality {
  double trained;   // at the pixels that it is trained on
  double held_out;  // at the others
};

/// Trains a network on every second pixel of a picture, as on the white squares of a chessboard; the others are held
/// out. Each step is one of Adam on all of these pixels. The same options give the same bits in every build, if sines
/// and cosines round to the same floats.
class PictureTrainer {
 public:
  /// Errors: levels from 1 to 12, features from 1 to 512, a scale above 0 up to 1000, layers from 1 to 6, hidden from
  /// 1 to 256, a learning rate above 0 up to 1, a whole seed from 0 to 2^53: a number outside its range.
  static Result<PictureTrainer> make(Picture picture, const CoordinateOptions& options);

  /// Trains `count` steps, and returns the loss of each, before it: the mean squared error. Ends with the first loss that
  /// is not finite.
  std::vector<double> train(Index count);

  Index steps() const { return adam_.steps(); }

  /// The step whose loss was not finite. From there on it is not trained any more.
  std::optional<Index> diverged_at() const { return diverged_at_; }

  /// The whole picture, as the network draws it.
  Picture drawn();

  PictureQuality quality();

 private:
  PictureTrainer(Picture picture, std::vector<float> inputs, std::vector<Index> widths,
                 const CoordinateOptions& options);

  Picture picture_;
  double learning_rate_;
  std::vector<float> inputs_;  // those of the trained pixels, then those held out
  std::vector<float> colors_;  // in the same order
  Perceptron<float> network_;
  Adam<float> adam_;
  std::optional<Index> diverged_at_;
};

}  // namespace posenc
