#include <algorithm>
#include <cmath>
#include <numbers>

#include "posenc/analysis/shift.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/phrases.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in sinusoidal tables.

namespace posenc {
namespace {

constexpr PieceControl table_controls[] = {
    {"d", museum_words("dimensions"), 8, {4, 8, 16, 32}},
    {"count", museum_words("positions"), 16, {1, 2, 8, 16, 32}}};

constexpr std::string_view circle = museum_words("circle");
constexpr std::string_view first_row = museum_words("first-row");

Result<GeometricFrequencies> papers(const ExhibitSettings& values) {
  return GeometricFrequencies::make(values.at("d"), 10000, "paper");
}

Result<Exhibition> one_based(const ExhibitSettings& values) {
  POSENC_TRY(omega, papers(values));
  const double count = values.at("count");
  POSENC_TRY(broken, sinusoidal_table(omega, positions_from(1, count)));
  POSENC_TRY(repaired, sinusoidal_table(omega, positions_from(0, count)));
  POSENC_TRY(one, shift_matrix(omega, 1));
  const double off = distance_from_first_encoding(broken);
  const double late = (broken.row(0) - repaired.row(0)).norm();
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "position">(),
      say<museum_phrases, "dimension">(),
      {measured(first_row, off, distance_from_first_encoding(repaired)),
       measured(museum_words("step"), distance_from_step(broken, one),
                distance_from_step(repaired, one)),
       measured(museum_words("rows-by-offset"), spread_by_offset(broken),
                spread_by_offset(repaired))},
      say<museum_phrases, "one-based-result">(with_decimals(off, 4), with_decimals(late, 3),
                                              with_decimals(repaired.row(0).norm(), 3))};
}

Result<Exhibition> sines_only(const ExhibitSettings& values) {
  POSENC_TRY(omega, papers(values));
  POSENC_TRY(repaired, sinusoidal_table(omega, positions_from(0, values.at("count"))));
  Matrix broken = repaired;
  for (Index n = 1; n < broken.cols(); n += 2) broken.col(n) = broken.col(n - 1);
  const double spread = spread_by_offset(broken);
  const std::string length = with_digits(broken.row(0).squaredNorm(), 3);
  const std::string right_length = with_digits(repaired.row(0).squaredNorm(), 3);
  return Exhibition{broken,
                    repaired,
                    say<museum_phrases, "position">(),
                    say<museum_phrases, "dimension">(),
                    {measured(circle, distance_from_circle(broken), distance_from_circle(repaired)),
                     measured(first_row, distance_from_first_encoding(broken),
                              distance_from_first_encoding(repaired)),
                     measured(museum_words("rows-by-offset"), spread, spread_by_offset(repaired))},
                    broken.rows() == 1 ? say<museum_phrases, "sines-only-row">(length, right_length)
                                       : say<museum_phrases, "sines-only-rows">(
                                             length, right_length, with_decimals(spread, 2))};
}

Result<Exhibition> in_degrees(const ExhibitSettings& values) {
  POSENC_TRY(omega, papers(values));
  POSENC_TRY(slower, InverseFrequencies::from_values(omega.values() * (std::numbers::pi / 180)));
  const auto rows = positions_from(0, values.at("count"));
  POSENC_TRY(broken, sinusoidal_table(slower, rows));
  POSENC_TRY(repaired, sinusoidal_table(omega, rows));
  POSENC_TRY(one, shift_matrix(omega, 1));
  const auto neighbors = [](const Matrix& table) {
    return with_decimals(row_products(table, table)(0, 1), 4);
  };
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "position">(),
      say<museum_phrases, "dimension">(),
      {measured(museum_words("step"), distance_from_step(broken, one),
                distance_from_step(repaired, one)),
       measured(circle, distance_from_circle(broken), distance_from_circle(repaired)),
       measured(museum_words("rows-by-offset"), spread_by_offset(broken),
                spread_by_offset(repaired))},
      rows.size() == 1
          ? say<museum_phrases, "degrees-one-row">()
          : say<museum_phrases, "degrees-result">(
                neighbors(broken), with_digits(broken.row(0).squaredNorm(), 3), neighbors(repaired),
                with_decimals(omega.values()[0] / slower.values()[0], 1))};
}

