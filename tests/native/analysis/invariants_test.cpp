#include "posenc/analysis/invariants.hpp"

#include "posenc/analysis/similarity.hpp"
#include "test.hpp"

namespace {

/// What is found of a formula, by the names of the invariants.
struct Found {
  Index positions = 0;
  std::map<std::string_view, Invariant> of;
};

Found found(const InvariantReport& report) {
  Found result{report.positions, {}};
  const std::array ids{"distinct", "bounded", "shift-linear", "offset-only"};
  REQUIRE(report.invariants.size() == ids.size());
  for (std::size_t n = 0; n < ids.size(); ++n) {
    const Invariant& one = report.invariants[n];
    CAPTURE(one.text);
    CHECK(one.id == ids[n]);
    CHECK(std::isfinite(one.value));
    CHECK(one.value >= 0);
    CHECK(one.text.find("nan") == std::string::npos);
    CHECK(one.text.find("inf") == std::string::npos);
    result.of[one.id] = one;
  }
  return result;
}

Found found(const std::string& formula, double d, double positions = 64) {
  CAPTURE(formula);
  const auto encoding = CustomEncoding::make(formula, d);
  REQUIRE_MESSAGE(encoding.has_value(), encoding.error().message);
  const auto report = measure_invariants(*encoding, positions);
  REQUIRE_MESSAGE(report.has_value(), report.error().message);
  return found(*report);
}

/// "1010": which hold, in their order.
std::string pattern(const Found& found) {
  std::string result;
  for (const auto* id : {"distinct", "bounded", "shift-linear", "offset-only"}) {
    result += found.of.at(id).holds ? '1' : '0';
  }
  return result;
}

/// What one column leaves of itself a position further on: of two vectors the sine of their angle.
template <class Column>
double one_column(int positions, Column column) {
  double aa = 0;
  double ab = 0;
  double bb = 0;
  for (int pos = 0; pos + 1 < positions; ++pos) {
    aa += column(pos) * column(pos);
    ab += column(pos) * column(pos + 1);
    bb += column(pos + 1) * column(pos + 1);
  }
  return std::sqrt(1 - ab * ab / (aa * bb));
}

}  // namespace

TEST_CASE("invariants: the paper's formula has all four, typed or not") {
  const auto frequencies = *GeometricFrequencies::make(16, 10000);
  const Found typed = found(std::string(custom_examples[0].formula), 16);
  const Found built_in = found(*measure_invariants(frequencies, 64));
  CHECK(pattern(typed) == "1111");
  CHECK(pattern(built_in) == "1111");
  CHECK(typed.positions == 128);
  // |PE(p) - PE(q)|^2 = 2 (d/2 - PE(p).PE(q)), least for neighbors.
  const double apart = std::sqrt(16 - 2 * (*kernel_dot(frequencies, std::array{1.0}))[0]);
  for (const Found* one : {&typed, &built_in}) {
    CHECK(one->of.at("distinct").value == doctest::Approx(apart).epsilon(1e-9));
    CHECK(one->of.at("bounded").value == 1);
    CHECK(one->of.at("shift-linear").value < 1e-12);
    CHECK(one->of.at("offset-only").value < 1e-13);
  }
  CHECK(typed.of.at("distinct").text.starts_with("the nearest two positions up to 127 are "));
  CHECK(typed.of.at("distinct").text.ends_with(", 1.01 apart"));
  CHECK(typed.of.at("bounded").text ==
        "the largest element is 1 in magnitude for positions 0 to 127, and 1 at all positions "
        "tried up to 2^20");
  CHECK(typed.of.at("shift-linear")
            .text.starts_with(
                "one 16 x 16 matrix carries PE(pos) to PE(pos + 1) for every pos from 0 "
                "to 126: no column is off by more than "));
  CHECK(typed.of.at("shift-linear").text.ends_with(" of 16)"));
  CHECK(typed.of.at("offset-only")
            .text.starts_with("for p + k ≤ 127, PE(p)·PE(p + k) is the same for every p, within "));
  for (const Index d : {2, 64, 256}) {
    CHECK(pattern(found(*measure_invariants(*GeometricFrequencies::make(d, 10000), 2))) == "1111");
  }
}

