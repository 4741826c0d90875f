#include "posenc/analysis/windows.hpp"

#include <cmath>
#include <limits>

namespace posenc {

Result<double> reach_of_windows(std::span<const double> windows) {
  double reach = 1;
  for (const double window : windows) {
    if (!(window >= 0 && window == std::floor(window) && std::isfinite(window))) {
      return invalid_argument(
                 {"[windows] a window must be a whole number of at least 0 but got ", window})
          .about("windows");
    }
    reach += window == 0 ? std::numeric_limits<double>::infinity() : window - 1;
  }
  return reach;
}

}  // namespace posenc
