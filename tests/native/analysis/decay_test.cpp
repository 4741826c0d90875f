#include "posenc/analysis/decay.hpp"

#include <complex>

#include "drawn.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/rotary.hpp"
#include "test.hpp"

namespace {

/// exp(i distance theta_i), in long double and without the core.
std::complex<double> turned(const InverseFrequencies& theta, Index i, double distance) {
  const long double angle = static_cast<long double>(distance) * theta.values()[i];
  return {static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle))};
}

InverseFrequencies frequencies_of(const std::vector<double>& values) {
  return *InverseFrequencies::from_values(
      Vector::Map(values.data(), static_cast<Index>(values.size())));
}

/// Rounding of sums of `pairs` terms whose angles go up to `distance`.
double rounding(Index pairs, double distance) {
  return 1e-15 * static_cast<double>(pairs) * (static_cast<double>(pairs) + std::abs(distance));
}

}  // namespace

TEST_CASE("partial sums and their mean are the sums of complex exponentials") {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Index d = drawn::even(random, 256);
    const auto theta = *GeometricFrequencies::make(d, drawn::base(random));
    const double distance = drawn::position(random, 5000);
    CAPTURE(d);
    CAPTURE(distance);
    Vector expected(d / 2);
    std::complex<double> sum = 0;
    for (Index i = 0; i < d / 2; ++i) {
      sum += turned(theta, i, distance);
      expected[i] = std::abs(sum);
    }
    const Vector got = *rope_partial_sums(theta, distance);
    REQUIRE(got.size() == d / 2);
    CHECK((got - expected).cwiseAbs().maxCoeff() <= rounding(d / 2, distance));
    const std::array distances{distance, 0.0, -distance};
    const Vector means = *rope_decay(theta, distances);
    REQUIRE(means.size() == 3);
    CHECK(std::abs(means[0] - expected.mean()) <= rounding(d / 2, distance));
    CHECK(means[1] == static_cast<double>(d / 2 + 1) / 2);
    CHECK(means[2] == means[0]);
  }
  CHECK(rope_decay(*GeometricFrequencies::make(4, 100), {})->size() == 0);
}

TEST_CASE("partial sums: j at distance 0, steps of at most 1, the whole sum beside the kernel") {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    const Index pairs = drawn::index(random, 1, 100);
    Vector values(pairs);
    for (double& value : values) value = drawn::magnitude(random, 1e-6, 3);
    const auto theta = *InverseFrequencies::from_values(values);
    CHECK(*rope_partial_sums(theta, 0) == Vector::LinSpaced(pairs, 1, static_cast<double>(pairs)));
    const double distance = drawn::position(random, 3000);
    const Vector sums = *rope_partial_sums(theta, distance);
    CHECK(sums[0] == doctest::Approx(1).epsilon(1e-15));
    for (Index j = 1; j < pairs; ++j) CHECK(std::abs(sums[j] - sums[j - 1]) <= 1 + 1e-13);
    // The kernel is the real part of S_{d/2}.
    CHECK(std::abs((*kernel_dot(theta, {&distance, 1}))[0]) <= sums[pairs - 1] + 1e-12);
  }
}

TEST_CASE("partial sums in closed form: equal frequencies, and multiples of one") {
  const Vector equal = *rope_partial_sums(frequencies_of({0.3, 0.3, 0.3, 0.3}), 7);
  for (Index j = 1; j <= 4; ++j) {
    CHECK(equal[j - 1] == doctest::Approx(static_cast<double>(j)).epsilon(1e-15));
  }
  std::vector<double> multiples;
  for (int i = 1; i <= 50; ++i) multiples.push_back(0.01 * i);
  const Vector sums = *rope_partial_sums(frequencies_of(multiples), 9);
  for (Index j = 1; j <= 50; ++j) {
    CHECK(sums[j - 1] ==
          doctest::Approx(std::abs(std::sin(0.045 * static_cast<double>(j)) / std::sin(0.045)))
              .epsilon(1e-12));
  }
}

