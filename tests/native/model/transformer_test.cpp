#include "posenc/model/transformer.hpp"

#include "drawn.hpp"
#include "plain_transformer.hpp"
#include "posenc/argument.hpp"
#include "test.hpp"

namespace {

using Tokens = std::vector<Token>;

constexpr Index V = 9;
constexpr Index outputs = 5;

/// Sizes that fill no vector, no tile and no panel.
TransformerOptions options_of(Scheme scheme, Readout readout = Readout::per_token,
                              Direction direction = Direction::bidirectional) {
  TransformerOptions options;
  options.vocabulary = static_cast<double>(V);
  options.outputs = static_cast<double>(outputs);
  options.d_model = 12;
  options.heads = 2;
  options.layers = 2;
  options.hidden = 19;
  options.longest = 8;
  options.direction = direction;
  options.readout = readout;
  options.position.scheme = scheme;
  options.position.base = 100;
  options.position.table_rows = 10;
  options.position.num_buckets = 8;
  options.position.max_distance = 6;
  options.position.formula = "cos(pos*(i + 1)/d)";
  return options;
}

/// The initial parameters, with gains other than 1 and biases other than 0.
template <class Real>
Transformer<Real> model_of(const TransformerOptions& options, std::uint64_t seed = 1) {
  auto model = *Transformer<Real>::make(options);
  Random random(seed);
  model.initialize(random);
  for (Real& parameter : model.mutable_parameters()) {
    parameter += static_cast<Real>(0.1 * random.normal());
  }
  return model;
}

Tokens drawn_tokens(Random& random, Index count, Index limit) {
  Tokens tokens;
  for (Index n = 0; n < count; ++n) {
    tokens.push_back(static_cast<Token>(random.below(static_cast<std::uint64_t>(limit))));
  }
  return tokens;
}

Index answers(const TransformerOptions& options, Index T) {
  return options.readout == Readout::per_token ? T : 1;
}

template <class Real>
Matrix logits_of(Transformer<Real>& model, const Tokens& tokens, Index T) {
  const Index B = static_cast<Index>(tokens.size()) / T;
  const Index rows = B * answers(model.options(), T);
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> logits(rows,
                                                                              model.outputs());
  const auto error =
      model.logits(tokens, B, T, {logits.data(), static_cast<std::size_t>(logits.size())});
  REQUIRE_FALSE(error);
  return logits.template cast<double>();
}

double largest(const Matrix& x) { return x.cwiseAbs().maxCoeff(); }

/// The same where both are -infinity, which no other element may be in one of them alone.
double largest_of_scores(const Matrix& a, const Matrix& b) {
  double most = 0;
  for (Index n = 0; n < a.size(); ++n) {
    const double x = a.data()[n];
    const double y = b.data()[n];
    if (x != y) most = std::max(most, std::abs(x - y));
  }
  return most;
}

template <class Real>
double difference(const Transformer<Real>& a, const std::vector<Real>& gradients) {
  double most = 0;
  for (std::size_t n = 0; n < gradients.size(); ++n) {
    most = std::max(most, std::abs(static_cast<double>(a.gradients()[n] - gradients[n])));
  }
  return most;
}

}  // namespace

TEST_CASE(
    "weights on a key are those of the last token, the mean over the heads of the last layer") {
  TransformerOptions options;
  options.d_model = 8;
  options.heads = 2;
  options.layers = 2;
  options.longest = 70;
  options.direction = Direction::causal;
  auto model = *Transformer<double>::make(options);
  Random random(5);
  model.initialize(random);
  // Two sequences are more than one chunk holds.
  constexpr Index T = 70;
  const std::vector<Index> keys{3, 69};
  std::vector<Token> tokens;
  for (Index n = 0; n < 2 * T; ++n) tokens.push_back(static_cast<Token>(random.below(16)));
  double expected = 0;
  for (std::size_t b = 0; b < 2; ++b) {
    const Trace trace = *model.trace(std::span(tokens).subspan(b * T, T));
    for (const Matrix& head : trace.attention.back()) expected += head(T - 1, keys[b]) / 2;
  }
  CHECK(*model.weights_on(tokens, keys, 2, T) == doctest::Approx(expected).epsilon(1e-12));
  CHECK_FALSE(model.weights_on(tokens, std::vector<Index>{3}, 2, T));
}

TEST_CASE("every scheme, read-out, activation and direction is that of the plain formulas") {
  Random random(1);
  int n = 0;
  double worst_inside = 0;
  double worst_loss = 0;
  for (const auto& [scheme_name, scheme] : scheme_names) {
    for (const auto& [readout_name, readout] : readout_names) {
      for (const auto& [activation_name, activation] : activation_names) {
        CAPTURE_BOUND(scheme_name);
        CAPTURE_BOUND(readout_name);
        CAPTURE_BOUND(activation_name);
        ++n;
        const bool causal = n % 3 == 0 && scheme != Scheme::alibi_directional;
        auto options =
            options_of(scheme, readout, causal ? Direction::causal : Direction::bidirectional);
        options.activation = activation;
        options.embedding_scale = n % 2 == 0 ? EmbeddingScale::one : EmbeddingScale::sqrt_d_model;
        options.position.layout = n % 4 < 2 ? PairLayout::half_split : PairLayout::interleaved;
        if (n % 5 == 0) options.position.slopes = {0.3, 1.5};
        const Index B = 3;
        const Index T = n % 2 == 0 ? 5 : 7;

        auto in_double = model_of<double>(options, static_cast<std::uint64_t>(n));
        auto in_float = *Transformer<float>::make(options);
        std::ranges::transform(in_double.parameters(), in_float.mutable_parameters().begin(),
                               [](double value) { return static_cast<float>(value); });
        const PlainTransformer plain(in_double);
        const Tokens tokens = drawn_tokens(random, B * T, V);
        Tokens targets = drawn_tokens(random, B * answers(options, T), outputs);
        targets[1] = not_scored;

        const Index each = answers(options, T);
        Matrix expected(B * each, outputs);
        for (Index b = 0; b < B; ++b) {
          const auto at = static_cast<std::size_t>(b * T);
          const auto one = std::span(tokens).subspan(at, static_cast<std::size_t>(T));
          const Trace trace = plain.trace(one);
          expected.middleRows(b * each, each) = trace.logits;
          if (b != 2) continue;
          const Trace got = *in_double.trace(one);
          REQUIRE(got.residuals.size() == 3);
          REQUIRE(got.attention.size() == 2);
          for (std::size_t l = 0; l < 3; ++l) {
            worst_inside = std::max(worst_inside, largest(got.residuals[l] - trace.residuals[l]));
          }
          for (std::size_t l = 0; l < 2; ++l) {
            REQUIRE(got.attention[l].size() == 2);
            for (std::size_t h = 0; h < 2; ++h) {
              worst_inside =
                  std::max(worst_inside, largest(got.attention[l][h] - trace.attention[l][h]));
              worst_inside =
                  std::max({worst_inside, largest_of_scores(got.scores[l][h], trace.scores[l][h]),
                            largest_of_scores(got.before[l][h], trace.before[l][h])});
            }
          }
        }
        const double size = largest(expected);
        const Matrix of_float = logits_of(in_float, tokens, T);
        const Matrix of_double = logits_of(in_double, tokens, T);
        // Relative to the largest logit. (They are off by 7e-7 and 2e-15.)
        CHECK(largest(of_float - expected) < 1e-4 * size);
        CHECK(largest(of_double - expected) < 1e-10 * size);

        if (activation != Activation::gelu) continue;
        const auto result = *in_double.evaluate(tokens, targets, B, T);
        const double loss = plain.loss(tokens, targets, static_cast<std::size_t>(T));
        worst_loss = std::max(worst_loss, std::abs(result.loss - loss));
        Index scored = 0;
        Index correct = 0;
        for (Index row = 0; row < expected.rows(); ++row) {
          const Token target = targets[static_cast<std::size_t>(row)];
          Index best = 0;
          expected.row(row).maxCoeff(&best);
          scored += target != not_scored;
          correct += best == target;
        }
        CHECK(result.scored == scored);
        CHECK(result.correct == correct);
        CHECK(result.accuracy() == static_cast<double>(correct) / static_cast<double>(scored));
      }
    }
  }
  CHECK(worst_inside < 1e-12);
  CHECK(worst_loss < 1e-12);
}

