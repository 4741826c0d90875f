#include "posenc/analysis/shift.hpp"

#include "drawn.hpp"
#include "test.hpp"

TEST_CASE("PE(pos + k) = M_k PE(pos), for every pos with one matrix, in both layouts") {
  const auto frequencies = *GeometricFrequencies::make(64, 10000);
  for (const auto layout : {ColumnLayout::interleaved, ColumnLayout::concatenated}) {
    for (const double k : {-7.0, 0.0, 1.0, 2.5, 100.0}) {
      const Matrix m = *shift_matrix(frequencies, k, layout);
      for (const double position : {0.0, 3.0, 1000.0}) {
        CAPTURE(k);
        CAPTURE(position);
        const Vector there = *sinusoidal_encoding(frequencies, position + k, layout);
        const Vector moved = m * *sinusoidal_encoding(frequencies, position, layout);
        CHECK((there - moved).cwiseAbs().maxCoeff() < 1e-12);
        CHECK(*shifted_encoding(frequencies, k, position, layout) == moved);
      }
    }
  }
}

TEST_CASE("a shift is linear for every size, base and place, and depends on the frequencies") {
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Index d = drawn::even(random, 128);
    const double base = drawn::base(random);
    const double k = drawn::position(random, 3000);
    const double position = drawn::position(random, 3000);
    const auto layout =
        random.below(2) == 0 ? ColumnLayout::interleaved : ColumnLayout::concatenated;
    CAPTURE(d);
    CAPTURE(base);
    CAPTURE(k);
    CAPTURE(position);
    const auto frequencies = *GeometricFrequencies::make(d, base);
    const Matrix m = *shift_matrix(frequencies, k, layout);
    const Vector there = *sinusoidal_encoding(frequencies, position + k, layout);
    CHECK((m * *sinusoidal_encoding(frequencies, position, layout) - there)
              .lpNorm<Eigen::Infinity>() < 1e-11);
    // It would not be that of any other shift.
    if (k != 0) {
      const Matrix back = *shift_matrix(frequencies, -k, layout);
      CHECK((back * *sinusoidal_encoding(frequencies, position, layout) - there)
                .lpNorm<Eigen::Infinity>() > 1e-9);
    }
  }
}

TEST_CASE("shifts compose and are rotations") {
  const auto frequencies = *GeometricFrequencies::make(8, 100);
  const Matrix three = *shift_matrix(frequencies, 3);
  const Matrix two = *shift_matrix(frequencies, 2);
  CHECK((three * two - *shift_matrix(frequencies, 5)).cwiseAbs().maxCoeff() < 1e-14);
  CHECK((three * three.transpose() - Matrix::Identity(8, 8)).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("shift: bad shifts and impossible sizes are errors") {
  const auto frequencies = *GeometricFrequencies::make(8, 100);
  CHECK(shift_matrix(frequencies, std::nan("")).error().message ==
        "[shift] shift must be a number between -2^53 and 2^53 but got nan");
  CHECK_FALSE(shifted_encoding(frequencies, 1, std::nan("")));
  CHECK(shift_matrix(*GeometricFrequencies::make(1 << 20, 100), 1).error().code ==
        ErrorCode::too_large);
}

TEST_CASE("compare_shift: its parts agree, and differ only by rounding") {
  for (const Index d : {2, 6, 128}) {
    for (const double base : {100.0, 10000.0}) {
      const auto frequencies = *GeometricFrequencies::make(d, base);
      for (const double k : {-7.0, 0.0, 1.0, 2.5}) {
        for (const double position : {0.0, 40.0, 1000.0}) {
          CAPTURE(k);
          CAPTURE(position);
          const ShiftComparison c = *compare_shift(frequencies, position, k);
          CHECK(c.matrix == *shift_matrix(frequencies, k));
          CHECK(c.start == *sinusoidal_encoding(frequencies, position));
          CHECK(c.carried == *shifted_encoding(frequencies, k, position));
          CHECK(c.target == *sinusoidal_encoding(frequencies, position + k));
          CHECK(c.difference == Vector(c.carried - c.target));
          CHECK(c.largest == c.difference.cwiseAbs().maxCoeff());
          CHECK(c.largest < 1e-12);
          CHECK(c.carries);
        }
      }
      // M_0 is the identity: no rounding at all.
      CHECK(compare_shift(frequencies, 40, 0)->largest == 0);
      // At a distance rounding shows: the difference is computed, not put.
      CHECK(compare_shift(frequencies, 1e9, 1)->largest > 0);
    }
  }
}

TEST_CASE("compare_shift: at very large positions only rounding is left") {
  const auto frequencies = *GeometricFrequencies::make(128, 10000);
  CHECK(compare_shift(frequencies, 5, 3)->carries);
  CHECK_FALSE(compare_shift(frequencies, 1e15 + 1, 1e15)->carries);
}

TEST_CASE("compare_shift: bad positions, shifts and sums are errors") {
  const auto frequencies = *GeometricFrequencies::make(8, 100);
  const auto message = [&](double position, double shift) {
    return compare_shift(frequencies, position, shift).error().message;
  };
  CHECK(message(0, std::nan("")) ==
        "[shift] shift must be a number between -2^53 and 2^53 but got nan");
  CHECK(message(1e17, 1) ==
        "[sinusoidal] position must be a number between -2^53 and 2^53 but got 1e+17");
  CHECK(message(max_position, max_position) ==
        "[shift] position + shift must be a number between -2^53 and 2^53 but got "
        "18014398509481984");
  CHECK(compare_shift(*GeometricFrequencies::make(1 << 20, 100), 0, 1).error().code ==
        ErrorCode::too_large);
}