TEST_CASE("the bound is never below the magnitude of the score") {
  Random random(3);
  double nearest = 0;
  for (int round = 0; round < 400; ++round) {
    const Index d = drawn::even(random, round % 2 == 0 ? 6 : 128);
    const double base = drawn::base(random);
    const auto theta = *GeometricFrequencies::make(d, base);
    const auto rope =
        *RotaryEmbedding::make(theta, static_cast<double>(d), PairLayout::interleaved);
    const Vector q = drawn::vector(random, d);
    // Also such as lie along q, whose h_i are real at first.
    const Vector k = round % 3 == 0 ? q : drawn::vector(random, d);
    std::vector<double> distances{0};
    std::vector<PositionPair> positions{{5, 5}};
    for (int n = 0; n < 20; ++n) {
      const double m = drawn::position(random, 2000);
      positions.push_back({m, drawn::position(random, n < 10 ? 3 : 2000)});
      distances.push_back(positions.back().first - positions.back().second);
    }
    const ScoreBounds bound = *rope_score_bound(theta, q, k, distances);
    REQUIRE(bound.bounds.size() == 21);
    const Vector scores = *rotary_scores(rope, q, k, positions);
    for (Index n = 0; n < 21; ++n) {
      CAPTURE(d);
      CAPTURE(base);
      const double distance = distances[static_cast<std::size_t>(n)];
      CAPTURE(distance);
      // What is bounded is the magnitude of the complex sum, of which the score is the real part.
      std::complex<double> sum = 0;
      for (Index i = 0; i < d / 2; ++i) {
        const std::complex<double> h =
            std::complex(q[2 * i], q[2 * i + 1]) * std::conj(std::complex(k[2 * i], k[2 * i + 1]));
        sum += h * turned(theta, i, distance);
      }
      CHECK(std::abs(scores[n] - sum.real()) <= 1e-11 * q.norm() * k.norm());
      CHECK(std::abs(scores[n]) <= bound.bounds[n] * (1 + 1e-9));
      CHECK(std::abs(sum) <= bound.bounds[n] * (1 + 1e-9));
      nearest = std::max(nearest, std::abs(sum) / bound.bounds[n]);
    }
  }
  // With one pair both are |h_0|: a bound that is larger by a factor would be found here.
  CHECK(nearest == doctest::Approx(1).epsilon(1e-9));
}

TEST_CASE("the bound is the largest step of h times the sum of the partial sums") {
  Vector q(4);
  Vector k(4);
  q << 1, 2, 1, 0;
  k << 5, 6, 1, 1;
  // h_0 = (1 + 2i)(5 - 6i) = 17 + 4i, h_1 = 1 - i, h_2 = 0.
  const auto theta = *GeometricFrequencies::make(4, 10000);
  const std::array distances{0.0, 3.0, -50.0};
  const ScoreBounds bound = *rope_score_bound(theta, q, k, distances);
  CHECK(bound.largest_step == doctest::Approx(std::sqrt(281.0)).epsilon(1e-15));
  for (Index n = 0; n < 3; ++n) {
    const double sum = rope_partial_sums(theta, distances[static_cast<std::size_t>(n)])->sum();
    CHECK(bound.bounds[n] == doctest::Approx(std::sqrt(281.0) * sum).epsilon(1e-14));
  }
  // The last step is that to 0.
  k << 0, 0, 1, 1;
  CHECK(rope_score_bound(theta, q, k, {})->largest_step ==
        doctest::Approx(std::sqrt(2.0)).epsilon(1e-15));
  CHECK(rope_score_bound(theta, q, k, {})->bounds.size() == 0);

  Random random(4);
  for (int round = 0; round < 50; ++round) {
    const Index d = drawn::even(random, 64);
    const Vector x = drawn::vector(random, d);
    const Vector y = drawn::vector(random, d);
    double largest = 0;
    const auto h = [&](Index i) {
      return i == d / 2
                 ? 0
                 : std::complex(x[2 * i], x[2 * i + 1]) * std::complex(y[2 * i], -y[2 * i + 1]);
    };
    for (Index i = 0; i < d / 2; ++i) largest = std::max(largest, std::abs(h(i + 1) - h(i)));
    CHECK(rope_score_bound(*GeometricFrequencies::make(d, 100), x, y, {})->largest_step == largest);
  }
}

