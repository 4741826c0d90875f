#include "posenc/claims/timing.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/claims/wording.hpp"
#include "posenc/encoding/rotary.hpp"

// Whether caching cosines and sines makes RoPE a hundred times faster. Nobody says what was timed, so several things
// are: reading the angles against computing them, which is all that a cache replaces, and whole rotations, of one head
// and of many that share the angles of their token. What is for the claim and what against it is left to the clock: a
// machine on which nothing gains a hundredfold calls the claim false, and one on which all does, true.

namespace posenc {
namespace {

constexpr double positions = 64;
constexpr Index many_heads = 32;

/// Clocks of browsers tick in steps of up to a millisecond.
constexpr double shortest_seconds = 0.005;

/// The median time of one of the runs of `work(runs)`, in seconds: so many at once that the clock can tell.
template <class Work>
Result<double> seconds_each(const Work& work, double most_runs) {
  double runs = 1;
  const auto timed = [&]() -> Result<double> {
    const auto start = std::chrono::steady_clock::now();
    if (auto error = work(runs)) return *std::move(error);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  auto seconds = timed();
  while (seconds && *seconds < shortest_seconds && 2 * runs <= most_runs) {
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
    return invalid_argument({"[claims] the clock of this machine stands still"});
  return samples[1] / runs;
}

Result<CachingGain> gain(std::string what, const Result<double>& computed,
                         const Result<double>& cached) {
  if (!computed) return computed.error();
  if (!cached) return cached.error();
  const double times = *computed / *cached;
  return CachingGain{std::move(what), times};
}

/// Of whole rotations; the time with a cache has its making in it.
Result<CachingGain> gain_in_rotations(double head_dim, Index heads) {
  const auto rope = RotaryEmbedding::make(head_dim, head_dim, 10000, "half_split");
  if (!rope) return rope.error();
  const auto head_count = static_cast<double>(heads);
  const auto with = [&](RotationMethod method) {
    constexpr double most_components = 268435456;  // of rotate_many
    const auto work = [&](double runs) -> std::optional<Error> {
      const auto rotated = rotate_many(*rope, positions, head_count, runs, method);
      if (!rotated) return rotated.error();
      return std::nullopt;
    };
    return seconds_each(work, most_components / (positions * head_count * head_dim));
  };
  return gain(joined({heads == 1 ? "Rotating one head" : "Rotating ",
                      heads == 1 ? "" : format_number(head_count), heads == 1 ? "" : " heads",
                      " of ", head_dim, " components"}),
              with(RotationMethod::computed), with(RotationMethod::cached));
}

/// Of the cosines and sines alone, kept in float32, as RotaryCache<float> keeps them.
Result<CachingGain> gain_in_angles(Index head_dim) {
  const auto theta = GeometricFrequencies::make(head_dim, 10000);
  if (!theta) return theta.error();
  std::vector<double> at;
  for (double position = 0; position < positions; ++position) at.push_back(position);
  const auto table = cos_sin_table(*theta, at);
  if (!table) return table.error();
  const std::vector<float> kept(table->data(), table->data() + table->size());
  std::vector<float> now(kept.size());
  // Some number of each table is used, so that none is left out.
  double used = 0;
  const auto use = [&](double run) {
    used += static_cast<double>(now[static_cast<std::size_t>(run) % now.size()]);
  };
  const auto computed = seconds_each(
      [&](double runs) -> std::optional<Error> {
        for (double run = 0; run < runs; ++run) {
          const auto fresh = cos_sin_table(*theta, at);
          if (!fresh) return fresh.error();
          now.assign(fresh->data(), fresh->data() + fresh->size());
          use(run);
        }
        return std::nullopt;
      },
      1e9);
  const auto cached = seconds_each(
      [&](double runs) -> std::optional<Error> {
        for (double run = 0; run < runs; ++run) {
          std::copy(kept.begin(), kept.end(), now.begin());
          use(run);
        }
        return std::nullopt;
      },
      1e9);
  if (!std::isfinite(used)) return invalid_argument({"[claims] a cosine or sine is no number"});
  return gain(joined({"Reading the cosines and sines of a head of ", head_dim, " components"}),
              computed, cached);
}

/// A factor as a sentence has it: more digits than that differ from run to run.
std::string in_words(double times) { return with_decimals(times, times < 10 ? 1 : 0); }

}  // namespace

std::vector<Finding> findings_of_gains(std::span<const CachingGain> gains) {
  std::vector<Finding> findings;
  for (const CachingGain& one : gains) {
    const bool hundredfold = one.times >= 100 / 2.0 && one.times <= 100 * 2.0;
    findings.push_back({joined({one.what, ": ", in_words(one.times),
                                " times faster from a cache than computed anew"}),
                        one.times, hundredfold ? Support::for_it : Support::against_it});
  }
  const auto [least, most] = std::ranges::minmax(gains, {}, &CachingGain::times);
  const double apart = most.times / least.times;
  findings.push_back(
      {joined({"The largest of these factors is ", in_words(apart), " times the smallest"}), apart,
       apart >= 2 ? Support::against_it : Support::aside});
  return findings;
}

Result<Evidence> time_rotary_caches() {
  std::vector<CachingGain> gains;
  for (const Index head_dim : {64, 128}) {
    auto angles = gain_in_angles(head_dim);
    if (!angles) return angles.error();
    gains.push_back(*std::move(angles));
    for (const Index heads : {Index{1}, many_heads}) {
      auto rotations = gain_in_rotations(static_cast<double>(head_dim), heads);
      if (!rotations) return rotations.error();
      gains.push_back(*std::move(rotations));
    }
  }
  return Evidence{
      findings_of_gains(gains),
      "Timed just now, on this machine. A cache replaces the computing of cosines and sines and "
      "nothing else: what it gains depends on how much is done beside that. From 50 to 200 times "
      "counts as a "
      "hundred times here."};
}

}  // namespace posenc