/// How far the frequencies, read from the row of position 1, are from falling by 10000^(-2/d) from pair to pair.
double distance_from_ratio(const Matrix& table) {
  const double ratio = std::pow(10000, -2 / static_cast<double>(table.cols()));
  const auto omega = [&](Index pair) {
    return std::atan2(table(1, 2 * pair), table(1, 2 * pair + 1));
  };
  double largest = 0;
  for (Index pair = 1; pair < table.cols() / 2; ++pair) {
    largest = std::max(largest, std::abs(omega(pair) / omega(pair - 1) - ratio));
  }
  return largest;
}

Result<Exhibition> to_the_endpoint(const ExhibitSettings& values) {
  POSENC_TRY(papers_omega, papers(values));
  POSENC_TRY(omega, GeometricFrequencies::make(values.at("d"), 10000, "endpoint"));
  const auto rows = positions_from(0, values.at("count"));
  POSENC_TRY(broken, sinusoidal_table(omega, rows));
  POSENC_TRY(repaired, sinusoidal_table(papers_omega, rows));
  POSENC_TRY(one, shift_matrix(papers_omega, 1));
  const Index last = omega.pairs() - 1;
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "position">(),
      say<museum_phrases, "dimension">(),
      {measured(museum_words("endpoint-ratio"), distance_from_ratio(broken),
                distance_from_ratio(repaired)),
       measured(museum_words("step"), distance_from_step(broken, one),
                distance_from_step(repaired, one)),
       measured(museum_words("rows-by-offset"), spread_by_offset(broken),
                spread_by_offset(repaired))},
      say<museum_phrases, "endpoint-result">(
          with_decimals(wavelengths(omega)[last], 0),
          with_decimals(wavelengths(papers_omega)[last], 0), rows.back(),
          with_digits((broken.bottomRows(1) - repaired.bottomRows(1)).cwiseAbs().maxCoeff(), 3))};
}

constexpr CodeLine one_based_code[] = {
    {"from math import sin, cos", museum_words("imports")},
    {"", museum_words("blank-line")},
    {"def result(d, count):", museum_words("table-function")},
    {"    table = []", museum_words("starts-empty")},
    {"    for pos in range(1, count + 1):", museum_words("one-based-loop"), true,
     "    for pos in range(count):"},
    {"        row = []", museum_words("row-starts-empty")},
    {"        for i in range(d // 2):", museum_words("pairs-counted")},
    {"            angle = pos / 10000 ** (2 * i / d)", museum_words("angle")},
    {"            row += [sin(angle), cos(angle)]", museum_words("alternate")},
    {"        table.append(row)", museum_words("row-added")},
    {"    return table", museum_words("all-rows")}};

constexpr CodeLine sines_only_code[] = {
    {"from math import sin, cos", museum_words("imports")},
    {"", museum_words("blank-line")},
    {"def result(d, count):", museum_words("table-function")},
    {"    table = []", museum_words("starts-empty")},
    {"    for pos in range(count):", museum_words("per-position")},
    {"        sines, cosines = [], []", museum_words("sines-only-lists")},
    {"        for n in range(d):", museum_words("sines-only-columns"), true},
    {"            angle = pos / 10000 ** (n // 2 * 2 / d)", museum_words("sines-only-angle")},
    {"            sines.append(sin(angle))", museum_words("sines-only-sine")},
    {"            cosines.append(cos(angle))", museum_words("sines-only-cosine")},
    {"        table.append((sines + cosines)[:d])", museum_words("sines-only-cut"), true,
     "        table.append([(sines, cosines)[n % 2][n] for n in range(d)])"},
    {"    return table", museum_words("all-rows")}};