namespace {

/// As kernel_course says it, in long double and without the core.
KernelTrend plain_course(const InverseFrequencies& frequencies, Index limit) {
  KernelTrend course{};
  auto before = static_cast<long double>(frequencies.pairs());
  for (Index offset = 1; offset <= limit; ++offset) {
    long double here = 0;
    for (const double omega : frequencies.values()) {
      here += std::cos(static_cast<long double>(offset) * omega);
    }
    if (here < 0 && !course.first_negative) course.first_negative = offset;
    if (here > before && !course.first_rise) course.first_rise = offset;
    if (here > before) ++course.rises;
    before = here;
  }
  return course;
}

void check_course(const InverseFrequencies& frequencies, Index limit) {
  const KernelTrend got = *kernel_course(frequencies, static_cast<double>(limit));
  const KernelTrend expected = plain_course(frequencies, limit);
  CHECK(got.first_negative == expected.first_negative);
  CHECK(got.first_rise == expected.first_rise);
  CHECK(got.rises == expected.rises);

  const Vector rises = *kernel_rises(frequencies, static_cast<double>(limit));
  REQUIRE(rises.size() == got.rises);
  for (const Index n : {Index{0}, rises.size() / 2, rises.size() - 1}) {
    if (rises.size() == 0) break;
    CHECK(kernel_course(frequencies, rises[n])->rises == n + 1);
    if (rises[n] > 1) CHECK(kernel_course(frequencies, rises[n] - 1)->rises == n);
  }
}

}  // namespace

TEST_CASE("the kernel first turns negative, and first rises, where it is known to") {
  struct Known {
    Index d, first_negative, first_rise;
  };
  for (const Known& known :
       {Known{16, 91, 4}, Known{64, 725, 6}, Known{128, 1707, 12}, Known{512, 3284, 44}}) {
    CAPTURE(known.d);
    const auto frequencies = *GeometricFrequencies::make(known.d, 10000);
    const auto limit = static_cast<double>(known.first_negative);
    const auto rise = static_cast<double>(known.first_rise);
    const KernelTrend course = *kernel_course(frequencies, limit);
    CHECK(course.first_negative == known.first_negative);
    CHECK(course.first_rise == known.first_rise);
    // The limit is the last offset that counts.
    CHECK_FALSE(kernel_course(frequencies, limit - 1)->first_negative);
    CHECK(kernel_course(frequencies, rise)->rises == 1);
    const KernelTrend before = *kernel_course(frequencies, rise - 1);
    CHECK_FALSE(before.first_rise);
    CHECK(before.rises == 0);
  }
  CHECK(kernel_course(*GeometricFrequencies::make(128, 10000), 1000)->rises == 479);
}

TEST_CASE("the kernel's course is that of the plain sums of cosines") {
  Random random(5);
  for (int round = 0; round < 25; ++round) {
    const Index d = drawn::even(random, 64);
    const double base = drawn::base(random);
    CAPTURE(d);
    CAPTURE(base);
    check_course(*GeometricFrequencies::make(d, base), drawn::index(random, 1, 1500));
  }
  // Around the boundary between two blocks of offsets.
  const auto frequencies = *GeometricFrequencies::make(4, 10000);
  for (const Index limit : {1, 1023, 1024, 1025, 2048, 2049, 3000})
    check_course(frequencies, limit);
}

TEST_CASE("what rounding alone makes negative, or rise, is neither") {
  // cos(2 pi k) is 1 at every offset, on paper.
  const KernelTrend flat = *kernel_course(frequencies_of({2 * std::numbers::pi}), 5000);
  CHECK_FALSE(flat.first_negative);
  CHECK_FALSE(flat.first_rise);
  CHECK(flat.rises == 0);
  // 0, -1, 0, 1 and so on.
  const KernelTrend quarters = *kernel_course(frequencies_of({std::numbers::pi / 2}), 4000);
  CHECK(quarters.first_negative == 2);
  CHECK(quarters.first_rise == 3);
  CHECK(quarters.rises == 2000);
  // -1 but for every 50th offset, where all are 1.
  std::vector<double> all;
  for (int j = 1; j < 50; ++j) all.push_back(2 * std::numbers::pi * j / 50);
  const KernelTrend plateaus = *kernel_course(frequencies_of(all), 200);
  CHECK(plateaus.first_negative == 1);
  CHECK(plateaus.first_rise == 50);
  CHECK(plateaus.rises == 4);
  // cos(3 pi/2), which comes out as -1.8e-16.
  CHECK_FALSE(kernel_course(frequencies_of({std::numbers::pi * 3 / 2}), 1)->first_negative);
}

