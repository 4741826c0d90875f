#include "posenc/model/permutation.hpp"

#include "drawn.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "test.hpp"

namespace {

const std::vector<double> eight_tokens{3, 1, 4, 1, 5, 9, 2, 6};
const std::vector<double> backwards{7, 6, 5, 4, 3, 2, 1, 0};

std::vector<double> identity(std::size_t count) {
  std::vector<double> order(count);
  std::iota(order.begin(), order.end(), 0.0);
  return order;
}

std::vector<double> shuffled(Random& random, std::size_t count) {
  auto order = identity(count);
  for (std::size_t n = count; n > 1; --n) std::swap(order[n - 1], order[random.below(n)]);
  return order;
}

std::string error_of(const AttentionLayer& layer, const std::vector<double>& ids,
                     const std::vector<double>& order) {
  return permuted_attention(layer, ids, order).error().message;
}

}  // namespace

TEST_CASE("attention without positions and mask is equivariant, and its mean invariant") {
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    const auto count = static_cast<std::size_t>(drawn::index(random, 1, 64));
    std::vector<double> ids(count);
    for (double& id : ids) id = static_cast<double>(random.below(20));
    const AttentionLayer layer{static_cast<double>(drawn::even(random, 64)),
                               static_cast<double>(random.below(1000))};
    const auto result = *permuted_attention(layer, ids, shuffled(random, count));
    CAPTURE(count);
    CAPTURE(layer.d_model);
    CHECK(result.weight_difference < 1e-5);
    CHECK(result.output_difference < 1e-5);
    CHECK(result.pooled_difference < 1e-5);
    CHECK(result.equivariant);
    CHECK(result.invariant);
  }
}

TEST_CASE("the differences are those of P A P^T and P O, element by element") {
  const std::vector<double> order{2, 0, 3, 1, 7, 6, 5, 4};
  const auto result = *permuted_attention(
      {16, 7, AddedPositions::sinusoidal, AttentionMask::causal}, eight_tokens, order);
  Matrix P = Matrix::Zero(8, 8);
  for (Index n = 0; n < 8; ++n) P(n, static_cast<Index>(order[static_cast<std::size_t>(n)])) = 1;
  const Matrix of_weights = result.reordered_weights - P * result.weights * P.transpose();
  const Matrix of_outputs = result.reordered_outputs - P * result.outputs;
  CHECK(result.weight_difference == doctest::Approx(of_weights.cwiseAbs().maxCoeff()));
  CHECK(result.output_difference == doctest::Approx(of_outputs.cwiseAbs().maxCoeff()));
  const double pooled =
      (result.reordered_outputs.colwise().mean() - result.outputs.colwise().mean())
          .cwiseAbs()
          .maxCoeff();
  CHECK(result.pooled_difference == doctest::Approx(pooled));
}

TEST_CASE("a mask or positions tell the order: neither equivariant nor invariant") {
  for (const AttentionLayer& layer :
       {AttentionLayer{16, 1, AddedPositions::none, AttentionMask::causal},
        AttentionLayer{16, 1, AddedPositions::sinusoidal, AttentionMask::none},
        AttentionLayer{16, 1, AddedPositions::sinusoidal, AttentionMask::causal}}) {
    const auto result = *permuted_attention(layer, eight_tokens, backwards);
    CHECK(result.weight_difference > 0.01);
    CHECK(result.output_difference > 0.01);
    CHECK(result.pooled_difference > 0.001);
    CHECK_FALSE(result.equivariant);
    CHECK_FALSE(result.invariant);
  }
}

TEST_CASE("the same order, or one that exchanges equal tokens, changes nothing at all") {
  for (const AddedPositions encoding : {AddedPositions::none, AddedPositions::sinusoidal}) {
    for (const AttentionMask mask : {AttentionMask::none, AttentionMask::causal}) {
      const AttentionLayer layer{16, 3, encoding, mask};
      const auto same = *permuted_attention(layer, eight_tokens, identity(8));
      CHECK(same.weight_difference == 0);
      CHECK(same.output_difference == 0);
      CHECK(same.pooled_difference == 0);
      CHECK(same.equivariant);
      const auto exchanged = *permuted_attention(
          layer, eight_tokens, std::array{0.0, 3.0, 2.0, 1.0, 4.0, 5.0, 6.0, 7.0});
      CHECK(exchanged.reordered_outputs == exchanged.outputs);
    }
  }
}

