#include "posenc/model/attention.hpp"

#include "central_differences.hpp"
#include "drawn.hpp"
#include "posenc/model/position_scheme.hpp"
#include "test.hpp"

namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();

template <class Real>
using Rows = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Real>
struct Attended {
  Rows<Real> output;  // [B T, C]
  Rows<Real> P;       // [B NH T, T]
};

/// The code under test. Outputs begin with numbers that must be gone afterwards.
template <class Real>
Attended<Real> attended(const AttentionShape& shape, const Matrix& qkv, const Matrix& bias,
                        double scale) {
  const auto [B, T, NH, HS, direction] = shape;
  const Rows<Real> in = qkv.cast<Real>();
  const Rows<Real> biases = bias.cast<Real>();
  Attended<Real> result{Rows<Real>::Constant(B * T, NH * HS, 777),
                        Rows<Real>::Constant(B * NH * T, T, 777)};
  std::vector<Real> scratch(static_cast<std::size_t>(attention_scratch<Real>(T, HS)));
  attention<Real>(shape, in.data(), {biases.data(), BiasLayout::by_offset((bias.cols() + 1) / 2)},
                  static_cast<Real>(scale), result.P.data(), result.output.data(), scratch.data());
  return result;
}

/// The formula, one query at a time.
Attended<double> plain(const AttentionShape& shape, const Matrix& qkv, const Matrix& bias,
                       double scale) {
  const auto [B, T, NH, HS, direction] = shape;
  const Index C = NH * HS;
  const Index longest = (bias.cols() + 1) / 2;
  Attended<double> result{Matrix::Zero(B * T, C), Matrix::Zero(B * NH * T, T)};
  for (Index b = 0; b < B; ++b) {
    for (Index h = 0; h < NH; ++h) {
      for (Index t = 0; t < T; ++t) {
        const auto q = qkv.row(b * T + t).segment(h * HS, HS);
        auto weights = result.P.row((b * NH + h) * T + t);
        for (Index j = 0; j < T; ++j) {
          const auto k = qkv.row(b * T + j).segment(C + h * HS, HS);
          weights[j] = std::exp(q.dot(k) * scale + bias(h, longest - 1 + j - t));
        }
        weights /= weights.sum();
        for (Index j = 0; j < T; ++j) {
          result.output.row(b * T + t).segment(h * HS, HS) +=
              weights[j] * qkv.row(b * T + j).segment(2 * C + h * HS, HS);
        }
      }
    }
  }
  return result;
}

struct Drawn {
  AttentionShape shape;
  Matrix qkv;
  Matrix bias;
  double scale;
};

/// Heads of three kinds in turn: all is seen, no later key, and neither the key before nor any at a
/// distance of 3 or more.
Drawn draw(Random& random) {
  const Index B = drawn::index(random, 1, 3);
  const Index T = drawn::index(random, 1, 9);
  const Index NH = drawn::index(random, 1, 4);
  const Index HS = drawn::index(random, 1, 6);
  const Index longest = T + drawn::index(random, 0, 3);
  Matrix qkv = drawn::matrix(random, B * T, 3 * NH * HS);
  Matrix bias = drawn::matrix(random, NH, 2 * longest - 1);
  for (Index h = 0; h < NH; ++h) {
    for (Index offset = 1 - longest; offset < longest; ++offset) {
      const bool hidden =
          (h % 3 == 1 && offset > 0) || (h % 3 == 2 && (offset == -1 || std::abs(offset) >= 3));
      if (hidden) bias(h, offset + longest - 1) = masked;
    }
  }
  return {{B, T, NH, HS}, qkv, bias, 0.25 + random.uniform()};
}

}  // namespace

TEST_CASE("attention: softmax of scaled scores with biases and masks, over the values") {
  Random random(31);
  for (int round = 0; round < 30; ++round) {
    const auto [sizes, qkv, bias, scale] = draw(random);
    const AttentionShape& shape = sizes;  // CAPTURE takes no name from a structured binding
    CAPTURE(shape.T);
    CAPTURE(shape.HS);
    const auto expected = plain(shape, qkv, bias, scale);
    const auto got = attended<double>(shape, qkv, bias, scale);
    CHECK((got.P - expected.P).cwiseAbs().maxCoeff() < 1e-13);
    CHECK((got.output - expected.output).cwiseAbs().maxCoeff() < 1e-13);
    const auto in_float = attended<float>(shape, qkv, bias, scale);
    CHECK((in_float.P.cast<double>() - expected.P).cwiseAbs().maxCoeff() < 1e-5);
    CHECK((in_float.output.cast<double>() - expected.output).cwiseAbs().maxCoeff() < 1e-5);
    // Masked entries are exactly 0, not merely small.
    CHECK((got.P.array() == 0).count() == (expected.P.array() == 0).count());
    CHECK((in_float.P.array() == 0).count() == (expected.P.array() == 0).count());
  }
}