TEST_CASE("decay: bad distances, vectors and limits are errors that name the value") {
  const auto theta = *GeometricFrequencies::make(4, 10000);
  const Vector x = Vector::Ones(4);
  for (const auto& [distance, shown] : {std::pair{std::nan(""), "nan"},
                                        {infinity, "inf"},
                                        {-infinity, "-inf"},
                                        {9007199254740994.0, "9007199254740994"}}) {
    const auto expected = [shown = shown](const std::string& subject) {
      return "[decay] " + subject + " must be a number between -2^53 and 2^53 but got " + shown;
    };
    CHECK(rope_partial_sums(theta, distance).error().message == expected("distance"));
    CHECK(rope_decay(theta, std::array{0.0, distance}).error().message ==
          expected("each of distances"));
    CHECK(rope_score_bound(theta, x, x, std::array{distance}).error().message ==
          expected("each of distances"));
  }
  CHECK(rope_decay(theta, std::array{0.5, -max_position})->allFinite());

  CHECK(rope_score_bound(theta, Vector::Ones(3), x, {}).error().message ==
        "[decay] q must have d = 4 components but has 3");
  CHECK(rope_score_bound(theta, x, Vector(), {}).error().message ==
        "[decay] k must have d = 4 components but has 0");
  for (const auto& [bad, shown] :
       {std::pair{std::nan(""), "nan"}, {infinity, "inf"}, {-1e101, "-1e+101"}}) {
    Vector spoiled = x;
    spoiled[3] = bad;
    const std::string expected =
        std::string(" must be a number up to 1e+100 in magnitude but one is ") + shown;
    CHECK(rope_score_bound(theta, spoiled, x, {}).error().message ==
          "[decay] every component of q" + expected);
    CHECK(rope_score_bound(theta, x, spoiled, {}).error().message ==
          "[decay] every component of k" + expected);
  }
  CHECK(rope_score_bound(theta, 1e100 * x, -1e100 * x, std::array{1.0})->bounds.allFinite());

  for (const auto& [limit, shown] : {std::pair{0.0, "0"},
                                     {-5.0, "-5"},
                                     {0.5, "0.5"},
                                     {std::nan(""), "nan"},
                                     {infinity, "inf"},
                                     {2147483648.0, "2147483648"},
                                     {9007199254740994.0, "9007199254740994"}}) {
    CHECK(kernel_rises(theta, limit).error().message ==
          kernel_course(theta, limit).error().message);
    CHECK(kernel_course(theta, limit).error().message ==
          std::string("[decay] limit must be a whole number above 0 and below 2^31 but got ") +
              shown);
  }
  CHECK(kernel_course(theta, 2147483647).error().message ==
        "[decay] the cosines would have 2147483647 x 2 elements, but at most 67108864 are computed "
        "at once");
  const std::vector<double> many(40000);
  const auto error = rope_decay(*GeometricFrequencies::make(4096, 10000), many).error();
  CHECK(error.message ==
        "[decay] the partial sums would have 40000 x 2048 elements, but at most 67108864 are "
        "computed at once");
  CHECK(error.code == ErrorCode::too_large);
}

TEST_CASE("exponential decay is 1 at 0, symmetric, and a factor of e for each step") {
  const Vector values = *exponential_decay(std::array{0.0, 1.0, -1.0, 2.5, 1e15});
  CHECK(values[0] == 1);
  CHECK(values[1] == doctest::Approx(0.36787944117144233).epsilon(1e-15));
  CHECK(values[2] == values[1]);
  CHECK(values[3] == doctest::Approx(std::pow(values[1], 2.5)).epsilon(1e-14));
  CHECK(values[4] == 0);
  CHECK(exponential_decay({})->size() == 0);
  CHECK(exponential_decay(std::array{std::nan("")}).error().message ==
        "[decay] each of offsets must be a number between -2^53 and 2^53 but got nan");
}

TEST_CASE("the course of RoPE's bound: it falls on the whole, and rises at some steps") {
  const auto theta = *GeometricFrequencies::make(128, 10000);
  const auto course = rope_decay_course(theta, 250);
  REQUIRE(course.has_value());
  std::vector<double> distances(251);
  std::iota(distances.begin(), distances.end(), 0.0);
  const Vector means = *rope_decay(theta, distances);
  CHECK(course->means == means);
  Index rises = 0;
  Index first = 0;
  for (Index n = 1; n < means.size(); ++n) {
    if (means[n] <= means[n - 1]) continue;
    ++rises;
    if (first == 0) first = n;
  }
  CHECK(rises > 0);
  CHECK(course->rises == rises);
  CHECK(course->first_rise == first);
  CHECK_FALSE(course->constant);
  // One pair has |S_1| = 1 at every distance.
  const auto flat = rope_decay_course(*GeometricFrequencies::make(2, 10000), 50);
  REQUIRE(flat.has_value());
  CHECK(flat->constant);
  CHECK(flat->rises == 0);
  CHECK_FALSE(flat->first_rise);
  CHECK(rope_decay_course(theta, 0).error().message ==
        "[decay] limit must be a whole number above 0 and below 2^31 but got 0");
}
