#include <algorithm>
#include <cmath>
#include <limits>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/phrases.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in attention, and in the positions that a layer gets.

namespace posenc {
namespace {

/// How far ln w_ij - ln w_ii is from (x_i.x_j - x_i.x_i) / sqrt(d). Weights determine their logits up to a constant for
/// each row.
double distance_from_logits(const Matrix& x, const Matrix& weights) {
  const Matrix logits = row_products(x, x) / std::sqrt(static_cast<double>(x.cols()));
  double largest = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < x.rows(); ++j) {
      const double by_weights = std::log(weights(i, j) / weights(i, i));
      largest = std::max(largest, std::abs(by_weights - (logits(i, j) - logits(i, i))));
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
      say<museum_phrases, "query">(),
      say<museum_phrases, "key">(),
      {measured(museum_words("scaled-twice-logits"), distance_from_logits(x, broken),
                distance_from_logits(x, repaired)),
       measured(museum_words("scaled-twice-sums"), distance_from_sum_of_one(broken),
                distance_from_sum_of_one(repaired))},
      say<museum_phrases, "scaled-twice-result">(to_itself(broken), to_itself(repaired),
                                                 in_percent(1 / values.at("length")))};
}

Result<Exhibition> padding_shift(const ExhibitSettings& values) {
  POSENC_TRY(omega, GeometricFrequencies::make(values.at("d"), 10000, "paper"));
  constexpr double words = 6;
  const double padding = values.at("padding");
  POSENC_TRY(broken, sinusoidal_table(omega, positions_from(padding, words)));
  POSENC_TRY(alone, sinusoidal_table(omega, positions_from(0, words)));
  // As in the repaired code: the place in the row, less the padding in front of it.
  std::vector<double> counted;
  for (const double place : positions_from(padding, words)) counted.push_back(place - padding);
  POSENC_TRY(repaired, sinusoidal_table(omega, counted));
  const double off = largest_difference(broken, alone);
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "word">(),
      say<museum_phrases, "dimension">(),
      {measured(museum_words("padding-shift-words"), off, largest_difference(repaired, alone)),
       measured(museum_words("padding-shift-first"), distance_from_first_encoding(broken),
                distance_from_first_encoding(repaired)),
       measured(museum_words("padding-shift-offset"), spread_by_offset(broken),
                spread_by_offset(repaired))},
      padding == 0 ? say<museum_phrases, "padding-shift-alone">()
      : padding == 1
          ? say<museum_phrases, "padding-shift-one">(with_decimals(off, 2))
          : say<museum_phrases, "padding-shift-several">(padding, with_decimals(off, 2))};
}

/// What becomes of a row whose keys are all masked.
enum class UnseenRow {
  normalized,  // as any other row
  zero,
};

/// A sentence with padding in front; scores are the cosine of the distance.
struct PaddedSentence {
  Index padding;
  Index words;

  Index length() const { return padding + words; }
  bool sees(Index query, Index key) const { return key >= padding && key <= query; }

  /// @param masked the score of a key that a query does not see
  Matrix weights(double masked, UnseenRow unseen) const {
    Matrix weights(length(), length());
    for (Index query = 0; query < length(); ++query) {
      for (Index key = 0; key < length(); ++key) {
        weights(query, key) =
            sees(query, key) ? std::cos(static_cast<double>(query - key)) : masked;
      }
      softmax({&weights(query, 0), static_cast<std::size_t>(length())});
      if (query < padding && unseen == UnseenRow::zero) weights.row(query).setZero();
    }
    return weights;
  }

  /// The most weight that a query gives to keys that it does not see.
  double weight_of_unseen(const Matrix& weights) const {
    double most = 0;
    for (Index query = 0; query < length(); ++query) {
      double sum = 0;
      for (Index key = 0; key < length(); ++key) {
        if (!sees(query, key)) sum += weights(query, key);
      }
      most = std::max(most, sum);
    }
    return most;
  }
};

Result<Exhibition> masked_row(const ExhibitSettings& values) {
  constexpr double lowest = -1e9;
  const PaddedSentence padded{static_cast<Index>(values.at("padding")),
                              static_cast<Index>(values.at("words"))};
  const Matrix broken = padded.weights(lowest, UnseenRow::normalized);
  const Matrix repaired = padded.weights(lowest, UnseenRow::zero);
  const Matrix alone = PaddedSentence{0, padded.words}.weights(lowest, UnseenRow::normalized);
  const auto of_words = [&](const Matrix& weights) {
    return largest_difference(weights.bottomRightCorner(padded.words, padded.words), alone);
  };
  const Matrix infinite =
      padded.weights(-std::numeric_limits<double>::infinity(), UnseenRow::normalized);
  const Index undefined = infinite.col(0).array().isNaN().count();
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "query">(),
      say<museum_phrases, "key">(),
      {measured(museum_words("masked-row-unseen"), padded.weight_of_unseen(broken),
                padded.weight_of_unseen(repaired)),
       measured(museum_words("masked-row-words"), of_words(broken), of_words(repaired))},
      padded.padding == 0 ? say<museum_phrases, "masked-row-none">()
                          : say<museum_phrases, "masked-row-result">(
                                padded.padding, with_digits(broken(0, 0), 2), undefined)};
}

