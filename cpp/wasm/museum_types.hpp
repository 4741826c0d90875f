#pragma once

#include <map>
#include <string>
#include <vector>

#include "function.hpp"
#include "posenc/museum/exhibit.hpp"

/// The types of the museum of mistakes.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(NumbersByName)

struct AllExhibits {
  std::vector<Exhibit> exhibits;
};
POSENC_FIELDS(AllExhibits, exhibits)

struct Code {
  std::vector<std::string> lines;
};
POSENC_FIELDS(Code, lines)

template <>
struct Argument<const std::map<std::string, double>&> {
  using Js = const NumbersByName&;
  static Result<std::map<std::string, double>> make(const emscripten::val& object) {
    std::map<std::string, double> numbers;
    const auto entries = emscripten::val::global("Object").call<emscripten::val>("entries", object);
    for (const auto& entry : emscripten::vecFromJSArray<emscripten::val>(entries)) {
      numbers[entry[0].as<std::string>()] = entry[1].as<double>();
    }
    return numbers;
  }
};

}  // namespace posenc::wasm
