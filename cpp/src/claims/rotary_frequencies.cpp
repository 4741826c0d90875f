#include <string>
#include <utility>
#include <vector>

#include "posenc/analysis/decay.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/stretch.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/rotary.hpp"
#include "posenc/claims/waves.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/wording.hpp"

// Claims about RoPE's frequencies: those that YaRN makes of them, and their cosines in a sum. (Every argument below is fixed and within what the functions
// accept, so that their results are taken as they are.)

namespace posenc {
namespace {

// 32. YaRN, published and released.

struct YarnSetting {
  double original_len;
  Index dimension;
  double base;
  double scale;
};

/// How many times larger one of the two frequencies of a pair is than the other, [pairs].
Vector yarn_ratios(const YarnSetting& setting) {
  const auto theta = *GeometricFrequencies::make(setting.dimension, setting.base);
  const auto by = [&](YarnRamp ramp) {
    return *yarn(theta, setting.original_len, setting.scale, 1, 32, ramp);
  };
  const auto paper = by(YarnRamp::paper);
  const auto released = by(YarnRamp::released);
  return frequency_ratios(paper.theta, released.theta);
}

Result<Evidence> yarn_as_released() {
  Evidence evidence{{}, say<rotary_phrases, "because-two-ramps">()};
  Chart chart{say<rotary_phrases, "axis-pair">(), say<rotary_phrases, "axis-ratio">(), {}};
  for (const YarnSetting& setting :
       {YarnSetting{4096, 128, 10000, 2}, YarnSetting{4096, 128, 10000, 16},
        YarnSetting{4096, 64, 150000, 32}}) {
    const auto ratios = yarn_ratios(setting);
    const double largest = ratios.maxCoeff();
    std::string name =
        say<rotary_phrases, "yarn-setting">(setting.dimension, setting.base, setting.scale);
    evidence.findings.push_back(found<rotary_phrases, "yarn-frequencies-differ">(
        largest, for_it_if(largest - 1 <= rounding_tolerance), name, setting.original_len,
        with_decimals(largest, 2)));
    chart.lines.push_back({std::move(name),
                           whole_numbers_below(static_cast<Index>(ratios.size())),
                           {ratios.begin(), ratios.end()}});
  }
  evidence.chart = std::move(chart);
  return evidence;
}

// 33. The kernel.

Result<Evidence> kernel_decays() {
  const auto theta = *GeometricFrequencies::make(128, 10000);
  constexpr double steps = 1000;
  const auto course = *kernel_course(theta, steps);
  const auto farther = *kernel_course(theta, 2 * steps);
  const std::vector<double> distances = whole_numbers_below(200);
  const auto kernel = *kernel_dot(theta, distances);
  const std::string first =
      course.first_rise ? say<rotary_phrases, "first-at-distance">(*course.first_rise) : "";
  Evidence evidence{
      {found<rotary_phrases, "kernel-rises">(static_cast<double>(course.rises),
                                             for_it_if(course.rises == 0), course.rises, steps,
                                             first)},
      say<rotary_phrases, "because-cosines-return">(),
      Chart{say<rotary_phrases, "axis-distance">(),
            say<rotary_phrases, "axis-kernel">(),
            {{say<rotary_phrases, "line-d128">(), distances, {kernel.begin(), kernel.end()}}},
            ChartValues::numbers,
            {0}}};
  if (farther.first_negative) {
    evidence.findings.push_back(found<rotary_phrases, "kernel-below-0">(
        static_cast<double>(*farther.first_negative), Support::aside, *farther.first_negative));
  }
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> rotary_frequency_claims() {
  return {
      computed_claim(32, say<rotary_phrases, "claim-yarn-code">(), "longer",
                     {cited::yarn_sections, cited::yarn_code}, yarn_as_released),
      computed_claim(33, say<rotary_phrases, "claim-kernel-falls">(), "rope",
                     {cited::roformer_decay}, kernel_decays),
  };
}

}  // namespace posenc
