#include "posenc/random.hpp"

#include "test.hpp"

TEST_CASE("random: the outputs that the generator's authors publish") {
  // From state 1, 2, 3, 4: of xoshiro256starstar.c at prng.di.unimi.it.
  Random random(Random::State{1, 2, 3, 4});
  for (const std::uint64_t expected :
       {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL, 1216172134540287360ULL,
        607988272756665600ULL, 16172922978634559625ULL, 8476171486693032832ULL,
        10595114339597558777ULL, 2904607092377533576ULL}) {
    CHECK(random.next() == expected);
  }
}

TEST_CASE("random: a seed is spread by SplitMix64") {
  // The first outputs of splitmix64.c at prng.di.unimi.it for that seed.
  CHECK(Random(1477776061723855037).state() ==
        Random::State{1985237415132408290ULL, 2979275885539914483ULL, 13511426838097143398ULL,
                      8488337342461049707ULL});
  CHECK(Random(0).state() == Random::State{16294208416658607535ULL, 7960286522194355700ULL,
                                           487617019471545679ULL, 17909611376780542444ULL});
  // From here on computed from the definitions, with whole numbers of any size.
  CHECK(Random(0).next() == 11091344671253066420ULL);
  CHECK(Random(std::numeric_limits<std::uint64_t>::max()).next() == 10328197420357168392ULL);
  Random random(13);
  for (const std::uint64_t expected : {4469561385778016610ULL, 14440143515961338743ULL,
                                       17762556183420424184ULL, 1968684557426124670ULL}) {
    CHECK(random.next() == expected);
  }
}

TEST_CASE("random: known values of each distribution") {
  Random uniform(13);
  for (const double expected :
       {0.24229540822589235, 0.7828017485503876, 0.9629101001480126, 0.1067226037050033}) {
    CHECK(uniform.uniform() == expected);
  }
  Random below(13);
  const std::uint64_t three_quarters = 3ULL << 62;
  CHECK(below.below(1) == 0);
  CHECK(below.below(2) == 1);
  CHECK(below.below(3) == 2);
  CHECK(below.below(10) == 0);
  CHECK(below.below(1000) == 406);
  CHECK(below.below(three_quarters) == 8117648012274318367ULL);
  CHECK(below.below(std::numeric_limits<std::uint64_t>::max()) == 2405537932755655933ULL);
  Random normal(13);
  for (const double expected : {-0.6968519482447098, 1.962892907669316, -1.0558483071199332,
                                2.092064234244492, 2.845936693879927, 0.5728622303191827}) {
    CHECK(normal.normal() == doctest::Approx(expected).epsilon(1e-14));
  }
}

TEST_CASE("random: state() is all that is kept") {
  Random random(2026);
  static_cast<void>(random.normal());
  static_cast<void>(random.below(7));
  Random resumed(random.state());
  for (int n = 0; n < 5; ++n) CHECK(resumed.normal() == random.normal());
  CHECK(resumed.next() == random.next());
}

