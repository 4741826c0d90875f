#pragma once

#include <functional>
#include <vector>

namespace posenc::bench {

/// Milliseconds over all rounds.
struct Times {
  double least;
  double median;
  double most;
};

/// The milliseconds of one call.
double milliseconds(const std::function<void()>& call);

double median(std::vector<double> values);

/// Precondition: at least one value.
Times times_of(const std::vector<double>& values);

}  // namespace posenc::bench
