#include <algorithm>
#include <cmath>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in what a layer makes of tokens and positions.

namespace posenc {
namespace {

/// How far ln w_ij - ln w_ii is from (x_i.x_j - x_i.x_i) / sqrt(d): what the weights tell of the logits, which they
/// hold up to a constant for each row.
double distance_from_logits(const Matrix& x, const Matrix& weights) {
  const Matrix logits = row_products(x, x) / std::sqrt(static_cast<double>(x.cols()));
  double largest = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < x.rows(); ++j) {
      const double told = std::log(weights(i, j) / weights(i, i));
      largest = std::max(largest, std::abs(told - (logits(i, j) - logits(i, i))));
    }
  }
  return largest;
}

double distance_from_sum_of_one(const Matrix& weights) {
  return (weights.rowwise().sum().array() - 1).abs().maxCoeff();
}

Result<Exhibition> scaled_twice(const ExhibitSettings& values) {
  const double d = values.at("d");
  Matrix x(static_cast<Index>(values.at("length")), static_cast<Index>(d));
  for (Index t = 0; t < x.rows(); ++t) {
    for (Index n = 0; n < x.cols(); ++n) {
      x(t, n) = std::sqrt(2.0) * std::sin(static_cast<double>((t + 1) * (n + 1)));
    }
  }
  const Matrix broken = head_output(x, x, x, 1 / d).weights;
  const Matrix repaired = head_output(x, x, x, 1 / std::sqrt(d)).weights;
  const auto to_itself = [](const Matrix& weights) {
    return in_percent(weights.diagonal().mean());
  };
  return Exhibition{
      broken,
      repaired,
      "query",
      "key",
      {measured("how far the logits, as the weights tell them, are from q·k / √d",
                distance_from_logits(x, broken), distance_from_logits(x, repaired)),
       measured("how far the weights of a query are from adding up to 1",
                distance_from_sum_of_one(broken), distance_from_sum_of_one(repaired))},
      joined({"A token pays ", to_itself(broken), " of its attention to itself where it should be ",
              to_itself(repaired), "; if it looked at all alike, it would be ",
              in_percent(1 / values.at("length")), "."})};
}

Result<Exhibition> padding_shift(const ExhibitSettings& values) {
  POSENC_TRY(omega, GeometricFrequencies::make(values.at("d"), 10000, "paper"));
  constexpr double words = 6;
  const double padding = values.at("padding");
  POSENC_TRY(broken, sinusoidal_table(omega, positions_from(padding, words)));
  POSENC_TRY(alone, sinusoidal_table(omega, positions_from(0, words)));
  // As the mended code has it: the place in the row, less the padding in front of it.
  std::vector<double> counted;
  for (const double place : positions_from(padding, words)) counted.push_back(place - padding);
  POSENC_TRY(repaired, sinusoidal_table(omega, counted));
  const double off = largest_difference(broken, alone);
  return Exhibition{
      broken,
      repaired,
      "word",
      "dimension",
      {measured("how far the words’ encodings are from those of the same words without padding",
                off, largest_difference(repaired, alone)),
       measured("how far the first word’s encoding is from 0, 1, 0, 1, …",
                distance_from_first_encoding(broken), distance_from_first_encoding(repaired)),
       measured("how much the product of two encodings at the same distance varies",
                spread_by_offset(broken), spread_by_offset(repaired))},
      padding == 0
          ? "Without padding every word is where it should be: alone, or as the longest of its "
            "batch, "
            "the sentence shows nothing."
          : joined({"With ", padding, padding == 1 ? " pad" : " pads",
                    " in front the first word has position ", padding,
                    ", and encodings are off by up to ", with_decimals(off, 2),
                    "; what depends on distances only, as RoPE’s scores do, would not notice."})};
}

}  // namespace

std::vector<MuseumPiece> attention_pieces() {
  return {
      {"scaled-twice",
       "Attention that looks everywhere",
       "Each token should find itself, as no other is like it: the wider the head, the more "
       "clearly. "
       "Instead all look around, and a wider head changes nothing.",
       "adding",
       {{"from math import sin, exp, sqrt", "All come with Python; sin only makes up tokens."},
        {"", ""},
        {"def result(d, length):", "So many tokens of d dimensions, and one head."},
        {"    x = [[sqrt(2) * sin((t + 1) * (n + 1)) for n in range(d)] for t in range(length)]",
         "Made-up tokens, with components about as large as after a layer norm; this √2 has "
         "nothing to do with √d."},
        {"    q = [[a / sqrt(d) for a in row] for row in x]",
         "Dividing the queries by √d is one way to scale the logits, and the line with the scores "
         "does it once more. "
         "One of the two has to go; the mended code keeps this one.",
         true},
        {"    weights = []", "It begins with no row; each query adds one."},
        {"    for query in q:", "One row of weights for each query."},
        {"        scores = [sum(a * b for a, b in zip(query, key)) / sqrt(d) for key in x]",
         "The queries are divided by √d already, so that the logits are q·k / d. Divided by √d "
         "once, the logit of "
         "a token for itself grows as √d, and those for other tokens stay at size 1; twice, its "
         "own "
         "stays at size 1, and those for others go to 0.",
         true,
         {"        scores = [sum(a * b for a, b in zip(query, key)) for key in x]"}},
        {"        powers = [exp(s - max(scores)) for s in scores]",
         "Taking off the largest changes no weight: it only keeps exp from overflowing."},
        {"        weights.append([p / sum(powers) for p in powers])",
         "Softmax: the weights of a query add up to 1, and they do."},
        {"    return weights", "A row for each query, a column for each key."}},
       {{"d", "dimensions", 64, {1, 4, 16, 64}}, {"length", "tokens", 8, {4, 8, 16}}},
       scaled_twice},
      {"padding-shift",
       "Alone it works, in a batch it does not",
       "Asked one by one, the model answers well. In a batch the same sentences get other answers, "
       "the short ones most "
       "of all.",
       "adding",
       {{"from math import sin, cos", "Both come with Python, and take radians."},
        {"", ""},
        {"def result(padding, d):",
         "A sentence of 6 words in a batch whose longest is longer by `padding`."},
        {"    mask = [0] * padding + [1] * 6",
         "Padding in front is usual where text is to be continued: the last token is then in the "
         "last place. The mask "
         "says what is real."},
        {"    positions = range(len(mask))",
         "It counts the padding, so that the first word has position `padding`, not 0: the same "
         "sentence has other "
         "encodings in every batch. Position ids have to be counted from the mask.",
         true,
         {"    positions = [sum(mask[:place]) for place in range(len(mask))]"}},
        {"    encodings = []", "It begins with no row; each word adds one."},
        {"    for real, pos in zip(mask, positions):",
         "Each place with its mask and its position, in order."},
        {"        if real:", "What is padding gets nothing: that is what the mask is for."},
        {"            angles = [pos / 10000 ** (2 * i / d) for i in range(d // 2)]",
         "pos ω for each pair, by the paper’s formula; it is as good as the position that it is "
         "given."},
        {"            encodings.append([f(a) for a in angles for f in (sin, cos)])",
         "Sine and cosine of each pair side by side, as the paper has them."},
        {"    return encodings", "One encoding for each word, none for padding."}},
       {{"padding", "padding", 3, {0, 1, 3, 8, 32}}, {"d", "dimensions", 16, {4, 8, 16, 32}}},
       padding_shift},
  };
}

}  // namespace posenc