TEST_CASE("invariants: each example breaks those that it is meant to break") {
  const std::array<std::string_view, 6> patterns{"1111", "1100", "0111", "1010", "1100", "1110"};
  static_assert(patterns.size() == custom_examples.size());
  std::vector<Found> all;
  for (std::size_t n = 0; n < patterns.size(); ++n) {
    const CustomExample& example = custom_examples[n];
    all.push_back(found(std::string(example.formula), static_cast<double>(example.d)));
    CAPTURE(example.name);
    CHECK(pattern(all.back()) == patterns[n]);
  }
  const Found& sines = all[1];
  const Found& clocks = all[2];
  const Found& powers = all[3];
  const Found& digits = all[4];
  const Found& fading = all[5];

  // sin(pos) alone is not carried on by sin(0), sin(1), .. of slower waves: most of it is missed.
  CHECK(sines.of.at("shift-linear").value == doctest::Approx(0.836).epsilon(1e-3));
  CHECK(sines.of.at("shift-linear")
            .text.starts_with("no matrix carries PE(pos) to PE(pos + 1) for every pos: the best "
                              "misses column i = 0 by 84 % of its size"));
  // PE(0) is 0, so PE(0).PE(0) is too.
  CHECK(sines.of.at("offset-only").value == 1);
  CHECK(sines.of.at("offset-only")
            .text.starts_with("PE(p)·PE(p + k) depends on p too: for k = 0 it ranges from 0 to "));

  CHECK(clocks.of.at("distinct").value < 1e-12);
  CHECK(clocks.of.at("distinct")
            .text.starts_with("positions 0 and 8 have the same vector up to rounding ("));

  // (2^20 + 1)^3 / 100^3, the last position that is tried.
  CHECK(powers.of.at("bounded").value == doctest::Approx(std::pow(10485.77, 3)).epsilon(1e-9));
  CHECK(powers.of.at("bounded").text ==
        "the largest element is 2.05 in magnitude for positions 0 to 127, 2.25e+09 up to 2^17 and "
        "1.15e+12 up to 2^20: it is still growing there");
  CHECK(powers.of.at("shift-linear").value < 1e-12);

  CHECK(digits.of.at("distinct").value == 1);
  CHECK(digits.of.at("distinct").text ==
        "the nearest two positions up to 127 are 0 and 1, 1 apart");
  CHECK(digits.of.at("offset-only").value == 1);

  // Of e^-127/128 and so on, the last two; the sum of squares is that of the slow columns.
  double apart = 0;
  for (int i = 0; i < 8; ++i) {
    const double rate = std::pow(2, -i);
    apart += std::pow(std::exp(-126 * rate) - std::exp(-127 * rate), 2);
  }
  CHECK(fading.of.at("distinct").value == doctest::Approx(std::sqrt(apart)).epsilon(1e-9));
  CHECK(fading.of.at("distinct").text ==
        "the nearest two positions up to 127 are 126 and 127, 0.00367 apart");
  CHECK(fading.of.at("shift-linear").value < 1e-12);
}

TEST_CASE("invariants: one column, by plain sums") {
  const Found line = found("pos", 1);
  CHECK(pattern(line) == "1000");
  CHECK(line.of.at("shift-linear").value ==
        doctest::Approx(one_column(128, [](double pos) { return pos; })).epsilon(1e-9));
  CHECK(line.of.at("bounded").value == 1048577);
  CHECK(line.of.at("distinct").value == 1);

  const Found wave = found("sin(pos)", 1);
  CHECK(pattern(wave) == "1100");
  CHECK(wave.of.at("shift-linear").value ==
        doctest::Approx(one_column(128, [](double pos) { return std::sin(pos); })).epsilon(1e-9));

  CHECK(pattern(found("exp(-pos/20)", 1)) == "1110");
  CHECK(pattern(found("1", 1)) == "0111");
  // Too near to tell apart from where exp(-pos/20) (1 - exp(-1/20)) is below 1e-9.
  CHECK(pattern(found("exp(-pos/20)", 1, 355)) == "1110");
  CHECK(found("exp(-pos/20)", 1, 400)
            .of.at("distinct")
            .text.starts_with("positions 355 and 356 have the same vector up to rounding ("));
}

TEST_CASE("invariants: a straight line is shift-linear together with a constant column") {
  CHECK(pattern(found("pos/d", 8)) == "1000");
  CHECK(pattern(found("pos^mod(i, 2)", 2)) == "1010");
  CHECK(pattern(found("pos^i", 8)) == "1010");
  CHECK(pattern(found("pos*i + 1", 3)) == "1010");
}

TEST_CASE("invariants: odd d, and waves whose frequency changes, fast or slowly") {
  CHECK(pattern(found(std::string(custom_examples[0].formula), 7)) == "1100");
  // Two waves and the slowest sine, whose cosine is missing.
  CHECK(pattern(found("sin(pos/10^floor(i/2) + mod(i, 2)*pi/2)*abs(i - 2)", 5)) == "1100");
  for (const char* formula : {"sin(pos^2/100^(i/d))", "sin(pos^2/10000^(1 + i/d))"}) {
    const Found chirp = found(formula, 16);
    CHECK(pattern(chirp) == "1100");
    CHECK(chirp.of.at("shift-linear").value > 1e-6);
  }
}

