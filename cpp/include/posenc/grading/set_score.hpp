#pragma once

#include <span>

#include "posenc/error.hpp"

namespace posenc {

/// The score of a set of exercises, from 0 to 1: the mean of the scores of its exercises, which all weigh the same.
/// @param fractions for each exercise of the set, the learner's best score divided by its maximum; 0 without an attempt
/// Errors: no exercises; a fraction that is not a number from 0 to 1.
Result<double> set_score(std::span<const double> fractions);

}  // namespace posenc