constexpr CodeLine in_degrees_code[] = {
    {"from math import sin, cos, radians", museum_words("degrees-imports")},
    {"", museum_words("blank-line")},
    {"def result(d, count):", museum_words("table-function")},
    {"    table = []", museum_words("starts-empty")},
    {"    for pos in range(count):", museum_words("per-position")},
    {"        row = []", museum_words("row-starts-empty")},
    {"        for i in range(d // 2):", museum_words("pairs-counted")},
    {"            angle = radians(pos / 10000 ** (2 * i / d))", museum_words("degrees-angle"), true,
     "            angle = pos / 10000 ** (2 * i / d)"},
    {"            row += [sin(angle), cos(angle)]", museum_words("alternate")},
    {"        table.append(row)", museum_words("row-added")},
    {"    return table", museum_words("all-rows")}};

constexpr CodeLine to_the_endpoint_code[] = {
    {"from math import sin, cos, exp, log", museum_words("endpoint-imports")},
    {"", museum_words("blank-line")},
    {"def result(d, count):", museum_words("table-function")},
    {"    half = d // 2", museum_words("endpoint-half")},
    {"    step = log(10000) / (half - 1)", museum_words("endpoint-step"), true,
     "    step = log(10000) / half"},
    {"    omega = [exp(-step * i) for i in range(half)]", museum_words("endpoint-omega")},
    {"    table = []", museum_words("starts-empty")},
    {"    for pos in range(count):", museum_words("per-position")},
    {"        angles = [pos * w for w in omega]", museum_words("angles")},
    {"        table.append([f(a) for a in angles for f in (sin, cos)])", museum_words("alternate")},
    {"    return table", museum_words("all-rows")}};

constexpr PieceControl to_the_endpoint_controls[] = {
    {"d", museum_words("dimensions"), 8, {4, 8, 16, 32, 64}},
    {"count", museum_words("positions"), 16, {2, 8, 16, 32}}};

constexpr PieceSighting one_based_sightings[] = {
    {"prime-rl, pull request 3466: position ids from 1 on, which RoPE hides",
     "https://github.com/PrimeIntellect-ai/prime-rl/pull/3466"},
    {"Transformers, issue 36856: Gemma 3’s positions began at 1, as PaliGemma’s do",
     "https://github.com/huggingface/transformers/issues/36856"},
    {"transformers.js 4.3.2, decoder_forward: Gemma 3’s positions still begin at 1",
     "https://github.com/huggingface/transformers.js/blob/main/packages/transformers/src/models/"
     "modeling_utils.js"}};

constexpr PieceSighting sines_only_sightings[] = {
    {"tensor2tensor, issue 1700, a question: why are sine and cosine both needed?",
     "https://github.com/tensorflow/tensor2tensor/issues/1700"}};

constexpr PieceSighting endpoint_sightings[] = {
    {"tensor2tensor, get_timing_signal_1d: the authors’ own code",
     "https://github.com/tensorflow/tensor2tensor/blob/master/tensor2tensor/layers/"
     "common_attention.py"},
    {"Whisper, sinusoids: the same",
     "https://github.com/openai/whisper/blob/main/whisper/model.py"}};

constexpr MuseumPiece pieces_on_waves[] = {
    {"one-based", museum_words("one-based-title"), museum_words("one-based-symptom"), "sinusoidal",
     one_based_code, table_controls, one_based, one_based_sightings},
    {"sines-only", museum_words("sines-only-title"), museum_words("sines-only-symptom"),
     "sinusoidal", sines_only_code, table_controls, sines_only, sines_only_sightings},
    {"degrees", museum_words("degrees-title"), museum_words("degrees-symptom"), "sinusoidal",
     in_degrees_code, table_controls, in_degrees},
    {"endpoint", museum_words("endpoint-title"), museum_words("endpoint-symptom"), "sinusoidal",
     to_the_endpoint_code, to_the_endpoint_controls, to_the_endpoint, endpoint_sightings},
};

}  // namespace

std::span<const MuseumPiece> wave_pieces() { return pieces_on_waves; }

}  // namespace posenc
