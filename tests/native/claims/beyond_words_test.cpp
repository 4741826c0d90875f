#include "claims/pinned.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

namespace {

/// The mean of cos(x t_i) and cos(y t_i) over t_i = 100^(-i/16), i = 0 .. 15.
double axial_score(double x, double y) {
  double sum = 0;
  for (int i = 0; i < 16; ++i) {
    const double theta = std::pow(100, -i / 16.0);
    sum += std::cos(theta * x) + std::cos(theta * y);
  }
  return sum / 32;
}

/// The same with base 10, of offsets turned by that angle.
double mixed_score(double x, double y, double angle) {
  const double along = x * std::cos(angle) + y * std::sin(angle);
  const double across = y * std::cos(angle) - x * std::sin(angle);
  double sum = 0;
  for (int i = 0; i < 16; ++i) {
    const double theta = std::pow(10, -i / 16.0);
    sum += std::cos(theta * along) + std::cos(theta * across);
  }
  return sum / 32;
}

/// |e(0) - e(t)| of timesteps: frequencies max_period^(-i/64), i = 0 .. 63.
double timesteps_apart(double max_period, double t) {
  double squares = 0;
  for (int i = 0; i < 64; ++i) squares += 2 - 2 * std::cos(t * std::pow(max_period, -i / 64.0));
  return std::sqrt(squares);
}

double nearest_timestep(double max_period) {
  double nearest = timesteps_apart(max_period, 1);
  for (int t = 2; t < 1000; ++t) nearest = std::min(nearest, timesteps_apart(max_period, t));
  return nearest;
}

}  // namespace

TEST_CASE("claim 59: at the same distance 2-D RoPE has other scores, but for the mean of heads") {
  const Trial trial =
      pinned::tried(59, ClaimVerdict::fails,
                    {pinned::contra(axial_score(5, 0) - axial_score(3, 4), 1e-12),
                     pinned::contra(mixed_score(5, 0, 0.5) - mixed_score(3, 4, 0.5), 1e-12),
                     pinned::aside(0, 1e-12)});
  CHECK(pinned::says(trial, 0, "0.735 at offset (5, 0) and of 0.548 at (3, 4)"));
  CHECK(pinned::says(trial, 1, "0.236 at offset (5, 0) and 0.283 at (3, 4)"));
  // Other directions, more of them: the same mean.
  double mean = 0;
  for (int n = 0; n < 999; ++n) mean += mixed_score(1, std::sqrt(24.0), n) / 999;
  CHECK(mean == doctest::Approx(0.311).epsilon(2e-3));
  CHECK(pinned::says(trial, 2, "0.311 at both offsets"));
}

TEST_CASE("claim 60: axial scores add up, so that no diagonal wins; mixed ones do not") {
  const Trial trial = pinned::tried(
      60, ClaimVerdict::fails, {pinned::contra(0, 1e-11), pinned::contra(0), pinned::aside(92, 3)});
  CHECK(pinned::says(trial, 1, "For 0 of these 1000 pairs"));
}

TEST_CASE("claim 61: DETR scales positions, so that its table is no reordered one of MAE") {
  // Neighbors in a row: half of the columns are alike, the other half turn by one position.
  const auto neighbors = [](double step) {
    double sum = 16;
    for (int i = 0; i < 16; ++i) sum += std::cos(step * std::pow(10000, -i / 16.0));
    return sum / 32;
  };
  const double step = 2 * std::numbers::pi / (14 + 1e-6);
  const Trial trial = pinned::tried(
      61, ClaimVerdict::fails,
      {pinned::contra(1.9888735225, 1e-9), pinned::contra(neighbors(1) - neighbors(step), 1e-12),
       pinned::aside(2 * step, 1e-12)});
  CHECK(pinned::says(trial, 1, "0.979 in MAE’s table"));
}

TEST_CASE("claim 62: old patches stay at three times the size only, and corners at twice") {
  const Trial trial = pinned::tried(62, ClaimVerdict::fails,
                                    {pinned::contra(4), pinned::contra(0), pinned::contra(4),
                                     pinned::contra(0), pinned::aside(196), pinned::aside(196)});
  CHECK(pinned::says(trial, 0, "to 24 × 24 patches, bilinear: 4 of 196"));
  CHECK(pinned::says(trial, 3, "to 28 × 28 patches, bicubic: 0 of 196"));
}

TEST_CASE("claim 63: on text M-RoPE is RoPE, in both layouts") {
  const Trial trial = pinned::tried(
      63, ClaimVerdict::holds, {pinned::pro(0, 1e-12), pinned::pro(0, 1e-12), pinned::aside(8)});
  CHECK(pinned::says(trial, 1, "sections of 24, 20 and 20 pairs in turn"));
  CHECK(pinned::says(trial, 2, "at position 8; with RoPE, it would be at 64"));
}

TEST_CASE("claim 64: other values of max_period keep timesteps as far apart") {
  const Trial trial = pinned::tried(
      64, ClaimVerdict::fails,
      {pinned::contra(nearest_timestep(100), 1e-9), pinned::contra(nearest_timestep(1000), 1e-9),
       pinned::contra(nearest_timestep(100000), 1e-9),
       // 10000^(-i/64) < 2 pi / 1000 from i = 36 on.
       pinned::aside(28)});
  CHECK(nearest_timestep(10000) == timesteps_apart(10000, 1));
  CHECK(pinned::says(trial, 2, "1.78 apart (d = 128); with 10000 they are 1.95 apart"));
  CHECK(pinned::says(trial, 3,
                     "28 of 64 waves do not complete a turn in 1000 timesteps; with 1000, 17"));
  pinned::check_chart(trial, 4);
  CHECK(trial.evidence.chart->lines[2].y[0] == doctest::Approx(1));
}

TEST_CASE("claim 65: DDPM and ADM share the first frequency alone") {
  double alike = 0;
  for (int i = 0; i < 64; ++i) {
    alike += std::cos(500 * (std::pow(10000, -i / 63.0) - std::pow(10000, -i / 64.0))) / 64;
  }
  const Trial trial =
      pinned::tried(65, ClaimVerdict::fails,
                    {pinned::contra(2, 0.01), pinned::contra(1), pinned::aside(alike, 1e-9)});
  CHECK(pinned::says(trial, 1, "1 of 64 frequencies are the same; DDPM’s last is 0.0001"));
}

TEST_CASE("claim 66: between 0 and 1 no wave completes a turn, and the ends are alike") {
  double ends = 0;
  for (int i = 0; i < 128; ++i) ends += std::cos(std::pow(10000, -i / 128.0)) / 128;
  const Trial trial = pinned::tried(
      66, ClaimVerdict::fails,
      {pinned::contra(0), pinned::contra(ends, 1e-12), pinned::aside(0.002731428, 1e-8)});
  CHECK(pinned::says(trial, 0, "0 of 128 waves complete a turn; from timestep 0 to 1000, 71 do"));
  CHECK(pinned::says(trial, 1, "0.972"));
}

TEST_CASE("claim 67: a larger scale helps, and then it harms") {
  const Trial trial =
      pinned::tried(67, ClaimVerdict::fails,
                    {pinned::aside(6.4, 1), pinned::contra(-5.4, 1.5), pinned::contra(-12.5, 2)});
  pinned::check_chart(trial, 2);
  CHECK(pinned::says(trial, 0, "From scale 0.5 to 3"));
  CHECK(trial.evidence.because.find("2 layers of 32 units") != std::string::npos);
}
