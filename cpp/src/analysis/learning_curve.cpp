#include "posenc/analysis/learning_curve.hpp"

#include <limits>
#include <numeric>

namespace posenc {

double steps_to_level(std::span<const double> curve, double level, std::size_t batches) {
  for (std::size_t end = batches; end <= curve.size(); ++end) {
    const auto last = curve.subspan(end - batches, batches);
    const double sum = std::accumulate(last.begin(), last.end(), 0.0);
    if (sum / static_cast<double>(batches) >= level) return static_cast<double>(end);
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace posenc
