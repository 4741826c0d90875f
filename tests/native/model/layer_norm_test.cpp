#include "posenc/model/layer_norm.hpp"

#include "central_differences.hpp"
#include "drawn.hpp"
#include "test.hpp"

namespace {

constexpr double eps = 1e-5;

/// The formula, for all rows at once.
Matrix plain(const Matrix& x, const Matrix& gain, const Matrix& bias) {
  Matrix y(x.rows(), x.cols());
  for (Index row = 0; row < x.rows(); ++row) {
    const double mean = x.row(row).mean();
    const double variance = (x.row(row).array() - mean).square().mean();
    y.row(row) =
        (x.row(row).array() - mean) / std::sqrt(variance + eps) * gain.array() + bias.array();
  }
  return y;
}

template <class Real>
std::vector<Real> as(const Matrix& x) {
  std::vector<Real> values;
  for (const double element : x.reshaped<Eigen::RowMajor>()) {
    values.push_back(static_cast<Real>(element));
  }
  return values;
}

Matrix matrix_of(const std::vector<float>& values, Index rows) {
  const Index cols = static_cast<Index>(values.size()) / rows;
  return Eigen::Map<const Eigen::Matrix<float, -1, -1, Eigen::RowMajor>>(values.data(), rows, cols)
      .cast<double>();
}

}  // namespace

TEST_CASE("layer norm: each row with mean 0 and variance 1, times gain, plus bias") {
  Random random(21);
  for (Index C = 1; C <= 20; ++C) {
    const Index rows = drawn::index(random, 1, 5);
    const double middle = 10 * random.normal();
    const double spread = drawn::magnitude(random, 0.1, 10);
    CAPTURE(C);
    const Matrix x = (drawn::matrix(random, rows, C).array() * spread + middle).matrix();
    const Matrix gain = drawn::matrix(random, 1, C);
    const Matrix bias = drawn::matrix(random, 1, C);
    const Matrix expected = plain(x, gain, bias);
    Matrix y = Matrix::Constant(rows, C, 777);
    std::vector<RowMoments<double>> moments(static_cast<std::size_t>(rows));
    layer_norm(rows, C, x.data(), gain.data(), bias.data(), eps, y.data(), moments.data());
    CHECK((y - expected).cwiseAbs().maxCoeff() < 1e-11);
    CHECK(moments.back().mean == doctest::Approx(x.row(rows - 1).mean()).epsilon(1e-12));

    const auto [x_, gain_, bias_] = std::tuple{as<float>(x), as<float>(gain), as<float>(bias)};
    std::vector<float> y_(x_.size());
    std::vector<RowMoments<float>> moments_(static_cast<std::size_t>(rows));
    layer_norm(rows, C, x_.data(), gain_.data(), bias_.data(), static_cast<float>(eps), y_.data(),
               moments_.data());
    // The formula at the numbers that float holds. Where all are nearly the same, their spread is
    // known less well.
    const Matrix of_floats = plain(matrix_of(x_, rows), gain, bias);
    CHECK((matrix_of(y_, rows) - of_floats).cwiseAbs().maxCoeff() < (C < 4 ? 0.05 : 2e-3));
  }
}

TEST_CASE("layer norm: a row of one number, or of equal ones, becomes the bias") {
  const Matrix x = Matrix::Constant(2, 6, 3.5);
  const Matrix gain = Matrix::Constant(1, 6, 2);
  Matrix bias(1, 6);
  bias << 1, 2, 3, 4, 5, 6;
  Matrix y(2, 6);
  RowMoments<double> moments[2];
  layer_norm(2, 6, x.data(), gain.data(), bias.data(), eps, y.data(), moments);
  CHECK(y == bias.replicate(2, 1));
}

TEST_CASE("layer norm: the gradients are those of central differences, added to earlier ones") {
  Random random(22);
  for (Index C = 2; C <= 9; ++C) {
    const Index rows = drawn::index(random, 1, 3);
    CAPTURE(C);
    const Matrix x = drawn::matrix(random, rows, C);
    const Matrix gain = drawn::matrix(random, 1, C);
    const Matrix bias = drawn::matrix(random, 1, C);
    const Matrix dy = drawn::matrix(random, rows, C);
    const Matrix dx_before = drawn::matrix(random, rows, C);
    const Matrix dgain_before = drawn::matrix(random, 1, C);
    const Matrix dbias_before = drawn::matrix(random, 1, C);
    Matrix y(rows, C);
    std::vector<RowMoments<double>> moments(static_cast<std::size_t>(rows));
    layer_norm(rows, C, x.data(), gain.data(), bias.data(), eps, y.data(), moments.data());
    Matrix dx = dx_before;
    Matrix dgain = dgain_before;
    Matrix dbias = dbias_before;
    layer_norm_gradient(rows, C, dy.data(), x.data(), gain.data(), moments.data(), dx.data(),
                        dgain.data(), dbias.data());
    // L = <dy, y>
    const auto loss = [&](const Matrix& of_y) { return of_y.cwiseProduct(dy).sum(); };
    const Matrix to_x =
        central_differences(x, [&](const Matrix& at) { return loss(plain(at, gain, bias)); });
    const Matrix to_gain =
        central_differences(gain, [&](const Matrix& at) { return loss(plain(x, at, bias)); });
    const Matrix to_bias =
        central_differences(bias, [&](const Matrix& at) { return loss(plain(x, gain, at)); });
    const double of_x = (dx - dx_before - to_x).cwiseAbs().maxCoeff();
    CHECK(of_x < 1e-7 * (1 + to_x.cwiseAbs().maxCoeff()));
    CHECK((dgain - dgain_before - to_gain).cwiseAbs().maxCoeff() < 1e-8);
    CHECK((dbias - dbias_before - to_bias).cwiseAbs().maxCoeff() < 1e-8);
  }
}
