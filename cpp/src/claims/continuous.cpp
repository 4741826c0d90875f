#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/beyond_words.hpp"
#include "posenc/claims/rows.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/timestep.hpp"
#include "posenc/model/coordinate_network.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/wording.hpp"

// Claims about timesteps and coordinates. (Every argument below is fixed and within what the functions accept, so that
// their results are taken as they are.)

namespace posenc {
namespace {

constexpr double diffusion_steps = 1000;
constexpr double usual_period = 10000;

/// `count` numbers from 0 on.
std::vector<double> spaced(double count, double by) {
  std::vector<double> all = positions_from(0, count);
  for (double& one : all) one *= by;
  return all;
}

/// How many of ADM's waves do not complete a turn within that time.
Index without_a_turn(double d, double max_period, double time) {
  const auto omega = *GeometricFrequencies::make(d, max_period, "paper");
  return std::ranges::count_if(omega.values(),
                               [&](double one) { return one * time < 2 * std::numbers::pi; });
}

// 64. The base of timesteps.

constexpr double d_steps = 128;

/// The distance of the nearest two timesteps. It depends only on how many steps lie between them, so that those from 0
/// on are enough.
double nearest_timesteps(double max_period) {
  const Matrix rows =
      *timestep_embedding(d_steps, max_period, TimestepConvention::adm, spaced(diffusion_steps, 1));
  double nearest = std::numeric_limits<double>::infinity();
  for (Index t = 1; t < rows.rows(); ++t) {
    nearest = std::min(nearest, row_distance(rows, 0, t));
  }
  return nearest;
}

Chart similarities_by_period(const std::vector<double>& periods) {
  Chart chart{say<beyond_words_phrases, "axis-timesteps">(),
              say<beyond_words_phrases, "axis-timestep-similarity">(),
              {}};
  const std::vector<double> apart = spaced(201, 5);
  for (const double period : periods) {
    const Matrix rows = *timestep_embedding(d_steps, period, TimestepConvention::adm, apart);
    ChartLine line{say<beyond_words_phrases, "line-max-period">(period), apart, {}};
    for (Index t = 0; t < rows.rows(); ++t) line.y.push_back(row_similarity(rows, 0, t));
    chart.lines.push_back(std::move(line));
  }
  chart.includes = {0, 1};
  return chart;
}

Result<Evidence> other_periods() {
  constexpr std::array others{100.0, 1000.0, 100000.0};
  const double usual = nearest_timesteps(usual_period);
  Evidence evidence{{},
                    say<beyond_words_phrases, "because-copied-from-words">(),
                    similarities_by_period({100, 1000, usual_period, 100000})};
  for (const double other : others) {
    const double nearest = nearest_timesteps(other);
    evidence.findings.push_back(found<beyond_words_phrases, "nearest-timesteps">(
        nearest, for_it_if(nearest < usual / 2), other, diffusion_steps, with_decimals(nearest, 2),
        d_steps, with_decimals(usual, 2)));
  }
  const Index idle = without_a_turn(d_steps, usual_period, diffusion_steps);
  evidence.findings.push_back(found<beyond_words_phrases, "waves-without-a-turn">(
      static_cast<double>(idle), Support::aside, idle, d_steps / 2, diffusion_steps, others[1],
      without_a_turn(d_steps, others[1], diffusion_steps)));
  return evidence;
}

// 65. DDPM's embedding and ADM's.

Result<Evidence> same_timesteps() {
  const auto steps = spaced(diffusion_steps, 1);
  const Matrix ddpm = *timestep_embedding(d_steps, usual_period, TimestepConvention::ddpm, steps);
  const Matrix adm = *timestep_embedding(d_steps, usual_period, TimestepConvention::adm, steps);
  const Index half = adm.cols() / 2;
  const Matrix swapped = with_halves_swapped(adm);
  const double off = largest_difference(ddpm, swapped);
  const Vector of_ddpm = GeometricFrequencies::make(d_steps, usual_period, "endpoint")->values();
  const Vector of_adm = GeometricFrequencies::make(d_steps, usual_period, "paper")->values();
  Index shared = 0;
  for (Index i = 0; i < half; ++i) shared += std::abs(of_ddpm[i] - of_adm[i]) <= rounding_tolerance;
  constexpr Index middle = 500;
  Matrix both(3, adm.cols());
  both << ddpm.row(middle), swapped.row(middle), adm.row(middle);
  const double alike = row_similarity(both, 0, 1);
  return Evidence{{found<beyond_words_phrases, "timesteps-swapped">(
                       off, for_it_if(off <= rounding_tolerance), diffusion_steps - 1,
                       with_decimals(off, 2), d_steps),
                   found<beyond_words_phrases, "frequencies-shared">(
                       static_cast<double>(shared), for_it_if(shared == half), shared, half,
                       with_digits(of_ddpm[half - 1], 3), with_digits(of_adm[half - 1], 3)),
                   found<beyond_words_phrases, "timesteps-alike">(
                       alike, Support::aside, middle, with_decimals(alike, 3),
                       with_decimals(row_similarity(both, 0, 2), 3))},
                  say<beyond_words_phrases, "because-half-or-one-less">()};
}

// 66. Times from 0 to 1.

Result<Evidence> unit_times() {
  constexpr double d = 256;
  const auto embedded = [](double by) {
    return *timestep_embedding(d, usual_period, TimestepConvention::adm, spaced(1001, by));
  };
  const Matrix units = embedded(1e-3);
  const Matrix whole = embedded(1);
  const double ends = row_similarity(units, 0, 1000);
  const auto turning = [](double time) {
    return d / 2 - static_cast<double>(without_a_turn(d, usual_period, time));
  };
  return Evidence{
      {found<beyond_words_phrases, "turns-within-one">(turning(1), for_it_if(turning(1) > 0),
                                                       turning(1), d / 2, turning(diffusion_steps)),
       found<beyond_words_phrases, "ends-alike">(ends, for_it_if(ends <= 0.9),
                                                 with_decimals(ends, 3), d,
                                                 with_decimals(row_similarity(whole, 0, 1000), 3)),
       found<beyond_words_phrases, "unit-neighbors">(row_distance(units, 0, 1), Support::aside,
                                                     with_digits(row_distance(units, 0, 1), 2),
                                                     with_digits(row_distance(whole, 0, 1), 2))},
      say<beyond_words_phrases, "because-waves-hardly-move">()};
}

// 67. The scale of random features.

constexpr Index picture_steps = 100;

CoordinateOptions network_of_scale(double scale) {
  return {.features = 32, .scale = scale, .hidden = 32, .learning_rate = 0.01};
}

PictureQuality trained_quality(double scale) {
  auto trainer = *PictureTrainer::make(drawn_picture(PictureName::whale), network_of_scale(scale));
  trainer.train(picture_steps);
  return trainer.quality();
}

Chart qualities_by_scale(const std::vector<double>& scales,
                         const std::vector<PictureQuality>& qualities) {
  ChartLine held_out{say<beyond_words_phrases, "line-held-out">(), scales, {}};
  ChartLine trained{say<beyond_words_phrases, "line-trained">(), scales, {}};
  for (const PictureQuality& one : qualities) {
    held_out.y.push_back(one.held_out);
    trained.y.push_back(one.trained);
  }
  return {say<beyond_words_phrases, "axis-scale">(),
          say<beyond_words_phrases, "axis-decibels">(),
          {std::move(held_out), std::move(trained)}};
}

Result<Evidence> larger_scales() {
  const std::vector<double> scales{0.5, 3, 8, 15};
  std::vector<PictureQuality> qualities;
  for (const double scale : scales) qualities.push_back(trained_quality(scale));
  const CoordinateOptions network = network_of_scale(scales[0]);
  Evidence evidence{{},
                    say<beyond_words_phrases, "because-waves-between-pixels">(
                        network.layers, network.hidden, picture_steps),
                    qualities_by_scale(scales, qualities)};
  const auto shown = [](double decibels) { return with_decimals(decibels, 1); };
  for (std::size_t n = 1; n < scales.size(); ++n) {
    const PictureQuality& before = qualities[n - 1];
    const PictureQuality& after = qualities[n];
    const double gain = after.held_out - before.held_out;
    evidence.findings.push_back(found<beyond_words_phrases, "scale-and-quality">(
        gain, for_it_if(gain > 0), scales[n - 1], scales[n], shown(before.held_out),
        shown(after.held_out), shown(before.trained), shown(after.trained)));
  }
  evidence.findings = about_every_case(std::move(evidence.findings));
  return evidence;
}

}  // namespace

std::vector<ClaimExperiment> continuous_claims() {
  constexpr std::string_view section = "beyond-words";
  return {
      computed_claim(64, say<beyond_words_phrases, "claim-max-period">(), section,
                     {cited::ddpm_code, cited::tensor2tensor}, other_periods),
      computed_claim(65, say<beyond_words_phrases, "claim-same-timesteps">(), section,
                     {cited::ddpm_code, cited::adm_code, cited::diffusers_embeddings},
                     same_timesteps),
      computed_claim(66, say<beyond_words_phrases, "claim-unit-times">(), section,
                     {cited::unit_times, cited::flux_code}, unit_times),
      computed_claim(67, say<beyond_words_phrases, "claim-larger-scale">(), section,
                     {cited::fourier_features}, larger_scales),
  };
}

}  // namespace posenc