namespace {

/// Options with kinds of layers; each differs from all others in more than one way.
std::vector<TransformerOptions> mixed() {
  std::vector<TransformerOptions> all;
  const auto add = [&](std::vector<Scheme> schemes, std::vector<double> windows,
                       std::vector<double> bases, double rotary, Direction direction) {
    auto options = options_of(Scheme::none, Readout::per_token, direction);
    options.position.layer_schemes = std::move(schemes);
    options.position.windows = std::move(windows);
    options.position.bases = std::move(bases);
    options.position.rotary = rotary;
    options.position.layout =
        all.size() % 2 == 0 ? PairLayout::half_split : PairLayout::interleaved;
    all.push_back(options);
  };
  using enum Scheme;
  add({rope, none}, {}, {}, 1, Direction::causal);
  add({none, rope}, {3, 0}, {}, 1, Direction::causal);
  add({rope, rope}, {2, 0}, {10, 1000000}, 1, Direction::causal);
  add({rope, rope}, {0, 4}, {}, 0.7, Direction::bidirectional);
  add({alibi, t5}, {4, 2}, {5, 7}, 0.5, Direction::causal);
  add({t5, t5}, {0, 3}, {}, 1, Direction::bidirectional);
  add({alibi_directional, rope}, {3, 1}, {}, 0.34, Direction::bidirectional);
  // Windows alone, with one scheme, and one that is added to the embeddings.
  add({}, {1, 2}, {}, 1, Direction::bidirectional);
  all.back().position.scheme = learned;
  return all;
}

}  // namespace

TEST_CASE("layers of several kinds are those of the plain formulas") {
  Random random(12);
  const Index T = 7;
  for (std::size_t n = 0; n < mixed().size(); ++n) {
    CAPTURE(n);
    const auto options = mixed()[n];
    auto model = model_of<double>(options, n + 1);
    const PlainTransformer plain(model);
    const Tokens tokens = drawn_tokens(random, T, V);
    const Trace expected = plain.trace(tokens);
    const Trace got = *model.trace(tokens);
    CHECK(largest(got.logits - expected.logits) < 1e-12);
    for (std::size_t l = 0; l < 2; ++l) {
      CHECK(largest(got.residuals[l] - expected.residuals[l]) < 1e-12);
      for (std::size_t h = 0; h < 2; ++h) {
        CHECK(largest(got.attention[l][h] - expected.attention[l][h]) < 1e-12);
        CHECK(largest_of_scores(got.scores[l][h], expected.scores[l][h]) < 1e-12);
        CHECK(largest_of_scores(got.before[l][h], expected.before[l][h]) < 1e-12);
      }
    }
  }
}

TEST_CASE("windows across blocks of queries are those of the plain formulas") {
  Random random(13);
  auto options = options_of(Scheme::rope, Readout::per_token, Direction::causal);
  options.longest = 35;
  options.position.windows = {17, 0};
  auto model = model_of<double>(options);
  const Tokens tokens = drawn_tokens(random, 35, V);
  const Trace expected = PlainTransformer(model).trace(tokens);
  const Trace got = *model.trace(tokens);
  CHECK(largest(got.logits - expected.logits) < 1e-12);
  for (std::size_t h = 0; h < 2; ++h) {
    CHECK(largest(got.attention[0][h] - expected.attention[0][h]) < 1e-12);
    CHECK(largest_of_scores(got.scores[0][h], expected.scores[0][h]) < 1e-12);
  }
}

TEST_CASE("a list with equal values, or with values that change nothing, changes not a bit") {
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  for (const Scheme scheme : {Scheme::none, Scheme::rope, Scheme::alibi, Scheme::t5}) {
    const auto plain = options_of(scheme);
    auto same = plain;
    same.position.scheme = Scheme::none;
    same.position.layer_schemes = {scheme, scheme};
    same.position.windows = {0, 8};
    same.position.bases = {100, 100};
    auto model = model_of<float>(plain);
    auto listed = model_of<float>(same);
    CHECK((logits_of(model, tokens, 7) == logits_of(listed, tokens, 7)));
    CHECK(std::ranges::equal(model.parameters(), listed.parameters()));
    CHECK(name_of(same.position) == name_of(plain.position) + "/" + name_of(plain.position));
  }
}

TEST_CASE("a window: what is farther than it reaches, layer after layer, changes nothing") {
  auto options = options_of(Scheme::rope, Readout::per_token, Direction::causal);
  options.position.windows = {2, 3};
  auto model = model_of<float>(options);
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  const Matrix before = logits_of(model, tokens, 7);
  for (std::size_t changed = 0; changed < 7; ++changed) {
    Tokens other = tokens;
    other[changed] = (other[changed] + 1) % static_cast<Token>(V);
    const Matrix after = logits_of(model, other, 7);
    for (Index t = 0; t < 7; ++t) {
      const Index distance = t - static_cast<Index>(changed);
      // One back in the first layer, and two in the second.
      CHECK((before.row(t) != after.row(t)) == (distance >= 0 && distance <= 3));
    }
  }
}

