#include "posenc/model/first_token.hpp"

#include "posenc/random.hpp"
#include "test.hpp"

namespace {

std::string error_of(double layers, double positions, double seed) {
  return first_token_effect(layers, positions, seed).error().message;
}

Matrix drawn_matrix(Random& random, Index rows, Index cols, double deviation) {
  Matrix matrix(rows, cols);
  for (Index row = 0; row < rows; ++row) {
    for (Index col = 0; col < cols; ++col) matrix(row, col) = deviation * random.normal();
  }
  return matrix;
}

/// The same with whole matrices: all scores, those of later keys masked. Weights are drawn transposed.
Matrix plain_outputs(Index layers, Index T, std::uint64_t seed, bool with_first) {
  constexpr Index d = first_token_width;
  const double deviation = 1 / std::sqrt(static_cast<double>(d));
  Random random(seed);
  const Matrix embeddings = drawn_matrix(random, 2, d, 1);
  Matrix x = embeddings.row(0).replicate(T, 1);
  if (with_first) x.row(0) = embeddings.row(1);
  for (Index layer = 0; layer < layers; ++layer) {
    const Matrix q = x * drawn_matrix(random, d, d, deviation).transpose();
    const Matrix k = x * drawn_matrix(random, d, d, deviation).transpose();
    const Matrix v = x * drawn_matrix(random, d, d, deviation).transpose();
    Matrix scores = q * k.transpose() / std::sqrt(static_cast<double>(d));
    for (Index t = 0; t < T; ++t) {
      for (Index s = t + 1; s < T; ++s) scores(t, s) = -std::numeric_limits<double>::infinity();
    }
    Matrix weights = scores.array().exp();
    for (Index t = 0; t < T; ++t) weights.row(t) /= weights.row(t).sum();
    x += weights * v;
  }
  return x;
}

}  // namespace

TEST_CASE("first token: both sequences are those of whole matrices with masked scores") {
  for (const Index layers : {1, 2, 3, 5}) {
    CAPTURE(layers);
    const auto effect = *first_token_effect(static_cast<double>(layers), 12, 7);
    const Matrix repeated = plain_outputs(layers, 12, 7, false);
    const Matrix after_first = plain_outputs(layers, 12, 7, true);
    CHECK((effect.repeated - repeated).cwiseAbs().maxCoeff() < 1e-12);
    CHECK((effect.after_first - after_first).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("first token: equal tokens alone stay equal, at any depth and with any weights") {
  for (int seed = 0; seed < 40; ++seed) {
    for (const double layers : {1.0, 2.0, 3.0, 8.0}) {
      CAPTURE(seed);
      CAPTURE(layers);
      const auto effect = *first_token_effect(layers, 40, seed);
      CHECK(effect.repeated_equal);
      CHECK(effect.repeated_spread < 1e-12);
      CHECK(effect.after_first_spread > 1e-3);
    }
  }
  // The example of the lesson.
  for (const double layers : {1.0, 2.0, 3.0}) {
    CHECK(first_token_effect(layers, 10, 1)->repeated_spread < 1e-14);
    CHECK(first_token_effect(layers, 10, 1)->after_first_spread > 1);
  }
}

TEST_CASE(
    "first token: after one layer its share of position t is 1 / (1 + t e^c), so no two are "
    "equal") {
  const auto effect = *first_token_effect(1, 30, 1);
  // What the share is multiplied with is the same at every position: its inverse is a straight line.
  const auto inverse = [&](Index t) {
    return 1 / (effect.after_first(t, effect.varying) - effect.repeated(t, effect.varying));
  };
  const double step = inverse(2) - inverse(1);
  CHECK(std::abs(step) > 1e-3);
  for (Index t = 3; t < 30; ++t) {
    CHECK(inverse(t) - inverse(t - 1) == doctest::Approx(step).epsilon(1e-9));
  }
}

TEST_CASE(
    "first token: the spread is that of the component that varies most, without the first token") {
  const auto effect = *first_token_effect(3, 10, 1);
  const auto rest = effect.after_first.bottomRows(9);
  const Eigen::RowVectorXd spreads = rest.colwise().maxCoeff() - rest.colwise().minCoeff();
  Index most = 0;
  CHECK(effect.after_first_spread == spreads.maxCoeff(&most));
  CHECK(effect.varying == most);
}

TEST_CASE("first token: numbers outside their range") {
  CHECK(error_of(0, 10, 1) == "[first-token] layers must be a whole number from 1 to 8 but got 0");
  CHECK(error_of(1.5, 10, 1) ==
        "[first-token] layers must be a whole number from 1 to 8 but got 1.5");
  CHECK(error_of(1, 1, 1) ==
        "[first-token] positions must be a whole number from 2 to 512 but got 1");
  CHECK(error_of(1, std::nan(""), 1) ==
        "[first-token] positions must be a whole number from 2 to 512 but got nan");
  CHECK(error_of(1, 10, -1) ==
        "[first-token] seed must be a whole number from 0 to 2^53 but got -1");
}
