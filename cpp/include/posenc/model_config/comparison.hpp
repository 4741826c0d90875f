#pragma once

#include <optional>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/fields.hpp"
#include "posenc/model_config/report.hpp"

/// Whether two models turn positions alike: a fine-tune and its parent, or a config and the GGUF file made from it.
namespace posenc {

/// What differs.
enum class Unlike {
  kind,              // of encodings
  layers,            // how many, or which of them rotate
  pairs,             // how many a head has
  frequencies,       // of the first pair that differs
  attention_factor,  // what multiplies cos and sin
  slopes,            // of ALiBi
  rows,              // of a learned table
  buckets,           // of T5
};

POSENC_HYPHENATED_NAMES(Unlike, unlike_names, kind, layers, pairs, frequencies, attention_factor,
                        slopes, rows, buckets)

struct ModelDifference {
  Unlike what;
  /// The layers that it is about; none for all.
  std::optional<LayerKind> layers;
  /// The first pair, head or layer that differs, from 0; none where the whole differs.
  std::optional<Index> at;
  /// The two values, where they are numbers.
  std::optional<double> first;
  std::optional<double> second;
  /// Of frequencies: the last position of the shorter claimed length, and how far apart the angles are there, in radians. The
  /// largest over the pairs.
  std::optional<double> position;
  std::optional<double> radians;
};
POSENC_FIELDS(ModelDifference, what, layers, at, first, second, position, radians)

/// Frequencies and factors that differ by less than this part count as equal: GGUF files store numbers in float32.
inline constexpr double stored_tolerance = 2e-6;

/// In the order of Unlike; empty where both turn positions alike. The layout of pairs does not count: llama.cpp's converter
/// reorders weights to fit its own.
std::vector<ModelDifference> compare_models(const ModelReport& first, const ModelReport& second);

}  // namespace posenc
