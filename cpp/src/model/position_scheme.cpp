#include "posenc/model/position_scheme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/custom.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

/// The largest magnitude added to embeddings, or given: sums and squares stay within the range of a float.
constexpr double largest_added = 1e15;

constexpr double masked_bias = -std::numeric_limits<double>::infinity();

/// -m_h |offset| for the offsets -(longest - 1) .. longest - 1, shape [heads, 2 longest - 1].
Result<Matrix> alibi_by_offset(const PositionOptions& options, Index heads, Index longest) {
  Vector slopes;
  if (options.slopes.empty()) {
    POSENC_TRY(released, alibi_slopes(static_cast<double>(heads)));
    slopes = std::move(released);
  } else {
    slopes =
        Eigen::Map<const Vector>(options.slopes.data(), static_cast<Index>(options.slopes.size()));
  }
  if (slopes.size() != heads) {
    return invalid_argument({"[transformer] `slopes` must have a number for each of ", heads,
                             " heads but has ", slopes.size()});
  }
  // The last query of a sequence has all distances.
  POSENC_TRY(of_last, alibi_bias(slopes, BiasDirection::causal, 1, static_cast<double>(longest)));
  Matrix bias(heads, 2 * longest - 1);
  for (Index h = 0; h < heads; ++h) {
    const auto& row = of_last[static_cast<std::size_t>(h)];
    bias.row(h).head(longest) = row;
    bias.row(h).tail(longest) = row.rowwise().reverse();
  }
  return bias;
}

/// No error for an empty list, or one with a value for each layer.
std::optional<Error> check_list(std::string_view subject, std::size_t size, Index layers) {
  if (size == 0 || static_cast<Index>(size) == layers) return std::nullopt;
  return invalid_argument(
      {subject, " must have a value for each of ", layers, " layers but has ", size});
}

std::optional<Error> check_layers(const PositionOptions& options, Index layers) {
  const auto& schemes = options.layer_schemes;
  if (auto e = check_list("[transformer] `layer_schemes`", schemes.size(), layers)) return e;
  if (auto e = check_list("[transformer] `windows`", options.windows.size(), layers)) return e;
  if (auto e = check_list("[transformer] `bases`", options.bases.size(), layers)) return e;
  if (!schemes.empty() && options.scheme != Scheme::none) {
    return invalid_argument(
        {"[transformer] `scheme` must be none beside `layer_schemes`, which has one for each "
         "layer, but got ",
         quote(name_in(scheme_names, options.scheme))});
  }
  for (const Scheme scheme : schemes) {
    if (acts_in_layers(scheme)) continue;
    return invalid_argument(
        {"[transformer] each of `layer_schemes` must act in its layer, as none, rope, alibi, "
         "alibi-directional and t5 do, but got ",
         quote(name_in(scheme_names, scheme)), ", which is added to the embeddings"});
  }
  for (const double window : options.windows) {
    if (auto e = check_whole("[transformer] each of `windows`", window, 0, max_position)) return e;
  }
  for (const double base : options.bases) {
    if (auto e = check_positive("[transformer] each of `bases`", base)) return e;
  }
  return std::nullopt;
}

Result<RotaryEmbedding> rope_of(const PositionOptions& options, Index head_dim, double base) {
  const auto d = static_cast<double>(head_dim);
  POSENC_TRY(rotated, rotated_components(d, options.rotary));
  return RotaryEmbedding::make(d, static_cast<double>(rotated), base,
                               name_in(pair_layout_names, options.layout));
}

/// The table that is added to the embeddings, if there is a fixed one.
Result<Matrix> added_table(const PositionOptions& options, Index d_model, Index longest) {
  if (has_encoding(options.scheme, Encoding::sinusoidal)) {
    POSENC_TRY(omega, GeometricFrequencies::make(d_model, options.base));
    std::vector<double> positions(static_cast<std::size_t>(longest));
    std::iota(positions.begin(), positions.end(), 0.0);
    return sinusoidal_table(omega, positions);
  }
  if (has_encoding(options.scheme, Encoding::custom)) {
    POSENC_TRY(encoding, CustomEncoding::make(options.formula, static_cast<double>(d_model)));
    POSENC_TRY(table, encoding.table(static_cast<double>(longest)));
    const double largest = table.cwiseAbs().maxCoeff();
    if (largest > largest_added) {
      return invalid_argument(
                 {"[transformer] elements of your encoding must be at most ", largest_added,
                  " in magnitude, as training is in single precision, but one is ", largest})
          .about("formula");
    }
    return std::move(table);
  }
  return Matrix();
}

