#include "claims/pinned.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

namespace {

/// (2/d) sum_i cos(k 10000^(-2i/d)), written out once more.
double mean_cosine(double d, double k) {
  double sum = 0;
  for (double i = 0; i < d / 2; ++i) sum += std::cos(k * std::pow(10000.0, -2 * i / d));
  return 2 * sum / d;
}

}  // namespace

TEST_CASE("claim 6: the dot product of two encodings is that of their offset") {
  const auto dots = pinned::reference("sinusoidal", "E13.1_dot_products");
  const Trial trial =
      pinned::tried(6, ClaimVerdict::holds,
                    {pinned::pro(dots[0].get<double>(), 1e-14), pinned::pro(0, 1e-12),
                     pinned::pro(0, 1e-11), pinned::pro(0, 1e-11), pinned::aside(1.6773, 0.0001)});
  CHECK(pinned::says(trial, 0, "PE(0) · PE(1) = 1.5402523"));
  CHECK(pinned::says(trial, 0, "PE(5) · PE(6) = 1.5402523"));
  CHECK(pinned::says(trial, 4, "1.68"));
}

TEST_CASE("claim 7: 100 and 105 are not 0.999 alike") {
  std::vector<pinned::Found> expected;
  for (const char* name : {"cosine_similarity_d16", "cosine_similarity_d64",
                           "cosine_similarity_d128", "cosine_similarity_d512"}) {
    expected.push_back(pinned::contra(pinned::reference("analysis", name)[4].get<double>(), 1e-14));
  }
  expected.push_back(pinned::aside(
      pinned::reference("analysis", "cosine_similarity_d512")[3].get<double>(), 1e-14));
  const Trial trial = pinned::tried(7, ClaimVerdict::fails, expected);
  CHECK(pinned::says(trial, 0, "0.767"));
  CHECK(pinned::says(trial, 1, "0.734"));
  CHECK(pinned::says(trial, 2, "0.737"));
  CHECK(pinned::says(trial, 3, "0.741"));
  CHECK(pinned::says(trial, 4, "0.973"));
}

TEST_CASE("claim 8: similarity is no exponential, and falls all the way at no width") {
  const auto at = pinned::reference("analysis", "kernel_mean_cos_d16");
  const double at_10 = at[5].get<double>();
  const double at_20 = at[6].get<double>();
  const Trial trial =
      pinned::tried(8, ClaimVerdict::fails,
                    {pinned::contra(at[1].get<double>(), 1e-14),
                     pinned::contra(at[4].get<double>(), 1e-14), pinned::contra(at_10, 1e-14),
                     pinned::contra(at_20, 1e-14), pinned::contra(at_20 - at_10 * at_10, 1e-14),
                     pinned::contra(0), pinned::aside(3), pinned::aside(11), pinned::aside(43)});
  CHECK(pinned::says(trial, 0, "0.936"));
  CHECK(pinned::says(trial, 1, "0.767"));
  CHECK(pinned::says(trial, 2, "0.456"));
  CHECK(pinned::says(trial, 3, "0.722"));
  CHECK(pinned::says(trial, 4, "0.208"));
  CHECK(pinned::says(trial, 5, "For 0 of the 11 widths"));
  pinned::check_chart(trial, 4);
  const auto& lines = trial.evidence.chart->lines;
  CHECK(lines[1].y[40] == doctest::Approx(mean_cosine(128, 40)).epsilon(1e-12));
  CHECK(lines[3].y[2] == doctest::Approx(std::exp(-2.0)).epsilon(1e-12));
  // The first rises, once more.
  for (const auto& [d, before] : {std::pair{16, 3}, {128, 11}, {512, 43}}) {
    for (int k = 0; k < before; ++k) CHECK(mean_cosine(d, k + 1) < mean_cosine(d, k));
    CHECK(mean_cosine(d, before + 1) > mean_cosine(d, before));
  }
}

TEST_CASE("claim 9: dot products are largest at offset 0") {
  const Trial trial = pinned::tried(9, ClaimVerdict::fails,
                                    {pinned::contra(0), pinned::contra(0), pinned::contra(0),
                                     pinned::contra(0), pinned::aside(5)});
  CHECK(pinned::says(trial, 0, "dot product, 2, is at offset 0"));
  CHECK(pinned::says(trial, 3, "dot product, 256, is at offset 0"));
  CHECK(pinned::says(trial, 4, "offset 5"));
}

TEST_CASE("claim 10: far fewer directions than dimensions") {
  const Trial trial = pinned::tried(
      10, ClaimVerdict::fails, {pinned::contra(32), pinned::contra(64), pinned::contra(1, 1e-9)});
  CHECK(pinned::says(trial, 0, "32 of 100 possible directions"));
  CHECK(pinned::says(trial, 1, "64 of 128 possible directions"));
  pinned::check_chart(trial, 2);
  // The 32nd value of the shorter window is above a millionth, the 33rd is not.
  const auto& powers = trial.evidence.chart->lines[0].y;
  CHECK(powers[31] > -6);
  CHECK(powers[32] <= -6);
}

TEST_CASE("claim 11: one matrix for each k carries every encoding on") {
  // Turned by one step too few, a pair of frequency w is off by up to 2 sin(w/2), most for w = 1.
  const Trial trial = pinned::tried(
      11, ClaimVerdict::holds,
      {pinned::pro(0, 1e-13), pinned::pro(0, 1e-13), pinned::pro(0, 1e-13), pinned::pro(0, 1e-11),
       pinned::pro(0, 1e-11), pinned::pro(0, 1e-11), pinned::aside(2 * std::sin(0.5), 1e-4)});
  CHECK(pinned::says(trial, 6, "0.96"));
}

TEST_CASE("claim 38: every number is in [-1, 1], every vector as long as sqrt(d/2)") {
  const Trial trial = pinned::tried(
      38, ClaimVerdict::fails,
      {pinned::contra(1, 1e-12), pinned::contra(std::sqrt(2.0), 1e-12), pinned::contra(1, 1e-12),
       pinned::contra(8, 1e-11), pinned::contra(1, 1e-12), pinned::contra(16, 1e-11)});
  CHECK(pinned::says(trial, 1, "from 1.4142 to 1.4142"));
  CHECK(pinned::says(trial, 3, "8.0000"));
}
