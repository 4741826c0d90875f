#pragma once

#include <optional>
#include <vector>

#include "matrix_arguments.hpp"
#include "posenc/model/coordinate_network.hpp"
#include "posenc/model/picture.hpp"
#include "results.hpp"

/// Arguments and results that only pictures.cpp has.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(CoordinateObject)

/// Red, green and blue of each pixel.
struct PictureValues {
  Index side;
  std::vector<double> values;
};
POSENC_FIELDS(PictureValues, side, values)

struct PictureNetwork {
  Index parameters;
};
POSENC_FIELDS(PictureNetwork, parameters)

/// A network of this module, by its number.
struct PictureTrainerInfo {
  double id;
};
POSENC_FIELDS(PictureTrainerInfo, id)

struct TrainedPicture {
  Index step;
  std::vector<double> losses;
  std::optional<Index> diverged_at;
  double trained;
  double held_out;
  std::vector<double> values;
};
POSENC_FIELDS(TrainedPicture, step, losses, diverged_at, trained, held_out, values)

struct OpenPictureTrainers {
  double open;
};
POSENC_FIELDS(OpenPictureTrainers, open)

template <>
struct Argument<const CoordinateOptions&> {
  using Js = const CoordinateObject&;
  static Result<CoordinateOptions> make(const emscripten::val& object) {
    POSENC_TRY(input, to_coordinate_input(text_in(object, "input")));
    return CoordinateOptions{input,
                             number_in(object, "levels"),
                             number_in(object, "features"),
                             number_in(object, "scale"),
                             number_in(object, "layers"),
                             number_in(object, "hidden"),
                             number_in(object, "learningRate"),
                             number_in(object, "seed")};
  }
};

}  // namespace posenc::wasm
