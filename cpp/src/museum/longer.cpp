#include <algorithm>
#include <cmath>

#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/phrases.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in encodings for longer texts: ALiBi, precision far from the start, context extension.

namespace posenc {
namespace {

/// The bias on the logits of the last query, [heads, length].
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
  // The slope of a head is the bias at distance 1, negated.
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
  const double largest_off = off(broken, released);
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "head">(),
      say<museum_phrases, "key">(),
      {measured(museum_words("alibi-twelve-released"), largest_off, off(repaired, released)),
       measured(say<museum_phrases, "alibi-twelve-power">(power), off(broken, of_power),
                off(repaired, of_power)),
       measured(museum_words("alibi-twelve-straight"), bent(broken), bent(repaired))},
      largest_off <= rounding_tolerance
          ? say<museum_phrases, "alibi-twelve-same">(heads)
          : say<museum_phrases, "alibi-twelve-result">(
                heads, with_digits(geometric[geometric.size() - 1], 3),
                with_digits(released[released.size() - 1], 3), in_percent(largest_off))};
}

/// The value of one operation, rounded to float32.
double single(double value) { return static_cast<float>(value); }

/// The table of float32-angles: `rounded` is applied to the value of every operation, and the table is in float32.
template <class Rounded>
Matrix angles_rounded(std::span<const double> positions, Index d, Rounded rounded) {
  // (At -O3, GCC 12 leaves out the last rounding to float of a sine beside a cosine if the table holds doubles.)
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

/// Half a step of a number from 1/2 to 1 in float16: a model that computes in 16 bits loses smaller differences anyway.
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
  const double still_off = largest_difference(repaired, exact);
  const std::string shown_off = with_digits(off, 2);
  const std::string shown_still_off = with_digits(still_off, 2);
  // Each square is off by twice its root times half a step, and the two roots add up to at most √2.
  constexpr double of_squares = 4 * single_precision;
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "position">(),
      say<museum_phrases, "dimension">(),
      {measured(museum_words("float32-angles-double"), off, still_off, half_precision),
       measured(museum_words("circle"), distance_from_circle(broken),
                distance_from_circle(repaired), of_squares)},
      off <= half_precision
          ? say<museum_phrases, "float32-angles-hidden">(places.front(), shown_off, shown_still_off)
          : say<museum_phrases, "float32-angles-visible">(places.front(), shown_off,
                                                          shown_still_off),
      places.front()};
}

/// How far the last frequency, read from the row of position 1, is from the paper's divided by alpha, as a fraction
/// of that. Precondition: at least two pairs.
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
  constexpr std::string_view missing = museum_words("ntk-two-missing");
  if (theta.pairs() == 1) {
    // The first frequency, the only one, stays as it is.
    POSENC_TRY(repaired, cos_sin_table(theta, places));
    return Exhibition{Matrix(0, 0),
                      repaired,
                      say<museum_phrases, "position">(),
                      say<museum_phrases, "dimension">(),
                      {measured(missing, numbers, 0, 0)},
                      say<museum_phrases, "ntk-two-error">(numbers, alpha == 1 ? 2 : alpha)};
  }
  POSENC_TRY(extended, ntk_aware(theta, alpha));
  POSENC_TRY(table, cos_sin_table(extended, places));
  const double off = distance_from_last(table, theta.values(), alpha);
  return Exhibition{
      table,
      table,
      say<museum_phrases, "position">(),
      say<museum_phrases, "dimension">(),
      {measured(missing, 0, 0, 0), measured(museum_words("ntk-two-last"), off, off)},
      say<museum_phrases, "ntk-two-result">(theta.pairs(), numbers,
                                            with_digits(values.at("d") / (values.at("d") - 2), 3),
                                            with_digits(theta.values()[theta.pairs() - 1], 3),
                                            with_digits(extended.values()[theta.pairs() - 1], 3))};
}

constexpr CodeLine alibi_twelve_code[] = {
    {"def result(heads, length):", museum_words("alibi-twelve-function")},
    {"    slopes = []", museum_words("alibi-twelve-slopes")},
    {"    for h in range(heads):", museum_words("alibi-twelve-heads")},
    {"        slopes.append(2 ** (-8 * (h + 1) / heads))", museum_words("alibi-twelve-slope"), true,
     "        power = 2 ** (len(bin(heads)) - 3)\n        number = h + 1 if h < power else h - "
     "power + 0.5\n        slopes.append(2 ** (-8 * number / power))"},
    {"    bias = []", museum_words("alibi-twelve-bias")},
    {"    for slope in slopes:", museum_words("alibi-twelve-loop")},
    {"        last = length - 1", museum_words("alibi-twelve-last")},
    {"        bias.append([-slope * (last - key) for key in range(length)])",
     museum_words("alibi-twelve-distances")},
    {"    return bias", museum_words("alibi-twelve-rows")}};