/// Masks the offsets that half of the heads do not see.
std::optional<Error> mask_directions(Matrix& bias, Direction direction) {
  const Index heads = bias.rows();
  const Index longest = (bias.cols() + 1) / 2;
  if (direction == Direction::causal) {
    return invalid_argument({"[transformer] alibi-directional needs bidirectional attention, as "
                             "half of its heads look to the right, but got \"causal\""})
        .about("direction");
  }
  if (heads % 2 != 0) {
    return invalid_argument(
        {"[transformer] alibi-directional needs an even number of `heads` but got ", heads});
  }
  bias.topRightCorner(heads / 2, longest - 1).setConstant(masked_bias);
  bias.bottomLeftCorner(heads / 2, longest - 1).setConstant(masked_bias);
  return std::nullopt;
}

/// The bias of a layer, without what T5 learns. Shape [heads, 2 longest - 1].
Result<Matrix> bias_of(const PositionOptions& options, Direction direction, Scheme scheme,
                       double window, Index heads, Index longest) {
  Matrix bias = Matrix::Zero(heads, 2 * longest - 1);
  if (has_encoding(scheme, Encoding::alibi)) {
    POSENC_TRY(slopes, alibi_by_offset(options, heads, longest));
    bias = std::move(slopes);
  }
  if (scheme == Scheme::alibi_directional) {
    if (auto error = mask_directions(bias, direction)) return *error;
  }
  for (Index offset = 1 - longest; offset < longest; ++offset) {
    if (is_masked(direction, window, offset))
      bias.col(longest - 1 + offset).setConstant(masked_bias);
  }
  return bias;
}

/// The place of `value` in a list that has each value once; added if it is not there.
template <class Value>
std::size_t place_in(std::vector<Value>& values, const Value& value) {
  const auto found = std::ranges::find(values, value);
  const auto place = static_cast<std::size_t>(found - values.begin());
  if (found == values.end()) values.push_back(value);
  return place;
}

/// The value of a layer in a list, or the one of all layers if the list is empty.
template <class Value>
Value of_layer(const std::vector<Value>& values, Index layer, Value of_all) {
  return values.empty() ? of_all : values[static_cast<std::size_t>(layer)];
}

/// The biases and rotations of the layers.
std::optional<Error> add_layers(const PositionOptions& options, Direction direction,
                                const PositionSizes& sizes, PositionTables& tables) {
  std::vector<std::pair<Scheme, double>> kinds;
  std::vector<double> bases;
  for (Index l = 0; l < sizes.layers; ++l) {
    const Scheme scheme = of_layer(options.layer_schemes, l, options.scheme);
    const double window = of_layer(options.windows, l, 0.0);
    LayerPositions layer{scheme, window, place_in(kinds, {scheme, window}), std::nullopt};
    if (layer.bias == tables.biases.size()) {
      POSENC_TRY(bias, bias_of(options, direction, scheme, window, sizes.heads, sizes.longest));
      tables.biases.push_back(std::move(bias));
    }
    if (has_encoding(scheme, Encoding::rope)) {
      const double base = of_layer(options.bases, l, options.base);
      layer.rope = place_in(bases, base);
      if (*layer.rope == tables.ropes.size()) {
        POSENC_TRY(rope, rope_of(options, sizes.d_model / sizes.heads, base));
        tables.ropes.push_back(std::move(rope));
      }
    }
    tables.layers.push_back(layer);
  }
  return std::nullopt;
}

/// No error for that many numbers of at most largest_added in magnitude, or -infinity where that is allowed.
std::optional<Error> check_given(std::span<const double> given, double count, bool may_mask) {
  if (static_cast<double>(given.size()) != count) {
    return invalid_argument(
        {"[transformer] `given` must have ", count, " numbers but has ", given.size()});
  }
  for (const double value : given) {
    if (std::abs(value) <= largest_added || (may_mask && value == masked_bias)) continue;
    return invalid_argument({"[transformer] each of `given` must be a number of at most ",
                             largest_added, " in magnitude but one is ", value});
  }
  return std::nullopt;
}

