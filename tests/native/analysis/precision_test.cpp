#include "posenc/analysis/precision.hpp"

#include "test.hpp"

namespace {
GeometricFrequencies frequencies(Index d, double base = 10000,
                                 FrequencyVariant variant = FrequencyVariant::paper) {
  return *GeometricFrequencies::make(d, base, variant);
}
}  // namespace

// Computed apart from the core with 200-bit numbers, every operation rounded to 24 bits.
TEST_CASE("float32: the two forms of the frequencies, equal on paper, differ at large positions") {
  struct Expected {
    Index d;
    FrequencyVariant variant;
    double position, forms, power, exponential;
  };
  constexpr auto paper = FrequencyVariant::paper;
  constexpr std::array all{
      Expected{128, paper, 0, 0, 0, 0},
      Expected{128, paper, 1, 5.96046447753906e-8, 4.56982372324712e-8, 4.91461930912598e-8},
      Expected{128, paper, 100, 7.48038291931152e-6, 3.14879979486067e-6, 4.33158312445085e-6},
      Expected{128, paper, 131071, 0.00764471292495728, 0.00415402105017574, 0.0050306622821851},
      Expected{128, paper, 1048576, 0.0459602475166321, 0.0225893159492108, 0.0233709315674213},
      Expected{512, paper, 131071, 0.00764471292495728, 0.0075770308346349, 0.0050306622821851},
      // Where it shows that ln(base) and (ln(base)/d) * 2i are rounded too.
      Expected{34, paper, 131071, 0.00742489099502563, 0.00509370357639095, 0.00394299377385106},
      Expected{768, paper, 131071, 0.00767168402671814, 0.00711963441383211, 0.00854681460489651},
      Expected{16, paper, 1048576, 0.00617343187332153, 0.00222825779329708, 0.00494176199920899},
      Expected{128, FrequencyVariant::endpoint, 131071, 0.00780642405152321, 0.0037104712417149,
               0.00417759678557856},
  };
  for (const Expected& e : all) {
    CAPTURE(e.d);
    CAPTURE(e.position);
    const auto errors = *float32_errors(frequencies(e.d, 10000, e.variant), std::array{e.position});
    CHECK(errors.forms[0] == doctest::Approx(e.forms).epsilon(1e-6));
    CHECK(errors.power[0] == doctest::Approx(e.power).epsilon(1e-6));
    CHECK(errors.exponential[0] == doctest::Approx(e.exponential).epsilon(1e-6));
  }
}

TEST_CASE("float32: where every angle is exact, only the last rounding is left") {
  // omega = 1 and 2^-13, the latter exact as a power but not by way of ln.
  const std::array positions{-5.0, 7.0, 131071.0, 1048576.0};
  const auto errors = *float32_errors(frequencies(4, 67108864), positions);
  CHECK(errors.power.maxCoeff() <= std::ldexp(1.0, -25));
  CHECK(errors.power.minCoeff() > 0);
  CHECK(errors.exponential[3] > 1e-5);
  // At d = 2 there is but omega = 1, in both forms and both variants.
  for (const auto variant : {FrequencyVariant::paper, FrequencyVariant::endpoint}) {
    const auto one = *float32_errors(frequencies(2, 10000, variant), positions);
    CHECK(one.forms == Vector::Zero(4));
    CHECK(one.exponential.maxCoeff() <= std::ldexp(1.0, -25));
  }
}

TEST_CASE("float32: each of the three is at most the sum of the others; rows are independent") {
  const std::array positions{3.0, 0.5, 70000.0, max_position};
  for (const double base : {1e-20, 100.0, 1e20}) {
    for (const Index d : {4, 6, 64}) {
      const auto e = *float32_errors(frequencies(d, base), positions);
      REQUIRE(e.forms.size() == 4);
      for (Index row = 0; row < 4; ++row) {
        CAPTURE(base);
        CHECK(e.forms[row] <= e.power[row] + e.exponential[row]);
        CHECK(e.power[row] <= e.forms[row] + e.exponential[row]);
        CHECK(e.exponential[row] <= 2);
        const std::array alone{positions[static_cast<std::size_t>(row)]};
        CHECK(float32_errors(frequencies(d, base), alone)->power[0] == e.power[row]);
      }
    }
  }
  CHECK(float32_errors(frequencies(4), {})->forms.size() == 0);
}

TEST_CASE("float32: what single precision or memory cannot hold is an error") {
  CHECK(float32_errors(frequencies(8, 1e21), {}).error().message ==
        "[precision] base must be between 1e-20 and 1e+20 for single precision but got 1e+21");
  CHECK_FALSE(float32_errors(frequencies(8, 1e-21), {}));
  CHECK(float32_errors(frequencies(8), std::array{0.0, std::nan("")}).error().message ==
        "[precision] each of positions must be a number between -2^53 and 2^53 but got nan");
  const std::vector<double> many(1 << 14);
  CHECK(float32_errors(frequencies(1 << 14), many).error().code == ErrorCode::too_large);
}

// Computed with Python's struct, which rounds to float32.
TEST_CASE("float32: given frequencies, rounded once or multiplied up, at a far position") {
  const auto exact = frequencies(128);
  const std::array far{131071.0};
  const Vector rounded_once = float32_rounded_frequencies(exact);
  const Vector multiplied = float32_multiplied_frequencies(exact);
  CHECK((*float32_angle_errors(exact, rounded_once, far))[0] ==
        doctest::Approx(0.002614050639).epsilon(1e-6));
  CHECK((*float32_angle_errors(exact, multiplied, far))[0] ==
        doctest::Approx(0.011966009287).epsilon(1e-6));
  CHECK(multiplied[0] == 1);
  CHECK(multiplied[1] == rounded_once[1]);
  CHECK(float32_multiplied_frequencies(frequencies(2)) == Vector::Ones(1));
  CHECK_FALSE(float32_angle_errors(exact, multiplied, std::array{std::nan("")}));
}

TEST_CASE("float32: positions that are added up drift by a whole step") {
  // numpy.float32(0.1) added 10,000 times is 999.9029; a step that float32 has exactly does not drift.
  CHECK(std::abs(*float32_summed_drift(0.1, 10000) + 0.97107) < 1e-5);
  CHECK(*float32_summed_drift(0.1, 10118) > -1);
  CHECK(*float32_summed_drift(0.1, 10119) <= -1);
  CHECK(*float32_summed_drift(0.125, 10000) == 0);
  CHECK(*float32_summed_drift(0.1, 0) == 0);
  CHECK(!float32_summed_drift(0, 5));
  CHECK(!float32_summed_drift(0.1, 2.5));
}

TEST_CASE("float32: a table that is only rounded is off by no more than 2^-25") {
  for (const double position : {0.0, 1.0, 131071.0, max_position}) {
    CHECK(*float32_rounding_error(frequencies(128), position) <= std::ldexp(1.0, -25));
  }
  CHECK(*float32_rounding_error(frequencies(128), 131071) > 1e-8);
  CHECK(*float32_rounding_error(frequencies(128), 0) == 0);
}
