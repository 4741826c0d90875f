#include "posenc/grading/slopes.hpp"

#include <cmath>

#include "posenc/encoding/alibi.hpp"

namespace posenc {

double power_up_to(double n) { return std::exp2(std::floor(std::log2(n))); }

Vector worked_slopes(double n, Approach approach) {
  const auto slope = [&](double head, double heads) {
    return std::exp2(-8 * (approach == Reason::slope_from_zero ? head - 1 : head) / heads);
  };
  const Index count = static_cast<Index>(n);
  Vector all(count);
  if (approach == Reason::power_of_head || approach == Reason::geometric_slopes) {
    for (Index h = 0; h < count; ++h) {
      const double head = static_cast<double>(h + 1);
      all[h] = approach == Reason::power_of_head ? std::exp2(-head) : std::exp2(-8 * head / n);
    }
    return all;
  }
  if (!approach) return *alibi_slopes(n);
  const double P = power_up_to(n);
  for (Index h = 0; h < count; ++h) {
    const double head = static_cast<double>(h + 1);
    const double past = head - P;
    if (past <= 0) {
      all[h] = slope(head, P);
    } else {
      all[h] = slope(approach == Reason::first_of_twice ? past : 2 * past - 1, 2 * P);
    }
  }
  return all;
}

}  // namespace posenc
