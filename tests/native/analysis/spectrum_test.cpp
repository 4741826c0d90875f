#include "posenc/analysis/spectrum.hpp"

#include "drawn.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

namespace {

Vector magnitudes(const Vector& signal) {
  return *dft_magnitudes({signal.data(), static_cast<std::size_t>(signal.size())});
}

/// The most that a magnitude can be: sqrt(n sum_t x_t^2).
double ceiling(const Vector& signal) {
  return std::sqrt(static_cast<double>(signal.size())) * signal.norm();
}

/// |sum_t x_t exp(-2 pi i k t/n)|, as it is written, in long double and without the core. k t is reduced
/// modulo n.
Vector plain_sum(const Vector& signal) {
  const auto n = static_cast<std::size_t>(signal.size());
  std::vector<long double> cosine(n);
  std::vector<long double> sine(n);
  for (std::size_t t = 0; t < n; ++t) {
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(t) /
                              static_cast<long double>(n);
    cosine[t] = std::cos(angle);
    sine[t] = std::sin(angle);
  }
  Vector result(signal.size() / 2 + 1);
  for (std::size_t k = 0; k <= n / 2; ++k) {
    long double real = 0;
    long double imaginary = 0;
    for (std::size_t t = 0; t < n; ++t) {
      const double x = signal[static_cast<Index>(t)];
      real += x * cosine[k * t % n];
      imaginary -= x * sine[k * t % n];
    }
    result[static_cast<Index>(k)] = static_cast<double>(std::hypot(real, imaginary));
  }
  return result;
}

/// The sum of |X_k|^2 over all n bins.
double energy(const Vector& spectrum, Index n) {
  double sum = 2 * spectrum.squaredNorm() - spectrum[0] * spectrum[0];
  if (n % 2 == 0) sum -= spectrum[n / 2] * spectrum[n / 2];
  return n == 1 ? spectrum.squaredNorm() : sum;
}

}  // namespace

TEST_CASE("the spectrum is the plain sum, for every number of samples") {
  Random random(1);
  std::vector<Index> sizes{100, 127, 128, 129, 210, 243, 256, 257, 509, 512, 625, 1000};
  for (Index n = 1; n <= 66; ++n) sizes.push_back(n);
  for (const Index n : sizes) {
    CAPTURE(n);
    for (const double mean : {0.0, 5.0}) {
      const Vector signal = drawn::vector(random, n).array() + mean;
      const Vector got = magnitudes(signal);
      REQUIRE(got.size() == n / 2 + 1);
      CHECK((got - plain_sum(signal)).cwiseAbs().maxCoeff() <= 1e-14 * ceiling(signal));
    }
  }
}

TEST_CASE("the spectrum has all of the signal's energy (Parseval), up to the longest signals") {
  Random random(2);
  std::vector<Index> sizes{max_samples, max_samples - 1};
  for (int round = 0; round < 40; ++round) sizes.push_back(drawn::index(random, 1, 3000));
  for (const Index n : sizes) {
    CAPTURE(n);
    const Vector signal = drawn::vector(random, n);
    const double expected = static_cast<double>(n) * signal.squaredNorm();
    CHECK(energy(magnitudes(signal), n) == doctest::Approx(expected).epsilon(1e-13));
  }
}

TEST_CASE("the transform is linear, and blind to a turn of the signal and to its direction") {
  Random random(3);
  for (int round = 0; round < 60; ++round) {
    const Index n = drawn::index(random, 1, 300);
    CAPTURE(n);
    const Vector x = drawn::vector(random, n);
    const Vector y = drawn::vector(random, n);
    const Vector spectrum = magnitudes(x);
    const double rounding = 1e-14 * static_cast<double>(n) * static_cast<double>(n);
    // |X + Y|^2 + |X - Y|^2 = 2 |X|^2 + 2 |Y|^2: what is left of linearity in magnitudes.
    const Vector sums = magnitudes(x + y).array().square() + magnitudes(x - y).array().square();
    const Vector parts = 2 * spectrum.array().square() + 2 * magnitudes(y).array().square();
    CHECK((sums - parts).cwiseAbs().maxCoeff() <= rounding);
    CHECK((magnitudes(-3 * x) - 3 * spectrum).cwiseAbs().maxCoeff() <= rounding);

    const Index turn = drawn::index(random, 0, n - 1);
    Vector turned(n);
    turned << x.tail(n - turn), x.head(turn);
    CHECK((magnitudes(turned) - spectrum).cwiseAbs().maxCoeff() <= rounding);
    CHECK((magnitudes(x.reverse()) - spectrum).cwiseAbs().maxCoeff() <= rounding);
  }
}