TEST_CASE("attention: large scores do not overflow") {
  const AttentionShape shape{1, 5, 1, 3};
  const Matrix bias = Matrix::Zero(1, 9);
  Matrix qkv = Matrix::Constant(5, 9, 0.5);
  qkv.leftCols(3).setConstant(1e3);
  qkv.middleCols(3, 3).setConstant(1e3);
  qkv.row(2).segment(3, 3).setConstant(2e3);
  for (const double sign : {1.0, -1.0}) {
    const auto got = attended<float>(shape, qkv, bias, sign);
    CHECK(got.P.rowwise().sum().isApproxToConstant(1, 1e-6F));
    CHECK((got.P.col(2).array() == (sign > 0 ? 1.0F : 0.0F)).all());
    CHECK(got.output.isApproxToConstant(0.5F, 1e-6F));
  }
}

TEST_CASE("attention: the gradients of q, k, v and biases are those of central differences") {
  Random random(32);
  for (int round = 0; round < 8; ++round) {
    const auto drawn = draw(random);
    const auto& [sizes, qkv, bias, scale] = drawn;
    const AttentionShape& shape = sizes;
    CAPTURE(shape.B);
    CAPTURE(shape.T);
    CAPTURE(shape.NH);
    CAPTURE(shape.HS);
    const Index longest = (bias.cols() + 1) / 2;
    const auto forward = attended<double>(shape, qkv, bias, scale);
    // L = <doutput, output>
    const Matrix doutput = drawn::matrix(random, shape.B * shape.T, shape.C());
    const Matrix before = drawn::matrix(random, bias.rows(), bias.cols());
    Matrix dqkv = Matrix::Constant(qkv.rows(), qkv.cols(), 777);
    Matrix dbias = before;
    std::vector<double> scratch(
        static_cast<std::size_t>(attention_scratch<double>(shape.T, shape.HS)));
    attention_gradient(shape, doutput.data(), qkv.data(), forward.P.data(), scale, dqkv.data(),
                       dbias.data(), longest, scratch.data());
    const auto loss = [&](const Matrix& of_qkv, const Matrix& of_bias) {
      return plain(drawn.shape, of_qkv, of_bias, drawn.scale).output.cwiseProduct(doutput).sum();
    };
    const Matrix to_qkv =
        central_differences(qkv, [&](const Matrix& x) { return loss(x, drawn.bias); });
    CHECK((dqkv - to_qkv).cwiseAbs().maxCoeff() < 1e-8);
    const Matrix to_bias =
        central_differences(bias, [&](const Matrix& x) { return loss(drawn.qkv, x); });
    CHECK((dbias - before - to_bias).cwiseAbs().maxCoeff() < 1e-8);

    // The same where nobody asks for the gradient of the biases.
    Matrix again = Matrix::Constant(qkv.rows(), qkv.cols(), 777);
    attention_gradient<double>(shape, doutput.data(), qkv.data(), forward.P.data(), scale,
                               again.data(), nullptr, longest, scratch.data());
    CHECK((again == dqkv));
  }
}

