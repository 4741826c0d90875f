#pragma once

#include <vector>

#include "function.hpp"
#include "posenc/analysis/invariants.hpp"
#include "posenc/encoding/custom.hpp"

/// The types of encodings from a learner's formula.
namespace posenc::wasm {

// In this namespace, so that their conversions are found from within the templates of convert.hpp.

struct MeasuredEncoding {
  Matrix table;
  Matrix products;  // of each position with each
  std::vector<Invariant> invariants;
};

struct CustomExamples {
  std::vector<CustomExample> examples;
};

template <>
inline constexpr auto fields<Invariant> =
    std::tuple{Field{"id", &Invariant::id}, Field{"holds", &Invariant::holds},
               Field{"value", &Invariant::value}, Field{"text", &Invariant::text}};

template <>
inline constexpr auto fields<MeasuredEncoding> = std::tuple{
    Field{"table", &MeasuredEncoding::table}, Field{"products", &MeasuredEncoding::products},
    Field{"invariants", &MeasuredEncoding::invariants}};

template <>
inline constexpr auto fields<CustomExample> =
    std::tuple{Field{"name", &CustomExample::name}, Field{"formula", &CustomExample::formula},
               Field{"d", &CustomExample::d}};

template <>
inline constexpr auto fields<CustomExamples> =
    std::tuple{Field{"examples", &CustomExamples::examples}};

}  // namespace posenc::wasm