TEST_CASE("a wave of whole periods in the window is one bin") {
  for (const Index n : {8, 16, 17, 100, 101, 360}) {
    for (Index periods = 1; 2 * periods <= n; ++periods) {
      CAPTURE(n);
      CAPTURE(periods);
      Vector omega(1);
      omega << 2 * std::numbers::pi * static_cast<double>(periods) / static_cast<double>(n);
      const auto frequencies = *InverseFrequencies::from_values(omega);
      for (const double dimension : {0.0, 1.0}) {
        // At half the sampling rate the sine is 0 at every sample, and the two halves of the spectrum
        // meet in the cosine's bin.
        const bool folded = 2 * periods == n;
        if (folded && dimension == 0) continue;
        const ColumnSpectrum spectrum =
            *column_spectrum(frequencies, dimension, static_cast<double>(n));
        Vector expected = Vector::Zero(n / 2 + 1);
        expected[periods] = static_cast<double>(n) / (folded ? 1 : 2);
        CHECK((spectrum.magnitudes - expected).cwiseAbs().maxCoeff() < 1e-11);
        CHECK(spectrum.peak == periods);
      }
    }
  }
}

TEST_CASE(
    "a column's spectrum is that of the table's column, its peak the first of the largest bins") {
  for (const Index d : {2, 16, 128}) {
    const auto frequencies = *GeometricFrequencies::make(d, 10000);
    for (const Index n : {1, 2, 63, 64, 100}) {
      std::vector<double> positions;
      for (Index t = 0; t < n; ++t) positions.push_back(static_cast<double>(t));
      const Matrix table = *sinusoidal_table(frequencies, positions);
      for (Index dimension = 0; dimension < d; ++dimension) {
        CAPTURE(n);
        CAPTURE(dimension);
        const ColumnSpectrum spectrum =
            *column_spectrum(frequencies, static_cast<double>(dimension), static_cast<double>(n));
        const Vector expected = magnitudes(table.col(dimension));
        CHECK(spectrum.magnitudes == expected);
        const double largest = expected.maxCoeff();
        CHECK(expected[spectrum.peak] >= largest * (1 - rounding_tolerance));
        CHECK((expected.head(spectrum.peak).array() < largest * (1 - rounding_tolerance)).all());
      }
    }
  }
}

TEST_CASE("the peak lies at the wave's frequency, and at 0 for waves longer than the window") {
  const auto frequencies = *GeometricFrequencies::make(128, 10000);
  constexpr double n = 1000;
  for (Index i = 0; i < 64; ++i) {
    CAPTURE(i);
    const double bin = n * frequencies.values()[i] / (2 * std::numbers::pi);
    for (const Index odd : {0, 1}) {
      const auto peak = static_cast<double>(
          column_spectrum(frequencies, static_cast<double>(2 * i + odd), n)->peak);
      if (bin > 2) CHECK(std::abs(peak - bin) <= 0.75);
      if (bin < 0.3) CHECK(peak == 0);
    }
  }
}

TEST_CASE("of two bins that rounding alone tells apart, the peak is the first") {
  // cos(pi t/2) in n = 4 p + 2 samples: bins p and p + 1 are equal on paper. The next double above pi/2
  // makes the second larger, by its last digits.
  Vector omega(1);
  omega << std::nextafter(std::numbers::pi / 2, 2);
  const auto frequencies = *InverseFrequencies::from_values(omega);
  int other_way = 0;
  for (Index p = 1; p <= 100; ++p) {
    CAPTURE(p);
    const ColumnSpectrum spectrum =
        *column_spectrum(frequencies, 1, static_cast<double>(4 * p + 2));
    CHECK(spectrum.peak == p);
    if (spectrum.magnitudes[p] < spectrum.magnitudes[p + 1]) ++other_way;
  }
  CHECK(other_way > 50);
}

