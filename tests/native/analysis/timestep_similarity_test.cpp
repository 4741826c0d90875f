#include "posenc/analysis/timestep_similarity.hpp"

#include "test.hpp"

namespace {

/// A frequency by its definition: of DDPM the last is 1/max_period.
double timestep_frequency(TimestepConvention convention, int i, int half, double max_period) {
  const double last = convention == TimestepConvention::ddpm ? half - 1 : half;
  return std::pow(max_period, -i / last);
}

}  // namespace

TEST_CASE("timesteps are as alike as the sums of cosines and sines say") {
  constexpr std::array both{TimestepConvention::ddpm, TimestepConvention::adm};
  const std::array steps{0.0, 1.0, 17.5, 420.0, 1000.0};
  const double t = 420;
  for (const auto given : both) {
    for (const auto known : both) {
      const Vector got = *timestep_similarities(32, 10000, given, known, t, steps);
      REQUIRE(got.size() == 5);
      for (Index n = 0; n < got.size(); ++n) {
        const double s = steps[static_cast<std::size_t>(n)];
        double sum = 0;
        for (int i = 0; i < 16; ++i) {
          const double omega = timestep_frequency(given, i, 16, 10000);
          const double nu = timestep_frequency(known, i, 16, 10000);
          sum += given == known ? std::cos((t - s) * omega) : std::sin(t * omega + s * nu);
        }
        CAPTURE(n);
        CHECK(got[n] == doctest::Approx(sum / 16).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE(
    "a timestep finds itself in its own convention, and nothing of itself at 0 in the other") {
  const std::array steps{0.0, 300.0};
  const auto similarities = [&](TimestepConvention known, double t) {
    return *timestep_similarities(129, 10000, TimestepConvention::ddpm, known, t, steps);
  };
  CHECK(similarities(TimestepConvention::ddpm, 300)[1] == doctest::Approx(1).epsilon(1e-14));
  // [0 | 1] and [1 | 0].
  CHECK(similarities(TimestepConvention::adm, 0)[0] == 0);
  CHECK(std::abs(similarities(TimestepConvention::adm, 300)[1]) < 0.5);
}

TEST_CASE("a timestep that is none is named") {
  const std::array steps{1.0};
  const auto message = [&](double dimension, double t) {
    return timestep_similarities(dimension, 10000, TimestepConvention::ddpm,
                                 TimestepConvention::adm, t, steps)
        .error()
        .message;
  };
  CHECK(message(8, NAN).starts_with("[timestep] timestep must be"));
  CHECK(message(1, 1) == "[timestep] dimension must be a whole number of at least 2 but got 1");
}
