#include "posenc/claims/timing.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/rotary.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/wording.hpp"

// Whether caching cosines and sines makes RoPE a hundred times faster. It does not say which part of RoPE, so there
// are two measurements: the number of cosines and sines computed, which can be counted, and the time of whole rotations,
// of one head and of many that share the angles of their token, on the clock of this machine.

namespace posenc {
namespace {

/// Timings of one thing on two machines differ by a factor of 2.
constexpr double hundredfold = 100 / 2.0;

constexpr double timed_positions = 64;
constexpr Index many_heads = 32;

/// Clocks of browsers tick in steps of up to a millisecond.
constexpr double shortest_seconds = 0.005;

/// The median time of one of the runs of `work(runs)`, in seconds: as many at once as the clock needs.
template <class Work>
Result<double> seconds_each(const Work& work, double max_runs) {
  double runs = 1;
  const auto timed = [&]() -> Result<double> {
    const auto start = std::chrono::steady_clock::now();
    if (auto error = work(runs)) return *std::move(error);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  auto seconds = timed();
  while (seconds && *seconds < shortest_seconds && 2 * runs <= max_runs) {
    runs *= 2;
    seconds = timed();
  }
  std::array<double, 3> samples{};
  for (double& sample : samples) {
    if (!seconds) return seconds.error();
    sample = *seconds;
    if (&sample != &samples.back()) seconds = timed();
  }
  std::ranges::sort(samples);
  if (!(samples[1] > 0))
    return invalid_argument({"[claims] this machine's clock does not advance"});
  return samples[1] / runs;
}

/// Of whole rotations; the time with a cache has its making in it.
Result<CachingGain> gain_in_rotations(double head_dim, Index heads) {
  POSENC_TRY(rope, RotaryEmbedding::make(head_dim, head_dim, 10000, "half_split"));
  const auto head_count = static_cast<double>(heads);
  const auto with = [&](RotationMethod method) {
    constexpr double max_components = 268435456;  // of rotate_many
    const auto work = [&](double runs) -> std::optional<Error> {
      const auto rotated = rotate_many(rope, timed_positions, head_count, runs, method);
      if (!rotated) return rotated.error();
      return std::nullopt;
    };
    return seconds_each(work, max_components / (timed_positions * head_count * head_dim));
  };
  POSENC_TRY(computed, with(RotationMethod::computed));
  POSENC_TRY(cached, with(RotationMethod::cached));
  const std::string rotated =
      heads == 1 ? say<rotary_phrases, "one-head">() : say<rotary_phrases, "heads">(head_count);
  return CachingGain{say<rotary_phrases, "rotations-timed">(rotated, head_dim), computed / cached,
                     words_of(rotary_phrases, "rotations-timed")};
}

/// A factor within a sentence: more digits than that differ from run to run.
std::string shown_factor(double times) { return with_decimals(times, times < 10 ? 1 : 0); }

}  // namespace

std::vector<Finding> findings_of_gains(std::span<const CachingGain> gains) {
  std::vector<Finding> findings;
  for (const CachingGain& one : gains) {
    findings.push_back({one.what + shown_factor(one.times), one.times,
                        for_it_if(one.times >= hundredfold), one.words});
  }
  return findings;
}

Result<Evidence> time_rotary_caches() {
  // LLaMA with 7 billion parameters (arXiv:2302.13971, table 2).
  constexpr double layers = 32;
  constexpr double heads = 32;
  std::vector<CachingGain> gains{{say<rotary_phrases, "cosines-saved">(layers, heads),
                                  layers * heads, words_of(rotary_phrases, "cosines-saved")}};
  for (const double head_dim : {64.0, 128.0}) {
    for (const Index many : {Index{1}, many_heads}) {
      POSENC_TRY(rotations, gain_in_rotations(head_dim, many));
      gains.push_back(std::move(rotations));
    }
  }
  return Evidence{findings_of_gains(gains), say<rotary_phrases, "because-rotation-remains">()};
}

}  // namespace posenc
