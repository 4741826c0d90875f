#include <algorithm>
#include <cmath>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/phrases.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/museum/rotary_mistakes.hpp"
#include "posenc/wording.hpp"

// Mistakes in RoPE.

namespace posenc {
namespace {

constexpr PieceControl head_dimensions{"d", museum_words("head-dimensions"), 8, {2, 4, 8, 16, 32}};

/// Rotates the whole head with the paper's frequencies, pairs in halves as in much published code.
Result<RotaryEmbedding> in_halves(Index d) {
  return RotaryEmbedding::make(static_cast<double>(d), static_cast<double>(d), 10000, "half_split");
}

/// cos(first + n) for n = 0 .. d-1: components without a pattern that need no random numbers.
Vector cosines_from(double first, Index d) {
  Vector x(d);
  for (Index n = 0; n < d; ++n) x[n] = std::cos(first + static_cast<double>(n));
  return x;
}

/// Each pair (a, b) in halves turned by 90 degrees: (-b, a).
Vector quarter_turned(const Vector& x) {
  const Index half = x.size() / 2;
  Vector turned(x.size());
  turned << -x.tail(half), x.head(half);
  return turned;
}

/// What mixed-layout gives for positions from `start` on: all scores of one query and one key.
struct Scores {
  Matrix broken;
  Matrix repaired;
};

Result<Scores> scores_from(const RotaryEmbedding& rope, const Vector& q, const Vector& k,
                           double start) {
  const auto places = positions_from(start, 16);
  POSENC_TRY(mixed_q, rotate_with_repeated_angles(rope.theta(), q, places));
  POSENC_TRY(mixed_k, rotate_with_repeated_angles(rope.theta(), k, places));
  POSENC_TRY(rotated_q, rotate(rope, q, places));
  POSENC_TRY(rotated_k, rotate(rope, k, places));
  return Scores{row_products(mixed_q, mixed_k), row_products(rotated_q, rotated_k)};
}

Result<Exhibition> mixed_layout(const ExhibitSettings& values) {
  const auto d = static_cast<Index>(values.at("d"));
  const double start = values.at("start");
  POSENC_TRY(rope, in_halves(d));
  const Vector q = cosines_from(0, d);
  const Vector k = cosines_from(1, d);
  const double product = q.cwiseProduct(k).sum();
  POSENC_TRY(scores, scores_from(rope, q, k, start));
  POSENC_TRY(first, scores_from(rope, q, k, 0));
  const auto off_the_plain = [product](const Matrix& all) {
    return (all.diagonal().array() - product).abs().maxCoeff();
  };
  const double spread = spread_along_diagonals(scores.broken);
  return Exhibition{
      scores.broken,
      scores.repaired,
      say<museum_phrases, "query-position">(),
      say<museum_phrases, "key-position">(),
      {measured(museum_words("mixed-layout-diagonals"), spread,
                spread_along_diagonals(scores.repaired)),
       measured(museum_words("mixed-layout-zero"), off_the_plain(scores.broken),
                off_the_plain(scores.repaired)),
       measured(museum_words("mixed-layout-shift"), largest_difference(scores.broken, first.broken),
                largest_difference(scores.repaired, first.repaired))},
      spread <= rounding_tolerance
          ? say<museum_phrases, "mixed-layout-one-pair">()
          : say<museum_phrases, "mixed-layout-result">(
                with_decimals(product, 2), with_decimals(scores.broken.diagonal().minCoeff(), 2),
                with_decimals(scores.broken.diagonal().maxCoeff(), 2)),
      start,
      start};
}

Result<Exhibition> input_added(const ExhibitSettings& values) {
  const auto d = static_cast<Index>(values.at("d"));
  POSENC_TRY(rope, in_halves(d));
  const auto places = positions_from(0, values.at("count"));
  const Vector q = cosines_from(0, d);
  POSENC_TRY(table, cos_sin_table(rope.theta(), places));
  const Vector turned = quarter_turned(q);
  Matrix broken(table.rows(), d);
  for (Index row = 0; row < broken.rows(); ++row) {
    for (Index n = 0; n < d; ++n) {
      broken(row, n) = q[n] + turned[n] * table(row, d / 2 + n % (d / 2));
    }
  }
  POSENC_TRY(repaired, rotate(rope, q, places));
  const auto off_the_norm = [&](const Matrix& rows) {
    return (rows.rowwise().norm().array() - q.norm()).abs().maxCoeff();
  };
  const double longest = broken.rowwise().norm().maxCoeff();
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "position">(),
      say<museum_phrases, "dimension">(),
      {measured(museum_words("input-added-length"), off_the_norm(broken), off_the_norm(repaired)),
       measured(museum_words("rows-by-offset"), spread_by_offset(broken),
                spread_by_offset(repaired))},
      places.size() == 1 ? say<museum_phrases, "input-added-one-row">()
                         : say<museum_phrases, "input-added-result">(
                               with_decimals(q.norm(), 3), with_decimals(longest, 3),
                               in_percent(longest / q.norm() - 1))};
}

constexpr Index rotated_tokens = 6;

/// One head over tokens x from position `shift` on; with `values_too` it rotates values like queries and keys.
Result<HeadOutput> attended(const RotaryEmbedding& rope, const Matrix& x, const Matrix& values,
                            double shift, bool values_too) {
  return rotary_head(rope, x, x, values, shift,
                     values_too ? ValueRotation::rotated : ValueRotation::none);
}

Result<Exhibition> rotated_values(const ExhibitSettings& values) {
  const auto d = static_cast<Index>(values.at("d"));
  const double shift = values.at("shift");
  POSENC_TRY(rope, in_halves(d));
  Matrix x(rotated_tokens, d);
  for (Index t = 0; t < rotated_tokens; ++t) {
    for (Index n = 0; n < d; ++n) x(t, n) = std::cos(static_cast<double>((t + 1) * (n + 1)));
  }
  const Matrix alike = x.row(0).replicate(rotated_tokens, 1);
  /// The results here, with all tokens moved to the beginning, and with the same value for all of them.
  struct Runs {
    HeadOutput here;
    HeadOutput unmoved;
    HeadOutput of_alike;
  };
  const auto run = [&](bool values_too) -> Result<Runs> {
    POSENC_TRY(here, attended(rope, x, x, shift, values_too));
    POSENC_TRY(unmoved, attended(rope, x, x, 0, values_too));
    POSENC_TRY(of_alike, attended(rope, x, alike, shift, values_too));
    return Runs{std::move(here), std::move(unmoved), std::move(of_alike)};
  };
  POSENC_TRY(broken, run(true));
  POSENC_TRY(repaired, run(false));
  const auto by_shift = [](const Runs& runs) {
    return largest_difference(runs.here.output, runs.unmoved.output);
  };
  const auto from_alike = [&](const Runs& runs) {
    return largest_difference(runs.of_alike.output, alike);
  };
  const auto weights_by_shift = [](const Runs& runs) {
    return largest_difference(runs.here.weights, runs.unmoved.weights);
  };
  const std::string off = with_decimals(from_alike(broken), 3);
  return Exhibition{
      broken.here.output,
      repaired.here.output,
      say<museum_phrases, "query">(),
      say<museum_phrases, "dimension">(),
      {measured(museum_words("rotated-values-shift"), by_shift(broken), by_shift(repaired)),
       measured(museum_words("rotated-values-alike"), from_alike(broken), from_alike(repaired)),
       measured(museum_words("rotated-values-weight-shift"), weights_by_shift(broken),
                weights_by_shift(repaired))},
      shift == 0 ? say<museum_phrases, "rotated-values-unmoved">(off)
                 : say<museum_phrases, "rotated-values-result">(
                       shift, with_decimals(by_shift(broken), 3), off)};
}

constexpr CodeLine mixed_layout_code[] = {
    {"from math import sin, cos", museum_words("imports")},
    {"", museum_words("blank-line")},
    {"def rotate(x, pos):", museum_words("rotate-function")},
    {"    half = len(x) // 2", museum_words("halves")},
    {"    theta = [10000 ** (-i / half) for i in range(half)]", museum_words("mixed-layout-theta")},
    {"    angles = [pos * t for t in theta for twin in range(2)]",
     museum_words("mixed-layout-angles"), true, "    angles = [pos * t for t in theta] * 2"},
    {"    turned = [-b for b in x[half:]] + x[:half]", museum_words("mixed-layout-turned"), true},
    {"    return [a * cos(w) + b * sin(w) for a, b, w in zip(x, turned, angles)]",
     museum_words("mixed-layout-rotation")},
    {"", museum_words("blank-line")},
    {"def result(d, start):", museum_words("mixed-layout-function")},
    {"    q = [cos(n) for n in range(d)]", museum_words("made-up-query")},
    {"    k = [cos(n + 1) for n in range(d)]", museum_words("mixed-layout-key")},
    {"    places = range(start, start + 16)", museum_words("mixed-layout-places")},
    {"    dot = lambda x, y: sum(a * b for a, b in zip(x, y))", museum_words("dot-product")},
    {"    return [[dot(rotate(q, m), rotate(k, n)) for n in places] for m in places]",
     museum_words("mixed-layout-scores")}};

constexpr PieceControl mixed_layout_controls[] = {
    head_dimensions, {"start", museum_words("first-position"), 100, {0, 10, 100, 1000}}};

constexpr CodeLine input_added_code[] = {
    {"from math import sin, cos", museum_words("imports")},
    {"", museum_words("blank-line")},
    {"def rotate(x, pos):", museum_words("rotate-function")},
    {"    half = len(x) // 2", museum_words("halves")},
    {"    angles = [pos * 10000 ** (-i / half) for i in range(half)] * 2",
     museum_words("angle-in-halves")},
    {"    turned = [-b for b in x[half:]] + x[:half]", museum_words("quarter-turn")},
    {"    return [a + b * sin(w) for a, b, w in zip(x, turned, angles)]",
     museum_words("input-added-sum"), true,
     "    return [a * cos(w) + b * sin(w) for a, b, w in zip(x, turned, angles)]"},
    {"", museum_words("blank-line")},
    {"def result(d, count):", museum_words("input-added-function")},
    {"    q = [cos(n) for n in range(d)]", museum_words("made-up-query")},
    {"    return [rotate(q, pos) for pos in range(count)]", museum_words("input-added-rows")}};

constexpr PieceControl input_added_controls[] = {
    head_dimensions, {"count", museum_words("positions"), 32, {1, 2, 8, 32}}};

constexpr CodeLine rotated_values_code[] = {
    {"from math import sin, cos, exp, sqrt", museum_words("rotated-values-imports")},
    {"", museum_words("blank-line")},
    {"def rotate(x, pos):", museum_words("rotate-function")},
    {"    half = len(x) // 2", museum_words("halves")},
    {"    angles = [pos * 10000 ** (-i / half) for i in range(half)] * 2",
     museum_words("angle-in-halves")},
    {"    turned = [-b for b in x[half:]] + x[:half]", museum_words("quarter-turn")},
    {"    return [a * cos(w) + b * sin(w) for a, b, w in zip(x, turned, angles)]",
     museum_words("rotated-values-rotation")},
    {"", museum_words("blank-line")},
    {"def result(d, shift):", museum_words("rotated-values-function")},
    {"    x = [[cos((t + 1) * (n + 1)) for n in range(d)] for t in range(6)]",
     museum_words("rotated-values-tokens")},
    {"    q = k = v = [rotate(x[t], t + shift) for t in range(6)]",
     museum_words("rotated-values-rotated"), true,
     "    q = k = [rotate(x[t], t + shift) for t in range(6)]\n    v = x"},
    {"    dot = lambda x, y: sum(a * b for a, b in zip(x, y))", museum_words("dot-product")},
    {"    def attend(query):", museum_words("rotated-values-attend")},
    {"        weights = [exp(dot(query, key) / sqrt(d)) for key in k]",
     museum_words("rotated-values-weights")},
    {"        return [dot(weights, column) / sum(weights) for column in zip(*v)]",
     museum_words("rotated-values-mean")},
    {"    return [attend(query) for query in q]", museum_words("rotated-values-rows")}};

constexpr PieceControl rotated_values_controls[] = {
    head_dimensions, {"shift", museum_words("first-token-position"), 10, {0, 1, 10, 100}}};

constexpr PieceSighting mixed_layout_sightings[] = {
    {"how-to-train-your-gpt, issue 6: angles of one layout, halves of the other",
     "https://github.com/raiyanyahya/how-to-train-your-gpt/issues/6"}};

constexpr PieceSighting rotated_values_sightings[] = {
    {"x-transformers, issue 182: values were rotated too, until version 1.20.0",
     "https://github.com/lucidrains/x-transformers/issues/182"}};

constexpr MuseumPiece pieces_on_rotation[] = {
    {"mixed-layout", museum_words("mixed-layout-title"), museum_words("mixed-layout-symptom"),
     "rope", mixed_layout_code, mixed_layout_controls, mixed_layout, mixed_layout_sightings},
    {"input-added", museum_words("input-added-title"), museum_words("input-added-symptom"), "rope",
     input_added_code, input_added_controls, input_added},
    {"rotated-values", museum_words("rotated-values-title"), museum_words("rotated-values-symptom"),
     "rope", rotated_values_code, rotated_values_controls, rotated_values,
     rotated_values_sightings},
};

}  // namespace

std::span<const MuseumPiece> rotary_pieces() { return pieces_on_rotation; }

}  // namespace posenc