TEST_CASE("invariants: columns that are zero, exactly or up to rounding") {
  for (const double d : {1.0, 7.0}) {
    const Found zero = found("0", d);
    CHECK(pattern(zero) == "0111");
    CHECK(zero.of.at("distinct").value == 0);
    CHECK(zero.of.at("distinct").text == "positions 0 and 1 have the same vector");
    CHECK(zero.of.at("bounded").value == 0);
    const Found nearly = found("sin(pi*pos)", d);
    CHECK(pattern(nearly) == "0111");
    CHECK(nearly.of.at("distinct")
              .text.starts_with("positions 0 and 1 have the same vector up to rounding ("));
    CHECK(pattern(found("1e-200*cos(pos)", d)) == "0111");
    // Of the size of each vector, not of the largest.
    CHECK(pattern(found("exp(pos)", d)) == "1010");
  }
}

TEST_CASE("invariants: repeated positions are found among those measured") {
  CHECK(found("mod(floor(pos/2^i), 2)", 8, 256).of.at("distinct").holds);
  const Found wrapped = found("mod(floor(pos/2^i), 2)", 8, 257);
  CHECK_FALSE(wrapped.of.at("distinct").holds);
  CHECK(wrapped.of.at("distinct").text == "positions 0 and 256 have the same vector");
  CHECK(found("mod(pos, 8)/8", 4).of.at("distinct").text ==
        "positions 0 and 8 have the same vector");
  CHECK(found("abs(pos - 7)", 4).of.at("distinct").text ==
        "positions 0 and 14 have the same vector");
}

TEST_CASE("invariants: growth is reported up to the last position measured") {
  CHECK_FALSE(found("ln(pos + 1)", 2).of.at("bounded").holds);
  CHECK_FALSE(found("sqrt(pos)", 2).of.at("bounded").holds);
  CHECK(found("tanh(pos/1000)", 2).of.at("bounded").holds);
  CHECK(found("1/(pos + 1)", 2).of.at("bounded").holds);
  CHECK(found("0.5*sin(pos/10000)", 2).of.at("bounded").holds);
  // What grows at odd positions only.
  CHECK_FALSE(found("mod(pos, 2)*pos", 2).of.at("bounded").holds);
}

TEST_CASE("invariants: an encoding that ends is measured up to its end") {
  const Found pole = found("1/(pos - 100)", 1, 50);
  CHECK(pole.positions == 100);
  CHECK_FALSE(pole.of.at("bounded").holds);
  CHECK(pole.of.at("bounded").text ==
        "the largest element is 1 in magnitude for positions 0 to 99, but farther out: PE(pos, "
        "i) must be a finite number but at pos = 100, i = 0 it is not: division by zero");
  const Found grows = found("exp(pos)", 64);
  CHECK(grows.positions == 231);
  CHECK(grows.of.at("bounded").text.ends_with("at pos = 231, i = 0 it is 2.1e+100"));
  // Too few for what a matrix of 64 x 64 may fit.
  const Found few = found("cos(pos*i)*sqrt(70 - pos)", 64, 8);
  CHECK(few.positions == 71);
  CHECK_FALSE(few.of.at("shift-linear").holds);
  CHECK(few.of.at("shift-linear").text ==
        "undecided: a 64 x 64 matrix can fit any 71 positions, and there are no others");
  const auto none = CustomEncoding::make("1/(pos - 100)", 1);
  CHECK(message(measure_invariants(*none, 101)).starts_with("[own] PE(pos, i) must be a finite"));
  const auto first = CustomEncoding::make("1/(pos - 1)", 1);
  CHECK(message(measure_invariants(*first, 1)).starts_with("[own] PE(pos, i) must be a finite"));
}

TEST_CASE("invariants: sizes") {
  CHECK(found("sin(pos/2^i)", 100, 1).positions == 400);
  CHECK(found("sin(pos/2^i)", 4, 1024).positions == 1024);
  const auto encoding = *CustomEncoding::make("pos", 4);
  CHECK(message(measure_invariants(encoding, 1025)) ==
        "[invariants] positions must be at most 1024 but got 1025");
  CHECK(message(measure_invariants(encoding, 0)).starts_with("[invariants] positions must be "));
  CHECK(message(measure_invariants(encoding, 1.5)).starts_with("[invariants] positions must be "));
  CHECK(message(measure_invariants(*CustomEncoding::make("pos", 257), 4)) ==
        "[invariants] d must be from 1 to 256 but got 257");
}
