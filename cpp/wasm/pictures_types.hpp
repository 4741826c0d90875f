#pragma once

#include <optional>
#include <tuple>
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

struct PictureNetwork {
  Index parameters;
};

/// A network of this module, by its number.
struct PictureTrainerInfo {
  double id;
};

struct TrainedPicture {
  Index step;
  std::vector<double> losses;
  std::optional<Index> diverged_at;
  double trained;
  double held_out;
  std::vector<double> values;
};

struct OpenPictureTrainers {
  double open;
};

template <>
inline constexpr auto names_of<CoordinateInput> = coordinate_input_names;

template <>
inline constexpr auto fields<PictureValues> =
    std::tuple{Field{"side", &PictureValues::side}, Field{"values", &PictureValues::values}};

template <>
inline constexpr auto fields<CoordinateOptions> =
    std::tuple{Field{"input", &CoordinateOptions::input},
               Field{"levels", &CoordinateOptions::levels},
               Field{"features", &CoordinateOptions::features},
               Field{"scale", &CoordinateOptions::scale},
               Field{"layers", &CoordinateOptions::layers},
               Field{"hidden", &CoordinateOptions::hidden},
               Field{"learningRate", &CoordinateOptions::learning_rate},
               Field{"seed", &CoordinateOptions::seed}};

template <>
inline constexpr auto fields<PictureNetwork> =
    std::tuple{Field{"parameters", &PictureNetwork::parameters}};

template <>
inline constexpr auto fields<PictureTrainerInfo> = std::tuple{Field{"id", &PictureTrainerInfo::id}};

template <>
inline constexpr auto fields<TrainedPicture> =
    std::tuple{Field{"step", &TrainedPicture::step},
               Field{"losses", &TrainedPicture::losses},
               Field{"divergedAt", &TrainedPicture::diverged_at},
               Field{"trained", &TrainedPicture::trained},
               Field{"heldOut", &TrainedPicture::held_out},
               Field{"values", &TrainedPicture::values}};

template <>
inline constexpr auto fields<OpenPictureTrainers> =
    std::tuple{Field{"open", &OpenPictureTrainers::open}};

template <>
struct Argument<PictureName> : Choice<PictureName, to_picture_name> {};
template <>
struct Argument<CoordinateInput> : Choice<CoordinateInput, to_coordinate_input> {};

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
