#include <algorithm>
#include <cmath>
#include <numeric>

#include "posenc/analysis/similarity.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/encoding/frequencies.hpp"

// What is said of sinusoidal encodings.

namespace posenc {
namespace {

const Source vaswani{"arXiv:1706.03762v7, section 3.5", "https://arxiv.org/abs/1706.03762"};

Result<Evidence> same_offset_same_product() {
  const auto omega = GeometricFrequencies::make(4, 10000, "paper");
  if (!omega) return omega.error();
  const std::vector<double> offset{1};
  double least = 4;
  double most = -4;
  for (double position = 0; position < 1000; ++position) {
    const auto around = dot_products_around(*omega, position, offset);
    if (!around) return around.error();
    least = std::min(least, around->dots[0]);
    most = std::max(most, around->dots[0]);
  }
  const bool same = most - least <= rounding_tolerance;
  return Evidence{{{joined({"PE(p) · PE(p + 1) at d = 4 is ", least, " at the least and ", most,
                            " at the most over p = 0 to 999"}),
                    most - least, same ? Support::for_it : Support::against_it}},
                  "Each pair adds cos(k ω) whatever p is: the sines and cosines of p go out."};
}

}  // namespace

std::vector<ClaimExperiment> wave_claims() {
  return {
      {{6,
        "The dot product of the encodings of p and p + k is the same for every p.",
        "sinusoidal",
        ClaimKind::computed,
        {vaswani}},
       same_offset_same_product},
  };
}

}  // namespace posenc
