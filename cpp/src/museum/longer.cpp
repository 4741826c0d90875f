#include <algorithm>
#include <cmath>

#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in what is there for longer texts.

namespace posenc {
namespace {

/// What each head adds to the logits of the last query: a row for each head.
Result<Matrix> biases_of_last(const Vector& slopes, double length) {
  POSENC_TRY(bias, alibi_bias(slopes, BiasDirection::causal, 1, length));
  Matrix rows(slopes.size(), static_cast<Index>(length));
  for (Index head = 0; head < rows.rows(); ++head) {
    rows.row(head) = bias[static_cast<std::size_t>(head)].row(0);
  }
  return rows;
}

Result<Exhibition> alibi_twelve(const ExhibitSettings& values) {
  const double heads = values.at("heads");
  POSENC_TRY(geometric, alibi_slopes(heads, SlopeRule::geometric));
  POSENC_TRY(released, alibi_slopes(heads, SlopeRule::released));
  const double power = std::exp2(std::floor(std::log2(heads)));
  POSENC_TRY(of_power, alibi_slopes(power));
  POSENC_TRY(broken, biases_of_last(geometric, values.at("length")));
  POSENC_TRY(repaired, biases_of_last(released, values.at("length")));
  // The slope of a head is what the last key but one loses.
  const auto slopes = [](const Matrix& bias) { return Vector(-bias.col(bias.cols() - 2)); };
  const auto off = [&](const Matrix& bias, const Vector& right) {
    return (slopes(bias).head(right.size()).cwiseQuotient(right).array() - 1).abs().maxCoeff();
  };
  const auto bent = [&](const Matrix& bias) {
    const Vector slope = slopes(bias);
    double largest = 0;
    for (Index key = 0; key < bias.cols(); ++key) {
      const auto distance = static_cast<double>(bias.cols() - 1 - key);
      largest = std::max(largest, (bias.col(key) + slope * distance).cwiseAbs().maxCoeff());
    }
    return largest;
  };
  const double most = off(broken, released);
  return Exhibition{
      broken,
      repaired,
      "head",
      "key",
      {measured("how far a slope is from the released one, as a part of it", most,
                off(repaired, released)),
       measured(joined({"how far the first ", power, " slopes are from those of ", power,
                        " heads, as a part of them"}),
                off(broken, of_power), off(repaired, of_power)),
       measured("how far a bias is from −slope · distance", bent(broken), bent(repaired))},
      most <= rounding_tolerance
          ? joined({heads,
                    " is a power of two, where the paper’s sentence and the released code "
                    "have the same slopes."})
          : joined({"The last of ", heads, " slopes is ",
                    with_digits(geometric[geometric.size() - 1], 3),
                    " where the released code has ", with_digits(released[released.size() - 1], 3),
                    "; the one that differs most is off by ", in_percent(most), "."})};
}

/// What float32 makes of the value of one operation.
double single(double value) { return static_cast<float>(value); }

/// The table of float32-angles: every operation is rounded by `rounded`, and what comes out to float32.
template <class Rounded>
Matrix angles_rounded(std::span<const double> positions, Index d, Rounded rounded) {
  // (In doubles GCC 12 leaves the last rounding of a sine beside a cosine out, at -O3.)
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> table(
      static_cast<Index>(positions.size()), d);
  for (Index row = 0; row < table.rows(); ++row) {
    const double position = rounded(positions[static_cast<std::size_t>(row)]);
    for (Index i = 0; i < d / 2; ++i) {
      const double exponent = rounded(static_cast<double>(2 * i) / static_cast<double>(d));
      const double omega = rounded(1 / rounded(std::pow(10000, exponent)));
      const double angle = rounded(position * omega);
      table(row, 2 * i) = static_cast<float>(std::sin(angle));
      table(row, 2 * i + 1) = static_cast<float>(std::cos(angle));
    }
  }
  return table.cast<double>();
}

/// Half a step of a number from 1/2 to 1 in float16: what is smaller, a model that computes in 16 bits loses anyway.
constexpr double half_precision = 0x1p-12;
/// Half a step in float32.
constexpr double single_precision = 0x1p-25;

Result<Exhibition> float32_angles(const ExhibitSettings& values) {
  POSENC_TRY(omega, GeometricFrequencies::make(values.at("d"), 10000, "paper"));
  const auto places = positions_from(values.at("start"), 8);
  POSENC_TRY(exact, sinusoidal_table(omega, places));
  const Matrix broken = angles_rounded(places, omega.dimension(), single);
  const Matrix repaired =
      angles_rounded(places, omega.dimension(), [](double value) { return value; });
  const double off = largest_difference(broken, exact);
  const double mended = largest_difference(repaired, exact);
  // Of the two squares each is off by twice its root times half a step; both roots together are at most √2.
  constexpr double of_squares = 4 * single_precision;
  return Exhibition{
      broken,
      repaired,
      "position",
      "dimension",
      {measured("how far the table is from the one in double", off, mended, half_precision),
       measured("how far the squares of columns 2i and 2i + 1 are from adding up to 1",
                distance_from_circle(broken), distance_from_circle(repaired), of_squares)},
      joined({"At positions from ", places.front(), " on the table is off by up to ",
              with_digits(off, 2), ", with angles in double by ", with_digits(mended, 2),
              off <= half_precision
                  ? ". A model in float16 rounds by up to 0.00024 itself, and nobody sees it."
                  : ". That shows even in a model in float16, which rounds by up to 0.00024 "
                    "itself."})};
}

/// How far the last frequency, read from the row of position 1, is from the paper's divided by alpha, as a part of it.
/// Precondition: at least two pairs.
double distance_from_last(const Matrix& table, const Vector& theta, double alpha) {
  const Index last = theta.size() - 1;
  const double read = std::atan2(table(1, theta.size() + last), table(1, last));
  return std::abs(read * alpha / theta[last] - 1);
}

Result<Exhibition> ntk_two(const ExhibitSettings& values) {
  const double alpha = values.at("alpha");
  POSENC_TRY(theta, GeometricFrequencies::make(values.at("d"), 10000, "paper"));
  const auto places = positions_from(0, 8);
  const double numbers = 8 * values.at("d");
  const char* const missing = "how many numbers of the table do not come out";
  if (theta.pairs() == 1) {
    // The first frequency stays as it is, and there is no other.
    POSENC_TRY(repaired, cos_sin_table(theta, places));
    return Exhibition{
        Matrix(0, 0),
        repaired,
        "position",
        "dimension",
        {measured(missing, numbers, 0, 0)},
        joined({"d / (d − 2) is 2 / 0: the code ends with a ZeroDivisionError, and none of ",
                numbers, " numbers come out, for an α of 1 as for ", alpha == 1 ? 2 : alpha, "."})};
  }
  POSENC_TRY(extended, ntk_aware(theta, alpha));
  POSENC_TRY(table, cos_sin_table(extended, places));
  const double off = distance_from_last(table, theta.values(), alpha);
  return Exhibition{
      table,
      table,
      "position",
      "dimension",
      {measured(missing, 0, 0, 0),
       measured("how far the last frequency is from its own divided by α, as a part of it", off,
                off)},
      joined({"With ", theta.pairs(), " pairs all ", numbers, " numbers come out: the exponent is ",
              with_digits(values.at("d") / (values.at("d") - 2), 3),
              ", and the last frequency goes from ",
              with_digits(theta.values()[theta.pairs() - 1], 3), " to ",
              with_digits(extended.values()[theta.pairs() - 1], 3), "."})};
}

}  // namespace

std::vector<MuseumPiece> longer_pieces() {
  return {
      {"alibi-twelve",
       "Eight heads agree, twelve do not",
       "With 8 heads and with 16 this code gives what the released model gives. With the weights "
       "of a model of 12 heads "
       "it gives worse text, and the longer the text, the worse.",
       "alibi",
       {{"def result(heads, length):",
         "What each head adds to the logits of the last of so many tokens."},
        {"    slopes = []", "It begins with none; each head adds one."},
        {"    for h in range(heads):",
         "Each head has a slope of its own; they are counted from 0 here."},
        {"        slopes.append(2 ** (-8 * (h + 1) / heads))",
         "That is the paper’s sentence taken literally, good for a power of two. The released "
         "code, and the models "
         "trained with it, have for 12 heads the 8 slopes of 8 heads, and then every other one of "
         "the 16 of 16 heads.",
         true,
         {"        power = 2 ** (len(bin(heads)) - 3)",
          "        number = h + 1 if h < power else h - power + 0.5",
          "        slopes.append(2 ** (-8 * number / power))"}},
        {"    bias = []", "It begins with no row; each head adds one."},
        {"    for slope in slopes:", "One row for each head."},
        {"        last = length - 1", "Positions begin at 0: the query is at the last of them."},
        {"        bias.append([-slope * (last - key) for key in range(length)])",
         "Less the further back a key is, and nothing for the query’s own: ALiBi’s bias is "
         "negative."},
        {"    return bias", "A row for each head, a column for each key."}},
       {{"heads", "heads", 12, {2, 4, 6, 8, 12, 16, 20}}, {"length", "tokens", 16, {4, 16, 32}}},
       alibi_twelve},
      {"float32-angles",
       "Right for the first thousands",
       "Tests with short texts all pass. Far on in a long one neighbouring positions have "
       "encodings that are a little "
       "off, each in a way of its own.",
       "longer",
       {{"from array import array",
         "It comes with Python: numbers of one type, rounded as they are put in."},
        {"from math import sin, cos",
         "Both come with Python, take radians, and compute in double."},
        {"", ""},
        {"def result(start, d):", "A table for 8 positions from `start` on."},
        {"    dtype = \"f\"",
         "float32 has 24 bits: an angle of 100000 radians is rounded to the next multiple of "
         "1/128, and the error of ω, "
         "about 1 in 10 million of it, is multiplied by the position. Angles belong in double; "
         "the table itself can be "
         "in float32.",
         true,
         {"    dtype = \"d\""}},
        {"    exponents = array(dtype, [2 * i / d for i in range(d // 2)])",
         "2i/d of each pair; how it is rounded, dtype says."},
        {"    powers = array(dtype, [10000 ** e for e in exponents])",
         "10000^(2i/d); how it is rounded, dtype says."},
        {"    omega = array(dtype, [1 / p for p in powers])",
         "ω of each pair. In double here alone it would not help: the angle would still be rounded "
         "below."},
        {"    table = []", "It begins with no row; each position adds one."},
        {"    for pos in array(dtype, range(start, start + 8)):",
         "Whole numbers up to 16777216 are exact even in float32."},
        {"        angles = array(dtype, [pos * w for w in omega])",
         "Position times frequency. In double here alone it would not help: ω would still be "
         "rounded, and the position "
         "makes that error as many times as large."},
        {"        table.append(list(array(\"f\", [f(a) for a in angles for f in (sin, cos)])))",
         "Sines and cosines in float32 are off by 3 in 100 million at the most, at any position: "
         "good enough."},
        {"    return table", "All rows, one for each position."}},
       {{"start", "first position", 100000, {0, 1000, 10000, 100000, 1000000}},
        {"d", "dimensions", 16, {4, 16, 32}}},
       float32_angles},
      {"ntk-two",
       "All sizes but the smallest",
       "For years it has served heads of every width. Then somebody tries it on a toy, to see by "
       "hand what it does, and "
       "gets no answer at all.",
       "longer",
       {{"from math import sin, cos", "Both come with Python, and take radians."},
        {"", ""},
        {"def result(d, alpha):",
         "The cosines and sines of RoPE, for a text so many times longer than in training."},
        {"    base = 10000 * alpha ** (d / (d - 2))",
         "The base is chosen so that the last frequency is divided by α and the first stays. With "
         "d = 2 the first is "
         "the last: no base can do both, and d / (d − 2) is 2 / 0. The one pair has to stay as it "
         "is.",
         true,
         {"    base = 10000 * alpha ** (d / (d - 2)) if d > 2 else 10000"}},
        {"    theta = [base ** (-2 * i / d) for i in range(d // 2)]",
         "RoPE’s frequencies, from the new base; the first is 1, whatever the base."},
        {"    table = []", "It begins with no row; each position adds one."},
        {"    for pos in range(8):", "8 positions from 0 on."},
        {"        angles = [pos * t for t in theta]", "Position times frequency, in radians."},
        {"        table.append([cos(a) for a in angles] + [sin(a) for a in angles])",
         "All cosines, then all sines, as caches for RoPE have them."},
        {"    return table", "All rows, one for each position."}},
       {{"d", "dimensions of the head", 2, {2, 4, 8, 16, 32}}, {"alpha", "α", 4, {1, 2, 4, 8}}},
       ntk_two},
  };
}

}  // namespace posenc
