#include "posenc/grading/set_score.hpp"

namespace posenc {

Result<double> set_score(std::span<const double> fractions) {
  if (fractions.empty()) {
    return invalid_argument(
        {"[exercise] `fractions` must have a number for each exercise of the "
         "set but is empty"});
  }
  double sum = 0;
  for (const double fraction : fractions) {
    // Written so that NaN is refused too.
    if (!(fraction >= 0 && fraction <= 1)) {
      return invalid_argument(
          {"[exercise] each of `fractions` must be a number from 0 to 1 but one is ", fraction});
    }
    sum += fraction;
  }
  return sum / static_cast<double>(fractions.size());
}

}  // namespace posenc
