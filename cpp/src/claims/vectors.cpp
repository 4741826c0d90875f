#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/rank.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// What is said of sinusoidal encodings as vectors. (Every argument below is fixed and within what the functions
// accept, so that their results are taken as they are.)

namespace posenc {
namespace {

const Source vaswani{"arXiv:1706.03762v7, section 3.5", "https://arxiv.org/abs/1706.03762"};

GeometricFrequencies waves(Index d) { return *GeometricFrequencies::make(d, 10000); }

/// first, first + 1, .. last.
std::vector<double> whole_numbers(double first, double last) {
  std::vector<double> numbers;
  for (double n = first; n <= last; ++n) numbers.push_back(n);
  return numbers;
}

Matrix table(const InverseFrequencies& frequencies, double first, double last) {
  const std::vector<double> positions = whole_numbers(first, last);
  return *sinusoidal_table(frequencies, positions);
}

Vector similarity(Index d, std::span<const double> offsets) {
  return *kernel_mean_cos(waves(d), offsets);
}

ChartLine line(std::string name, std::vector<double> x, const Vector& y) {
  return {std::move(name), std::move(x), {y.begin(), y.end()}};
}

double spread(const Vector& values) { return values.maxCoeff() - values.minCoeff(); }

/// The product of each row with `column`. (Not Eigen's, which would be compiled for this alone.)
Vector products(const Matrix& rows, const Vector& column) {
  return (rows.array().rowwise() * column.transpose().array()).rowwise().sum();
}

Result<Evidence> same_offset_same_product() {
  Evidence evidence{{},
                    "Each pair adds cos(k ω), whatever p is. Real attention projects the encodings "
                    "first, and as soon as the two of a pair weigh differently, p counts."};
  const std::vector<PositionPair> neighbours{{0, 1}, {5, 6}};
  const Vector at_4 = *dot_products(waves(4), neighbours);
  evidence.findings.push_back({"At d = 4, PE(0) · PE(1) = " + with_decimals(at_4[0], 7) +
                                   " and PE(5) · PE(6) = " + with_decimals(at_4[1], 7),
                               at_4[0], for_it_if(spread(at_4) <= 2 * rounding_tolerance)});
  for (const Index d : {4, 128, 512}) {
    double largest = 0;
    for (const double k : {1, 5, 100}) {
      std::vector<PositionPair> pairs;
      for (const double p : whole_numbers(0, 999)) pairs.push_back({p, p + k});
      largest = std::max(largest, spread(*dot_products(waves(d), pairs)));
    }
    const bool same = largest <= rounding_tolerance * static_cast<double>(d) / 2;
    evidence.findings.push_back({joined({"At d = ", d,
                                         ", over p = 0 to 999 and for k = 1, 5 and 100, PE(p) · "
                                         "PE(p + k) differs by ",
                                         with_digits(largest, 1), " at most"}),
                                 largest, for_it_if(same)});
  }
  Random random(1);
  const Vector weights = Vector::NullaryExpr(4, [&] { return random.normal(); });
  const Matrix encoded = table(waves(4), 0, 1000);
  const Vector weighted =
      products(encoded.topRows(1000).cwiseProduct(encoded.bottomRows(1000)), weights);
  evidence.findings.push_back(
      {"With a random weight for each dimension (d = 4, k = 1), it differs by up to " +
           with_decimals(spread(weighted), 2),
       spread(weighted), Support::aside});
  return evidence;
}

// Of what "about 0.999" leaves open: ten times what it is short of 1.
constexpr double about = 0.01;

Result<Evidence> five_apart_is_nearly_equal() {
  Evidence evidence{
      {},
      "The fast pairs have turned by up to 5 radians in 5 positions, so that their cosines are far "
      "from 1. Only the slow pairs have hardly moved."};
  for (const Index d : {16, 64, 128, 512}) {
    const std::vector<PositionPair> pairs{{100, 105}};
    const double found = (*cosine_similarities(waves(d), pairs))[0];
    evidence.findings.push_back(
        {joined({"At d = ", d, " the cosine similarity of positions 100 and 105 is ",
                 with_decimals(found, 3)}),
         found, for_it_if(std::abs(found - 0.999) <= about)});
  }
  const std::vector<PositionPair> next{{100, 101}};
  const double found = (*cosine_similarities(waves(512), next))[0];
  evidence.findings.push_back(
      {"Even of neighbours, 100 and 101, it is " + with_decimals(found, 3) + " at d = 512", found,
       Support::aside});
  return evidence;
}

// How far a similarity may be from an exponential and still count as like it.
constexpr double alike = 0.05;

Result<Evidence> similarity_falls_exponentially() {
  Evidence evidence{
      {},
      "A mean of cosines falls while the fast ones turn, and rises as they come round; the "
      "slow ones keep it high far out. An exponential does neither."};
  const std::vector<double> distances{1, 5, 10, 20};
  const Vector found = similarity(16, distances);
  const Vector claimed = *exponential_decay(distances);
  for (Index n = 0; n < found.size(); ++n) {
    evidence.findings.push_back({joined({"At distance ", distances[static_cast<std::size_t>(n)],
                                         " (d = 16) the similarity is ", with_decimals(found[n], 3),
                                         " and exp(−distance) ", with_digits(claimed[n], 2)}),
                                 found[n], for_it_if(std::abs(found[n] - claimed[n]) <= alike)});
  }
  // Of any exponential, as slow as one likes, the value at 20 is that at 10 squared.
  const double squared = found[2] * found[2];
  evidence.findings.push_back(
      {"A slower exponential, right at distance 10, would be " + with_decimals(squared, 3) +
           " at 20, not " + with_decimals(found[3], 3),
       found[3] - squared, for_it_if(std::abs(found[3] - squared) <= alike)});
  constexpr double limit = 1000;
  int widths = 0;
  int falling = 0;
  for (Index d = 4; d <= 4096; d *= 2) {
    ++widths;
    if ((*kernel_course(waves(d), limit)).rises == 0) ++falling;
  }
  evidence.findings.push_back(
      {joined({"Of the ", widths, " widths 4, 8, 16, … 4096, ", falling,
               " have a similarity that falls at every step up to distance 1000"}),
       static_cast<double>(falling), for_it_if(falling == widths)});
  for (const Index d : {16, 128, 512}) {
    const auto first_rise = (*kernel_course(waves(d), limit)).first_rise;
    if (!first_rise) continue;
    evidence.findings.push_back(
        {joined({"At d = ", d, " it rises for the first time after distance ", *first_rise - 1}),
         static_cast<double>(*first_rise - 1), Support::aside});
  }
  const std::vector<double> offsets = whole_numbers(0, 100);
  Chart chart{"distance in positions", "cosine similarity", {}};
  for (const Index d : {16, 128, 512}) {
    chart.lines.push_back(line(joined({"d = ", d}), offsets, similarity(d, offsets)));
  }
  chart.lines.push_back(line("exp(−distance)", offsets, *exponential_decay(offsets)));
  evidence.chart = std::move(chart);
  return evidence;
}

double argmax(const Vector& values, std::span<const double> offsets) {
  Index at = 0;
  values.maxCoeff(&at);
  return offsets[static_cast<std::size_t>(at)];
}

Result<Evidence> products_peak_apart() {
  Evidence evidence{
      {},
      "At offset 0 every cosine is 1, and no other whole offset brings all of them back. A learned "
      "projection can move the peak, but then it is not the encoding that does it."};
  constexpr double position = 1000;
  const std::vector<double> offsets = whole_numbers(-position, position);
  for (const Index d : {4, 16, 128, 512}) {
    Vector dots = (*dot_products_around(waves(d), position, offsets)).dots;
    const double peak = argmax(dots, offsets);
    const double at_peak = dots.maxCoeff();
    evidence.findings.push_back({joined({"At d = ", d,
                                         ", of the offsets −1000 to 1000 around position 1000, the "
                                         "largest dot product, ",
                                         with_digits(at_peak, 4), ", is at offset ", peak}),
                                 peak, for_it_if(peak != 0)});
  }
  // A query carried on by five positions finds the key that stands five on.
  constexpr double ahead = 5;
  const Vector query = *shifted_encoding(waves(128), ahead, position);
  const Vector moved = products(table(waves(128), 0, 2 * position), query);
  const double peak = argmax(moved, offsets);
  evidence.findings.push_back(
      {joined({"With the query multiplied by the matrix that carries it on by 5, the peak is at "
               "offset ",
               peak, " (d = 128)"}),
       peak, Support::aside});
  return evidence;
}

// Directions with less than a millionth of the strongest are none that a float32 model could learn from.
constexpr double rank_tolerance = 1e-6;

Result<Evidence> every_dimension_adds() {
  Evidence evidence{{},
                    "The frequencies are geometric, not multiples of one, and within a window most "
                    "waves are so slow "
                    "that their columns are all but alike. Features they are, but not a basis."};
  constexpr Index d = 128;
  Chart chart{
      "singular value, from the largest", "its size against the largest, as a power of 10", {}};
  for (const double count : {100, 1000}) {
    const SinusoidalRank found = *sinusoidal_rank(waves(d), count, rank_tolerance);
    const Vector& sigma = found.singular_values;
    evidence.findings.push_back(
        {joined({"Over ", count, " positions at d = 128 the table has ", found.rank,
                 " directions (singular values above a millionth of the largest) of ", sigma.size(),
                 " possible"}),
         static_cast<double>(found.rank), for_it_if(found.rank == sigma.size())});
    // Below 1e-14 of the largest there is but rounding.
    const Vector powers = (sigma / sigma[0]).cwiseMax(1e-14).array().log10();
    chart.lines.push_back(line(joined({count, " positions"}),
                               whole_numbers(1, static_cast<double>(sigma.size())), powers));
  }
  // The columns of a Fourier basis are at right angles.
  const Matrix columns = table(waves(d), 0, 99);
  double most = 0;
  for (Index m = 0; m < d; ++m) {
    for (Index n = 0; n < m; ++n) {
      const double product = columns.col(m).cwiseProduct(columns.col(n)).sum();
      most = std::max(most, std::abs(product) / (columns.col(m).norm() * columns.col(n).norm()));
    }
  }
  evidence.findings.push_back(
      {"Over 100 positions, the cosine of two different columns is short of 1 by as little as " +
           with_digits(1 - most, 1) + "; in a Fourier basis it is 0",
       most, for_it_if(most <= rank_tolerance)});
  evidence.chart = std::move(chart);
  return evidence;
}

Result<Evidence> shift_is_linear() {
  Evidence evidence{
      {},
      "sin and cos of a sum are sums of sin and cos: each pair is turned by k ω, an angle "
      "without pos in it."};
  const std::vector<double> positions = whole_numbers(0, 999);
  for (const Index d : {4, 128}) {
    for (const double shift : {1, 10, 1000}) {
      double most = 0;
      bool carries = true;
      for (const double position : positions) {
        const ShiftComparison one = *compare_shift(waves(d), position, shift);
        most = std::max(most, one.largest);
        carries = carries && one.carries;
      }
      evidence.findings.push_back(
          {joined({"At d = ", d, " one matrix takes PE(pos) to PE(pos + ", shift,
                   ") for pos = 0 to 999, within ", with_digits(most, 1)}),
           most, for_it_if(carries)});
    }
  }
  double missed = 0;
  for (const double position : positions) {
    const Vector carried = *shifted_encoding(waves(128), 1, position);
    const Vector target = *sinusoidal_encoding(waves(128), position + 2);
    missed = std::max(missed, (carried - target).cwiseAbs().maxCoeff());
  }
  evidence.findings.push_back({"Each k has its own: the matrix for 1 misses PE(pos + 2) by up to " +
                                   with_decimals(missed, 2) + " (d = 128)",
                               missed, Support::aside});
  return evidence;
}

Result<Evidence> encoding_is_unbounded() {
  Evidence evidence{{},
                    "A sine and a cosine stay in [−1, 1], and the two of a pair have squares that "
                    "sum to 1: every vector "
                    "lies on the sphere of radius √(d/2), however far out."};
  std::vector<double> positions = whole_numbers(0, 999);
  for (int power = 10; power <= 53; ++power) positions.push_back(std::ldexp(1.0, power));
  for (const Index d : {4, 128, 512}) {
    const Matrix encoded = *sinusoidal_table(waves(d), positions);
    const double largest = encoded.cwiseAbs().maxCoeff();
    evidence.findings.push_back(
        {joined({"At d = ", d,
                 " the largest number at positions 0 to 999 and the powers of 2 "
                 "up to 2^53 is ",
                 with_digits(largest, 4)}),
         largest, for_it_if(largest > 1 + rounding_tolerance)});
    const Vector norms = encoded.rowwise().norm();
    const double radius = std::sqrt(static_cast<double>(d) / 2);
    const bool one_length =
        (norms.array() - radius).abs().maxCoeff() <= rounding_tolerance * radius;
    evidence.findings.push_back(
        {joined({"At d = ", d, " all these vectors have a length from ",
                 with_decimals(norms.minCoeff(), 4), " to ", with_decimals(norms.maxCoeff(), 4),
                 "; √(d/2) is ", with_decimals(radius, 4)}),
         norms.maxCoeff(), for_it_if(!one_length)});
  }
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> vector_claims() {
  const auto computed = [](int number, std::string text, std::string section,
                           Result<Evidence> (*experiment)()) {
    return ClaimExperiment{
        {number, std::move(text), std::move(section), ClaimKind::computed, {vaswani}}, experiment};
  };
  return {
      computed(6, "The dot product of the encodings of p and p + k is the same for every p.",
               "sinusoidal", same_offset_same_product),
      computed(7,
               "Positions 100 and 105 are so near that their encodings have a cosine similarity of "
               "about 0.999.",
               "sinusoidal", five_apart_is_nearly_equal),
      computed(8, "The similarity of two encodings falls with their distance like exp(−distance).",
               "hash", similarity_falls_exponentially),
      computed(9, "The dot product of two encodings is largest at a fixed distance that is not 0.",
               "sinusoidal", products_peak_apart),
      computed(10, "The columns form a Fourier basis, so that every dimension adds information.",
               "signal", every_dimension_adds),
      computed(11, "PE(pos + k) is a linear function of PE(pos).", "sinusoidal", shift_is_linear),
      computed(38,
               "A sinusoidal encoding is unbounded, like a hash that can reach any real number.",
               "hash", encoding_is_unbounded),
  };
}

}  // namespace posenc