TEST_CASE("rows of attention are shares, and a causal mask leaves none to what comes later") {
  for (const AttentionMask mask : {AttentionMask::none, AttentionMask::causal}) {
    const auto result =
        *permuted_attention({32, 5, AddedPositions::none, mask}, eight_tokens, backwards);
    for (const auto& weights : {result.weights, result.reordered_weights}) {
      CHECK((weights.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-6);
      CHECK(weights.minCoeff() >= 0);
      for (Index n = 0; n < 8; ++n) {
        for (Index m = n + 1; m < 8; ++m) {
          CHECK((weights(n, m) == 0) == (mask == AttentionMask::causal));
        }
      }
    }
  }
}

TEST_CASE("equal tokens attend equally to all, and a single token to itself") {
  const auto alike =
      *permuted_attention({8, 1}, std::array{4.0, 4.0, 4.0, 4.0}, std::array{3.0, 2.0, 1.0, 0.0});
  CHECK((alike.weights.array() - 0.25).abs().maxCoeff() < 1e-7);
  for (Index n = 1; n < 4; ++n) CHECK(alike.outputs.row(n) == alike.outputs.row(0));
  const auto alone = *permuted_attention({8, 1}, std::array{4.0}, std::array{0.0});
  CHECK(alone.weights(0, 0) == 1);
  // The value of that token, whatever is next to it.
  CHECK((alone.outputs.row(0) - alike.outputs.row(0)).cwiseAbs().maxCoeff() < 1e-6);
}

TEST_CASE("positions enter as PE at the place: far-away rows of it change the outputs alone") {
  // With one token at position 0, PE is 0, 1, 0, 1, ..: another input, the same weight of 1.
  const auto plain = *permuted_attention({8, 1}, std::array{4.0}, std::array{0.0});
  const auto placed =
      *permuted_attention({8, 1, AddedPositions::sinusoidal}, std::array{4.0}, std::array{0.0});
  CHECK(placed.weights(0, 0) == 1);
  CHECK((placed.outputs - plain.outputs).cwiseAbs().maxCoeff() > 0.1);
}

TEST_CASE("an invalid permutation, token or width is an error") {
  const AttentionLayer layer{16, 1};
  const std::vector<double> two{1, 2};
  CHECK(error_of({7, 1}, two, {0, 1}) ==
        "[permutation] d_model must be a positive even number up to 512 but got 7");
  CHECK(error_of({0, 1}, two, {0, 1}) ==
        "[permutation] d_model must be a positive even number up to 512 but got 0");
  CHECK(error_of({514, 1}, two, {0, 1}) ==
        "[permutation] d_model must be a positive even number up to 512 but got 514");
  CHECK(error_of({std::nan(""), 1}, two, {0, 1}) ==
        "[permutation] d_model must be a positive even number up to 512 but got nan");
  CHECK(error_of({16, -1}, two, {0, 1}) ==
        "[permutation] seed must be a whole number from 0 to 2^53 but got -1");
  CHECK(error_of(layer, {}, {}) == "[permutation] there must be 1 to 64 tokens but there are 0");
  CHECK(error_of(layer, std::vector<double>(65), identity(65)) ==
        "[permutation] there must be 1 to 64 tokens but there are 65");
  CHECK(error_of(layer, {1, 2.5}, {0, 1}) ==
        "[permutation] each of tokens must be a whole number below 2^31 but got 2.5");
  CHECK(error_of(layer, {1, -2}, {0, 1}) ==
        "[permutation] each of tokens must be a whole number of at least 0 but got -2");
  CHECK(error_of(layer, two, {0}) ==
        "[permutation] order must have a number for each of the 2 tokens but has 1");
  CHECK(error_of(layer, two, {0, 2}) ==
        "[permutation] order must have whole numbers from 0 to 1 but one is 2");
  CHECK(error_of(layer, two, {0.5, 1}) ==
        "[permutation] order must have whole numbers from 0 to 1 but one is 0.5");
  CHECK(error_of(layer, two, {1, 1}) ==
        "[permutation] order must have each number once but has 1 more than once");
  CHECK(to_added_positions("rope").error().message ==
        "[permutation] encoding must be \"none\" or \"sinusoidal\" but got \"rope\"");
  CHECK(to_attention_mask("both").error().message ==
        "[permutation] mask must be \"none\" or \"causal\" but got \"both\"");
}
