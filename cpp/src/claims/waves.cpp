#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/sign_changes.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/wording.hpp"

// What is said of the waves of sinusoidal encodings, each by itself. (Every argument below is fixed and within what
// the functions accept, so that their results are taken as they are.)

namespace posenc {
namespace {

const Source vaswani{"arXiv:1706.03762v7, section 3.5", "https://arxiv.org/abs/1706.03762"};
const Source tensor2tensor{
    "tensor2tensor, common_attention.py, get_timing_signal_1d",
    "https://github.com/tensorflow/tensor2tensor/blob/master/tensor2tensor/layers/"
    "common_attention.py"};

GeometricFrequencies waves(Index d, FrequencyVariant variant = FrequencyVariant::paper) {
  return *GeometricFrequencies::make(d, 10000, variant);
}

bool equal(double a, double b) { return std::abs(a - b) <= rounding_tolerance * std::abs(b); }

std::string d_is(Index d) { return joined({"d = ", d}); }

/// The positions 0 .. count-1.
std::vector<double> first_positions(std::size_t count) {
  std::vector<double> positions(count);
  for (std::size_t n = 0; n < count; ++n) positions[n] = static_cast<double>(n);
  return positions;
}

Result<Evidence> odd_dimensions_are_faster() {
  // So many positions that the slowest wave of d = 16 goes round six times.
  constexpr double positions = 131072;
  const Vector changes = *sign_changes(waves(16), positions);
  const Index pairs = changes.size() / 2;
  Index faster = 0;
  Index falls = 0;
  for (Index i = 0; i < pairs; ++i) {
    // A quarter of a wavelength, by which sine and cosine differ, can cost one change.
    if (changes[2 * i + 1] > changes[2 * i] + 1) ++faster;
    if (i > 0 && changes[2 * i] < changes[2 * i - 2]) ++falls;
  }
  const double first_even = changes[0];
  const double last_odd = changes[changes.size() - 1];
  return Evidence{
      {{joined({"Of the ", pairs, " pairs of dimensions 2i and 2i + 1 at d = 16, ", faster,
                " change sign more often in the odd one (by more than 1 over 131072 positions)"}),
        static_cast<double>(faster), for_it_if(faster == pairs)},
       {joined({"Dimension 0, which is even, changes sign ", first_even, " times, and dimension ",
                changes.size() - 1, ", which is odd, ", last_odd, " times"}),
        last_odd / first_even, for_it_if(last_odd > first_even)},
       {joined({"From one pair to the next, the frequency falls in ", falls, " of ", pairs - 1,
                " steps"}),
        static_cast<double>(falls), Support::aside}},
      "Dimensions 2i and 2i + 1 are the sine and the cosine of one angle, so they share a "
      "frequency. "
      "What changes it is i, the number of the pair."};
}

Result<Evidence> low_dimensions_are_slow() {
  Evidence evidence{
      {},
      "The frequency 10000^(−2i/d) falls as i grows: dimensions 0 and 1 are the fastest "
      "waves, the last two the slowest."};
  for (const Index d : {4, 128, 512}) {
    const Vector lambda = wavelengths(waves(d));
    const Index steps = lambda.size() - 1;
    Index shorter = 0;
    for (Index i = 0; i < steps; ++i) shorter += lambda[i + 1] < lambda[i] ? 1 : 0;
    evidence.findings.push_back(
        {joined({"At d = ", d, " the waves get shorter, from pair to pair, in ", shorter, " of ",
                 steps, steps == 1 ? " step" : " steps", ": ", with_decimals(lambda[0], 2),
                 " positions is the first wavelength, ", with_digits(lambda[steps], 5),
                 " the last"}),
         static_cast<double>(shorter), for_it_if(shorter == steps)});
  }
  Chart chart{"position", "PE(position, dimension), d = 16", {}};
  const std::vector<double> positions = first_positions(100);
  const std::vector<double> dimensions{0, 4, 8};
  const Matrix columns = *sinusoidal_columns(waves(16), dimensions, positions);
  for (Index col = 0; col < columns.cols(); ++col) {
    const Vector column = columns.col(col);
    chart.lines.push_back({joined({"dimension ", dimensions[static_cast<std::size_t>(col)]}),
                           positions,
                           {column.begin(), column.end()}});
  }
  evidence.chart = std::move(chart);
  return evidence;
}

Result<Evidence> wavelengths_reach_the_limit() {
  Evidence evidence{
      {},
      "The printed exponent 2i/d ends at (d − 2)/d, just short of 1. Only code that divides by "
      "d/2 − 1 in place of d/2 gets to 1, and with it to 10000 · 2π."};
  const auto find = [&](Index d, FrequencyVariant variant, const std::string& whose) {
    const GeometricFrequencies frequencies = waves(d, variant);
    const double longest = wavelengths(frequencies).maxCoeff();
    const double limit = wavelength_limit(frequencies);
    evidence.findings.push_back({joined({whose, " at d = ", d, ": the longest wave has ",
                                         with_digits(longest, longest < 1000 ? 4 : 5), " of ",
                                         with_digits(limit, 5), " positions"}),
                                 longest, for_it_if(equal(longest, limit))});
  };
  for (const Index d : {4, 128, 512}) find(d, FrequencyVariant::paper, "By the printed formula");
  for (const Index d : {4, 128}) {
    find(d, FrequencyVariant::endpoint, "By the variant found in code");
  }
  return evidence;
}

Result<Evidence> pair_one_has_the_longest_wave() {
  const double claimed = wavelength_limit(waves(4));
  Evidence evidence{
      {},
      "Pair 1 has the wavelength 2π · 10000^(2/d): at most 628.3, and near 2π for the widths "
      "that models have. Who leaves out the exponent gets 62832."};
  const auto find = [&](double longest, std::string text, Support support) {
    evidence.findings.push_back({std::move(text), longest, support});
  };
  for (const Index d : {4, 128}) {
    const double lambda = wavelengths(waves(d))[1];
    find(lambda,
         "At " + d_is(d) + " pair 1 has a wavelength of " +
             (lambda < 100 ? with_decimals(lambda, 2) : with_decimals(lambda, 1)) + " positions",
         for_it_if(equal(lambda, claimed)));
  }
  double longest = 0;
  for (Index d = 4; d <= 512; d += 2) longest = std::max(longest, wavelengths(waves(d))[1]);
  find(longest, "Over all even widths from 4 to 512, " + with_decimals(longest, 1) + " is the most",
       for_it_if(equal(longest, claimed)));
  const double endpoint = wavelengths(waves(4, FrequencyVariant::endpoint))[1];
  find(endpoint,
       "In the variant that divides by d/2 − 1, it would be " + with_digits(endpoint, 5) +
           " at d = 4, where pair 1 is the last",
       Support::aside);
  return evidence;
}

// The precision in which models mostly compute with the encoding, bfloat16, rounds numbers near 1 by up to 2^-9: an
// error below that is lost in it, one above it is not.
constexpr double good_enough = 0x1p-9;

double float32(double value) { return static_cast<float>(value); }

/// max |cos and sin in float32 of position x omega - PE(position)|, with angles in float32.
double float32_error(const GeometricFrequencies& exact, const Vector& omega, double position) {
  const Vector encoding = *sinusoidal_encoding(exact, position);
  double largest = 0;
  for (Index i = 0; i < omega.size(); ++i) {
    const double angle = float32(float32(position) * omega[i]);
    const auto [sine, cosine] = pair_columns(i, omega.size(), ColumnLayout::interleaved);
    largest = std::max({largest, std::abs(float32(std::sin(angle)) - encoding[sine]),
                        std::abs(float32(std::cos(angle)) - encoding[cosine])});
  }
  return largest;
}

/// omega_{i+1} = omega_i omega_1, every product rounded to float32.
Vector multiplied_up(const GeometricFrequencies& exact) {
  Vector omega(exact.pairs());
  omega[0] = 1;
  const double ratio = float32(exact.values()[1]);
  for (Index i = 1; i < omega.size(); ++i) omega[i] = float32(omega[i - 1] * ratio);
  return omega;
}

Result<Evidence> float32_angles_suffice() {
  const GeometricFrequencies exact = waves(128);
  constexpr std::size_t near = 4096;
  constexpr double far = 131071;
  const std::vector<double> positions = first_positions(near);
  const Float32Errors up_to_near = *float32_errors(exact, positions);
  const double of_near = std::max(up_to_near.power.maxCoeff(), up_to_near.exponential.maxCoeff());
  const std::vector<double> at_far{far};
  const Float32Errors there = *float32_errors(exact, at_far);
  const Vector nearest = exact.values().cast<float>().cast<double>();
  const Vector multiplied = multiplied_up(exact);

  Evidence evidence{{},
                    "A float32 angle has 24 bits, whole turns included: the more turns, the fewer "
                    "bits are left for "
                    "where in the turn it is. Here an error counts that bfloat16 would not round "
                    "away (2^−9, about 0.002)."};
  const auto find = [&](double error, const std::string& what) {
    evidence.findings.push_back(
        {what + ", sine and cosine are off by up to " + with_digits(error, 2), error,
         for_it_if(error <= good_enough)});
  };
  find(of_near, "Over positions 0 to 4095 (d = 128)");
  find(float32_error(exact, nearest, far),
       "At position 131071, even with each frequency rounded but once");
  find(there.power[0], "At position 131071, with frequencies 1 / 10000^(2i/d) in float32");
  find(there.exponential[0],
       "At position 131071, with frequencies exp(−2i ln(10000)/d) in float32");
  find(float32_error(exact, multiplied, far),
       "At position 131071, with each frequency multiplied up from the one before");
  const Vector table = *sinusoidal_encoding(exact, far);
  const double rounding = (table.cast<float>().cast<double>() - table).cwiseAbs().maxCoeff();
  evidence.findings.push_back(
      {"With the angle in double, and only sine and cosine rounded to float32, they are off "
       "by up to " +
           with_digits(rounding, 1) + " at position 131071",
       rounding, Support::aside});

  std::vector<double> powers;
  std::vector<double> doubled;
  for (int power = 1; power <= 17; ++power) {
    powers.push_back(power);
    doubled.push_back(std::ldexp(1.0, power) - 1);
  }
  const Float32Errors course = *float32_errors(exact, doubled);
  Chart chart{
      "position + 1, as a power of 2", "largest error of sine and cosine, as a power of 10", {}};
  const auto draw = [&](std::string name, const auto& error) {
    std::vector<double> y;
    for (std::size_t n = 0; n < doubled.size(); ++n) y.push_back(std::log10(error(n)));
    chart.lines.push_back({std::move(name), powers, std::move(y)});
  };
  draw("frequencies by power", [&](std::size_t n) { return course.power[static_cast<Index>(n)]; });
  draw("multiplied up",
       [&](std::size_t n) { return float32_error(exact, multiplied, doubled[n]); });
  draw("rounding of bfloat16", [](std::size_t) { return good_enough; });
  evidence.chart = std::move(chart);
  return evidence;
}

Result<Evidence> pair_30_is_a_ten_thousandth() {
  constexpr double claimed = 0.0001;
  const Vector omega = waves(64).values();
  // "About", read as generously as one digit allows: what rounds to it.
  const bool about = std::abs(omega[30] - claimed) < claimed / 2;
  return Evidence{{{"At d = 64 pair 30 turns by " + with_digits(omega[30], 3) +
                        " radians with each position, " + with_decimals(omega[30] / claimed, 2) +
                        " times 0.0001",
                    omega[30], for_it_if(about)},
                   {"The last pair, 31, turns by " + with_digits(omega[31], 3) +
                        " radians: none gets down to 0.0001",
                    omega[31], Support::aside}},
                  "10000^(−60/64) is not yet 10000^(−1), and so near the end the exponent counts: "
                  "two pairs more, "
                  "and it would be."};
}

}  // namespace

std::vector<ClaimExperiment> wave_claims() {
  const auto computed = [](int number, std::string text, std::vector<Source> sources,
                           Result<Evidence> (*experiment)()) {
    return ClaimExperiment{
        {number, std::move(text), "sinusoidal", ClaimKind::computed, std::move(sources)},
        experiment};
  };
  return {
      computed(2, "Even dimensions carry low frequencies, and odd ones higher frequencies.",
               {vaswani}, odd_dimensions_are_faster),
      computed(3, "Low dimensions are the slow waves, and high dimensions the fast ones.",
               {vaswani}, low_dimensions_are_slow),
      computed(4,
               "The wavelengths of the sinusoidal encoding go all the way from 2π to 10000 · 2π.",
               {vaswani, tensor2tensor}, wavelengths_reach_the_limit),
      computed(
          5, "By the paper’s formula, pair i = 1 has a wavelength of 2π · 10000 = 62832 positions.",
          {vaswani}, pair_one_has_the_longest_wave),
      computed(31, "Float32 is precise enough for the angles of the encoding.",
               {vaswani, {"arXiv:1905.12322, on bfloat16", "https://arxiv.org/abs/1905.12322"}},
               float32_angles_suffice),
      computed(37, "At d = 64 the paper’s formula gives pair 30 a frequency of about 0.0001.",
               {vaswani}, pair_30_is_a_ten_thousandth),
  };
}

}  // namespace posenc
