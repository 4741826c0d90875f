#include "claims/pinned.hpp"
#include "posenc/claims/claim.hpp"
#include "test.hpp"

TEST_CASE("claim 2: a pair shares its frequency, and frequencies fall with the pair") {
  // A wave of frequency w changes sign floor(end w / pi) times as a sine, and as a cosine half a
  // period of the sign earlier.
  const double end = 131071 / std::numbers::pi;
  const double first = std::floor(end);
  const double last = std::floor(end * std::pow(10000.0, -14.0 / 16) + 0.5);
  CHECK(first == 41721);
  CHECK(last == 13);
  const Trial trial =
      pinned::tried(2, ClaimVerdict::fails,
                    {pinned::contra(0), pinned::contra(last / first, 1e-15), pinned::aside(7)});
  CHECK(pinned::says(trial, 0, "In 0 of the 8 pairs"));
  CHECK(pinned::says(trial, 1, "41721 times"));
  CHECK(pinned::says(trial, 1, "13 times"));
}

TEST_CASE("claim 3: no step from a pair to the next shortens the wave") {
  const Trial trial = pinned::tried(3, ClaimVerdict::fails,
                                    {pinned::contra(0), pinned::contra(0), pinned::contra(0)});
  CHECK(pinned::says(trial, 0, "0 of 1 step: the first wavelength is 6.28 "));
  CHECK(pinned::says(trial, 0, "628.32"));
  CHECK(pinned::says(trial, 1, "0 of 63 steps: the first wavelength is 6.28 "));
  CHECK(pinned::says(trial, 1, "54410"));
  CHECK(pinned::says(trial, 2, "0 of 255 steps"));
  pinned::check_chart(trial, 3);
  // PE(3, 4) at d = 16: pair 2 has the frequency 1/10.
  CHECK(trial.evidence.chart->lines[1].y[3] == doctest::Approx(std::sin(0.3)).epsilon(1e-12));
}

TEST_CASE("claim 4: only the variant of released code gets to 10000 * 2 pi") {
  const Trial trial =
      pinned::tried(4, ClaimVerdict::depends,
                    {pinned::contra(628.3, 0.05), pinned::contra(54410, 0.5),
                     pinned::contra(60611, 0.5), pinned::pro(62832, 0.5), pinned::pro(62832, 0.5)});
  CHECK(pinned::says(trial, 0, "628.3 positions long, not 62832"));
  CHECK(pinned::says(trial, 1, "54410 positions long, not 62832"));
  CHECK(pinned::says(trial, 3, "62832 positions long; 10000 · 2π is 62832"));
  // Whose sentence it is, and whose code.
  CHECK(pinned::says(trial, 3, "tensor2tensor"));
  CHECK(trial.evidence.because.find("The paper itself") != std::string::npos);
}

TEST_CASE("claim 5: pair 1 has the wavelength 2 pi 10000^(2/d)") {
  const Trial trial = pinned::tried(5, ClaimVerdict::fails,
                                    {pinned::contra(628.3, 0.05), pinned::contra(7.26, 0.005),
                                     pinned::contra(628.3, 0.05), pinned::aside(62832, 0.5)});
  CHECK(pinned::says(trial, 0, "628.3"));
  CHECK(pinned::says(trial, 1, "7.26"));
  CHECK(pinned::says(trial, 3, "62832"));
}

TEST_CASE("claim 31: float32 angles do for 4096 positions, and not for 131072") {
  // Of the frequencies rounded once and multiplied up: computed with Python's struct, which rounds to
  // float32; by power and exponential: precision_test.
  const Trial trial =
      pinned::tried(31, ClaimVerdict::depends,
                    {pinned::pro(0.00024, 0.000005), pinned::contra(0.002614050639, 1e-8),
                     pinned::contra(0.004154021050, 1e-8), pinned::contra(0.005030662282, 1e-8),
                     pinned::contra(0.011966009287, 1e-8), pinned::aside(3e-8, 5e-10)});
  CHECK(pinned::says(trial, 0, "0.00024"));
  CHECK(pinned::says(trial, 2, "0.0042"));
  CHECK(pinned::says(trial, 3, "0.005"));
  CHECK(pinned::says(trial, 4, "0.012"));
  CHECK(pinned::says(trial, 5, "3·10⁻⁸"));
  pinned::check_chart(trial, 3);
  const auto& lines = trial.evidence.chart->lines;
  CHECK(lines[0].y.back() == doctest::Approx(std::log10(0.004154021050)).epsilon(1e-6));
  CHECK(lines[1].y.back() == doctest::Approx(std::log10(0.011966009287)).epsilon(1e-6));
  // What counts as good enough is drawn, and is what decides.
  const double limit = std::pow(10.0, lines[2].y.front());
  CHECK(limit == doctest::Approx(1.0 / 512).epsilon(1e-12));
  for (std::size_t n = 0; n < 5; ++n) {
    const Finding& finding = trial.evidence.findings[n];
    CHECK((*finding.value <= limit) == (finding.support == Support::for_it));
  }
}

TEST_CASE("claim 37: pair 30 of 32 is not yet at 1/10000") {
  const auto omega = pinned::reference("sinusoidal", "inverse_frequencies_d64");
  const Trial trial = pinned::tried(37, ClaimVerdict::fails,
                                    {pinned::contra(omega[30].get<double>(), 1e-15),
                                     pinned::aside(omega[31].get<double>(), 1e-15)});
  CHECK(*trial.evidence.findings[0].value == doctest::Approx(0.000178).epsilon(0.002));
  CHECK(pinned::says(trial, 0, "0.000178"));
  CHECK(pinned::says(trial, 1, "0.000133"));
}
