#include <algorithm>
#include <cmath>
#include <numbers>

#include "posenc/analysis/shift.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in sinusoidal tables.

namespace posenc {
namespace {

const ExhibitControl dimensions{"d", "dimensions", 8, {4, 8, 16, 32}};
const ExhibitControl positions{"count", "positions", 16, {1, 2, 8, 16, 32}};

const char* const circle = "how far the squares of columns 2i and 2i + 1 are from adding up to 1";
const char* const first_row = "how far the first row is from 0, 1, 0, 1, …";
const char* const by_offset = "how much the product of two rows at the same distance varies";
const char* const step = "how far a row is from the one before, turned by each pair’s ω";

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
      "position",
      "dimension",
      {measured(first_row, off, distance_from_first_encoding(repaired)),
       measured(step, distance_from_step(broken, one), distance_from_step(repaired, one)),
       measured(by_offset, spread_by_offset(broken), spread_by_offset(repaired))},
      joined({"The first row is off by up to ", with_decimals(off, 4), ", and by ",
              with_decimals(late, 3), " as a vector of length ",
              with_decimals(repaired.row(0).norm(), 3),
              "; but each step from row to row is right, and so is every product of two rows."})};
}

Result<Exhibition> sines_only(const ExhibitSettings& values) {
  POSENC_TRY(omega, papers(values));
  POSENC_TRY(repaired, sinusoidal_table(omega, positions_from(0, values.at("count"))));
  Matrix broken = repaired;
  for (Index n = 1; n < broken.cols(); n += 2) broken.col(n) = broken.col(n - 1);
  const double spread = spread_by_offset(broken);
  return Exhibition{
      broken,
      repaired,
      "position",
      "dimension",
      {measured(circle, distance_from_circle(broken), distance_from_circle(repaired)),
       measured(first_row, distance_from_first_encoding(broken),
                distance_from_first_encoding(repaired)),
       measured(by_offset, spread, spread_by_offset(repaired))},
      joined({"The square of the first row’s length is ",
              with_digits(broken.row(0).squaredNorm(), 3), " where it should be ",
              with_digits(repaired.row(0).squaredNorm(), 3),
              broken.rows() == 1 ? std::string(".")
                                 : joined({", and products of rows at the same distance vary by ",
                                           with_decimals(spread, 2), "."})})};
}

Result<Exhibition> in_degrees(const ExhibitSettings& values) {
  POSENC_TRY(omega, papers(values));
  POSENC_TRY(slower, InverseFrequencies::from_values(omega.values() * (std::numbers::pi / 180)));
  const auto rows = positions_from(0, values.at("count"));
  POSENC_TRY(broken, sinusoidal_table(slower, rows));
  POSENC_TRY(repaired, sinusoidal_table(omega, rows));
  POSENC_TRY(one, shift_matrix(omega, 1));
  const auto neighbours = [](const Matrix& table) {
    return with_decimals(row_products(table, table)(0, 1), 4);
  };
  std::string said = "At position 0 alone every angle is 0, and nothing is to be seen.";
  if (rows.size() > 1) {
    said = joined({"PE(0) · PE(1) is ", neighbours(broken), " of at most ",
                   with_digits(broken.row(0).squaredNorm(), 3), " where it should be ",
                   neighbours(repaired), ": the waves are ",
                   with_decimals(omega.values()[0] / slower.values()[0], 1), " times too long."});
  }
  return Exhibition{
      broken,
      repaired,
      "position",
      "dimension",
      {measured(step, distance_from_step(broken, one), distance_from_step(repaired, one)),
       measured(circle, distance_from_circle(broken), distance_from_circle(repaired)),
       measured(by_offset, spread_by_offset(broken), spread_by_offset(repaired))},
      said};
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
      "position",
      "dimension",
      {measured("how far the quotient of neighbouring frequencies is from 10000^(−2/d)",
                distance_from_ratio(broken), distance_from_ratio(repaired)),
       measured(step, distance_from_step(broken, one), distance_from_step(repaired, one)),
       measured(by_offset, spread_by_offset(broken), spread_by_offset(repaired))},
      joined({"The longest wave has ", with_decimals(wavelengths(omega)[last], 0),
              " positions where it should have ", with_decimals(wavelengths(papers_omega)[last], 0),
              "; at position ", rows.back(), " the tables differ by up to ",
              with_digits((broken.bottomRows(1) - repaired.bottomRows(1)).cwiseAbs().maxCoeff(), 3),
              "."})};
}

}  // namespace

