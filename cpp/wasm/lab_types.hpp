#pragma once

#include <optional>
#include <string>

#include "exercise_types.hpp"
#include "posenc/grading/lab.hpp"

/// The types of questions about a run, and of verdicts on their answers, in JavaScript.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(LabOutcomeObject)

/// An optional name.
template <class E, std::size_t N>
std::optional<Error> read_choice(const emscripten::val& object, const char* name,
                                 const EnumNames<E, N>& names, std::optional<E>& value) {
  const emscripten::val given = object[name];
  if (given.isUndefined() || given.isNull()) return std::nullopt;
  POSENC_TRY(read, to_enum(joined({"[lab] `", name, "`"}), given.as<std::string>(), names));
  value = read;
  return std::nullopt;
}

template <>
struct Argument<const LabOutcome&> {
  using Js = const LabOutcomeObject&;
  static Result<LabOutcome> make(const emscripten::val& object) {
    const auto numbers = [&](const char* name) {
      return emscripten::convertJSArrayToNumberVector<double>(object[name]);
    };
    LabOutcome outcome;
    outcome.task = text_in(object, "task");
    outcome.schemes = emscripten::vecFromJSArray<std::string>(object["schemes"]);
    outcome.lengths = numbers("lengths");
    outcome.seeds = number_in(object, "seeds");
    outcome.accuracies = numbers("accuracies");
    outcome.train_longest = number_in(object, "trainLongest");
    outcome.chance = number_in(object, "chance");
    const emscripten::val ceiling = object["ceiling"];
    if (!ceiling.isNull()) outcome.ceiling = ceiling.as<double>();
    auto error = read_choice(object, "direction", direction_names, outcome.direction);
    if (!error) error = read_choice(object, "needs", task_need_names, outcome.needs);
    if (error) return *error;
    const emscripten::val bits = object["bits"];
    if (!bits.isUndefined() && !bits.isNull()) {
      outcome.bits = LabBits{emscripten::convertJSArrayToNumberVector<double>(bits["values"]),
                             number_in(bits, "single"), number_in(bits, "pair")};
    }
    return outcome;
  }
};

}  // namespace posenc::wasm
