#include <emscripten/bind.h>

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "lab_types.hpp"
#include "posenc/grading/own_schemes.hpp"
#include "training_types.hpp"

// Schemes from a learner's code.

namespace posenc::wasm {

/// As OwnRuns, with options as the page has them.
struct RunsToTrain {
  Settings own;
  Settings built_in;
};
POSENC_FIELDS(RunsToTrain, own, built_in)

/// As OwnReading.
struct OwnRead {
  OwnStanding standing;
  std::optional<Reason> reason;
  std::string call;
  std::string message;
  std::optional<OwnDifference> difference;
  std::optional<RunsToTrain> runs;
};
POSENC_FIELDS(OwnRead, standing, reason, call, message, difference, runs)

struct OwnTrained {
  OwnTraining training;
};
POSENC_FIELDS(OwnTrained, training)

}  // namespace posenc::wasm

using namespace posenc;

namespace {

Result<wasm::OwnRead> read_scheme(Scheme scheme, const Answers& results) {
  POSENC_TRY(read, read_own_scheme(scheme, results));
  wasm::OwnRead reading{read.standing,           read.reason,     std::move(read.call),
                        std::move(read.message), read.difference, std::nullopt};
  if (read.runs) reading.runs = wasm::RunsToTrain{{read.runs->own}, {read.runs->built_in}};
  return reading;
}

Result<wasm::OwnTrained> compare_training(std::span<const double> own,
                                          std::span<const double> built_in, double seeds) {
  POSENC_TRY(training, compare_own_training(own, built_in, seeds));
  return wasm::OwnTrained{training};
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_own_schemes) {
  wasm::function<&own_schemes>("ownSchemes");
  wasm::function<&read_scheme>("readOwnScheme");
  wasm::function<&compare_training>("compareOwnTraining");
  wasm::function<&best_own_schemes>("bestOwnSchemes");
}
