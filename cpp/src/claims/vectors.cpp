#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/norms.hpp"
#include "posenc/analysis/projections.hpp"
#include "posenc/analysis/rank.hpp"
#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/spread.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/vectors.hpp"
#include "posenc/claims/waves.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// Claims about sinusoidal encodings as vectors. (Every argument below is fixed and within what the functions accept, so
// that their results are taken as they are.)

namespace posenc {
namespace {

/// first, first + 1, .. last.
std::vector<double> whole_numbers(double first, double last) {
  std::vector<double> numbers;
  for (double n = first; n <= last; ++n) numbers.push_back(n);
  return numbers;
}

Matrix table(const InverseFrequencies& frequencies, double first, double last) {
  return *sinusoidal_table(frequencies, whole_numbers(first, last));
}

/// (p, p + offset) for p = 0 .. 999.
std::vector<PositionPair> pairs_at(double offset) {
  std::vector<PositionPair> pairs;
  for (const double p : whole_numbers(0, 999)) pairs.push_back({p, p + offset});
  return pairs;
}

ChartLine line(std::string name, std::vector<double> x, const Vector& y) {
  return {std::move(name), std::move(x), {y.begin(), y.end()}};
}

// 6. Dot products by offset.

Result<Evidence> same_offset_same_product() {
  Evidence evidence{{}, say<vector_phrases, "because-sum-of-cosines">()};
  const std::vector<PositionPair> neighbors{{0, 1}, {5, 6}};
  const Vector at_4 = *dot_products(waves(4), neighbors);
  evidence.findings.push_back(found<vector_phrases, "products-of-two-neighbors">(
      at_4[0], for_it_if(range_of(at_4) <= 2 * rounding_tolerance), with_decimals(at_4[0], 7),
      with_decimals(at_4[1], 7)));
  for (const Index d : {4, 128, 512}) {
    double largest = 0;
    for (const double k : {1, 5, 100}) {
      largest = std::max(largest, range_of(*dot_products(waves(d), pairs_at(k))));
    }
    const bool same = largest <= rounding_tolerance * static_cast<double>(d) / 2;
    evidence.findings.push_back(found<vector_phrases, "products-at-one-offset">(
        largest, for_it_if(same), d, with_power_of_ten(largest, 1)));
  }
  Random random(1);
  const Vector weights = Vector::NullaryExpr(4, [&] { return random.normal(); });
  const double weighted = range_of(*weighted_dot_products(waves(4), pairs_at(1), weights));
  evidence.findings.push_back(found<vector_phrases, "weighted-products">(
      weighted, Support::aside, with_decimals(weighted, 2)));
  return evidence;
}

// 7. Five positions apart.

// The range that "about 0.999" leaves open: ten times its distance from 1.
constexpr double about_999 = 0.01;

double cosine_similarity(Index d, PositionPair pair) {
  return (*cosine_similarities(waves(d), {&pair, 1}))[0];
}

Result<Evidence> five_apart_is_nearly_equal() {
  Evidence evidence{{}, say<vector_phrases, "because-fast-pairs-turn">()};
  for (const Index d : {16, 64, 128, 512}) {
    const double similarity = cosine_similarity(d, {100, 105});
    evidence.findings.push_back(found<vector_phrases, "similarity-five-apart">(
        similarity, for_it_if(std::abs(similarity - 0.999) <= about_999), d,
        with_decimals(similarity, 3)));
  }
  const double next = cosine_similarity(512, {100, 101});
  evidence.findings.push_back(found<vector_phrases, "similarity-of-neighbors">(
      next, Support::aside, with_decimals(next, 3)));
  return evidence;
}

// 8. An exponential.

// How far a similarity may be from an exponential and still count as like it.
constexpr double exponential_tolerance = 0.05;
constexpr double farthest = 1000;

Vector similarity(Index d, std::span<const double> offsets) {
  return *kernel_mean_cos(waves(d), offsets);
}

Chart similarities_and_exponential() {
  const std::vector<double> offsets = whole_numbers(0, 100);
  Chart chart{say<vector_phrases, "axis-distance">(), say<vector_phrases, "axis-similarity">(), {}};
  for (const Index d : {16, 128, 512}) {
    chart.lines.push_back(
        line(say<vector_phrases, "line-width">(d), offsets, similarity(d, offsets)));
  }
  chart.lines.push_back(
      line(say<vector_phrases, "line-exponential">(), offsets, *exponential_decay(offsets)));
  return chart;
}

/// How many widths there are, and at how many the similarity falls all the way.
Finding widths_that_fall() {
  int widths = 0;
  int falling = 0;
  for (Index d = 4; d <= 4096; d *= 2) {
    ++widths;
    if (kernel_course(waves(d), farthest)->rises == 0) ++falling;
  }
  return found<vector_phrases, "widths-that-fall">(
      static_cast<double>(falling), for_it_if(falling == widths), widths, falling, farthest);
}

Result<Evidence> similarity_falls_exponentially() {
  Evidence evidence{
      {}, say<vector_phrases, "because-cosines-return">(), similarities_and_exponential()};
  const std::vector<double> distances{1, 5, 10, 20};
  const Vector measured = similarity(16, distances);
  const Vector claimed = *exponential_decay(distances);
  for (Index n = 0; n < measured.size(); ++n) {
    evidence.findings.push_back(found<vector_phrases, "similarity-and-exponential">(
        measured[n], for_it_if(std::abs(measured[n] - claimed[n]) <= exponential_tolerance),
        distances[static_cast<std::size_t>(n)], with_decimals(measured[n], 3),
        with_power_of_ten(claimed[n], 2)));
  }
  // Of any exponential, as slow as one likes, the value at 20 is that at 10 squared.
  const double squared = measured[2] * measured[2];
  evidence.findings.push_back(found<vector_phrases, "slower-exponential">(
      measured[3] - squared, for_it_if(std::abs(measured[3] - squared) <= exponential_tolerance),
      with_decimals(squared, 3), with_decimals(measured[3], 3)));
  evidence.findings.push_back(widths_that_fall());
  for (const Index d : {16, 128, 512}) {
    const auto first_rise = kernel_course(waves(d), farthest)->first_rise;
    if (!first_rise) continue;
    const Index before = *first_rise - 1;
    evidence.findings.push_back(found<vector_phrases, "first-rise">(static_cast<double>(before),
                                                                    Support::aside, d, before));
  }
  return evidence;
}

// 9. Where dot products peak.

double offset_of_peak(const Vector& products, std::span<const double> offsets) {
  Index at = 0;
  products.maxCoeff(&at);
  return offsets[static_cast<std::size_t>(at)];
}

Result<Evidence> products_peak_apart() {
  Evidence evidence{{}, say<vector_phrases, "because-peak-at-0">()};
  constexpr double position = 1000;
  const std::vector<double> offsets = whole_numbers(-position, position);
  for (const Index d : {4, 16, 128, 512}) {
    const Vector dots = dot_products_around(waves(d), position, offsets)->dots;
    const double peak = offset_of_peak(dots, offsets);
    evidence.findings.push_back(found<vector_phrases, "peak-of-products">(
        peak, for_it_if(peak != 0), d, with_power_of_ten(dots.maxCoeff(), 4), peak));
  }
  // A query carried on by five positions finds the key that stands five on.
  constexpr double ahead = 5;
  const Vector query = *shifted_encoding(waves(128), ahead, position);
  const Vector moved = *dot_products_with(waves(128), query, whole_numbers(0, 2 * position));
  const double peak = offset_of_peak(moved, offsets);
  evidence.findings.push_back(
      found<vector_phrases, "peak-of-moved-query">(peak, Support::aside, peak));
  return evidence;
}

// 10. A Fourier basis.

// Directions with less than a millionth of the strongest are none that a float32 model could learn from.
constexpr double rank_tolerance = 1e-6;

Result<Evidence> every_dimension_adds() {
  constexpr Index d = 128;
  Evidence evidence{{}, say<vector_phrases, "because-slow-columns-alike">()};
  Chart chart{say<vector_phrases, "axis-singular-value">(),
              say<vector_phrases, "axis-relative-size">(),
              {}};
  for (const double count : {100, 1000}) {
    const SinusoidalRank measured = *sinusoidal_rank(waves(d), count, rank_tolerance);
    const Vector& sigma = measured.singular_values;
    evidence.findings.push_back(found<vector_phrases, "directions-of-table">(
        static_cast<double>(measured.rank), for_it_if(measured.rank == sigma.size()), count,
        measured.rank, sigma.size()));
    // Below 1e-14 of the largest there is but rounding.
    const Vector powers = (sigma / sigma[0]).cwiseMax(1e-14).array().log10();
    chart.lines.push_back(line(say<vector_phrases, "line-positions">(count),
                               whole_numbers(1, static_cast<double>(sigma.size())), powers));
  }
  // The columns of a Fourier basis are at right angles.
  const double cosine = largest_column_cosine(table(waves(d), 0, 99));
  evidence.findings.push_back(found<vector_phrases, "nearest-columns">(
      cosine, for_it_if(cosine <= rank_tolerance), with_power_of_ten(1 - cosine, 1)));
  evidence.chart = std::move(chart);
  return evidence;
}

// 11. A linear shift.

Result<Evidence> shift_is_linear() {
  Evidence evidence{{}, say<vector_phrases, "because-addition-theorem">()};
  const std::vector<double> positions = whole_numbers(0, 999);
  for (const Index d : {4, 128}) {
    for (const double shift : {1, 10, 1000}) {
      double largest = 0;
      bool carries = true;
      for (const double position : positions) {
        const ShiftComparison one = *compare_shift(waves(d), position, shift);
        largest = std::max(largest, one.largest);
        carries = carries && one.carries;
      }
      evidence.findings.push_back(found<vector_phrases, "one-matrix-per-shift">(
          largest, for_it_if(carries), d, shift, with_power_of_ten(largest, 1)));
    }
  }
  double missed = 0;
  for (const double position : positions) {
    const Vector carried = *shifted_encoding(waves(128), 1, position);
    const Vector target = *sinusoidal_encoding(waves(128), position + 2);
    missed = std::max(missed, (carried - target).cwiseAbs().maxCoeff());
  }
  evidence.findings.push_back(found<vector_phrases, "matrix-of-another-shift">(
      missed, Support::aside, with_decimals(missed, 2)));
  return evidence;
}

// 38. Bounds.

Result<Evidence> encoding_is_unbounded() {
  Evidence evidence{{}, say<vector_phrases, "because-on-a-sphere">()};
  std::vector<double> positions = whole_numbers(0, 999);
  for (int power = 10; power <= 53; ++power) positions.push_back(std::ldexp(1.0, power));
  for (const Index d : {4, 128, 512}) {
    const Matrix encoded = *sinusoidal_table(waves(d), positions);
    const double largest = encoded.cwiseAbs().maxCoeff();
    evidence.findings.push_back(found<vector_phrases, "largest-number">(
        largest, for_it_if(largest > 1 + rounding_tolerance), d, with_power_of_ten(largest, 4)));
    const RowNorms norms = row_norms(encoded);
    const double radius = encoding_norm(waves(d));
    const bool one_length =
        std::max(norms.longest - radius, radius - norms.shortest) <= rounding_tolerance * radius;
    evidence.findings.push_back(found<vector_phrases, "length-of-vectors">(
        norms.longest, for_it_if(!one_length), d, with_decimals(norms.shortest, 4),
        with_decimals(norms.longest, 4), with_decimals(radius, 4)));
  }
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> vector_claims() {
  const auto claim = [](int number, std::string text, std::string_view section,
                        Result<Evidence> (*experiment)()) {
    return computed_claim(number, std::move(text), section, {cited::sinusoids}, experiment);
  };
  return {
      claim(6, say<vector_phrases, "claim-product-by-offset">(), "sinusoidal",
            same_offset_same_product),
      claim(7, say<vector_phrases, "claim-five-apart-alike">(), "sinusoidal",
            five_apart_is_nearly_equal),
      claim(8, say<vector_phrases, "claim-exponential">(), "hash", similarity_falls_exponentially),
      claim(9, say<vector_phrases, "claim-peak-apart">(), "sinusoidal", products_peak_apart),
      claim(10, say<vector_phrases, "claim-fourier-basis">(), "signal", every_dimension_adds),
      claim(11, say<vector_phrases, "claim-linear-shift">(), "sinusoidal", shift_is_linear),
      claim(38, say<vector_phrases, "claim-unbounded">(), "hash", encoding_is_unbounded)};
}

}  // namespace posenc
