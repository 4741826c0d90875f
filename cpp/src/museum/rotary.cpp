#include <algorithm>
#include <cmath>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in RoPE.

namespace posenc {
namespace {

const ExhibitControl head_dimensions{"d", "dimensions of the head", 8, {2, 4, 8, 16, 32}};

/// The whole head rotated with the paper's frequencies, in halves as much published code has it.
Result<RotaryEmbedding> in_halves(Index d) {
  return RotaryEmbedding::make(static_cast<double>(d), static_cast<double>(d), 10000, "half_split");
}

/// cos(first + n) for n = 0 .. d-1: components without a pattern, which code can write down.
Vector cosines_from(double first, Index d) {
  Vector x(d);
  for (Index n = 0; n < d; ++n) x[n] = std::cos(first + static_cast<double>(n));
  return x;
}

/// For each component the one with which it is turned: (-b, a) for a pair (a, b) in halves.
Vector quarter_turned(const Vector& x) {
  const Index half = x.size() / 2;
  Vector turned(x.size());
  turned << -x.tail(half), x.head(half);
  return turned;
}

/// Each vector turned in halves, but by the angles of pairs side by side: component n by that of pair n/2.
Result<Matrix> rotate_mixed(const InverseFrequencies& theta, const Vector& x,
                            std::span<const double> positions) {
  POSENC_TRY(table, cos_sin_table(theta, positions));
  const Vector turned = quarter_turned(x);
  Matrix rotated(table.rows(), x.size());
  for (Index row = 0; row < rotated.rows(); ++row) {
    for (Index n = 0; n < x.size(); ++n) {
      rotated(row, n) = x[n] * table(row, n / 2) + turned[n] * table(row, theta.pairs() + n / 2);
    }
  }
  return rotated;
}

/// What mixed-layout gives for positions from `start` on: all scores of one query and one key.
struct Scores {
  Matrix broken;
  Matrix repaired;
};

Result<Scores> scores_from(const RotaryEmbedding& rope, const Vector& q, const Vector& k,
                           double start) {
  const auto places = positions_from(start, 16);
  POSENC_TRY(mixed_q, rotate_mixed(rope.theta(), q, places));
  POSENC_TRY(mixed_k, rotate_mixed(rope.theta(), k, places));
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
  return Exhibition{scores.broken,
                    scores.repaired,
                    "position of the query",
                    "position of the key",
                    {measured("how much scores at the same distance vary", spread,
                              spread_along_diagonals(scores.repaired)),
                     measured("how far the score at distance 0 is from q·k",
                              off_the_plain(scores.broken), off_the_plain(scores.repaired)),
                     measured("how much a score differs from the one for positions from 0 on",
                              largest_difference(scores.broken, first.broken),
                              largest_difference(scores.repaired, first.repaired))},
                    spread <= rounding_tolerance
                        ? "With one pair there is one angle, and both layouts are the same: "
                          "nothing is to be seen."
                        : joined({"q·k is ", with_decimals(product, 2),
                                  ", and at distance 0 all scores should be: they go from ",
                                  with_decimals(scores.broken.diagonal().minCoeff(), 2), " to ",
                                  with_decimals(scores.broken.diagonal().maxCoeff(), 2), "."})};
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
      "position",
      "dimension",
      {measured("how far the length of a rotated query is from its own", off_the_norm(broken),
                off_the_norm(repaired)),
       measured("how much the product of two rows at the same distance varies",
                spread_by_offset(broken), spread_by_offset(repaired))},
      places.size() == 1
          ? "At position 0 the sine is 0 and the cosine 1: what is missing is not missed."
          : joined({"The query is ", with_decimals(q.norm(), 3), " long, and with the code up to ",
                    with_decimals(longest, 3), ": longer by ", in_percent(longest / q.norm() - 1),
                    ", up to √2 times where the sine is 1."})};
}

struct Attended {
  Matrix weights;
  Matrix output;
};

constexpr Index tokens = 6;

/// One head over tokens x from position `shift` on; with `values_too`, the values are rotated as queries and keys are.
Result<Attended> attended(const RotaryEmbedding& rope, const Matrix& x, const Matrix& values,
                          double shift, bool values_too) {
  Matrix rotated(x.rows(), x.cols());
  Matrix v = values;
  for (Index t = 0; t < x.rows(); ++t) {
    const double position = static_cast<double>(t) + shift;
    POSENC_TRY(row, rotate(rope, x.row(t).transpose(), {&position, 1}));
    rotated.row(t) = row.row(0);
    if (!values_too) continue;
    POSENC_TRY(value, rotate(rope, values.row(t).transpose(), {&position, 1}));
    v.row(t) = value.row(0);
  }
  auto head = head_output(rotated, rotated, v, 1 / std::sqrt(static_cast<double>(x.cols())));
  return Attended{std::move(head.weights), std::move(head.output)};
}

Result<Exhibition> rotated_values(const ExhibitSettings& values) {
  const auto d = static_cast<Index>(values.at("d"));
  const double shift = values.at("shift");
  POSENC_TRY(rope, in_halves(d));
  Matrix x(tokens, d);
  for (Index t = 0; t < tokens; ++t) {
    for (Index n = 0; n < d; ++n) x(t, n) = std::cos(static_cast<double>((t + 1) * (n + 1)));
  }
  const Matrix alike = x.row(0).replicate(tokens, 1);
  /// What the code gives here, with all tokens at the beginning, and with the same value for all of them.
  struct Runs {
    Attended here;
    Attended unmoved;
    Attended of_alike;
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
  const double moved = by_shift(broken);
  return Exhibition{
      broken.here.output,
      repaired.here.output,
      "query",
      "dimension",
      {measured("how much the output changes when all tokens move on together", moved,
                by_shift(repaired)),
       measured("how far the output is from the values where all of them are the same",
                from_alike(broken), from_alike(repaired)),
       measured("how much an attention weight changes when all tokens move on together",
                weights_by_shift(broken), weights_by_shift(repaired))},
      joined({shift == 0 ? std::string("Tokens that do not move show nothing")
                         : joined({"Moved on by ", shift,
                                   ", the same tokens give outputs that differ by up to ",
                                   with_decimals(moved, 3)}),
              "; where all values are the same, the output, their mean, is off by ",
              with_decimals(from_alike(broken), 3), "."})};
}

}  // namespace

std::vector<MuseumPiece> rotary_pieces() {
  const std::string imports = "Both come with Python, and take radians.";
  const std::string halves =
      "Pairs are (i, i + d/2), one component in each half: there are d/2 of them.";
  const std::string quarter =
      "Each pair (a, b) becomes (−b, a): what the sine is to multiply, for pairs in halves.";
  return {
      {"mixed-layout",
       "Scores that drift",
       "Every line has been copied from code that works. But the same two words, at the same "
       "distance, are scored "
       "otherwise at the end of the text than at its beginning.",
       "rope",
       {{"from math import sin, cos", imports},
        {"", ""},
        {"def rotate(x, pos):", "One vector at one position, as RoPE has it."},
        {"    half = len(x) // 2", halves},
        {"    theta = [10000 ** (-i / half) for i in range(half)]",
         "10000^(−2i/d), the frequency of pair i, as d is 2 · half."},
        {"    angles = [pos * t for t in theta for twin in range(2)]",
         "Each angle twice in a row is for pairs side by side, (2i, 2i + 1); the line below has "
         "pairs in halves. So the "
         "two components of a pair are turned by different angles, which is no rotation: lengths "
         "and scores depend on "
         "where the pair is.",
         true,
         {"    angles = [pos * t for t in theta] * 2"}},
        {"    turned = [-b for b in x[half:]] + x[:half]",
         "This pairs i with i + d/2, while the angles above are for pairs side by side. It can be "
         "mended here too, for "
         "the other layout; then weights have to be of that one. The mended code keeps this line.",
         true},
        {"    return [a * cos(w) + b * sin(w) for a, b, w in zip(x, turned, angles)]",
         "a cos − b sin, and a sin + b cos: a rotation, if both components of a pair have the same "
         "angle."},
        {"", ""},
        {"def result(d, start):",
         "Scores in a head of d dimensions, for 16 positions from `start` on."},
        {"    q = [cos(n) for n in range(d)]", "A query, made up."},
        {"    k = [cos(n + 1) for n in range(d)]", "A key, made up."},
        {"    places = range(start, start + 16)", "The same positions for queries and keys."},
        {"    dot = lambda x, y: sum(a * b for a, b in zip(x, y))", "The dot product."},
        {"    return [[dot(rotate(q, m), rotate(k, n)) for n in places] for m in places]",
         "Both are rotated, each by its own position, as they have to be."}},
       {head_dimensions, {"start", "first position", 100, {0, 10, 100, 1000}}},
       mixed_layout},
      {"input-added",
       "Queries that grow",
       "Training goes well on the first few tokens. Further on attention has favourites that have "
       "nothing to do with "
       "what is there, only with where it is.",
       "rope",
       {{"from math import sin, cos", imports},
        {"", ""},
        {"def rotate(x, pos):", "One vector at one position, as RoPE has it."},
        {"    half = len(x) // 2", halves},
        {"    angles = [pos * 10000 ** (-i / half) for i in range(half)] * 2",
         "The angle of pair i for both of its components, i and i + d/2."},
        {"    turned = [-b for b in x[half:]] + x[:half]", quarter},
        {"    return [a + b * sin(w) for a, b, w in zip(x, turned, angles)]",
         "The vector itself is added whole, as additive encodings have it, where x cos belongs. At "
         "small angles the "
         "cosine is nearly 1, so that the first positions look right; then vectors become longer, "
         "by up to √2, and "
         "scores depend on the position.",
         true,
         {"    return [a * cos(w) + b * sin(w) for a, b, w in zip(x, turned, angles)]"}},
        {"", ""},
        {"def result(d, count):", "One query of d dimensions at so many positions."},
        {"    q = [cos(n) for n in range(d)]", "A query, made up."},
        {"    return [rotate(q, pos) for pos in range(count)]",
         "The same query at each position: its length should be the same in all rows."}},
       {head_dimensions, {"count", "positions", 32, {1, 2, 8, 32}}},
       input_added},
      {"rotated-values",
       "The weights are right, the outputs are not",
       "The picture of attention is the same wherever the text begins. What the layer gives to the "
       "next one is not.",
       "rope",
       {{"from math import sin, cos, exp, sqrt", "All come with Python; sin and cos take radians."},
        {"", ""},
        {"def rotate(x, pos):", "One vector at one position, as RoPE has it."},
        {"    half = len(x) // 2", halves},
        {"    angles = [pos * 10000 ** (-i / half) for i in range(half)] * 2",
         "The angle of pair i for both of its components, i and i + d/2."},
        {"    turned = [-b for b in x[half:]] + x[:half]", quarter},
        {"    return [a * cos(w) + b * sin(w) for a, b, w in zip(x, turned, angles)]",
         "a cos − b sin, and a sin + b cos: a rotation by the angle of the pair."},
        {"", ""},
        {"def result(d, shift):", "6 tokens of d dimensions, the first at position `shift`."},
        {"    x = [[cos((t + 1) * (n + 1)) for n in range(d)] for t in range(6)]",
         "Tokens, made up; q, k and v are the same here, for short, as if their projections were "
         "the identity."},
        {"    q = k = v = [rotate(x[t], t + shift) for t in range(6)]",
         "Queries and keys are rotated, for their product then knows of m − n only. No product "
         "cancels the rotation of "
         "a value: the output, a mean of values, depends on where in the text the tokens stand.",
         true,
         {"    q = k = [rotate(x[t], t + shift) for t in range(6)]", "    v = x"}},
        {"    dot = lambda x, y: sum(a * b for a, b in zip(x, y))", "The dot product."},
        {"    def attend(query):", "What one query gets; its rotation has taken place above."},
        {"        weights = [exp(dot(query, key) / sqrt(d)) for key in k]",
         "q·k / √d and its exponential, not yet divided by their sum: the next line does that."},
        {"        return [dot(weights, column) / sum(weights) for column in zip(*v)]",
         "The mean of the values with these weights, component by component, which is what "
         "attention gives."},
        {"    return [attend(query) for query in q]", "A row for each token."}},
       {head_dimensions, {"shift", "position of the first token", 10, {0, 1, 10, 100}}},
       rotated_values},
  };
}

}  // namespace posenc
