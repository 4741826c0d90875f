#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/encodings.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// How the transformer gets positions: which encodings of the library, and where in the model each acts.
namespace posenc {

POSENC_CHOICE_FUNCTION(Scheme, to_scheme, "[transformer] `scheme`")

enum class Direction {
  bidirectional,  // every token sees all
  causal,         // every token sees itself and those before it
};

POSENC_CHOICE(Direction, direction, "[transformer] `direction`", bidirectional, causal)

/// A scheme and its settings; settings of other schemes are ignored.
///
/// The lists have one value for each layer, the first layer's first, or none. Layers of several kinds: RoPE in some
/// layers and no positions in the others, Yang et al. 2025, arXiv:2501.18795; sliding windows, Beltagy et al. 2020,
/// arXiv:2004.05150v2, section 3.1; windows and a base for each kind of layer, Gemma 3, arXiv:2503.19786, section 2.
struct PositionOptions {
  /// Of every layer; none if layer_schemes has one for each.
  Scheme scheme = Scheme::none;
  double base = 10000;                         // of all waves and turns
  PairLayout layout = PairLayout::half_split;  // rope
  std::vector<double> slopes{};  // alibi: one for each head; empty for those of alibi_slopes
  double table_rows = 160;       // learned, hybrid
  double table_std = 1;          // the same: standard deviation of the table's initial values
  double num_buckets = 32;       // t5
  double max_distance = 128;     // t5
  std::string formula{};         // custom: PE(pos, i) in pos, i and d, as for CustomEncoding
  /// One for each layer, instead of `scheme`: none, rope, alibi, alibi_directional or t5.
  std::vector<Scheme> layer_schemes{};
  /// The number of tokens that a token sees in each layer, with any scheme: itself and the w - 1 before it and, if
  /// bidirectional, the w - 1 after it. 0 for no limit.
  std::vector<double> windows{};
  /// Instead of `base` for the layers with RoPE; those of other layers are ignored.
  std::vector<double> bases{};
  /// rope: the fraction of each head that is rotated, as for rotated_components: the first r components, with the
  /// frequencies base^(-2i/r). The others carry no position.
  double rotary = 1;
  /// Numbers instead of those that `scheme` computes, row by row; empty for its own:
  ///   sinusoidal  [longest, d_model]: the table that is added to the embeddings
  ///   rope        [longest, d, d] with the d components of a head: a matrix for each position, of any kind, by which
  ///               queries and keys are multiplied
  ///   alibi       [heads, T, T] for each length T of given_lengths: the bias of each query (row) and key; -infinity
  ///               masks
  std::vector<double> given{};
  /// alibi with `given`: the lengths that inputs may have, rising.
  std::vector<double> given_lengths{};

  bool operator==(const PositionOptions&) const = default;
};

bool any_layer_has(const PositionOptions& options, Encoding encoding);

/// Whether the direction or the window of a layer (0 for no limit) masks a key at this offset from the query: key
/// position - query position.
bool is_masked(Direction direction, double window, Index offset);

/// The name of the scheme or, separated by slashes, of each layer's: "rope/none".
std::string name_of(const PositionOptions& options);

struct LayerPositions {
  Scheme scheme;
  double window;                    // 0 for no limit
  std::size_t bias;                 // its element of `biases`
  std::optional<std::size_t> rope;  // its element of `ropes`, for RoPE
};

/// The numbers of the schemes, checked, and computed in double for positions up to `longest`.
struct PositionTables {
  /// [longest, d_model], added to the embeddings; empty if the scheme adds nothing fixed.
  Matrix added;
  /// Rows of the learned table, which may be fewer than `longest`; 0 if there is none.
  Index table_rows = 0;
  /// Each [heads, 2 longest - 1]: the bias of each offset from -(longest - 1) on, -infinity if the direction, the
  /// scheme or a window masks it. Layers with the same scheme and window share one.
  std::vector<Matrix> biases;
  /// The bucket of each such offset, for T5, whose layers share one learned bias; else empty.
  std::vector<Index> buckets;
  Index num_buckets = 0;
  /// Layers with the same base share one.
  std::vector<RotaryEmbedding> ropes;
  /// The matrices that were given, one below the other, [longest d, d]; empty if none were.
  Matrix given_maps;
  /// The biases that were given: for each length T one head below the other, [heads T, T]; -infinity where the
  /// direction masks, too. Empty if none were.
  std::vector<Matrix> given_biases;
  /// One for each layer.
  std::vector<LayerPositions> layers;
};

/// The largest table_std, whose squares stay well within the range of a float.
inline constexpr double max_table_std = 1000;

/// The sizes of a model that its positions depend on.
struct PositionSizes {
  Index d_model;
  Index heads;
  Index layers;
  Index longest;
};

/// The tables of the schemes for a model. Precondition: it has passed Transformer's checks of sizes, which the tables'
/// follow from: at most one bias and one list of frequencies for each layer.
/// Errors: those of the encodings; a table_std that is not from 0 to max_table_std; a number of slopes other than the
/// number of heads; alibi_directional with an odd number of heads or with causal attention; elements of a typed
/// encoding that are too large for single precision; a list with another number of values than layers; a scheme in
/// layer_schemes that is added to the embeddings, or any other `scheme` beside them; a window that is not a whole
/// number; a `rotary` outside its range, or so small that it rotates nothing; `given` for a scheme other than its three, or
/// alibi with windows, that has another number of values than above, or one that is not a number up to 1e15 in magnitude
/// (-infinity is allowed in biases, but not for all keys that a query could see); given_lengths that do not rise from 1 or
/// more to at most `longest`.
Result<PositionTables> position_tables(const PositionOptions& options, Direction direction,
                                       const PositionSizes& sizes);

}  // namespace posenc