std::vector<MuseumPiece> wave_pieces() {
  const std::string imports = "Both come with Python, and take radians.";
  const std::string begins = "The table begins with no row; each position adds one.";
  const std::string per_position = "One row for each position from 0 on.";
  const std::string angle =
      "pos ω, with ω = 10000^(−2i/d): the paper’s angle of pair i, in radians.";
  const std::string ends = "All rows, one for each position.";
  const std::string alternate = "Sine and cosine of each pair side by side, as the paper has them.";
  return {
      {"one-based",
       "A table that fits nobody’s weights",
       "The table has the right size, and its waves look like everybody’s. But a model with "
       "weights that others have "
       "trained is a little worse with it than they report, and nothing complains.",
       "sinusoidal",
       {{"from math import sin, cos", imports},
        {"", ""},
        {"def result(d, count):",
         "A table for d dimensions and so many positions: all that it needs."},
        {"    table = []", begins},
        {"    for pos in range(1, count + 1):",
         "Positions begin at 0. The first token of a sequence gets the encoding of the second, and "
         "so on: PE(0), which "
         "is 0, 1, 0, 1, …, is nowhere. As all are late by one, whatever depends on distances only "
         "stays as it was.",
         true,
         {"    for pos in range(count):"}},
        {"        row = []", "The row begins with no number; each pair adds two."},
        {"        for i in range(d // 2):", "Pairs are counted from 0, and there are d/2 of them."},
        {"            angle = pos / 10000 ** (2 * i / d)", angle},
        {"            row += [sin(angle), cos(angle)]", alternate},
        {"        table.append(row)", "Once for each position, when all of its pairs are there."},
        {"    return table", ends}},
       {dimensions, positions},
       one_based},
      {"sines-only",
       "A start at nothing",
       "The table has d columns, and all of them are waves. Yet the first row is all zeros, and "
       "some tokens far apart "
       "look more alike than neighbours do.",
       "sinusoidal",
       {{"from math import sin, cos", imports},
        {"", ""},
        {"def result(d, count):",
         "A table for d dimensions and so many positions: all that it needs."},
        {"    table = []", begins},
        {"    for pos in range(count):", per_position},
        {"        sines, cosines = [], []", "Two lists, filled side by side for this position."},
        {"        for n in range(d):",
         "One angle for each column makes the two lists d wide each, and the cut below then leaves "
         "sines only. With "
         "one for each pair, range(0, d, 2), it would cut nothing: all sines, then all cosines. "
         "The mended code keeps "
         "this line, and takes from the lists what belongs into each column.",
         true},
        {"            angle = pos / 10000 ** (n // 2 * 2 / d)",
         "Columns 2i and 2i + 1 share the frequency 10000^(−2i/d), and n // 2 * 2 is 2i for both."},
        {"            sines.append(sin(angle))", "The sine of this angle; nothing is lost here."},
        {"            cosines.append(cos(angle))",
         "The cosine of the same angle; nothing is lost here."},
        {"        table.append((sines + cosines)[:d])",
         "The d sines come first, so that the first d of these 2d numbers are sines, each "
         "frequency twice, and every "
         "cosine is cut off. Without its cosine a sine says not where on its wave it is: sin² + "
         "cos² is 1 no more, and "
         "the product of two rows depends on where they are.",
         true,
         {"        table.append([(sines, cosines)[n % 2][n] for n in range(d)])"}},
        {"    return table", ends}},
       {dimensions, positions},
       sines_only},
      {"degrees",
       "Neighbours that look the same",
       "Every number lies between −1 and 1, and the first row is right. But a model hardly tells a "
       "token from the next "
       "one, and sentences seem to it as if all of their words stood in one place.",
       "sinusoidal",
       {{"from math import sin, cos, radians",
         "All three come with Python; that one of them is needed, it does not say."},
        {"", ""},
        {"def result(d, count):",
         "A table for d dimensions and so many positions: all that it needs."},
        {"    table = []", begins},
        {"    for pos in range(count):", per_position},
        {"        row = []", "The row begins with no number; each pair adds two."},
        {"        for i in range(d // 2):", "Pairs are counted from 0, and there are d/2 of them."},
        {"            angle = radians(pos / 10000 ** (2 * i / d))",
         "pos ω is in radians already. Taken for degrees it becomes π/180 of itself, and all waves "
         "are 57.3 times too "
         "long: a step of one position turns pair 0 by 1 degree, not by 1 radian.",
         true,
         {"            angle = pos / 10000 ** (2 * i / d)"}},
        {"            row += [sin(angle), cos(angle)]", alternate},
        {"        table.append(row)", "Once for each position, when all of its pairs are there."},
        {"    return table", ends}},
       {dimensions, positions},
       in_degrees},
      {"endpoint",
       "Almost the paper’s waves",
       "The first two columns agree with the paper’s to the last digit. All other waves are longer "
       "than the paper’s, the last one most. Weights trained with the paper’s table go on working "
       "with this one, only not quite as well.",
       "sinusoidal",
       {{"from math import sin, cos, exp, log",
         "All come with Python; log is the natural logarithm, as exp needs it."},
        {"", ""},
        {"def result(d, count):",
         "A table for d dimensions and so many positions: all that it needs."},
        {"    half = d // 2", "There are d/2 pairs, and as many frequencies."},
        {"    step = log(10000) / (half - 1)",
         "The exponents 2i/d take the d/2 pairs from 0 to just below 1. Divided by d/2 − 1, the "
         "last one is 1, and all "
         "waves but the first are too long. Some libraries have trained with that: a mistake it is "
         "for weights that "
         "were trained with the paper’s.",
         true,
         {"    step = log(10000) / half"}},
        {"    omega = [exp(-step * i) for i in range(half)]",
         "A geometric series that begins with 1, as it should; how fast it falls is in step."},
        {"    table = []", begins},
        {"    for pos in range(count):", per_position},
        {"        angles = [pos * w for w in omega]", "Position times frequency, in radians."},
        {"        table.append([f(a) for a in angles for f in (sin, cos)])", alternate},
        {"    return table", ends}},
       {{"d", "dimensions", 8, {4, 8, 16, 32, 64}}, {"count", "positions", 16, {2, 8, 16, 32}}},
       to_the_endpoint},
  };
}

}  // namespace posenc