namespace {

template <class Real>
struct WithGradient {
  Attended<Real> forward;
  Rows<Real> dqkv;
  Rows<Real> dbias;
};

template <class Real>
WithGradient<Real> with_gradient(const AttentionShape& shape, const Matrix& qkv, const Matrix& bias,
                                 const Matrix& doutput) {
  WithGradient<Real> all{attended<Real>(shape, qkv, bias, 0.5),
                         Rows<Real>::Constant(qkv.rows(), qkv.cols(), 777),
                         Rows<Real>::Zero(bias.rows(), bias.cols())};
  const Rows<Real> in = qkv.cast<Real>();
  const Rows<Real> from = doutput.cast<Real>();
  // Not a number where nothing may be read that was not written.
  std::vector<Real> scratch(static_cast<std::size_t>(attention_scratch<Real>(shape.T, shape.HS)),
                            std::numeric_limits<Real>::quiet_NaN());
  attention_gradient<Real>(shape, from.data(), in.data(), all.forward.P.data(), Real{0.5},
                           all.dqkv.data(), all.dbias.data(), (bias.cols() + 1) / 2,
                           scratch.data());
  return all;
}

template <class Real>
void check_causal(const AttentionShape& shape, Random& random) {
  const Matrix qkv = drawn::matrix(random, shape.B * shape.T, 3 * shape.C());
  Matrix bias = drawn::matrix(random, shape.NH, 2 * shape.T - 1);
  bias.rightCols(shape.T - 1).setConstant(masked);
  const Matrix doutput = drawn::matrix(random, shape.B * shape.T, shape.C());
  AttentionShape causal = shape;
  causal.direction = Direction::causal;
  const auto whole = with_gradient<Real>(shape, qkv, bias, doutput);
  const auto part = with_gradient<Real>(causal, qkv, bias, doutput);
  CHECK((part.forward.P == whole.forward.P));
  CHECK((part.forward.output == whole.forward.output));
  CHECK((part.dqkv == whole.dqkv));
  CHECK((part.dbias == whole.dbias));
}

}  // namespace

TEST_CASE("attention: leaving out what a causal model masks changes no bit") {
  Random random(33);
  // About whole blocks of queries, and heads of one panel and of several.
  for (const Index T : {1, 15, 16, 17, 31, 32, 35, 64}) {
    for (const Index HS : {3, 8, 16, 20, 34}) {
      CAPTURE(T);
      CAPTURE(HS);
      check_causal<float>({2, T, 2, HS}, random);
      check_causal<double>({1, T, 1, HS}, random);
    }
  }
}

namespace {

/// Heads with windows of 1, 15, 16, 17 and 33 tokens to the left, and no later key.
Matrix windowed_bias(Random& random, Index longest) {
  constexpr Index windows[] = {1, 15, 16, 17, 33};
  Matrix bias = drawn::matrix(random, 5, 2 * longest - 1);
  for (Index h = 0; h < 5; ++h) {
    for (Index offset = 1 - longest; offset < longest; ++offset) {
      if (is_masked(Direction::causal, static_cast<double>(windows[h]), offset)) {
        bias(h, offset + longest - 1) = masked;
      }
    }
  }
  return bias;
}

}  // namespace

TEST_CASE("attention: windows that end within, at and beyond a block of queries") {
  Random random(34);
  const AttentionShape shape{1, 50, 5, 3, Direction::causal};
  const Matrix qkv = drawn::matrix(random, shape.T, 3 * shape.C());
  const Matrix bias = windowed_bias(random, shape.T);
  const Matrix doutput = drawn::matrix(random, shape.T, shape.C());
  const auto expected = plain(shape, qkv, bias, 0.5);
  const auto got = with_gradient<double>(shape, qkv, bias, doutput);
  CHECK((got.forward.P - expected.P).cwiseAbs().maxCoeff() < 1e-13);
  CHECK((got.forward.output - expected.output).cwiseAbs().maxCoeff() < 1e-13);
  CHECK((got.forward.P.array() == 0).count() == (expected.P.array() == 0).count());
  // One head depends on none of the others: without them the differences take a fifth of the time.
  const AttentionShape one{1, shape.T, 1, shape.HS, Direction::causal};
  for (Index h = 0; h < shape.NH; ++h) {
    CAPTURE(h);
    const auto of_head = [&](const Matrix& all) {
      Matrix head(all.rows(), 3 * shape.HS);
      for (Index part = 0; part < 3; ++part) {
        head.middleCols(part * shape.HS, shape.HS) =
            all.middleCols(part * shape.C() + h * shape.HS, shape.HS);
      }
      return head;
    };
    const Matrix of_output = doutput.middleCols(h * shape.HS, shape.HS);
    const Matrix to_qkv = central_differences(of_head(qkv), [&](const Matrix& x) {
      return plain(one, x, bias.row(h), 0.5).output.cwiseProduct(of_output).sum();
    });
    CHECK((of_head(got.dqkv) - to_qkv).cwiseAbs().maxCoeff() < 1e-8);
  }
}