TEST_CASE("silenced pairs: those of the plain formulas, and none again") {
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  auto options = options_of(Scheme::none, Readout::per_token, Direction::causal);
  options.position.layer_schemes = {Scheme::rope, Scheme::rope};
  for (const PairLayout layout : {PairLayout::half_split, PairLayout::interleaved}) {
    options.position.layout = layout;
    auto model = model_of<double>(options);
    const Trace whole = *model.trace(tokens);
    CHECK_FALSE(model.silence({1, 0, {0, 2}}));
    PlainTransformer plain(model);
    plain.silence(1, 0, 0);
    plain.silence(1, 0, 2);
    const Trace silenced = *model.trace(tokens);
    const Trace expected = plain.trace(tokens);
    CHECK(largest(silenced.logits - expected.logits) < 1e-12);
    CHECK(largest(silenced.logits - whole.logits) > 1e-3);
    CHECK(largest_of_scores(silenced.scores[1][0], expected.scores[1][0]) < 1e-12);
    CHECK(largest_of_scores(silenced.before[0][0], whole.before[0][0]) == 0);
    // Everywhere: q k^T is 0, and each token sees those before it alike.
    CHECK_FALSE(model.silence({std::nullopt, std::nullopt, {0, 1, 2}}));
    CHECK(std::abs(model.trace(tokens)->attention[0][1](6, 3) - 1.0 / 7) < 1e-12);
    // Training does not see it.
    const Tokens targets(7, 1);
    Random random(1);
    const auto trained = *model.loss_and_gradients(tokens, targets, 1, 7, random);
    CHECK_FALSE(model.silence({std::nullopt, std::nullopt, {}}));
    CHECK(trained.loss == model.evaluate(tokens, targets, 1, 7)->loss);
    CHECK((model.trace(tokens)->logits == whole.logits));
  }
  options.position.layer_schemes = {Scheme::rope, Scheme::none};
  auto model = model_of<double>(options);
  const auto refused = [&](const SilencedPairs& pairs) { return message(model.silence(pairs)); };
  CHECK(refused({1, std::nullopt, {0}}) ==
        "[transformer] the layer of silenced pairs must have RoPE, but layer 1 does not");
  CHECK(refused({2, std::nullopt, {0}}) ==
        "[transformer] the layer of silenced pairs must be a whole number from 0 to 1 but got 2");
  CHECK(refused({std::nullopt, 0.5, {0}}) ==
        "[transformer] the head of silenced pairs must be a whole number from 0 to 1 but got 0.5");
  CHECK(refused({std::nullopt, 0, {3}}) ==
        "[transformer] each of pairs must be a whole number from 0 to 2 but got 3");
  auto without = model_of<double>(options_of(Scheme::t5));
  CHECK(
      message(without.silence({})) ==
      "[transformer] only a model with the scheme \"rope\" has pairs to silence, but this one has "
      "\"t5\"");
}

TEST_CASE("results do not depend on how a batch is split: 31 sequences together, or each alone") {
  Random random(2);
  // More than 128 tokens, so that they go through in several chunks, of which the last is smaller.
  const Index B = 31;
  const Index T = 7;
  for (const Readout readout : {Readout::per_token, Readout::max_pool}) {
    const auto options = options_of(Scheme::t5, readout);
    auto model = model_of<float>(options);
    auto in_double = model_of<double>(options);
    const Index each = answers(options, T);
    const Tokens tokens = drawn_tokens(random, B * T, V);
    Tokens targets = drawn_tokens(random, B * each, outputs);
    targets[3] = not_scored;
    const Matrix together = logits_of(model, tokens, T);
    const auto all = *model.evaluate(tokens, targets, B, T);

    Random unused(1);
    const auto with_gradients = *in_double.loss_and_gradients(tokens, targets, B, T, unused);
    const std::vector<double> gradients(in_double.gradients().begin(), in_double.gradients().end());
    std::vector<double> sum(gradients.size());
    double loss = 0;
    Index scored = 0;
    Index correct = 0;
    Matrix one_by_one(B * each, outputs);
    for (Index b = 0; b < B; ++b) {
      const Tokens x(tokens.begin() + b * T, tokens.begin() + (b + 1) * T);
      const Tokens y(targets.begin() + b * each, targets.begin() + (b + 1) * each);
      one_by_one.middleRows(b * each, each) = logits_of(model, x, T);
      const auto one = *model.evaluate(x, y, 1, T);
      loss += one.loss * static_cast<double>(one.scored);
      scored += one.scored;
      correct += one.correct;
      const auto part = *in_double.loss_and_gradients(x, y, 1, T, unused);
      const double share =
          static_cast<double>(part.scored) / static_cast<double>(with_gradients.scored);
      for (std::size_t n = 0; n < sum.size(); ++n) sum[n] += share * in_double.gradients()[n];
    }
    CHECK((together == one_by_one));
    CHECK(all.loss == doctest::Approx(loss / static_cast<double>(scored)).epsilon(1e-12));
    CHECK(all.scored == scored);
    CHECK(all.correct == correct);
    double off = 0;
    for (std::size_t n = 0; n < sum.size(); ++n) {
      off = std::max(off, std::abs(sum[n] - gradients[n]));
    }
    CHECK(off < 1e-13);
    // In float the loss of a pass with gradients is that of one without.
    CHECK(model.loss_and_gradients(tokens, targets, B, T, unused)->loss == all.loss);
  }
}

TEST_CASE("without positions, a bidirectional model does not see order; every scheme lets it") {
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  const std::vector<Index> order{4, 2, 6, 0, 5, 1, 3};
  Tokens permuted;
  for (const Index n : order) permuted.push_back(tokens[static_cast<std::size_t>(n)]);
  for (const auto& [name, scheme] : scheme_names) {
    CAPTURE_BOUND(name);
    auto model = model_of<float>(options_of(scheme));
    const Matrix before = logits_of(model, tokens, 7);
    const Matrix after = logits_of(model, permuted, 7);
    Matrix moved(7, outputs);
    for (Index t = 0; t < 7; ++t) moved.row(t) = before.row(order[static_cast<std::size_t>(t)]);
    if (scheme == Scheme::none) {
      CHECK(largest(after - moved) < 1e-6 * largest(moved));
    } else {
      CHECK(largest(after - moved) > 1e-2 * largest(moved));
    }
    for (const Readout readout : {Readout::max_pool, Readout::mean_pool}) {
      auto pooled = model_of<float>(options_of(scheme, readout));
      const Matrix of_one = logits_of(pooled, tokens, 7);
      const double off = largest(of_one - logits_of(pooled, permuted, 7)) / largest(of_one);
      if (scheme == Scheme::none) {
        CHECK(off < 1e-6);
      } else {
        CHECK(off > 1e-3);
      }
    }
  }
}

TEST_CASE("causal: a later token changes no earlier logits, not by a bit") {
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  for (const auto& [name, scheme] : scheme_names) {
    if (scheme == Scheme::alibi_directional) continue;
    CAPTURE_BOUND(name);
    auto model = model_of<float>(options_of(scheme, Readout::per_token, Direction::causal));
    const Matrix before = logits_of(model, tokens, 7);
    for (Index t = 0; t < 7; ++t) {
      Tokens changed = tokens;
      changed[static_cast<std::size_t>(t)] = 6;
      const Matrix after = logits_of(model, changed, 7);
      CHECK((after.topRows(t) == before.topRows(t)));
      CHECK(largest(after.row(t) - before.row(t)) > 1e-3);
    }
    // Nor does a longer input.
    const Tokens shorter(tokens.begin(), tokens.begin() + 4);
    CHECK(largest(logits_of(model, shorter, 4) - before.topRows(4)) < 1e-5);
  }
}

