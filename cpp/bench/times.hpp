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

/// Of one call.
double milliseconds(const std::function<void()>& call);

double median(std::vector<double> values);

/// Precondition: there are values.
Times times_of(const std::vector<double>& values);

}  // namespace posenc::bench
