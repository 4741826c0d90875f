#pragma once

#include <tuple>

#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/matrix.hpp"

/// What comes back as an object: the fields of each struct, under the names that the page has for them.
/// Both the copies (convert.hpp) and the TypeScript types (typescript.hpp) are made from these lists.
namespace posenc::wasm {

template <class Object, class Member>
struct Field {
  const char* name;
  Member Object::* member;
};

/// The fields of T; none if T is no such struct.
template <class T>
inline constexpr auto fields = std::tuple{};

template <class T>
concept Object = std::tuple_size_v<decltype(fields<T>)> > 0;

/// A vector that is the whole result.
struct Values {
  Vector values;
};

struct FrequencyTable {
  Vector inverse_frequencies;
  Vector wavelengths;
  double limit;
};

template <>
inline constexpr auto fields<Values> = std::tuple{Field{"values", &Values::values}};

template <>
inline constexpr auto fields<FrequencyTable> = std::tuple{
    Field{"inverseFrequencies", &FrequencyTable::inverse_frequencies},
    Field{"wavelengths", &FrequencyTable::wavelengths}, Field{"limit", &FrequencyTable::limit}};

template <>
inline constexpr auto fields<SimilarityMatrix> =
    std::tuple{Field{"matrix", &SimilarityMatrix::matrix},
               Field{"diagonalSpread", &SimilarityMatrix::diagonal_spread},
               Field{"lowest", &SimilarityMatrix::lowest},
               Field{"offsetOnly", &SimilarityMatrix::offset_only}};

template <>
inline constexpr auto fields<DotProductsAround> =
    std::tuple{Field{"dots", &DotProductsAround::dots}, Field{"kernel", &DotProductsAround::kernel},
               Field{"difference", &DotProductsAround::difference},
               Field{"offsetOnly", &DotProductsAround::offset_only}};

template <>
inline constexpr auto fields<ShiftComparison> = std::tuple{
    Field{"matrix", &ShiftComparison::matrix},         Field{"start", &ShiftComparison::start},
    Field{"carried", &ShiftComparison::carried},       Field{"target", &ShiftComparison::target},
    Field{"difference", &ShiftComparison::difference}, Field{"largest", &ShiftComparison::largest},
    Field{"carries", &ShiftComparison::carries}};

template <>
inline constexpr auto fields<Float32Errors> =
    std::tuple{Field{"forms", &Float32Errors::forms}, Field{"power", &Float32Errors::power},
               Field{"exponential", &Float32Errors::exponential}};

}  // namespace posenc::wasm
