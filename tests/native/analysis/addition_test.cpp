#include "posenc/analysis/addition.hpp"

#include "test.hpp"

namespace {

constexpr std::array widths{2.0, 16.0, 64.0, 256.0, 1024.0};

SumOptions options() { return {10000, 17, 1, 500, 1, TokenScaling::none}; }

}  // namespace

TEST_CASE("PE has norm sqrt(d/2) at every position and base") {
  for (const double position : {0.0, 1.0, -3.5, 1e6}) {
    for (const double base : {2.0, 10000.0}) {
      auto asked = options();
      asked.base = base;
      asked.position = position;
      asked.tokens = 1;
      const auto parts = *parts_of_sum(asked, widths);
      for (std::size_t n = 0; n < widths.size(); ++n) {
        CHECK(parts.position_norms[static_cast<Index>(n)] ==
              doctest::Approx(std::sqrt(widths[n] / 2)).epsilon(1e-13));
      }
    }
  }
}

TEST_CASE("embeddings are about sqrt(d) long, and at right angles to PE the more so the wider") {
  const auto parts = *parts_of_sum(options(), widths);
  for (std::size_t n = 0; n < widths.size(); ++n) {
    const auto i = static_cast<Index>(n);
    const double d = widths[n];
    CAPTURE(d);
    // The mean of the chi distribution is sqrt(d) (1 - 1/(4 d) + ..), its deviation about sqrt(1/2).
    CHECK(std::abs(parts.token_norms[i] - std::sqrt(d) * (1 - 1 / (4 * d))) < 0.15);
    CHECK(std::abs(parts.angles[i] - 90) < 4 * parts.angle_spreads[i] / std::sqrt(500.0));
    if (n > 0) CHECK(parts.angle_spreads[i] < parts.angle_spreads[i - 1]);
    if (d >= 64) {
      const double expected = 180 / (std::numbers::pi * std::sqrt(d));
      CHECK(std::abs(parts.angle_spreads[i] / expected - 1) < 0.1);
    }
  }
  // In the plane every angle from 0 to 180 is as likely: deviation 180 / sqrt(12).
  CHECK(std::abs(parts.angle_spreads[0] - 180 / std::sqrt(12.0)) < 4);
}

TEST_CASE("deviation and scaling stretch embeddings, and turn none") {
  const auto plain = *parts_of_sum(options(), widths);
  auto asked = options();
  asked.standard_deviation = 0.02;
  asked.scaling = TokenScaling::sqrt_d;
  const auto scaled = *parts_of_sum(asked, widths);
  for (std::size_t n = 0; n < widths.size(); ++n) {
    const auto i = static_cast<Index>(n);
    CHECK(scaled.token_norms[i] ==
          doctest::Approx(0.02 * std::sqrt(widths[n]) * plain.token_norms[i]).epsilon(1e-13));
  }
  CHECK(scaled.angles == plain.angles);
  CHECK(scaled.angle_spreads == plain.angle_spreads);
}

TEST_CASE("numbers that are kept give the same parts as new ones, to the bit") {
  NormalNumbers cached;
  const auto check = [&](const SumOptions& asked, std::span<const double> asked_widths) {
    const auto again = *parts_of_sum(asked, asked_widths, cached);
    const auto anew = *parts_of_sum(asked, asked_widths);
    CHECK(again.token_norms == anew.token_norms);
    CHECK(again.position_norms == anew.position_norms);
    CHECK(again.angles == anew.angles);
    CHECK(again.angle_spreads == anew.angle_spreads);
  };
  // Each differs in one thing from the one before; some need more numbers than are kept, others fewer or other ones.
  SumOptions asked{.tokens = 30};
  check(asked, std::array{8.0});
  check(asked, std::array{8.0, 16.0});
  check(asked, std::array{64.0, 2.0});
  asked.standard_deviation = 7.3;
  check(asked, widths);
  asked.scaling = TokenScaling::sqrt_d;
  check(asked, widths);
  asked.position = 1234;
  check(asked, widths);
  for (const double seed : {0.0, 2.0, 1.0}) {
    asked.seed = seed;
    check(asked, widths);
  }
  asked.tokens = 3;
  check(asked, widths);
  asked.standard_deviation = 0;
  CHECK(parts_of_sum(asked, widths, cached).error().message ==
        parts_of_sum(asked, widths).error().message);
}

TEST_CASE("a width has the same numbers beside any other widths; one token has no spread") {
  const auto all = *parts_of_sum(options(), widths);
  const auto one = *parts_of_sum(options(), std::array{64.0});
  CHECK(one.token_norms[0] == all.token_norms[2]);
  CHECK(one.angles[0] == all.angles[2]);
  auto asked = options();
  asked.tokens = 1;
  CHECK(parts_of_sum(asked, widths)->angle_spreads == Vector::Zero(5));
  CHECK(parts_of_sum(asked, {})->angles.size() == 0);
}

TEST_CASE("parts of the sum: an invalid width, number or seed is an error") {
  const auto error = [](auto change, std::vector<double> asked_widths = {16}) {
    auto asked = options();
    change(asked);
    return parts_of_sum(asked, asked_widths).error().message;
  };
  const auto nothing = [](SumOptions&) {};
  CHECK(error(nothing, {7}) == "[addition] each of widths must be even but got 7");
  CHECK(error(nothing, {0}) ==
        "[addition] each of widths must be a whole number above 0 and below 2^31 but got 0");
  CHECK(error([](SumOptions& o) { o.tokens = 0; }) ==
        "[addition] tokens must be a whole number above 0 and below 2^31 but got 0");
  CHECK(error([](SumOptions& o) { o.seed = 0.5; }) ==
        "[addition] seed must be a whole number from 0 to 2^53 but got 0.5");
  CHECK(error([](SumOptions& o) { o.standard_deviation = 0; }) ==
        "[addition] standard_deviation must be a number from 1e-100 to 1e+100 but got 0");
  CHECK(error([](SumOptions& o) { o.position = 1e300; }) ==
        "[sinusoidal] position must be a number between -2^53 and 2^53 but got 1e+300");
  CHECK(error([](SumOptions& o) { o.base = -1; }) ==
        "[frequencies] base must be a finite number above 0 but got -1");
  CHECK(error([](SumOptions& o) { o.tokens = 65536; }, {1024, 2}) ==
        "[addition] the embeddings would have 67239936 components or more, but at most 67108864 "
        "are computed at once");
  CHECK(to_token_scaling("d").error().message ==
        "[addition] scaling must be \"none\" or \"sqrt_d\" but got \"d\"");
}
