#include "gradients.hpp"

#include "posenc/random.hpp"
#include "test.hpp"

namespace {

TransformerOptions small() {
  TransformerOptions options;
  options.vocabulary = 5;
  options.outputs = 4;
  options.d_model = 6;
  options.heads = 1;
  options.hidden = 5;
  options.longest = 6;
  options.activation = Activation::gelu;
  options.position.scheme = Scheme::learned;
  options.position.table_rows = 6;
  return options;
}

double worst(const TransformerOptions& options, Index length = 5) {
  double most = 0;
  const auto errors = bench::gradient_errors(options, length);
  for (const auto& [tensor, error] : *errors) most = std::max(most, error);
  return most;
}

}  // namespace

TEST_CASE("the gradient of every parameter is that of differences of the loss, for every scheme") {
  const auto all = bench::gradients();
  // All in both directions, but for directional ALiBi, which has one; one of them again with ReLU; and five with options
  // of single layers.
  const std::size_t with_gelu = 2 * scheme_facts.size() - 1;
  REQUIRE(all.size() == with_gelu + 1 + 5);
  for (const auto& of_scheme : all) {
    const auto name = name_of(of_scheme.options.position);
    CAPTURE(name);
    CHECK(of_scheme.tensors.size() >= 29);
    const auto& most =
        *std::ranges::max_element(of_scheme.tensors, {}, &bench::GradientError::worst);
    CAPTURE(most.tensor);
    CHECK(most.worst < 1e-6);
  }
}

TEST_CASE(
    "the gradient is right for every read-out, with dropout, and for scaled embeddings or not") {
  for (const auto& [name, readout] : readout_names) {
    CAPTURE_BOUND(name);
    auto options = small();
    options.readout = readout;
    CHECK(worst(options) < 1e-6);
  }
  auto options = small();
  options.dropout = 0.3;
  CHECK(worst(options) < 1e-6);
  options.embedding_scale = EmbeddingScale::one;
  options.readout = Readout::mean_pool;
  CHECK(worst(options) < 1e-6);
  // Wide enough that columns are packed on the way to the gradient.
  options = small();
  options.hidden = 34;
  CHECK(worst(options) < 1e-6);
  options = small();
  options.position.scheme = Scheme::rope;
  options.position.layout = PairLayout::interleaved;
  CHECK(worst(options) < 1e-6);
}

TEST_CASE("the gradient is right for layers of several kinds, and where a part of a head rotates") {
  auto options = small();
  options.layers = 2;
  options.direction = Direction::causal;
  options.position.scheme = Scheme::none;
  options.position.num_buckets = 4;
  options.position.max_distance = 4;
  const auto with = [&](std::vector<Scheme> schemes, std::vector<double> windows) {
    options.position.layer_schemes = std::move(schemes);
    options.position.windows = std::move(windows);
    return worst(options);
  };
  CHECK(with({Scheme::rope, Scheme::none}, {}) < 1e-6);
  CHECK(with({Scheme::t5, Scheme::alibi}, {0, 2}) < 1e-6);
  // Both layers add to the gradient of one learned bias, each through its own mask.
  CHECK(with({Scheme::t5, Scheme::t5}, {2, 3}) < 1e-6);
  options.position.bases = {10, 1000};
  options.position.rotary = 0.7;  // 4 of 6 components
  CHECK(with({Scheme::rope, Scheme::rope}, {3, 0}) < 1e-6);
  options.direction = Direction::bidirectional;
  CHECK(with({Scheme::rope, Scheme::none}, {1, 2}) < 1e-6);
  options.dropout = 0.3;
  CHECK(with({Scheme::rope, Scheme::t5}, {0, 2}) < 1e-6);
}

TEST_CASE("the gradient is right with given tables, matrices that are no rotations, and biases") {
  Random random(1);
  auto options = small();
  options.d_model = 8;
  options.heads = 2;
  options.layers = 2;
  for (const auto& [scheme, count] : {std::pair{Scheme::sinusoidal, 6 * 8},
                                      {Scheme::rope, 6 * 4 * 4},
                                      {Scheme::alibi, 2 * 5 * 5}}) {
    options.position.scheme = scheme;
    options.position.given_lengths = {5};
    options.position.given.clear();
    for (int n = 0; n < count; ++n) options.position.given.push_back(random.normal());
    for (const Direction direction : {Direction::bidirectional, Direction::causal}) {
      options.direction = direction;
      CHECK(worst(options) < 1e-6);
    }
  }
}

TEST_CASE("the gradient is right for part of two heads, with windows, and across blocks") {
  auto options = small();
  options.d_model = 8;
  options.heads = 2;
  options.layers = 2;
  options.position.windows = {2, 3};
  CHECK(worst(options) < 1e-6);
  options.position.scheme = Scheme::none;
  options.position.layer_schemes = {Scheme::alibi_directional, Scheme::rope};
  options.position.windows = {3, 1};
  CHECK(worst(options) < 1e-6);
  options.position.layer_schemes = {Scheme::rope, Scheme::rope};
  options.position.windows = {};
  options.position.layout = PairLayout::interleaved;
  options.position.rotary = 0.5;
  CHECK(worst(options) < 1e-6);

  // Attention takes 16 queries at a time.
  options = small();
  options.d_model = 4;
  options.layers = 2;
  options.longest = 35;
  options.direction = Direction::causal;
  options.position.scheme = Scheme::rope;
  options.position.windows = {17, 0};
  CHECK(worst(options, 35) < 1e-6);
}
