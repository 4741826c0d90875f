#include <string>
#include <utility>

#include "posenc/analysis/buckets.hpp"
#include "posenc/analysis/norms.hpp"
#include "posenc/analysis/slopes.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/bias.hpp"
#include "posenc/claims/published_count.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/model/parameter_counts.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// Claims about ALiBi's slopes and T5's bias. (Every argument below is fixed and within what the functions
// accept, so that their results are taken as they are.)

namespace posenc {
namespace {

// 22. Slopes.

struct ClaimedSlopes {
  Vector actual;
  Vector halving;  // 1/2, 1/4, .. 1/2^heads
  bool agree;
};

ClaimedSlopes slopes_of(double heads) {
  auto actual = *alibi_slopes(heads);
  auto halving = *alibi_slopes(heads, SlopeRule::geometric, heads);
  const bool agree = are_same_slopes(halving, actual);
  return ClaimedSlopes{std::move(actual), std::move(halving), agree};
}

Result<Evidence> slopes_are_powers_of_a_half() {
  Evidence evidence{{}, say<bias_phrases, "because-power-of-two">()};
  for (const double heads : {8.0, 4.0, 12.0, 16.0}) {
    const auto slopes = slopes_of(heads);
    const double flattest = slopes.actual.minCoeff();
    evidence.findings.push_back(found<bias_phrases, "slopes-of-heads">(
        flattest, for_it_if(slopes.agree), heads, with_power_of_ten(slopes.actual.maxCoeff(), 4),
        with_power_of_ten(flattest, 4), with_power_of_ten(slopes.halving.minCoeff(), 4)));
  }
  constexpr double max_heads = 64;
  double count = 0;
  for (double heads = 1; heads <= max_heads; ++heads) {
    const auto slopes = slopes_of(heads);
    if (slopes.agree) ++count;
  }
  evidence.findings.push_back(
      found<bias_phrases, "numbers-of-heads-that-halve">(count, Support::aside, max_heads, count));
  evidence.findings = about_every_case(std::move(evidence.findings));
  return evidence;
}

// 24. What T5 adds.

T5BucketRule rule_of_t5() { return *T5BucketRule::make(BucketDirection::bidirectional, 32, 128); }

Finding one_bias_per_bucket() {
  constexpr double length = 300;
  const auto rule = rule_of_t5();
  Random random(24);
  const Matrix table = normal_matrix(random, rule.num_buckets(), 1, 1);
  auto bias = *relative_bias(rule, table, length, length);
  const BucketVariation variation = variation_within_buckets(rule, bias.front());
  return found<bias_phrases, "one-bias-per-bucket">(variation.largest, Support::aside, length,
                                                    variation.buckets,
                                                    with_power_of_ten(variation.largest, 2));
}

/// What T5's bias does not distinguish, and sinusoidal encodings do: far distances.
Finding far_distances_share_buckets() {
  constexpr double near = 128;
  constexpr double far = 500;
  const auto rule = rule_of_t5();
  const auto omega = *GeometricFrequencies::make(512, 10000);
  const auto apart = *encoding_distance(omega, near, far);
  const Index buckets = buckets_between(rule, near, far);
  return found<bias_phrases, "far-distances-share-buckets">(
      static_cast<double>(buckets), Support::aside, near, far, buckets,
      buckets == 1 ? say<bias_phrases, "bucket">() : say<bias_phrases, "buckets">(),
      with_decimals(apart, 1));
}

Result<Evidence> t5_adds_encodings() {
  const double none = parameters_of_t5(t5_small, {.relative_buckets = true});
  const double learned =
      parameters_of_t5(t5_small, {.learned_positions = true, .relative_buckets = true});
  const double of_buckets = none - parameters_of_t5(t5_small, {});
  auto bias = one_bias_per_bucket();
  auto far = far_distances_share_buckets();
  return Evidence{
      {found<bias_phrases, "parameters-of-t5">(learned - t5_small_total,
                                               support_by_count(t5_small_total, learned, none),
                                               with_commas(t5_small_total), with_commas(none),
                                               t5_small.positions, with_commas(learned)),
       std::move(far), std::move(bias),
       found<bias_phrases, "parameters-of-buckets">(of_buckets, Support::aside, of_buckets)},
      say<bias_phrases, "because-nothing-added">()};
}

}  // namespace

std::vector<ClaimExperiment> bias_claims() {
  return {computed_claim(22, say<bias_phrases, "claim-halving-slopes">(), "alibi",
                         {cited::alibi_slopes}, slopes_are_powers_of_a_half),
          computed_claim(24, say<bias_phrases, "claim-t5-adds">(), "longer",
                         {cited::t5, cited::t5_page}, t5_adds_encodings)};
}

}  // namespace posenc
