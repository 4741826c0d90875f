#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/sign_changes.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/waves.hpp"
#include "posenc/claims/waves.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/wording.hpp"

// Claims about the waves of sinusoidal encodings, each by itself. (Every argument below is fixed and within what the
// functions accept, so that their results are taken as they are.)

namespace posenc {
namespace {

bool equal(double a, double b) { return std::abs(a - b) <= rounding_tolerance * std::abs(b); }

// 2. Odd dimensions.

Result<Evidence> odd_dimensions_are_faster() {
  // Enough positions for six turns of the slowest wave of d = 16.
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
      {found<wave_phrases, "sign-changes-within-pairs">(
           static_cast<double>(faster), for_it_if(faster == pairs), pairs, faster, positions),
       found<wave_phrases, "sign-changes-first-and-last">(last_odd / first_even,
                                                          for_it_if(last_odd > first_even),
                                                          first_even, changes.size() - 1, last_odd),
       found<wave_phrases, "frequency-falls-by-pair">(static_cast<double>(falls), Support::aside,
                                                      falls, pairs - 1)},
      say<wave_phrases, "because-pairs-share-frequency">()};
}

// 3. Low dimensions.

Chart some_columns() {
  const std::vector<double> positions = whole_numbers_below(100);
  const std::vector<double> dimensions{0, 4, 8};
  const Matrix columns = *sinusoidal_columns(waves(16), dimensions, positions);
  Chart chart{say<wave_phrases, "axis-position">(), say<wave_phrases, "axis-encoding-d16">(), {}};
  for (Index col = 0; col < columns.cols(); ++col) {
    const Vector column = columns.col(col);
    chart.lines.push_back(
        {say<wave_phrases, "line-dimension">(dimensions[static_cast<std::size_t>(col)]),
         positions,
         {column.begin(), column.end()}});
  }
  return chart;
}

Result<Evidence> low_dimensions_are_slow() {
  Evidence evidence{{}, say<wave_phrases, "because-first-are-fastest">(), some_columns()};
  for (const Index d : {4, 128, 512}) {
    const Vector lambda = wavelengths(waves(d));
    const Index steps = lambda.size() - 1;
    Index shorter = 0;
    for (Index i = 0; i < steps; ++i) shorter += lambda[i + 1] < lambda[i] ? 1 : 0;
    evidence.findings.push_back(found<wave_phrases, "waves-get-shorter">(
        static_cast<double>(shorter), for_it_if(shorter == steps), d, shorter, steps,
        steps == 1 ? say<wave_phrases, "step">() : say<wave_phrases, "steps">(),
        with_decimals(lambda[0], 2), with_power_of_ten(lambda[steps], 5)));
  }
  return evidence;
}

// 4. How far the wavelengths go.

Result<Evidence> wavelengths_reach_the_limit() {
  Evidence evidence{{}, say<wave_phrases, "because-exponent-stops-short">()};
  /// The longest wave and the limit, in numbers and as sentences have them.
  struct Longest {
    double positions;
    Support support;
    std::string shown;
    std::string limit;
  };
  const auto longest = [](Index d, FrequencyVariant variant) {
    const GeometricFrequencies frequencies = waves(d, variant);
    const double positions = wavelengths(frequencies).maxCoeff();
    const double limit = wavelength_limit(frequencies);
    return Longest{positions, for_it_if(equal(positions, limit)),
                   with_power_of_ten(positions, positions < 1000 ? 4 : 5),
                   with_power_of_ten(limit, 5)};
  };
  for (const Index d : {4, 128, 512}) {
    const Longest wave = longest(d, FrequencyVariant::paper);
    evidence.findings.push_back(found<wave_phrases, "longest-wave-printed">(
        wave.positions, wave.support, d, wave.shown, wave.limit));
  }
  for (const Index d : {4, 128}) {
    const Longest wave = longest(d, FrequencyVariant::endpoint);
    evidence.findings.push_back(found<wave_phrases, "longest-wave-in-code">(
        wave.positions, wave.support, d, wave.shown, wave.limit));
  }
  return evidence;
}

// 5. The wavelength of pair 1.

Result<Evidence> pair_one_has_the_longest_wave() {
  const double claimed = wavelength_limit(waves(4));
  Evidence evidence{{}, say<wave_phrases, "because-exponent-left-out">()};
  for (const Index d : {4, 128}) {
    const double lambda = wavelengths(waves(d))[1];
    evidence.findings.push_back(found<wave_phrases, "pair-1-wavelength">(
        lambda, for_it_if(equal(lambda, claimed)), d, with_decimals(lambda, lambda < 100 ? 2 : 1)));
  }
  constexpr Index widest = 512;
  double longest = 0;
  for (Index d = 4; d <= widest; d += 2) longest = std::max(longest, wavelengths(waves(d))[1]);
  evidence.findings.push_back(found<wave_phrases, "pair-1-longest-of-widths">(
      longest, for_it_if(equal(longest, claimed)), widest, with_decimals(longest, 1)));
  const double endpoint = wavelengths(waves(4, FrequencyVariant::endpoint))[1];
  evidence.findings.push_back(found<wave_phrases, "pair-1-in-code">(
      endpoint, Support::aside, with_power_of_ten(endpoint, 5)));
  return evidence;
}

// 31. Angles in float32.

double at(const Vector& errors) { return errors[0]; }

Chart errors_by_position(const GeometricFrequencies& exact, const Vector& multiplied) {
  constexpr int last_power = 17;
  std::vector<double> powers;
  std::vector<double> positions;
  for (int power = 1; power <= last_power; ++power) {
    powers.push_back(power);
    positions.push_back(std::ldexp(1.0, power) - 1);
  }
  Chart chart{say<wave_phrases, "axis-position-power-of-2">(),
              say<wave_phrases, "axis-error-power-of-10">(),
              {}};
  const auto draw = [&](std::string name, const Vector& errors) {
    std::vector<double> y;
    for (const double error : errors) y.push_back(std::log10(error));
    chart.lines.push_back({std::move(name), powers, std::move(y)});
  };
  draw(say<wave_phrases, "line-by-power">(), float32_errors(exact, positions)->power);
  draw(say<wave_phrases, "line-multiplied-up">(),
       *float32_angle_errors(exact, multiplied, positions));
  draw(say<wave_phrases, "line-bfloat16">(), Vector::Constant(last_power, bfloat16_rounding));
  return chart;
}

Result<Evidence> float32_angles_suffice() {
  const GeometricFrequencies exact = waves(128);
  constexpr std::size_t near = 4096;
  constexpr double far = 131071;
  const std::vector<double> at_far{far};
  const Float32Errors up_to_near = *float32_errors(exact, whole_numbers_below(near));
  const double of_near = std::max(up_to_near.power.maxCoeff(), up_to_near.exponential.maxCoeff());
  const Float32Errors there = *float32_errors(exact, at_far);
  const Vector multiplied = float32_multiplied_frequencies(exact);
  const double rounded_once =
      at(*float32_angle_errors(exact, float32_rounded_frequencies(exact), at_far));
  const double by_product = at(*float32_angle_errors(exact, multiplied, at_far));
  const double rounding = *float32_rounding_error(exact, far);
  const auto support = [](double error) { return for_it_if(error <= bfloat16_rounding); };
  const auto shown = [](double error) { return with_power_of_ten(error, 2); };
  return Evidence{
      {found<wave_phrases, "float32-near">(of_near, support(of_near), near - 1, shown(of_near)),
       found<wave_phrases, "float32-rounded-once">(rounded_once, support(rounded_once), far,
                                                   shown(rounded_once)),
       found<wave_phrases, "float32-by-power">(at(there.power), support(at(there.power)), far,
                                               shown(at(there.power))),
       found<wave_phrases, "float32-by-exponential">(at(there.exponential),
                                                     support(at(there.exponential)), far,
                                                     shown(at(there.exponential))),
       found<wave_phrases, "float32-multiplied-up">(by_product, support(by_product), far,
                                                    shown(by_product)),
       found<wave_phrases, "angles-in-double">(rounding, Support::aside,
                                               with_power_of_ten(rounding, 1), far)},
      say<wave_phrases, "because-24-bits">(),
      errors_by_position(exact, multiplied)};
}

// 37. Pair 30.

Result<Evidence> pair_30_is_a_ten_thousandth() {
  constexpr double claimed = 0.0001;
  const Vector omega = waves(64).values();
  // "About", read as generously as one digit allows: what rounds to it.
  const bool about = std::abs(omega[30] - claimed) < claimed / 2;
  return Evidence{{found<wave_phrases, "pair-30-frequency">(omega[30], for_it_if(about),
                                                            with_power_of_ten(omega[30], 3),
                                                            with_decimals(omega[30] / claimed, 2)),
                   found<wave_phrases, "last-pair-frequency">(omega[31], Support::aside,
                                                              with_power_of_ten(omega[31], 3))},
                  say<wave_phrases, "because-exponent-near-1">()};
}

}  // namespace

std::vector<ClaimExperiment> wave_claims() {
  constexpr std::string_view sinusoidal = "sinusoidal";
  return {computed_claim(2, say<wave_phrases, "claim-odd-dimensions-faster">(), sinusoidal,
                         {cited::sinusoids}, odd_dimensions_are_faster),
          computed_claim(3, say<wave_phrases, "claim-low-dimensions-slow">(), sinusoidal,
                         {cited::sinusoids}, low_dimensions_are_slow),
          computed_claim(4, say<wave_phrases, "claim-wavelengths-to-limit">(), sinusoidal,
                         {cited::sinusoids, cited::tensor2tensor}, wavelengths_reach_the_limit),
          computed_claim(5, say<wave_phrases, "claim-pair-1-longest">(), sinusoidal,
                         {cited::sinusoids, cited::tensor2tensor}, pair_one_has_the_longest_wave),
          computed_claim(31, say<wave_phrases, "claim-float32-enough">(), sinusoidal,
                         {cited::sinusoids, cited::bfloat16}, float32_angles_suffice),
          computed_claim(37, say<wave_phrases, "claim-pair-30">(), sinusoidal, {cited::sinusoids},
                         pair_30_is_a_ten_thousandth)};
}

}  // namespace posenc
