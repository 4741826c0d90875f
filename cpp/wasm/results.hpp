#pragma once

#include <tuple>
#include <type_traits>
#include <vector>

#include "posenc/analysis/addition.hpp"
#include "posenc/analysis/base_choice.hpp"
#include "posenc/analysis/cached_keys.hpp"
#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/frequency_bands.hpp"
#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/rank.hpp"
#include "posenc/analysis/read_out.hpp"
#include "posenc/analysis/rotation.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/slopes.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/analysis/spread.hpp"
#include "posenc/analysis/stretch.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model/first_token.hpp"
#include "posenc/model/permutation.hpp"
#include "posenc/model/position_scheme.hpp"

/// Results that are objects: the fields of each struct, with their names in JavaScript. Both the copies
/// (convert.hpp) and the TypeScript types (typescript.hpp) are made from these lists.
namespace posenc::wasm {

template <class Object, class Member>
struct Field {
  const char* name;
  Member Object::* member;
};

/// The fields of T; empty if T is not such a struct.
template <class T>
inline constexpr auto fields = std::tuple{};

template <class T>
concept Object = std::tuple_size_v<decltype(fields<T>)> > 0;

/// The names of an enumeration that JavaScript gets as a name; empty for other types.
template <class E>
inline constexpr auto names_of = std::tuple{};

template <class E>
concept Named = std::tuple_size_v<std::remove_cvref_t<decltype(names_of<E>)>> > 0;

template <>
inline constexpr auto names_of<Scheme> = scheme_names;

/// A vector that is the whole result.
struct Values {
  Vector values;
};

/// One matrix for each layer, as a list. (PerHead, which has the same type, becomes one block.)
struct ByLayer {
  std::vector<Matrix> matrices;
};

/// The cost of a scheme at each of some lengths.
struct CostsOfScheme {
  Scheme scheme;
  std::vector<double> operations;
  std::vector<double> shares;
  std::vector<double> parameters;
  std::vector<double> memory;
};

/// The costs of all schemes at each of some lengths.
struct CostsByLength {
  std::vector<double> model_operations;
  std::vector<CostsOfScheme> schemes;
};

struct FrequencyTable {
  Vector inverse_frequencies;
  Vector wavelengths;
  double limit;
};

/// RoPE after an extension, with the numbers that a figure shows.
struct Extension {
  Vector inverse_frequencies;
  Vector wavelengths;
  double attention_factor;
};

struct ExtensionWithBase {
  Vector inverse_frequencies;
  Vector wavelengths;
  double attention_factor;
  double base;
};

template <>
inline constexpr auto fields<Values> = std::tuple{Field{"values", &Values::values}};

template <>
inline constexpr auto fields<FrequencyTable> = std::tuple{
    Field{"inverseFrequencies", &FrequencyTable::inverse_frequencies},
    Field{"wavelengths", &FrequencyTable::wavelengths}, Field{"limit", &FrequencyTable::limit}};

template <>
inline constexpr auto fields<Extension> =
    std::tuple{Field{"inverseFrequencies", &Extension::inverse_frequencies},
               Field{"wavelengths", &Extension::wavelengths},
               Field{"attentionFactor", &Extension::attention_factor}};

template <>
inline constexpr auto fields<ExtensionWithBase> =
    std::tuple{Field{"inverseFrequencies", &ExtensionWithBase::inverse_frequencies},
               Field{"wavelengths", &ExtensionWithBase::wavelengths},
               Field{"attentionFactor", &ExtensionWithBase::attention_factor},
               Field{"base", &ExtensionWithBase::base}};

template <>
inline constexpr auto fields<RampEnds> =
    std::tuple{Field{"low", &RampEnds::low}, Field{"high", &RampEnds::high}};

template <>
inline constexpr auto fields<ColumnSpectrum> =
    std::tuple{Field{"magnitudes", &ColumnSpectrum::magnitudes},
               Field{"peak", &ColumnSpectrum::peak}, Field{"leaked", &ColumnSpectrum::leaked}};

template <>
inline constexpr auto fields<SinusoidalRank> =
    std::tuple{Field{"singularValues", &SinusoidalRank::singular_values},
               Field{"rank", &SinusoidalRank::rank}};

template <>
inline constexpr auto fields<ScoreBounds> = std::tuple{
    Field{"largestStep", &ScoreBounds::largest_step}, Field{"bounds", &ScoreBounds::bounds}};

template <>
inline constexpr auto fields<CachedScores> =
    std::tuple{Field{"base", &CachedScores::base},
               Field{"bases", &CachedScores::bases},
               Field{"right", &CachedScores::right},
               Field{"cached", &CachedScores::cached},
               Field{"difference", &CachedScores::difference},
               Field{"worst", &CachedScores::worst},
               Field{"agree", &CachedScores::agree},
               Field{"distances", &CachedScores::distances}};

template <>
inline constexpr auto fields<KernelTrend> =
    std::tuple{Field{"firstNegative", &KernelTrend::first_negative},
               Field{"firstRise", &KernelTrend::first_rise}, Field{"rises", &KernelTrend::rises}};

template <>
inline constexpr auto fields<DecayTrend> =
    std::tuple{Field{"means", &DecayTrend::means}, Field{"firstRise", &DecayTrend::first_rise},
               Field{"rises", &DecayTrend::rises}, Field{"constant", &DecayTrend::constant}};

template <>
inline constexpr auto fields<Rotation> =
    std::tuple{Field{"rotated", &Rotation::rotated},
               Field{"radians", &Rotation::radians},
               Field{"turns", &Rotation::turns},
               Field{"pairNorms", &Rotation::pair_norms},
               Field{"directions", &Rotation::directions},
               Field{"squaredNorm", &Rotation::squared_norm},
               Field{"rotatedSquaredNorm", &Rotation::rotated_squared_norm},
               Field{"keepsNorm", &Rotation::keeps_norm}};

template <>
inline constexpr auto fields<ScoreComparison> = std::tuple{
    Field{"scores", &ScoreComparison::scores}, Field{"difference", &ScoreComparison::difference},
    Field{"equal", &ScoreComparison::equal}};

template <>
inline constexpr auto fields<LayoutComparison> =
    std::tuple{Field{"interleaved", &LayoutComparison::interleaved},
               Field{"permuted", &LayoutComparison::permuted},
               Field{"mixed", &LayoutComparison::mixed},
               Field{"permutedDifference", &LayoutComparison::permuted_difference},
               Field{"mixedDifference", &LayoutComparison::mixed_difference},
               Field{"permutedAgrees", &LayoutComparison::permuted_agrees},
               Field{"mixedAgrees", &LayoutComparison::mixed_agrees}};

template <>
inline constexpr auto fields<SlopeComparison> = std::tuple{
    Field{"released", &SlopeComparison::released}, Field{"geometric", &SlopeComparison::geometric},
    Field{"power", &SlopeComparison::power}, Field{"agree", &SlopeComparison::agree},
    Field{"composed", &SlopeComparison::composed}};

template <>
inline constexpr auto fields<Spread> =
    std::tuple{Field{"mean", &Spread::mean}, Field{"sd", &Spread::sd},
               Field{"least", &Spread::least}, Field{"most", &Spread::most}};

template <>
inline constexpr auto fields<StretchedWaves> =
    std::tuple{Field{"times", &StretchedWaves::times}, Field{"kept", &StretchedWaves::kept},
               Field{"whole", &StretchedWaves::whole}};

template <>
inline constexpr auto fields<PermutedAttention> =
    std::tuple{Field{"weights", &PermutedAttention::weights},
               Field{"outputs", &PermutedAttention::outputs},
               Field{"reorderedWeights", &PermutedAttention::reordered_weights},
               Field{"reorderedOutputs", &PermutedAttention::reordered_outputs},
               Field{"weightDifference", &PermutedAttention::weight_difference},
               Field{"outputDifference", &PermutedAttention::output_difference},
               Field{"pooledDifference", &PermutedAttention::pooled_difference},
               Field{"equivariant", &PermutedAttention::equivariant},
               Field{"invariant", &PermutedAttention::invariant}};

template <>
inline constexpr auto fields<FirstTokenEffect> =
    std::tuple{Field{"repeated", &FirstTokenEffect::repeated},
               Field{"afterFirst", &FirstTokenEffect::after_first},
               Field{"repeatedSpread", &FirstTokenEffect::repeated_spread},
               Field{"afterFirstSpread", &FirstTokenEffect::after_first_spread},
               Field{"varying", &FirstTokenEffect::varying},
               Field{"repeatedEqual", &FirstTokenEffect::repeated_equal}};

template <>
inline constexpr auto fields<ReadOut> =
    std::tuple{Field{"target", &ReadOut::target}, Field{"fitted", &ReadOut::fitted},
               Field{"error", &ReadOut::error}, Field{"beyond", &ReadOut::beyond},
               Field{"directions", &ReadOut::directions}};

template <>
inline constexpr auto names_of<FrequencyBand> = frequency_band_names;

template <>
inline constexpr auto fields<FrequencyBands> = std::tuple{
    Field{"wavelengths", &FrequencyBands::wavelengths}, Field{"bands", &FrequencyBands::bands}};

template <>
inline constexpr auto fields<BaseChoice> =
    std::tuple{Field{"steps", &BaseChoice::steps}, Field{"longest", &BaseChoice::longest}};

template <>
inline constexpr auto fields<CostsOfScheme> = std::tuple{
    Field{"scheme", &CostsOfScheme::scheme}, Field{"operations", &CostsOfScheme::operations},
    Field{"shares", &CostsOfScheme::shares}, Field{"parameters", &CostsOfScheme::parameters},
    Field{"memory", &CostsOfScheme::memory}};

template <>
inline constexpr auto fields<CostsByLength> =
    std::tuple{Field{"modelOperations", &CostsByLength::model_operations},
               Field{"schemes", &CostsByLength::schemes}};

template <>
inline constexpr auto fields<PartsOfSum> = std::tuple{
    Field{"tokenNorms", &PartsOfSum::token_norms},
    Field{"positionNorms", &PartsOfSum::position_norms}, Field{"angles", &PartsOfSum::angles},
    Field{"angleSpreads", &PartsOfSum::angle_spreads}};

template <>
inline constexpr auto fields<ManyRotations> = std::tuple{
    Field{"checksum", &ManyRotations::checksum}, Field{"rotated", &ManyRotations::rotated}};

template <>
inline constexpr auto fields<RowSimilarities> = std::tuple{
    Field{"matrix", &RowSimilarities::matrix}, Field{"byOffset", &RowSimilarities::by_offset},
    Field{"mirrored", &RowSimilarities::mirrored}};

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
