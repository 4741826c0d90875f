#pragma once

#include <map>
#include <string>
#include <vector>

#include "function.hpp"
#include "outcome_types.hpp"
#include "posenc/museum/exhibit.hpp"

/// The types of the museum of mistakes.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(NumbersByName)

// In this namespace, so that their conversions are found from within the templates of convert.hpp.

struct AllExhibits {
  std::vector<Exhibit> exhibits;
};

struct Code {
  std::vector<std::string> lines;
};

template <>
inline constexpr auto fields<ExhibitControl> =
    std::tuple{Field{"id", &ExhibitControl::id}, Field{"label", &ExhibitControl::label},
               Field{"value", &ExhibitControl::value}, Field{"stops", &ExhibitControl::stops}};

template <>
inline constexpr auto fields<Sighting> =
    std::tuple{Field{"text", &Sighting::text}, Field{"url", &Sighting::url}};

template <>
inline constexpr auto fields<Exhibit> = std::tuple{Field{"id", &Exhibit::id},
                                                   Field{"title", &Exhibit::title},
                                                   Field{"symptom", &Exhibit::symptom},
                                                   Field{"section", &Exhibit::section},
                                                   Field{"code", &Exhibit::code},
                                                   Field{"controls", &Exhibit::controls},
                                                   Field{"sightings", &Exhibit::sightings}};

template <>
inline constexpr auto fields<AllExhibits> = std::tuple{Field{"exhibits", &AllExhibits::exhibits}};

template <>
inline constexpr auto fields<MeasuredInvariant> =
    std::tuple{Field{"measure", &MeasuredInvariant::measure},
               Field{"broken", &MeasuredInvariant::broken},
               Field{"repaired", &MeasuredInvariant::repaired},
               Field{"bound", &MeasuredInvariant::bound},
               Field{"holdsBroken", &MeasuredInvariant::holds_broken},
               Field{"holdsRepaired", &MeasuredInvariant::holds_repaired}};

template <>
inline constexpr auto fields<Exhibition> = std::tuple{Field{"broken", &Exhibition::broken},
                                                      Field{"repaired", &Exhibition::repaired},
                                                      Field{"rows", &Exhibition::rows},
                                                      Field{"cols", &Exhibition::cols},
                                                      Field{"invariants", &Exhibition::invariants},
                                                      Field{"said", &Exhibition::said},
                                                      Field{"firstRow", &Exhibition::first_row},
                                                      Field{"firstCol", &Exhibition::first_col}};

template <>
inline constexpr auto fields<Pick> =
    std::tuple{Field{"outcome", &Pick::outcome}, Field{"because", &Pick::because},
               Field{"repaired", &Pick::repaired}};

template <>
inline constexpr auto fields<Code> = std::tuple{Field{"lines", &Code::lines}};

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