constexpr CodeLine scaled_twice_code[] = {
    {"from math import sin, exp, sqrt", museum_words("scaled-twice-imports")},
    {"", museum_words("blank-line")},
    {"def result(d, length):", museum_words("scaled-twice-function")},
    {"    x = [[sqrt(2) * sin((t + 1) * (n + 1)) for n in range(d)] for t in range(length)]",
     museum_words("scaled-twice-tokens")},
    {"    q = [[a / sqrt(d) for a in row] for row in x]", museum_words("scaled-twice-queries"),
     true},
    {"    weights = []", museum_words("scaled-twice-weights")},
    {"    for query in q:", museum_words("scaled-twice-loop")},
    {"        scores = [sum(a * b for a, b in zip(query, key)) / sqrt(d) for key in x]",
     museum_words("scaled-twice-scores"), true,
     "        scores = [sum(a * b for a, b in zip(query, key)) for key in x]"},
    {"        powers = [exp(s - max(scores)) for s in scores]",
     museum_words("scaled-twice-powers")},
    {"        weights.append([p / sum(powers) for p in powers])",
     museum_words("scaled-twice-softmax")},
    {"    return weights", museum_words("scaled-twice-rows")}};

constexpr PieceControl scaled_twice_controls[] = {
    {"d", museum_words("dimensions"), 64, {1, 4, 16, 64}},
    {"length", museum_words("tokens"), 8, {4, 8, 16}}};

constexpr CodeLine padding_shift_code[] = {
    {"from math import sin, cos", museum_words("imports")},
    {"", museum_words("blank-line")},
    {"def result(padding, d):", museum_words("padding-shift-function")},
    {"    mask = [0] * padding + [1] * 6", museum_words("padding-shift-mask")},
    {"    positions = range(len(mask))", museum_words("padding-shift-positions"), true,
     "    positions = [sum(mask[:place]) for place in range(len(mask))]"},
    {"    encodings = []", museum_words("padding-shift-encodings")},
    {"    for real, pos in zip(mask, positions):", museum_words("padding-shift-loop")},
    {"        if real:", museum_words("padding-shift-real")},
    {"            angles = [pos / 10000 ** (2 * i / d) for i in range(d // 2)]",
     museum_words("padding-shift-angles")},
    {"            encodings.append([f(a) for a in angles for f in (sin, cos)])",
     museum_words("alternate")},
    {"    return encodings", museum_words("padding-shift-all")}};

constexpr PieceControl padding_shift_controls[] = {
    {"padding", museum_words("padding"), 3, {0, 1, 3, 8, 32}},
    {"d", museum_words("dimensions"), 16, {4, 8, 16, 32}}};

constexpr CodeLine masked_row_code[] = {
    {"from math import cos, exp", museum_words("masked-row-imports")},
    {"", museum_words("blank-line")},
    {"def result(padding, words):", museum_words("masked-row-function")},
    {"    real = [0] * padding + [1] * words", museum_words("masked-row-real")},
    {"    places = range(len(real))", museum_words("masked-row-places")},
    {"    weights = []", museum_words("masked-row-rows")},
    {"    for query in places:", museum_words("masked-row-loop")},
    {"        seen = [real[key] and key <= query for key in places]",
     museum_words("masked-row-seen")},
    {"        scores = [cos(query - key) if seen[key] else -1e9 for key in places]",
     museum_words("masked-row-scores")},
    {"        powers = [exp(s - max(scores)) for s in scores]", museum_words("masked-row-powers")},
    {"        weights.append([p / sum(powers) for p in powers])",
     museum_words("masked-row-softmax"), true,
     "        weights.append([p / sum(powers) if any(seen) else 0 for p in powers])"},
    {"    return weights", museum_words("masked-row-all")}};

constexpr PieceControl masked_row_controls[] = {
    {"padding", museum_words("padding"), 3, {0, 1, 3, 8}},
    {"words", museum_words("words"), 6, {2, 4, 6, 16}}};

constexpr PieceSighting scaled_twice_sightings[] = {
    {"Transformers, pull request 38290: queries of OPT were scaled twice",
     "https://github.com/huggingface/transformers/pull/38290"}};

constexpr PieceSighting padding_shift_sightings[] = {
    {"nnsight, pull request 673: padding on the left shifted the positions of GPT-2",
     "https://github.com/ndif-team/nnsight/pull/673"},
    {"trl, issue 469: GPT-2 with padding on the left needs position ids",
     "https://github.com/huggingface/trl/issues/469"}};

constexpr PieceSighting masked_row_sightings[] = {
    {"ONNX Runtime, issue 28904: on the CPU, NaN in 1.23.2, the mean of all values in 1.27.0, and "
     "zeros in 1.29.0",
     "https://github.com/microsoft/onnxruntime/issues/28904"},
    {"ONNX, pull request 8068: Attention’s NaN became zeros in the standard",
     "https://github.com/onnx/onnx/pull/8068"},
    {"PyTorch, pull request 133882: NaN in version 2.4, zeros since 2.5 (on the CPU and CUDA)",
     "https://github.com/pytorch/pytorch/pull/133882"},
    {"Transformers, pull request 26572: padding sees all keys, because PyTorch 2.1 gave NaN",
     "https://github.com/huggingface/transformers/pull/26572"},
    {"TensorRT-LLM, issue 17477: every masked key gets weight, in 1.3.0rc23",
     "https://github.com/NVIDIA/TensorRT-LLM/issues/17477"}};

constexpr MuseumPiece pieces_on_attention[] = {
    {"scaled-twice", museum_words("scaled-twice-title"), museum_words("scaled-twice-symptom"),
     "adding", scaled_twice_code, scaled_twice_controls, scaled_twice, scaled_twice_sightings},
    {"padding-shift", museum_words("padding-shift-title"), museum_words("padding-shift-symptom"),
     "adding", padding_shift_code, padding_shift_controls, padding_shift, padding_shift_sightings},
    {"masked-row", museum_words("masked-row-title"), museum_words("masked-row-symptom"), "adding",
     masked_row_code, masked_row_controls, masked_row, masked_row_sightings},
};

}  // namespace

std::span<const MuseumPiece> attention_pieces() { return pieces_on_attention; }

}  // namespace posenc