TEST_CASE("causal and without positions: one layer sees which tokens came before, two see more") {
  for (const double layers : {1.0, 2.0}) {
    auto options = options_of(Scheme::none, Readout::last_token, Direction::causal);
    options.layers = layers;
    auto model = model_of<double>(options);
    const Matrix before = logits_of(model, {3, 1, 4, 0, 5}, 5);
    const Matrix after = logits_of(model, {4, 0, 3, 1, 5}, 5);
    const double off = largest(after - before);
    CHECK((layers == 1 ? off < 1e-12 : off > 1e-3));
  }
}

TEST_CASE("a trace: attention sums to 1, is 0 where masked, and leads to the same logits") {
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  for (const auto& [name, scheme] : scheme_names) {
    const bool directional = scheme == Scheme::alibi_directional;
    CAPTURE_BOUND(name);
    auto model = model_of<float>(options_of(
        scheme, Readout::per_token, directional ? Direction::bidirectional : Direction::causal));
    const Trace trace = *model.trace(tokens);
    REQUIRE(trace.residuals.size() == 3);
    REQUIRE(trace.attention.size() == 2);
    for (const Matrix& x : trace.residuals) {
      CHECK(x.rows() == 7);
      CHECK(x.cols() == 12);
    }
    for (const PerHead& heads : trace.attention) {
      REQUIRE(heads.size() == 2);
      for (std::size_t h = 0; h < 2; ++h) {
        const Matrix& P = heads[h];
        CHECK((P.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-6);
        CHECK((P.array() >= 0).all());
        const bool right_only = directional && h == 1;
        bool nothing_masked = true;
        for (Index t = 0; t < 7; ++t) {
          for (Index j = 0; j < 7; ++j) {
            if (right_only ? j < t : j > t) nothing_masked = nothing_masked && P(t, j) == 0;
          }
        }
        CHECK(nothing_masked);
      }
    }
    CHECK((trace.logits == logits_of(model, tokens, 7)));
    for (Index row = 0; row < 7; ++row) {
      Index best = 0;
      const double most = trace.logits.row(row).maxCoeff(&best);
      CHECK(trace.answers[row] == static_cast<double>(best));
      const double share = 1 / (trace.logits.row(row).array() - most).exp().sum();
      CHECK(trace.probabilities[row] == doctest::Approx(share).epsilon(1e-12));
    }
  }
}

TEST_CASE(
    "a trace: the softmax of the scores is the attention, and a scheme shows in what it changes") {
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  for (const auto& [name, scheme] : scheme_names) {
    for (const Direction direction : {Direction::causal, Direction::bidirectional}) {
      const bool causal = direction == Direction::causal;
      if (causal && scheme == Scheme::alibi_directional) continue;
      CAPTURE_BOUND(name);
      CAPTURE(causal);
      auto model = model_of<float>(options_of(scheme, Readout::max_pool, direction));
      const Trace trace = *model.trace(tokens);
      CHECK((trace.logits == model.trace(tokens)->logits));
      for (std::size_t l = 0; l < 2; ++l) {
        for (std::size_t h = 0; h < 2; ++h) {
          const Matrix& scores = trace.scores[l][h];
          const Matrix& before = trace.before[l][h];
          for (Index t = 0; t < 7; ++t) {
            const double most = scores.row(t).maxCoeff();
            const double sum = (scores.row(t).array() - most).exp().sum();
            for (Index j = 0; j < 7; ++j) {
              const double weight = trace.attention[l][h](t, j);
              CHECK(std::abs(std::exp(scores(t, j) - most) / sum - weight) < 1e-6);
              CHECK((weight == 0) == (scores(t, j) == nothing));
              // The causal mask alone.
              CHECK((before(t, j) == nothing) == (causal && j > t));
              if (scheme == Scheme::none) CHECK(before(t, j) == scores(t, j));
              // Position 0 is not rotated, and offset 0 has no bias of ALiBi's.
              const bool untouched = (scheme == Scheme::rope && t == 0 && j == 0) ||
                                     (scheme == Scheme::alibi && t == j);
              if (untouched) CHECK(std::abs(before(t, j) - scores(t, j)) < 1e-6);
            }
          }
          if (scheme != Scheme::none) CHECK(largest_of_scores(before, scores) > 1e-3);
        }
      }
    }
  }
}

TEST_CASE("other frequencies: equal ones change nothing, extended ones act as in the formulas") {
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  auto options = options_of(Scheme::rope);
  auto model = model_of<double>(options);
  const Matrix before = logits_of(model, tokens, 7);
  const auto theta = *GeometricFrequencies::make(6, 100);
  CHECK_FALSE(model.use_frequencies(theta, 1));
  CHECK((logits_of(model, tokens, 7) == before));

  const auto extended = *position_interpolation(theta, 2);
  CHECK_FALSE(model.use_frequencies(extended, 1.2));
  const Matrix after = logits_of(model, tokens, 7);
  CHECK(largest(after - before) > 1e-3);
  PlainTransformer plain(model);
  plain.use_frequencies(extended, 1.2);
  CHECK(largest(after - plain.trace(tokens).logits) < 1e-10 * largest(after));
  CHECK_FALSE(model.use_frequencies(theta, 1));
  CHECK((logits_of(model, tokens, 7) == before));

  CHECK(
      message(model.use_frequencies(*GeometricFrequencies::make(12, 100), 1)) ==
      "[transformer] there must be 3 frequencies, one per rotated pair of a head, but there are 6");
  CHECK(message(model.use_frequencies(theta, 0)).starts_with("[rotary] attention_factor must be"));
  auto other = model_of<double>(options_of(Scheme::alibi));
  CHECK(message(other.use_frequencies(theta, 1)) ==
        "[transformer] only a model with the scheme \"rope\" has frequencies, but this one has "
        "\"alibi\"");
}

namespace {

/// The numbers that the scheme itself computes.
std::vector<double> own_numbers(const TransformerOptions& options) {
  const auto tables =
      *position_tables(options.position, options.direction,
                       {static_cast<Index>(options.d_model), static_cast<Index>(options.heads),
                        static_cast<Index>(options.layers), static_cast<Index>(options.longest)});
  std::vector<double> numbers;
  const auto append = [&](const Matrix& all) {
    numbers.insert(numbers.end(), all.data(), all.data() + all.size());
  };
  append(tables.added);
  for (const RotaryEmbedding& rope : tables.ropes) {
    for (double p = 0; p < options.longest; ++p) append(*rotation_matrix(rope, p));
  }
  const Matrix& bias = tables.biases.front();
  const Index longest = (bias.cols() + 1) / 2;
  for (const double length : options.position.given_lengths) {
    const auto T = static_cast<Index>(length);
    for (Index h = 0; h < bias.rows(); ++h) {
      for (Index t = 0; t < T; ++t) append(bias.row(h).segment(longest - 1 - t, T));
    }
  }
  return numbers;
}

}  // namespace

TEST_CASE("numbers that are given: the scheme's own change no bit of losses and gradients") {
  Random random(3);
  for (const Scheme scheme : {Scheme::sinusoidal, Scheme::rope, Scheme::alibi}) {
    for (const PairLayout layout : {PairLayout::interleaved, PairLayout::half_split}) {
      for (const Direction direction : {Direction::bidirectional, Direction::causal}) {
        auto options = options_of(scheme, Readout::max_pool, direction);
        options.position.layout = layout;
        auto built_in = model_of<float>(options);
        if (scheme == Scheme::alibi) options.position.given_lengths = {5, 8};
        options.position.given = own_numbers(options);
        auto given = model_of<float>(options);
        for (const Index T : {5, 8}) {
          const Tokens tokens = drawn_tokens(random, 3 * T, V);
          const Tokens targets = drawn_tokens(random, 3, outputs);
          Random one(1), other(1);
          const auto expected = *built_in.loss_and_gradients(tokens, targets, 3, T, one);
          const auto got = *given.loss_and_gradients(tokens, targets, 3, T, other);
          CHECK(got.loss == expected.loss);
          CHECK(std::ranges::equal(given.gradients(), built_in.gradients()));
          const Tokens first(tokens.begin(), tokens.begin() + T);
          CHECK(given.trace(first)->scores[1][1] == built_in.trace(first)->scores[1][1]);
        }
        // And others change the losses.
        for (double& number : options.position.given) number *= 0.5;
        auto changed = model_of<float>(options);
        const Tokens tokens = drawn_tokens(random, 5, V);
        CHECK(changed.evaluate(tokens, Tokens{1}, 1, 5)->loss !=
              built_in.evaluate(tokens, Tokens{1}, 1, 5)->loss);
      }
    }
  }
}

TEST_CASE("numbers that are given: those that do not fit are errors that say why") {
  const auto refused = [](Scheme scheme, const auto& change) {
    auto options = options_of(scheme);
    change(options.position);
    return message(Transformer<float>::make(options));
  };
  using P = PositionOptions;
  CHECK(refused(Scheme::sinusoidal, [](P& p) { p.given.assign(95, 0); }) ==
        "[transformer] given must have 96 numbers but has 95");
  CHECK(refused(Scheme::rope, [](P& p) { p.given.assign(8, 0); }) ==
        "[transformer] given must have 288 numbers but has 8");
  CHECK(refused(Scheme::rope, [](P& p) { p.given.assign(288, NAN); }) ==
        "[transformer] each of given must be a number of at most 1000000000000000 in magnitude but "
        "one is nan");
  CHECK(refused(Scheme::sinusoidal, [](P& p) { p.given.assign(96, -INFINITY); }) ==
        "[transformer] each of given must be a number of at most 1000000000000000 in magnitude but "
        "one is -inf");
  CHECK(refused(Scheme::learned, [](P& p) { p.given = {1}; }) ==
        "[transformer] given can replace the numbers of sinusoidal, rope or alibi, but scheme is "
        "\"learned\"");
  const auto biases = [&](std::vector<double> lengths, std::vector<double> given,
                          std::vector<double> windows = {}) {
    return refused(Scheme::alibi, [&](P& p) {
      p.given_lengths = lengths;
      p.given = given;
      p.windows = windows;
    });
  };
  CHECK(biases({2}, {0, 0, 0, 0, 0, 0, 0}) == "[transformer] given must have 8 numbers but has 7");
  CHECK(biases({2, 2}, {0}) ==
        "[transformer] each of given_lengths must be a whole number from 3 to 8 but got 2");
  CHECK(biases({1}, {0, 0}, {2, 2}) == "[transformer] given biases go without windows");
  CHECK(biases({2}, {0, 0, 0, 0, 0, 0, -INFINITY, -INFINITY}) ==
        "[transformer] given must leave a key to every query but masks all of query 1 in head 1 at "
        "length 2");
  auto options = options_of(Scheme::alibi);
  options.position.given_lengths = {2};
  options.position.given.assign(8, 0);
  auto model = *Transformer<float>::make(options);
  CHECK_FALSE(model.check_length(2));
  CHECK(message(model.trace(Tokens(3))) ==
        "[transformer] the length of an input must be one of given_lengths but is 3");
}

TEST_CASE("targets that are not scored contribute nothing") {
  Random random(5);
  auto model = model_of<double>(options_of(Scheme::learned));
  const Tokens tokens = drawn_tokens(random, 14, V);
  Tokens targets = drawn_tokens(random, 7, outputs);
  Random unused(1);
  const auto alone = *model.loss_and_gradients(std::span(tokens).first(7), targets, 1, 7, unused);
  const std::vector<double> gradients(model.gradients().begin(), model.gradients().end());
  targets.resize(14, not_scored);
  const auto both = *model.loss_and_gradients(tokens, targets, 2, 7, unused);
  CHECK(both.loss == alone.loss);
  CHECK(both.scored == 7);
  CHECK(both.correct == alone.correct);
  CHECK(difference(model, gradients) < 1e-15);

  // No target at all.
  const Tokens none(14, not_scored);
  const auto nothing = *model.loss_and_gradients(tokens, none, 2, 7, unused);
  CHECK(nothing.loss == 0);
  CHECK(nothing.scored == 0);
  CHECK(nothing.accuracy() == 0);
  CHECK(difference(model, std::vector<double>(gradients.size())) == 0);
  CHECK(model.evaluate(tokens, none, 2, 7)->loss == 0);
}

TEST_CASE("dropout: none when evaluating, the mean is kept, and it follows from the generator") {
  Random random(6);
  auto options = options_of(Scheme::sinusoidal);
  const auto plain = model_of<float>(options);
  options.dropout = 0.3;
  auto model = model_of<float>(options);
  std::ranges::copy(plain.parameters(), model.mutable_parameters().begin());
  const Tokens tokens = drawn_tokens(random, 21, V);
  const Tokens targets = drawn_tokens(random, 21, outputs);
  const double without = model.evaluate(tokens, targets, 3, 7)->loss;
  auto as_plain = model_of<float>(options_of(Scheme::sinusoidal));
  CHECK(as_plain.evaluate(tokens, targets, 3, 7)->loss == without);
  Random a(1);
  Random b(1);
  const double first = model.loss_and_gradients(tokens, targets, 3, 7, a)->loss;
  const double second = model.loss_and_gradients(tokens, targets, 3, 7, a)->loss;
  CHECK(first == model.loss_and_gradients(tokens, targets, 3, 7, b)->loss);
  CHECK(first != second);
  CHECK(first != without);
}

TEST_CASE("dropout: each token draws for itself, equal ones too") {
  auto options = options_of(Scheme::none);
  options.dropout = 0.3;
  auto model = model_of<float>(options);
  const Tokens tokens(21);
  Random of_model(1);
  REQUIRE(model.loss_and_gradients(tokens, tokens, 3, 7, of_model));
  Random counted(1);
  // Of the embeddings, and twice in each layer.
  const auto draws = 21 * options.d_model * (1 + 2 * options.layers);
  for (int n = 0; n < draws; ++n) counted.uniform();
  CHECK(of_model.uniform() == counted.uniform());
}

TEST_CASE("new parameters: normal or uniform as each tensor says, the same for the same seed") {
  auto options = options_of(Scheme::hybrid);
  options.vocabulary = 400;
  options.position.table_rows = 400;
  options.hidden = 400;
  auto model = *Transformer<float>::make(options);
  Random random(3);
  model.initialize(random);
  const auto values = [&](const std::string& name) {
    const auto& tensor = *std::ranges::find(model.tensors(), name, &Tensor::name);
    Matrix matrix(tensor.rows, tensor.cols);
    for (Index n = 0; n < tensor.size(); ++n) {
      matrix.data()[n] = model.parameters()[static_cast<std::size_t>(tensor.offset + n)];
    }
    return matrix;
  };
  const auto variance = [](const Matrix& x) {
    return x.squaredNorm() / static_cast<double>(x.size());
  };
  CHECK(variance(values("embedding.weight")) == doctest::Approx(1.0 / 12).epsilon(0.08));
  CHECK(variance(values("positions.weight")) == doctest::Approx(1).epsilon(0.08));
  CHECK((values("layers.0.norm1.weight").array() == 1).all());
  CHECK((values("layers.1.norm2.bias").array() == 0).all());
  CHECK((values("layers.1.up.bias").array() == 0).all());
  // q, k and v each for itself: sqrt(6 / (12 + 12)).
  const double of_q = largest(values("layers.0.qkv.weight"));
  CHECK(of_q <= 0.5);
  CHECK(of_q > 0.49);
  const double of_up = largest(values("layers.1.up.weight"));
  CHECK(of_up <= std::sqrt(6.0 / 412));
  CHECK(of_up > 0.99 * std::sqrt(6.0 / 412));
  CHECK(variance(values("layers.1.up.weight")) == doctest::Approx(2.0 / 412).epsilon(0.08));

  auto again = *Transformer<float>::make(options);
  Random same(3);
  again.initialize(same);
  CHECK(std::ranges::equal(again.parameters(), model.parameters()));
  options.embedding_scale = EmbeddingScale::one;
  auto unscaled = *Transformer<float>::make(options);
  Random other(3);
  unscaled.initialize(other);
  double sum = 0;
  for (const float value : unscaled.parameters().first(400 * 12)) {
    sum += static_cast<double>(value) * static_cast<double>(value);
  }
  CHECK(sum / 4800 == doctest::Approx(1).epsilon(0.08));
}

TEST_CASE("new parameters: table_std scales the learned table, and nothing else") {
  for (const Scheme scheme : {Scheme::learned, Scheme::hybrid}) {
    auto options = options_of(scheme);
    auto standard = *Transformer<double>::make(options);
    options.position.table_std = 0.02;
    auto narrow = *Transformer<double>::make(options);
    Random random(3);
    standard.initialize(random);
    Random same(3);
    narrow.initialize(same);
    for (const Tensor& tensor : standard.tensors()) {
      const double factor = tensor.name == "positions.weight" ? 0.02 : 1;
      CAPTURE(tensor.name);
      bool scaled = true;
      for (Index n = tensor.offset; n < tensor.offset + tensor.size(); ++n) {
        const auto at = static_cast<std::size_t>(n);
        // By 1, whose default it is: the same bits.
        scaled = scaled && narrow.parameters()[at] == factor * standard.parameters()[at];
      }
      CHECK(scaled);
    }
  }
}

TEST_CASE("tensors stand one after the other, named, and changed parameters count at once") {
  auto model = model_of<float>(options_of(Scheme::t5));
  Index next = 0;
  std::string names;
  for (const Tensor& tensor : model.tensors()) {
    CHECK(tensor.offset == next);
    next += tensor.size();
    names += tensor.name + " ";
  }
  const auto names_in_layer = [](const std::string& of) {
    std::string all;
    for (const std::string part : {"norm1", "qkv", "out", "norm2", "up", "down"}) {
      all += of + part + ".weight " + of + part + ".bias ";
    }
    return all;
  };
  CHECK(static_cast<Index>(model.parameters().size()) == next);
  CHECK(model.gradients().size() == model.parameters().size());
  CHECK(names == "embedding.weight t5.weight " + names_in_layer("layers.0.") +
                     names_in_layer("layers.1.") + "norm.weight norm.bias head.weight head.bias ");
  const Tokens tokens{1, 2, 3};
  const Matrix before = logits_of(model, tokens, 3);
  for (float& parameter : model.mutable_parameters()) parameter *= 1.5F;
  const Matrix after = logits_of(model, tokens, 3);
  CHECK(largest(after - before) > 0.1);
  CHECK(largest(after - PlainTransformer(model).trace(tokens).logits) < 1e-4 * largest(after));
  // A model that was moved is the same one.
  auto moved = std::move(model);
  CHECK((logits_of(moved, tokens, 3) == after));
}

TEST_CASE("transformer: sizes that do not fit are errors that say which") {
  const auto refused = [](const auto& change) {
    auto options = options_of(Scheme::none);
    change(options);
    return message(Transformer<float>::make(options));
  };
  using O = TransformerOptions;
  const std::string count = " must be a whole number above 0 and below 2^31 but got ";
  for (const auto& [name, member] :
       {std::pair{"vocabulary", &O::vocabulary}, std::pair{"outputs", &O::outputs},
        std::pair{"d_model", &O::d_model}, std::pair{"heads", &O::heads},
        std::pair{"layers", &O::layers}, std::pair{"hidden", &O::hidden},
        std::pair{"longest input", &O::longest}}) {
    const auto with = [&refused, member = member](double value) {
      return refused([member, value](O& options) { options.*member = value; });
    };
    const std::string subject = std::string("[transformer] ") + name;
    CHECK(with(-1) == subject + count + "-1");
    CHECK(with(1.5) == subject + count + "1.5");
    CHECK(with(std::nan("")) == subject + count + "nan");
    CHECK(with(infinity) == subject + count + "inf");
    CHECK(with(65537) == subject + " must be at most 65536 but got 65537");
  }
  CHECK(refused([](O& o) { o.vocabulary = 0; }) == "[transformer] vocabulary" + count + "0");
  CHECK(refused([](O& o) { o.heads = 5; }) ==
        "[transformer] d_model must be a multiple of heads but got 12 and 5");
  for (const auto& [value, shown] : {std::pair{-0.1, "-0.1"}, {1.0, "1"}, {std::nan(""), "nan"}}) {
    CHECK(refused([v = value](O& o) { o.dropout = v; }) ==
          std::string("[transformer] dropout must be at least 0 and below 1 but got ") + shown);
  }
  for (const auto& [value, shown] : {std::pair{0.0, "0"}, {2.0, "2"}, {std::nan(""), "nan"}}) {
    CHECK(refused([v = value](O& o) { o.eps = v; }) ==
          std::string("[transformer] eps must be a number above 0 and up to 1 but got ") + shown);
  }
}

TEST_CASE("transformer: options that its scheme rejects") {
  const auto refused = [](Scheme scheme, const auto& change) {
    auto options = options_of(scheme);
    change(options);
    return message(Transformer<float>::make(options));
  };
  using O = TransformerOptions;
  // A table may have fewer rows than inputs are long: those beyond have no answer.
  auto longer = options_of(Scheme::learned);
  longer.longest = 11;
  auto model = *Transformer<float>::make(longer);
  CHECK(model.trace(Tokens(10)));
  CHECK_FALSE(model.check_length(10));
  CHECK(message(model.trace(Tokens(11))) ==
        "[transformer] the learned table has no rows from position 10 on: the longest input must "
        "be at most 10 but is 11");
  CHECK(refused(Scheme::hybrid, [](O& o) { o.position.table_rows = 0; }) ==
        "[transformer] table_rows must be a whole number above 0 and below 2^31 but got 0");
  CHECK(refused(Scheme::learned, [](O& o) { o.position.table_std = -0.5; }) ==
        "[transformer] table_std must be a number from 0 to 1000 but got -0.5");
  CHECK(refused(Scheme::hybrid, [](O& o) { o.position.table_std = 1001; }) ==
        "[transformer] table_std must be a number from 0 to 1000 but got 1001");
  CHECK(refused(Scheme::hybrid, [](O& o) { o.position.table_std = NAN; }) ==
        "[transformer] table_std must be a number from 0 to 1000 but got nan");
  CHECK(refused(Scheme::custom, [](O& o) {
          o.position.formula = "";
        }).starts_with("[own] formula: the formula ends where it needs a number"));
  CHECK(refused(Scheme::custom, [](O& o) { o.position.formula = "1/(pos - 7)"; }) ==
        "[own] PE(pos, i) must be a finite number but at pos = 7, i = 0 it is not: division by "
        "zero");
  CHECK(refused(Scheme::custom, [](O& o) { o.position.formula = "10^(3*pos)"; }) ==
        "[transformer] elements of your encoding must be at most 1000000000000000 in magnitude, as "
        "training is in single precision, but one is 1e+21");
  CHECK(refused(Scheme::alibi, [](O& o) { o.position.slopes = {1, 2, 3}; }) ==
        "[transformer] slopes must have a number for each of 2 heads but has 3");
  CHECK(refused(Scheme::alibi_directional, [](O& o) { o.direction = Direction::causal; }) ==
        "[transformer] alibi-directional needs bidirectional attention, as half of its heads look "
        "to the right, but got \"causal\"");
  CHECK(refused(Scheme::alibi_directional, [](O& o) { o.heads = 3; }) ==
        "[transformer] alibi-directional needs an even number of heads but got 3");
  CHECK(refused(Scheme::t5, [](O& o) {
          o.position.num_buckets = 3;
        }).starts_with("[t5] num_buckets must be"));
  CHECK(refused(Scheme::rope, [](O& o) { o.heads = 4; }).starts_with("[rotary] "));
  CHECK(refused(Scheme::sinusoidal, [](O& o) {
          o.d_model = 9;
          o.heads = 3;
        }).starts_with("[frequencies] "));
  CHECK(refused(Scheme::rope, [](O& o) { o.position.base = -1; }).starts_with("[frequencies] "));
  // Options that a scheme does not use are ignored.
  auto unused = options_of(Scheme::none);
  unused.position.base = unused.position.table_rows = unused.position.num_buckets = -1;
  unused.position.table_std = -1;
  unused.position.slopes = {1};
  CHECK(Transformer<float>::make(unused));

  const std::string unknown = message(to_scheme("Rope"));
  CHECK(
      unknown.starts_with("[transformer] scheme must be \"none\", \"sinusoidal\", \"learned\", "));
  CHECK(unknown.ends_with(" or \"own\" but got \"Rope\""));
  CHECK(message(to_direction("")) ==
        "[transformer] direction must be \"bidirectional\" or \"causal\" but got \"\"");
  CHECK(message(to_activation("tanh")) ==
        "[transformer] activation must be \"relu\" or \"gelu\" but got \"tanh\"");
  CHECK(message(to_readout("all")) ==
        "[transformer] readout must be \"per_token\", \"max_pool\", \"mean_pool\", \"last_token\" "
        "or \"first_token\" but got \"all\"");
}

TEST_CASE("transformer: lists for the layers that do not fit") {
  const auto refused = [](const auto& change) {
    auto options = options_of(Scheme::none);
    change(options.position);
    return message(Transformer<float>::make(options));
  };
  using Options = PositionOptions;
  CHECK(refused([](Options& p) { p.layer_schemes = {Scheme::rope}; }) ==
        "[transformer] layer_schemes must have a value for each of 2 layers but has 1");
  CHECK(refused([](Options& p) { p.windows = {1, 2, 3}; }) ==
        "[transformer] windows must have a value for each of 2 layers but has 3");
  CHECK(refused([](Options& p) { p.bases = {1, 2, 3}; }) ==
        "[transformer] bases must have a value for each of 2 layers but has 3");
  CHECK(refused([](Options& p) {
          p.scheme = Scheme::learned;
          p.layer_schemes = {Scheme::rope, Scheme::none};
        }) ==
        "[transformer] scheme must be none beside layer_schemes, which has one for each layer, but "
        "got \"learned\"");
  for (const Scheme added : {Scheme::sinusoidal, Scheme::learned, Scheme::hybrid, Scheme::custom}) {
    CHECK(refused([added](Options& p) {
            p.layer_schemes = {Scheme::rope, added};
          }).starts_with("[transformer] each of layer_schemes must act in its layer"));
  }
  CHECK(refused([](Options& p) { p.windows = {1, -1}; }) ==
        "[transformer] each of windows must be a whole number from 0 to 9007199254740992 but got "
        "-1");
  CHECK(refused([](Options& p) { p.windows = {1, 2.5}; }) ==
        "[transformer] each of windows must be a whole number from 0 to 9007199254740992 but got "
        "2.5");
  CHECK(refused([](Options& p) { p.bases = {100, 0}; }) ==
        "[transformer] each of bases must be a finite number above 0 but got 0");
  const auto rotary = [&](double value) {
    return refused([value](Options& p) {
      p.scheme = Scheme::rope;
      p.rotary = value;
    });
  };
  CHECK(rotary(0) == "[rotary] rotary must be a number above 0 and up to 1 but got 0");
  CHECK(rotary(1.5) == "[rotary] rotary must be a number above 0 and up to 1 but got 1.5");
  CHECK(rotary(0.3) ==
        "[rotary] rotary must rotate at least 2 of the 6 components of a head but 0.3 of them is "
        "1.8");
  // Settings of other schemes are ignored.
  auto ignored = options_of(Scheme::none);
  ignored.position.rotary = 0;
  ignored.position.layer_schemes = {Scheme::none, Scheme::alibi};
  ignored.position.bases = {1, 2};
  CHECK(Transformer<float>::make(ignored));
}

TEST_CASE("new frequencies for layers of several kinds") {
  auto options = options_of(Scheme::none);
  options.position.layer_schemes = {Scheme::rope, Scheme::none};
  options.position.rotary = 0.7;
  auto model = model_of<double>(options);
  const Tokens tokens{3, 1, 4, 0, 5, 8, 2};
  const auto theta = *position_interpolation(*GeometricFrequencies::make(4, 100), 3);
  CHECK_FALSE(model.use_frequencies(theta, 1));
  PlainTransformer plain(model);
  plain.use_frequencies(theta, 1);
  CHECK(largest(model.trace(tokens)->logits - plain.trace(tokens).logits) < 1e-12);

  options.position.layer_schemes = {Scheme::rope, Scheme::rope};
  options.position.bases = {100, 1000};
  auto other = model_of<double>(options);
  CHECK(message(other.use_frequencies(theta, 1)) ==
        "[transformer] new frequencies replace those of all layers, so the layers with RoPE must "
        "have one base, but bases has 2 for them");
}

TEST_CASE("transformer: huge sizes are an error before any allocation") {
  const auto refused = [](Scheme scheme, const auto& change) {
    auto options = options_of(scheme);
    change(options);
    const auto model = Transformer<float>::make(options);
    REQUIRE_FALSE(model);
    CHECK(model.error().code == ErrorCode::too_large);
    return model.error().message;
  };
  using O = TransformerOptions;
  CHECK(refused(Scheme::none, [](O& o) { o.d_model = o.vocabulary = 65536; }) ==
        "[transformer] the model would have about 38660014080 parameters, but at most 67108864 are "
        "allowed");
  CHECK(
      refused(Scheme::none, [](O& o) { o.longest = 65536; }) ==
      "[transformer] a pass would need memory for about 17179869184 numbers, but at most 67108864 "
      "are allowed");
  CHECK(refused(Scheme::none, [](O& o) { o.d_model = o.heads = o.longest = 65536; }) ==
        "[transformer] the model would have about 34365636608 parameters, but at most 67108864 "
        "are allowed");
  // Layers of many kinds: 17 GB of biases, and 2 GB of frequencies.
  static_cast<void>(refused(Scheme::none, [](O& o) {
    o.d_model = o.heads = 256;
    o.longest = 65536;
    o.layers = 64;
    for (double window = 1; window <= 64; ++window) o.position.windows.push_back(window);
  }));
  static_cast<void>(refused(Scheme::rope, [](O& o) {
    o.d_model = 65536;
    o.heads = o.longest = 1;
    o.layers = 8192;
    for (double n = 0; n < 8192; ++n) o.position.bases.push_back(100 + n);
  }));
  // A count below 0 is an error that hides no other.
  static_cast<void>(refused(Scheme::t5, [](O& o) {
    o.longest = 65536;
    o.position.num_buckets = -1e300;
  }));
  static_cast<void>(refused(Scheme::none, [](O& o) { o.hidden = o.layers = 65536; }));
  static_cast<void>(refused(Scheme::none, [](O& o) { o.outputs = o.d_model = 65536; }));
  static_cast<void>(refused(Scheme::none, [](O& o) { o.layers = 65536; }));
  static_cast<void>(refused(Scheme::alibi, [](O& o) { o.longest = 65536; }));
  static_cast<void>(refused(Scheme::rope, [](O& o) { o.longest = 65536; }));
  static_cast<void>(refused(Scheme::learned, [](O& o) { o.position.table_rows = 2147483647; }));
  static_cast<void>(refused(Scheme::t5, [](O& o) {
    o.position.num_buckets = 2147483646;
    o.position.max_distance = 2147483647;
  }));
  static_cast<void>(refused(Scheme::sinusoidal, [](O& o) {
    o.longest = 65536;
    o.d_model = 2048;
  }));
}

TEST_CASE("transformer: input that does not fit is an error that says which") {
  auto model = model_of<float>(options_of(Scheme::sinusoidal));
  Random unused(1);
  const Tokens x{1, 2, 3, 4, 5, 6};
  const auto refused = [&](const Tokens& tokens, const Tokens& targets, Index B, Index T) {
    const std::string by_evaluate = message(model.evaluate(tokens, targets, B, T));
    CHECK(message(model.loss_and_gradients(tokens, targets, B, T, unused)) == by_evaluate);
    return by_evaluate;
  };
  const std::string length = "[transformer] the length of an input must be from 1 to 8 but is ";
  CHECK(refused(x, x, 2, 0) == length + "0");
  CHECK(refused(x, x, 2, -1) == length + "-1");
  CHECK(refused(x, x, 2, 9) == length + "9");
  CHECK(refused(x, x, 2, 2) == "[transformer] there must be 2 x 2 tokens but there are 6");
  CHECK(refused(x, x, 0, 3) == "[transformer] there must be 0 x 3 tokens but there are 6");
  CHECK(refused(x, x, -2, 3) == "[transformer] there must be -2 x 3 tokens but there are 6");
  CHECK(refused({}, {}, 0, 3) == "[transformer] there must be 0 x 3 tokens but there are 0");
  CHECK(refused({1, 2, 9}, {1, 2, 3}, 1, 3) ==
        "[transformer] each of tokens must be from 0 to 8 but is 9");
  CHECK(refused({1, -1, 0}, {1, 2, 3}, 1, 3) ==
        "[transformer] each of tokens must be from 0 to 8 but is -1");
  CHECK(refused(x, {1, 2}, 2, 3) == "[transformer] there must be 6 targets but there are 2");
  CHECK(refused({1, 2}, {1, 5}, 1, 2) ==
        "[transformer] a target must be from 0 to 4, or -1 where nothing is scored, but is 5");
  CHECK(refused({1, 2}, {1, -2}, 1, 2) ==
        "[transformer] a target must be from 0 to 4, or -1 where nothing is scored, but is -2");
  auto pooled = model_of<float>(options_of(Scheme::none, Readout::mean_pool));
  CHECK(message(pooled.evaluate(x, x, 2, 3)) ==
        "[transformer] there must be 2 targets but there are 6");

  std::vector<float> logits(29);
  CHECK(message(model.logits(x, 2, 3, logits)) ==
        "[transformer] the output must hold 30 logits but holds 29");
  CHECK(message(model.logits(x, 2, 9, logits)) == length + "9");
  CHECK(message(model.trace({})) == length + "0");
  CHECK(message(model.trace(Tokens(9))) == length + "9");
  CHECK(message(model.trace(Tokens{9})) ==
        "[transformer] each of tokens must be from 0 to 8 but is 9");
}