TEST_CASE("random: uniform numbers fill [0, 1) evenly and reach neither below 0 nor 1") {
  Random random(1);
  constexpr int count = 100000;
  std::array<int, 10> tenths{};
  double sum = 0;
  double squares = 0;
  double lowest = 1;
  double highest = 0;
  for (int n = 0; n < count; ++n) {
    const double u = random.uniform();
    lowest = std::min(lowest, u);
    highest = std::max(highest, u);
    sum += u;
    squares += u * u;
    ++tenths[static_cast<std::size_t>(std::clamp(u, 0.0, 0.999) * 10)];
  }
  CHECK(lowest >= 0);
  CHECK(lowest < 1e-4);
  CHECK(highest < 1);
  CHECK(highest > 1 - 1e-4);
  // Each bound is four standard deviations of what is estimated.
  CHECK(std::abs(sum / count - 0.5) < 4 * std::sqrt(1.0 / 12 / count));
  CHECK(std::abs(squares / count - 1.0 / 3) < 4 * std::sqrt(4.0 / 45 / count));
  for (const int tenth : tenths) CHECK(std::abs(tenth - count / 10) < 4 * std::sqrt(0.09 * count));
  // A state whose next output has all of the upper bits set: the largest number there is.
  const std::uint64_t times_5 = 14757395258967641293ULL;  // 1/5 modulo 2^64
  const std::uint64_t ninth = 10248191152060862009ULL;    // 1/9 modulo 2^64
  const std::uint64_t rotated = std::numeric_limits<std::uint64_t>::max() * ninth;
  const std::uint64_t word = ((rotated >> 7) | (rotated << 57)) * times_5;
  CHECK(Random(Random::State{0, word, 0, 0}).next() == std::numeric_limits<std::uint64_t>::max());
  CHECK(Random(Random::State{0, word, 0, 0}).uniform() == 1 - 0x1p-53);
}

TEST_CASE("random: below(n) gives every number below n, none more often than others") {
  Random random(2);
  for (const std::uint64_t n : {1, 2, 3, 7, 10}) {
    CAPTURE(n);
    constexpr int draws = 70000;
    std::vector<int> counts(static_cast<std::size_t>(n));
    bool within = true;
    for (int draw = 0; draw < draws; ++draw) {
      const std::uint64_t drawn = random.below(n);
      within = within && drawn < n;
      if (drawn < n) ++counts[static_cast<std::size_t>(drawn)];
    }
    CHECK(within);
    const double share = 1 / static_cast<double>(n);
    for (const int count : counts) {
      CHECK(std::abs(count - share * draws) <= 4 * std::sqrt(draws * share * (1 - share)));
    }
  }
  // A plain remainder would draw the lower third of these numbers half of the time.
  const std::uint64_t third = 1ULL << 62;
  constexpr int draws = 10000;
  int low = 0;
  for (int draw = 0; draw < draws; ++draw) low += random.below(3 * third) < third ? 1 : 0;
  CHECK(std::abs(low - draws / 3.0) < 4 * std::sqrt(draws * 2.0 / 9));
}

TEST_CASE("random: normal numbers have the moments and the tails of the normal distribution") {
  Random random(3);
  constexpr int count = 200000;
  std::array<double, 5> moments{};
  int beyond_2 = 0;
  double largest = 0;
  double neighbours = 0;
  double before = 0;
  for (int n = 0; n < count; ++n) {
    const double x = random.normal();
    double power = 1;
    for (double& moment : moments) {
      moment += power / count;
      power *= x;
    }
    beyond_2 += std::abs(x) > 2 ? 1 : 0;
    largest = std::max(largest, std::abs(x));
    neighbours += x * before / count;
    before = x;
  }
  const auto spread = [](double variance) { return 4 * std::sqrt(variance / count); };
  CHECK(std::abs(moments[1]) < spread(1));
  CHECK(std::abs(moments[2] - 1) < spread(2));
  CHECK(std::abs(moments[3]) < spread(15));
  CHECK(std::abs(moments[4] - 3) < spread(96));
  CHECK(std::abs(neighbours) < spread(1));
  const double share = 0.04550026389635842;
  CHECK(std::abs(beyond_2 - share * count) < 4 * std::sqrt(count * share * (1 - share)));
  CHECK(largest > 4);
  CHECK(largest < 6);
}

TEST_CASE("random: numbers that are kept are those of the seed, however many are asked for") {
  NormalNumbers cached;
  for (const std::uint64_t seed : {0, 7, 7, 0}) {
    for (const std::size_t count : {3, 0, 10, 5}) {
      Random random(seed);
      const auto numbers = cached.first(count, seed);
      CHECK(numbers.size() == count);
      CHECK(std::ranges::all_of(numbers, [&](double number) { return number == random.normal(); }));
    }
  }
}
