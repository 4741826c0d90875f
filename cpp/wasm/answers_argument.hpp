#pragma once

#include <string>

#include "function.hpp"
#include "posenc/grading/exercise.hpp"

/// Answers as JavaScript gives them.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(AnswersByItem)

template <>
struct Argument<const Answers&> {
  using Js = const AnswersByItem&;
  static Result<Answers> make(const AnswersByItem& object) {
    Answers answers;
    const auto entries = emscripten::val::global("Object").call<emscripten::val>(
        "entries", static_cast<const emscripten::val&>(object));
    for (const auto& entry : emscripten::vecFromJSArray<emscripten::val>(entries)) {
      answers[entry[0].as<std::string>()] = entry[1].as<std::string>();
    }
    return answers;
  }
};

}  // namespace posenc::wasm
