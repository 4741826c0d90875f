#include <emscripten/bind.h>

#include <map>
#include <span>
#include <vector>

#include "function.hpp"
#include "pictures_types.hpp"

// Networks that learn a picture from coordinates: each lives here from createPictureTrainer to disposePictureTrainer, and
// is called by its number.

using namespace posenc;

namespace {

std::map<double, PictureTrainer>& picture_trainers() {
  static std::map<double, PictureTrainer> all;
  return all;
}

Result<std::map<double, PictureTrainer>::iterator> picture_trainer(double id) {
  const auto found = picture_trainers().find(id);
  if (found != picture_trainers().end()) return found;
  return Error(ErrorCode::no_such_trainer, {"[picture] there is no trainer ", id}).about("id");
}

std::vector<double> doubles(const Picture& picture) {
  return {picture.values.begin(), picture.values.end()};
}

wasm::PictureValues picture(PictureName name) {
  const Picture drawn = drawn_picture(name);
  return {drawn.side, doubles(drawn)};
}

Result<wasm::PictureNetwork> network(const CoordinateOptions& options) {
  POSENC_TRY(parameters, coordinate_parameters(options));
  return wasm::PictureNetwork{parameters};
}

CoordinateOptions picture_defaults(CoordinateInput input) { return {.input = input}; }

Result<wasm::PictureTrainerInfo> create_picture_trainer(double side, std::span<const double> values,
                                                        const CoordinateOptions& options) {
  POSENC_TRY(picture, to_picture(side, values));
  POSENC_TRY(trainer, PictureTrainer::make(std::move(picture), options));
  static double last = 0;
  picture_trainers().emplace(++last, std::move(trainer));
  return wasm::PictureTrainerInfo{last};
}

Result<wasm::TrainedPicture> train_picture(double id, double count) {
  POSENC_TRY(found, picture_trainer(id));
  PictureTrainer& trainer = found->second;
  POSENC_TRY(whole, to_count("[picture] the `count` of steps", count));
  const std::vector<double> losses = trainer.train(whole);
  const PictureQuality quality = trainer.quality();
  return wasm::TrainedPicture{trainer.steps(), losses,           trainer.diverged_at(),
                              quality.trained, quality.held_out, doubles(trainer.drawn())};
}

Result<wasm::OpenPictureTrainers> dispose_picture_trainer(double id) {
  POSENC_TRY(found, picture_trainer(id));
  picture_trainers().erase(found);
  return wasm::OpenPictureTrainers{static_cast<double>(picture_trainers().size())};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_pictures) {
  wasm::register_type<wasm::CoordinateObject>(
      "{ input: string, levels: number, features: number, scale: number, layers: number, hidden: "
      "number, "
      "learningRate: number, seed: number }");

  wasm::function<&picture>("picture");
  wasm::function<&picture_defaults>("pictureDefaults");
  wasm::function<&network>("pictureNetwork");
  wasm::function<&create_picture_trainer>("createPictureTrainer");
  wasm::function<&train_picture>("trainPicture");
  wasm::function<&dispose_picture_trainer>("disposePictureTrainer");
}