/// One bias after the other for each of the lengths that were given.
std::optional<Error> take_given_biases(const PositionOptions& options, Direction direction,
                                       const PositionSizes& sizes, PositionTables& tables) {
  const auto heads = static_cast<double>(sizes.heads);
  double count = 0;
  double before = 0;
  for (const double length : options.given_lengths) {
    if (auto e = check_whole("[transformer] each of `given_lengths`", length, before + 1,
                             static_cast<double>(sizes.longest))) {
      return e;
    }
    count += heads * length * length;
    before = length;
  }
  if (auto error = check_given(options.given, count, true)) return error;
  const double* next = options.given.data();
  for (const double length : options.given_lengths) {
    const auto T = static_cast<Index>(length);
    Matrix bias = Eigen::Map<const Matrix>(next, sizes.heads * T, T);
    next += bias.size();
    for (Index row = 0; row < bias.rows(); ++row) {
      for (Index key = 0; key < T; ++key) {
        if (is_masked(direction, 0, key - row % T)) bias(row, key) = masked_bias;
      }
      if (bias.row(row).maxCoeff() == masked_bias) {
        return invalid_argument(
            {"[transformer] `given` must leave a key to every query but masks "
             "all of query ",
             row % T, " in head ", row / T, " at length ", T});
      }
    }
    tables.given_biases.push_back(std::move(bias));
  }
  return std::nullopt;
}

/// The numbers that were given instead of those of the scheme.
std::optional<Error> take_given(const PositionOptions& options, Direction direction,
                                const PositionSizes& sizes, PositionTables& tables) {
  const double* given = options.given.data();
  const auto longest = static_cast<double>(sizes.longest);
  switch (options.scheme) {
    case Scheme::sinusoidal: {
      const double count = longest * static_cast<double>(sizes.d_model);
      if (auto error = check_given(options.given, count, false)) return error;
      tables.added = Eigen::Map<const Matrix>(given, sizes.longest, sizes.d_model);
      return std::nullopt;
    }
    case Scheme::rope: {
      const Index d = sizes.d_model / sizes.heads;
      const double count = longest * static_cast<double>(d) * static_cast<double>(d);
      if (auto error = check_given(options.given, count, false)) return error;
      tables.given_maps = Eigen::Map<const Matrix>(given, sizes.longest * d, d);
      return std::nullopt;
    }
    case Scheme::alibi:
      if (options.windows.empty()) return take_given_biases(options, direction, sizes, tables);
      return invalid_argument({"[transformer] `given` biases go without `windows`"});
    default:
      return invalid_argument(
          {"[transformer] `given` can replace the numbers of sinusoidal, rope or alibi, but "
           "`scheme` is ",
           quote(name_of(options))});
  }
}

}  // namespace

bool any_layer_has(const PositionOptions& options, Encoding encoding) {
  const auto has = [encoding](Scheme scheme) { return has_encoding(scheme, encoding); };
  return has(options.scheme) || std::ranges::any_of(options.layer_schemes, has);
}

bool is_masked(Direction direction, double window, Index offset) {
  const bool is_too_far = window > 0 && std::abs(static_cast<double>(offset)) >= window;
  return is_too_far || (direction == Direction::causal && offset > 0);
}

std::string name_of(const PositionOptions& options) {
  std::string names;
  for (const Scheme scheme : options.layer_schemes) {
    if (!names.empty()) names += '/';
    names += name_in(scheme_names, scheme);
  }
  return names.empty() ? std::string(name_in(scheme_names, options.scheme)) : names;
}

Result<PositionTables> position_tables(const PositionOptions& options, Direction direction,
                                       const PositionSizes& sizes) {
  const auto [d_model, heads, layers, longest] = sizes;
  if (auto error = check_layers(options, layers)) return *error;
  PositionTables tables;
  POSENC_TRY(added, added_table(options, d_model, longest));
  tables.added = std::move(added);
  if (has_encoding(options.scheme, Encoding::learned)) {
    POSENC_TRY(rows, to_count("[transformer] `table_rows`", options.table_rows));
    tables.table_rows = rows;
    if (!(options.table_std >= 0 && options.table_std <= max_table_std)) {
      return invalid_argument({"[transformer] `table_std` must be a number from 0 to ",
                               max_table_std, " but got ", options.table_std});
    }
  }
  if (auto error = add_layers(options, direction, sizes, tables)) return *error;
  if (!options.given.empty()) {
    if (auto error = take_given(options, direction, sizes, tables)) return *error;
  }
  if (any_layer_has(options, Encoding::t5)) {
    POSENC_TRY(rule,
               T5BucketRule::make(direction == Direction::causal ? BucketDirection::causal
                                                                 : BucketDirection::bidirectional,
                                  options.num_buckets, options.max_distance));
    tables.num_buckets = rule.num_buckets();
    for (Index offset = 1 - longest; offset < longest; ++offset) {
      tables.buckets.push_back(rule.bucket(static_cast<double>(offset)));
    }
  }
  return tables;
}

}  // namespace posenc
