#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/claims/claim.hpp"

/// The claim that is timed, and what makes findings of times: apart from the clock, so that it can be tested.
namespace posenc {

struct CachingGain {
  std::string what;          // all of its sentence but the number at its end
  double times;              // how many times faster with the cache, above 0
  std::string_view words{};  // as in Finding
};

/// Findings on "a hundred times faster", one for each gain: for it from 50 times on (timings of one thing on different
/// machines differ by a factor of 2), against it below.
std::vector<Finding> findings_of_gains(std::span<const CachingGain> gains);

/// The experiment: counts the cosines and sines that a cache saves a model, and times rotations with and without one, on
/// this machine, for some tenths of a second. Errors: a clock that stands still.
Result<Evidence> time_rotary_caches();

}  // namespace posenc