TEST_CASE("spectrum: an invalid signal is an error with the reason") {
  const auto message = [](const std::vector<double>& signal) {
    return dft_magnitudes(signal).error().message;
  };
  CHECK(message({}) == "[spectrum] the signal must have at least one sample");
  const std::string every =
      "[spectrum] every sample of the signal must be a number up to 1e+100 in magnitude ";
  CHECK(message({0, std::nan("")}) == every + "but one is nan");
  CHECK(message({infinity, 0, 0}) == every + "but one is inf");
  CHECK(message({1, 2, -infinity}) == every + "but one is -inf");
  CHECK(message({1, 2, 3, 1e101}) == every + "but one is 1e+101");
  const auto error = dft_magnitudes(std::vector<double>(8193)).error();
  CHECK(error.message ==
        "[spectrum] the signal would have 8193 samples, but at most 8192 are transformed at "
        "once");
  CHECK(error.code == ErrorCode::too_large);
}

TEST_CASE("spectrum: the largest and the smallest numbers that are let in") {
  for (const Index n : {4, 5}) {
    const auto size = static_cast<double>(n);
    const Vector large = magnitudes(Vector::Constant(n, -1e100));
    CHECK(large[0] == doctest::Approx(size * 1e100).epsilon(1e-14));
    CHECK(large.tail(2).maxCoeff() <= 1e86);
    CHECK(magnitudes(Vector::Constant(n, 1e-310))[0] ==
          doctest::Approx(size * 1e-310).epsilon(1e-12));
    CHECK(magnitudes(Vector::Zero(n)) == Vector::Zero(3));
  }
}

TEST_CASE("spectrum: a column that there is not, and a count that is none, are errors") {
  const auto frequencies = *GeometricFrequencies::make(6, 10000);
  for (const auto& [count, shown] : {std::pair{0.0, "0"},
                                     {-4.0, "-4"},
                                     {2.5, "2.5"},
                                     {std::nan(""), "nan"},
                                     {infinity, "inf"},
                                     {2147483648.0, "2147483648"},
                                     {9007199254740994.0, "9007199254740994"}}) {
    CHECK(column_spectrum(frequencies, 0, count).error().message ==
          std::string("[spectrum] count must be a whole number above 0 and below 2^31 but got ") +
              shown);
  }
  CHECK(column_spectrum(frequencies, 0, 200000).error().message ==
        "[spectrum] the signal would have 200000 samples, but at most 8192 are transformed at "
        "once");
  CHECK(column_spectrum(frequencies, 0, 8192)->magnitudes.size() == 4097);
  for (const auto& [dimension, shown] : {std::pair{6.0, "6"},
                                         {-1.0, "-1"},
                                         {0.5, "0.5"},
                                         {std::nan(""), "nan"},
                                         {-infinity, "-inf"},
                                         {9007199254740994.0, "9007199254740994"}}) {
    CHECK(column_spectrum(frequencies, dimension, 8).error().message ==
          std::string("[spectrum] column must be a whole number from 0 to 5 but got ") + shown);
  }
}

TEST_CASE(
    "leakage is outside the peak and its neighbors; a whole number of periods leaks "
    "nothing") {
  for (const double base : {10000.0, 100.0}) {
    for (const double dimension : {0.0, 5.0, 10.0, 31.0}) {
      const auto spectrum = column_spectrum(*GeometricFrequencies::make(32, base), dimension, 64);
      REQUIRE(spectrum.has_value());
      double all = 0;
      double outside = 0;
      for (Index k = 0; k < spectrum->magnitudes.size(); ++k) {
        all += spectrum->magnitudes[k];
        if (std::abs(k - spectrum->peak) > 1) outside += spectrum->magnitudes[k];
      }
      CHECK(spectrum->leaked == doctest::Approx(outside / all).epsilon(1e-9));
    }
  }
  // The cosine of pair 0, whose frequency is 1: never a whole number of periods. A period of 16 positions:
  const auto whole = column_spectrum(
      *InverseFrequencies::from_values(Vector::Constant(1, std::numbers::pi / 8)), 1, 64);
  REQUIRE(whole.has_value());
  CHECK(whole->peak == 4);
  CHECK(whole->leaked < 1e-12);
  CHECK(column_spectrum(*GeometricFrequencies::make(32, 10000), 0, 1)->leaked == 0);
}
