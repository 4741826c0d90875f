#pragma once

#include <span>
#include <string>
#include <vector>

#include "posenc/claims/claim.hpp"

/// The claim that is timed, and what makes findings of times: apart from the clock, so that it can be tested.
namespace posenc {

/// What a cache gained where something was timed.
struct CachingGain {
  std::string what;  // "One head of 64 components"
  double times;      // how many times faster with the cache, above 0
};

/// Findings on "a hundred times faster": one for each gain, which is for it where it is 100 give or take a factor of 2
/// (from 50 to 200: timings of one thing on different machines differ that much), and against it elsewhere; and one on
/// whether it is one factor at all. Gains that differ by a factor of 2 and more are none, which is against a claim that
/// names one; gains that agree may still agree on another factor, and decide nothing.
/// Precondition: at least one gain.
std::vector<Finding> findings_of_gains(std::span<const CachingGain> gains);

/// The experiment: times rotations, and the angles alone, with and without a cache, on this machine, for some tenths
/// of a second. Errors: a clock that stands still.
Result<Evidence> time_rotary_caches();

}  // namespace posenc
