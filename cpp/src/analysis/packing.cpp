#include "posenc/analysis/packing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

constexpr Index most_tokens = 512;
constexpr Index head_width = 16;
constexpr double slope = 0.25;

/// Whose rows are those of W_q, W_k and W_v, transposed.
struct Projections {
  Matrix q, k, v;
};

struct Attended {
  Matrix weights;
  Matrix output;
};

Result<Matrix> rotated(const RotaryEmbedding& rope, Matrix rows, const Vector& positions) {
  for (Index t = 0; t < rows.rows(); ++t) {
    POSENC_TRY(row, rotate(rope, rows.row(t).transpose(), {&positions[t], 1}));
    rows.row(t) = row.row(0);
  }
  return rows;
}

/// What the head makes of embeddings, a row for each token.
Result<Attended> attend(Matrix x, const Projections& w, const Vector& documents,
                        const Vector& positions, PackedScheme scheme, DocumentMask mask) {
  POSENC_TRY(theta, GeometricFrequencies::make(head_width, 10000));
  if (scheme == PackedScheme::sinusoidal) {
    POSENC_TRY(table, sinusoidal_table(theta, elements_of(positions)));
    x += table;
  }
  Matrix q = row_dots(x, w.q);
  Matrix k = row_dots(x, w.k);
  const Matrix v = row_dots(x, w.v);
  if (scheme == PackedScheme::rope) {
    POSENC_TRY(rope, RotaryEmbedding::make(theta, head_width, PairLayout::half_split));
    POSENC_TRY(turned_q, rotated(rope, std::move(q), positions));
    POSENC_TRY(turned_k, rotated(rope, std::move(k), positions));
    q = std::move(turned_q);
    k = std::move(turned_k);
  }
  Matrix scores = row_dots(q, k) / std::sqrt(static_cast<double>(head_width));
  if (scheme == PackedScheme::alibi) {
    for (Index i = 0; i < scores.rows(); ++i) {
      for (Index j = 0; j < scores.cols(); ++j) {
        scores(i, j) -= slope * (positions[i] - positions[j]);
      }
    }
  }
  Matrix weights = packed_weights(scores, documents, mask);
  Matrix output = row_dots(weights, v.transpose());
  return Attended{std::move(weights), std::move(output)};
}

}  // namespace

Result<Vector> documents_of(std::span<const double> lengths) {
  if (lengths.empty()) return invalid_argument({"[packing] `lengths` must not be empty"});
  Index tokens = 0;
  for (const double length : lengths) {
    POSENC_TRY(count, to_count("[packing] each of `lengths`", length));
    tokens = std::min(tokens + count, most_tokens + 1);
  }
  if (tokens > most_tokens) {
    return invalid_argument(
        {"[packing] `lengths` must add up to at most ", most_tokens, " tokens but there are more"});
  }
  Vector documents(tokens);
  Index next = 0;
  for (std::size_t n = 0; n < lengths.size(); ++n) {
    const auto count = static_cast<Index>(lengths[n]);
    documents.segment(next, count).setConstant(static_cast<double>(n));
    next += count;
  }
  return documents;
}

Vector position_ids(const Vector& documents, PackedPositions positions) {
  Vector ids(documents.size());
  for (Index t = 0; t < ids.size(); ++t) {
    const bool starts_again =
        positions == PackedPositions::reset && t > 0 && documents[t] != documents[t - 1];
    ids[t] = t == 0 || starts_again ? 0 : ids[t - 1] + 1;
  }
  return ids;
}

Matrix packed_weights(const Matrix& scores, const Vector& documents, DocumentMask mask) {
  constexpr double masked = -std::numeric_limits<double>::infinity();
  Matrix weights = scores;
  for (Index query = 0; query < scores.rows(); ++query) {
    for (Index key = 0; key < scores.cols(); ++key) {
      const bool is_in_document = mask == DocumentMask::none || documents[key] == documents[query];
      if (key > query || !is_in_document) weights(query, key) = masked;
    }
    softmax({&weights(query, 0), static_cast<std::size_t>(weights.cols())});
  }
  return weights;
}

Vector attention_across(const Matrix& weights, const Vector& documents) {
  Vector across = Vector::Zero(weights.rows());
  for (Index query = 0; query < weights.rows(); ++query) {
    for (Index key = 0; key < weights.cols(); ++key) {
      if (documents[key] != documents[query]) across[query] += weights(query, key);
    }
  }
  return across;
}

Result<PackedAttention> packed_attention(std::span<const double> lengths, PackedScheme scheme,
                                         DocumentMask mask, PackedPositions positions,
                                         double seed) {
  if (auto error = check_seed("[packing] `seed`", seed)) return *error;
  POSENC_TRY(documents, documents_of(lengths));
  Random random(static_cast<std::uint64_t>(seed));
  const double deviation = 1 / std::sqrt(static_cast<double>(head_width));
  const auto matrix = [&] { return normal_matrix(random, head_width, head_width, deviation); };
  const Projections w{matrix(), matrix(), matrix()};
  const Matrix x = normal_matrix(random, documents.size(), head_width, 1);

  const Vector ids = position_ids(documents, positions);
  POSENC_TRY(packed, attend(x, w, documents, ids, scheme, mask));
  PackedAttention result{.documents = documents,
                         .positions = ids,
                         .weights = packed.weights,
                         .across = attention_across(packed.weights, documents),
                         .crossing = 0,
                         .differences = Vector(documents.size()),
                         .difference = 0,
                         .apart = true};
  Index first = 0;
  for (const double length : lengths) {
    const auto count = static_cast<Index>(length);
    const Vector own = Vector::Zero(count);
    POSENC_TRY(alone,
               attend(x.middleRows(first, count), w, own,
                      position_ids(own, PackedPositions::continued), scheme, DocumentMask::none));
    result.differences.segment(first, count) =
        (packed.output.middleRows(first, count) - alone.output).rowwise().lpNorm<Eigen::Infinity>();
    first += count;
  }
  const auto later = documents.size() - static_cast<Index>(lengths.front());
  if (later > 0) result.crossing = result.across.tail(later).mean();
  result.difference = result.differences.maxCoeff();
  result.apart = result.difference <= rounding_tolerance;
  return result;
}

}  // namespace posenc
