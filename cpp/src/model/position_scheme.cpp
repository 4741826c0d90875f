#include "posenc/model/position_scheme.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "posenc/argument.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/own.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

/// The largest magnitude added to embeddings: sums and squares stay within the range of a float.
constexpr double largest_added = 1e15;

constexpr double masked = -std::numeric_limits<double>::infinity();

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

}  // namespace

Result<Scheme> to_scheme(std::string_view name) {
  return to_enum("[transformer] `scheme`", name, scheme_names);
}

Result<Direction> to_direction(std::string_view name) {
  return to_enum("[transformer] `direction`", name, direction_names);
}

Result<PositionTables> position_tables(const PositionOptions& options, Direction direction,
                                       Index d_model, Index heads, Index longest) {
  const Scheme scheme = options.scheme;
  const auto has = [scheme](Encoding encoding) { return has_encoding(scheme, encoding); };
  if (auto error =
          check_size("[transformer] the bias of each head and offset", heads, 2 * longest - 1)) {
    return *error;
  }
  PositionTables tables;
  if (has(Encoding::sinusoidal)) {
    POSENC_TRY(omega, GeometricFrequencies::make(d_model, options.base));
    std::vector<double> positions(static_cast<std::size_t>(longest));
    std::iota(positions.begin(), positions.end(), 0.0);
    POSENC_TRY(table, sinusoidal_table(omega, positions));
    tables.added = std::move(table);
  }
  if (has(Encoding::own)) {
    POSENC_TRY(own, OwnEncoding::make(options.formula, static_cast<double>(d_model)));
    POSENC_TRY(table, own.table(static_cast<double>(longest)));
    tables.added = std::move(table);
    const double largest = tables.added.cwiseAbs().maxCoeff();
    if (largest > largest_added) {
      return invalid_argument(
                 {"[transformer] elements of your encoding must be at most ", largest_added,
                  " in magnitude, as training is in single precision, but one is ", largest})
          .about("formula");
    }
  }
  if (has(Encoding::learned)) {
    POSENC_TRY(rows, to_count("[transformer] `table_rows`", options.table_rows));
    tables.table_rows = rows;
    if (!(options.table_std >= 0 && options.table_std <= max_table_std)) {
      return invalid_argument({"[transformer] `table_std` must be a number from 0 to ",
                               max_table_std, " but got ", options.table_std});
    }
  }
  if (has(Encoding::rope)) {
    const auto head_dim = static_cast<double>(d_model / heads);
    POSENC_TRY(rope, RotaryEmbedding::make(head_dim, head_dim, options.base,
                                           name_in(pair_layout_names, options.layout)));
    tables.rope = rope;
  }

  tables.bias = Matrix::Zero(heads, 2 * longest - 1);
  if (has(Encoding::alibi)) {
    POSENC_TRY(bias, alibi_by_offset(options, heads, longest));
    tables.bias = std::move(bias);
  }
  if (has(Encoding::t5)) {
    POSENC_TRY(rule,
               T5BucketRule::make(direction == Direction::causal ? BucketDirection::causal
                                                                 : BucketDirection::bidirectional,
                                  options.num_buckets, options.max_distance));
    tables.num_buckets = rule.num_buckets();
    for (Index offset = 1 - longest; offset < longest; ++offset) {
      tables.buckets.push_back(rule.bucket(static_cast<double>(offset)));
    }
  }
  if (scheme == Scheme::alibi_directional) {
    if (direction == Direction::causal) {
      return invalid_argument({"[transformer] alibi-directional needs bidirectional attention, as "
                               "half of its heads look to the right, but got \"causal\""})
          .about("direction");
    }
    if (heads % 2 != 0) {
      return invalid_argument(
          {"[transformer] alibi-directional needs an even number of `heads` but got ", heads});
    }
    tables.bias.topRightCorner(heads / 2, longest - 1).setConstant(masked);
    tables.bias.bottomLeftCorner(heads / 2, longest - 1).setConstant(masked);
  }
  if (direction == Direction::causal) tables.bias.rightCols(longest - 1).setConstant(masked);
  return tables;
}

}  // namespace posenc