constexpr PieceControl alibi_twelve_controls[] = {
    {"heads", museum_words("heads"), 12, {2, 4, 6, 8, 12, 16, 20}},
    {"length", museum_words("tokens"), 16, {4, 16, 32}}};

constexpr CodeLine float32_angles_code[] = {
    {"from array import array", museum_words("float32-angles-array")},
    {"from math import sin, cos", museum_words("float32-angles-imports")},
    {"", museum_words("blank-line")},
    {"def result(start, d):", museum_words("float32-angles-function")},
    {"    dtype = \"f\"", museum_words("float32-angles-dtype"), true, "    dtype = \"d\""},
    {"    exponents = array(dtype, [2 * i / d for i in range(d // 2)])",
     museum_words("float32-angles-exponents")},
    {"    powers = array(dtype, [10000 ** e for e in exponents])",
     museum_words("float32-angles-powers")},
    {"    omega = array(dtype, [1 / p for p in powers])", museum_words("float32-angles-omega")},
    {"    table = []", museum_words("starts-empty")},
    {"    for pos in array(dtype, range(start, start + 8)):",
     museum_words("float32-angles-positions")},
    {"        angles = array(dtype, [pos * w for w in omega])",
     museum_words("float32-angles-angles")},
    {"        table.append(list(array(\"f\", [f(a) for a in angles for f in (sin, cos)])))",
     museum_words("float32-angles-table")},
    {"    return table", museum_words("all-rows")}};

constexpr PieceControl float32_angles_controls[] = {
    {"start", museum_words("first-position"), 100000, {0, 1000, 10000, 100000, 1000000}},
    {"d", museum_words("dimensions"), 16, {4, 16, 32}}};

constexpr CodeLine ntk_two_code[] = {
    {"from math import sin, cos", museum_words("imports")},
    {"", museum_words("blank-line")},
    {"def result(d, alpha):", museum_words("ntk-two-function")},
    {"    base = 10000 * alpha ** (d / (d - 2))", museum_words("ntk-two-base"), true,
     "    base = 10000 * alpha ** (d / (d - 2)) if d > 2 else 10000"},
    {"    theta = [base ** (-2 * i / d) for i in range(d // 2)]", museum_words("ntk-two-theta")},
    {"    table = []", museum_words("starts-empty")},
    {"    for pos in range(8):", museum_words("ntk-two-loop")},
    {"        angles = [pos * t for t in theta]", museum_words("angles")},
    {"        table.append([cos(a) for a in angles] + [sin(a) for a in angles])",
     museum_words("ntk-two-row")},
    {"    return table", museum_words("all-rows")}};

constexpr PieceControl ntk_two_controls[] = {
    {"d", museum_words("head-dimensions"), 2, {2, 4, 8, 16, 32}},
    {"alpha", museum_words("alpha"), 4, {1, 2, 4, 8}}};

constexpr PieceSighting alibi_twelve_sightings[] = {
    {"MLX, pull request 3071: slopes that were right only for powers of two",
     "https://github.com/ml-explore/mlx/pull/3071"}};

constexpr PieceSighting float32_angles_sightings[] = {
    {"imp, issue 1316: fast sines and cosines of large angles, off by 0.01 at position 131071",
     "https://github.com/kekzl/imp/issues/1316"},
    {"vLLM, pull request 1004: a cache of cosines and sines computed in float16",
     "https://github.com/vllm-project/vllm/pull/1004"}};

constexpr PieceSighting ntk_two_sightings[] = {
    {"TabFM, issue 89: d = 2 passes the check, and the next line divides by zero",
     "https://github.com/google-research/tabfm/issues/89"}};

constexpr MuseumPiece pieces_on_longer_texts[] = {
    {"alibi-twelve", museum_words("alibi-twelve-title"), museum_words("alibi-twelve-symptom"),
     "alibi", alibi_twelve_code, alibi_twelve_controls, alibi_twelve, alibi_twelve_sightings},
    {"float32-angles", museum_words("float32-angles-title"), museum_words("float32-angles-symptom"),
     "longer", float32_angles_code, float32_angles_controls, float32_angles,
     float32_angles_sightings},
    {"ntk-two", museum_words("ntk-two-title"), museum_words("ntk-two-symptom"), "longer",
     ntk_two_code, ntk_two_controls, ntk_two, ntk_two_sightings},
};

}  // namespace

std::span<const MuseumPiece> longer_pieces() { return pieces_on_longer_texts; }

}  // namespace posenc
