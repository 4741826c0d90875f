#include "posenc/analysis/read_out.hpp"

#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

namespace {

GeometricFrequencies omega_of(Index d, double base = 10000) {
  return *GeometricFrequencies::make(d, base);
}

Eigen::MatrixXd table_of(Index d, Index count) {
  std::vector<double> positions(static_cast<std::size_t>(count));
  std::iota(positions.begin(), positions.end(), 0.0);
  return *sinusoidal_table(omega_of(d), positions);
}

/// w from A^t A w = A^t f, by Gaussian elimination. Squaring A loses twice the digits: in long double enough are left.
Vector plain_weights(const Eigen::MatrixXd& table, const Vector& f) {
  using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const Long a = table.cast<long double>();
  const Index d = a.cols();
  Long equations(d, d + 1);
  equations << a.transpose() * a, a.transpose() * f.cast<long double>();
  for (Index col = 0; col < d; ++col) {
    for (Index row = 0; row < d; ++row) {
      if (row == col) continue;
      const long double factor = equations(row, col) / equations(col, col);
      equations.row(row) -= factor * equations.row(col);
    }
  }
  Vector weights(d);
  for (Index n = 0; n < d; ++n) {
    weights[n] = static_cast<double>(equations(n, d) / equations(n, n));
  }
  return weights;
}

std::string read_out_error(Index d, double count, double shown) {
  return read_out(omega_of(d), ReadOutTarget::ramp, count, shown).error().message;
}

}  // namespace

TEST_CASE(
    "read-out: the fit of the normal equations, within the positions and beyond, where no column "
    "is "
    "left out") {
  for (const Index d : {2, 4, 6, 8}) {
    for (const auto& [name, value] : read_out_target_names) {
      // clang’s lambdas capture no structured bindings.
      const std::string_view target_name = name;
      const ReadOutTarget target = value;
      CAPTURE(d);
      CAPTURE(target_name);
      const auto fit = *read_out(omega_of(d), target, 100, 150);
      REQUIRE(fit.directions == d);
      const Eigen::MatrixXd table = table_of(d, 150);
      const Vector weights = plain_weights(table.topRows(100), fit.target.head(100));
      const Vector plain = table * weights;
      CHECK((fit.fitted.head(100) - plain.head(100)).cwiseAbs().maxCoeff() < 1e-9);
      CHECK((fit.fitted - plain).norm() <= 1e-6 * plain.norm());
      const Vector off = plain - fit.target;
      CHECK(fit.error == doctest::Approx(off.head(100).norm() / 10).epsilon(1e-6));
      CHECK(fit.beyond == doctest::Approx(off.tail(50).norm() / std::sqrt(50.0)).epsilon(1e-6));
    }
  }
}

TEST_CASE("read-out: what is left over is orthogonal to every column, up to what is left out") {
  for (const Index d : {16, 64, 128, 256}) {
    CAPTURE(d);
    const auto fit = *read_out(omega_of(d), ReadOutTarget::bump, 100, 100);
    CHECK(fit.directions < d);
    const Vector products = table_of(d, 100).transpose() * (fit.target - fit.fitted);
    CHECK(products.cwiseAbs().maxCoeff() <= 10 * read_out_tolerance * fit.error * 10 + 1e-12);
  }
}

TEST_CASE("read-out: a wave that is a column is read exactly, beyond the fitted positions too") {
  // omega_1 = base^(-1/2) = 2 pi / 100.
  const double base = std::pow(100 / (2 * std::numbers::pi), 2);
  const auto fit = *read_out(omega_of(4, base), ReadOutTarget::slow_wave, 100, 300);
  CHECK(fit.error < 1e-12);
  CHECK(fit.beyond < 1e-9);
}

TEST_CASE(
    "read-out: smooth functions come out with a few columns, a wave faster than pair 0 does not") {
  const auto error = [](ReadOutTarget target, Index d) {
    return read_out(omega_of(d), target, 100, 100)->error;
  };
  CHECK(error(ReadOutTarget::ramp, 8) < 1e-6);
  CHECK(error(ReadOutTarget::parabola, 16) < 1e-4);
  CHECK(error(ReadOutTarget::bump, 16) > 0.01);
  CHECK(error(ReadOutTarget::bump, 64) < 1e-4);
  for (const Index d : {2, 16, 128}) {
    CHECK(error(ReadOutTarget::fast_wave, d) > 0.68);
    CHECK(error(ReadOutTarget::fast_wave, d) < std::sqrt(0.5) + 1e-9);
  }
  CHECK(read_out(omega_of(32), ReadOutTarget::bump, 100, 150)->beyond > 1);
}

TEST_CASE("read-out: the targets") {
  const auto at = [](ReadOutTarget target, Index position) {
    return read_out(omega_of(2), target, 100, 120)->target[position];
  };
  CHECK(at(ReadOutTarget::ramp, 25) == 0.25);
  CHECK(at(ReadOutTarget::ramp, 110) == 1.1);
  CHECK(at(ReadOutTarget::parabola, 50) == 1);
  CHECK(at(ReadOutTarget::parabola, 25) == doctest::Approx(0.75));
  CHECK(at(ReadOutTarget::bump, 50) == 1);
  CHECK(at(ReadOutTarget::bump, 58) == doctest::Approx(std::exp(-0.5)));
  CHECK(at(ReadOutTarget::slow_wave, 25) == doctest::Approx(1));
  CHECK(at(ReadOutTarget::slow_wave, 75) == doctest::Approx(-1));
  CHECK(at(ReadOutTarget::fast_wave, 1) == doctest::Approx(1));
  CHECK(at(ReadOutTarget::fast_wave, 3) == doctest::Approx(-1));
  CHECK(read_out(omega_of(2), ReadOutTarget::ramp, 7, 7)->beyond == 0);
}

TEST_CASE("read-out: numbers outside their range") {
  CHECK(read_out_error(8, 0, 10) ==
        "[read-out] count must be a whole number above 0 and below 2^31 but got 0");
  CHECK(read_out_error(8, 10, 9) ==
        "[read-out] shown must be a whole number from 10 to 4096 but got 9");
  CHECK(read_out_error(8, 10, 4097) ==
        "[read-out] shown must be a whole number from 10 to 4096 but got 4097");
  CHECK(read_out_error(1026, 10, 10) ==
        "[read-out] dimension must be a whole number from 2 to 1024 but got 1026");
  CHECK(to_read_out_target("square").error().message ==
        "[read-out] target must be \"ramp\", \"parabola\", \"bump\", \"slow_wave\" or "
        "\"fast_wave\" but got \"square\"");
}
