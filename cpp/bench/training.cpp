#include "training.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "posenc/model/lanes.hpp"

namespace posenc::bench {
namespace {

constexpr std::size_t batches = 8;
constexpr double learning_rate = 1e-3;

TransformerOptions options_of(const TrainingSize& size) {
  TransformerOptions options;
  options.vocabulary = options.outputs = static_cast<double>(size.V);
  options.d_model = static_cast<double>(size.D);
  options.heads = static_cast<double>(size.NH);
  options.layers = static_cast<double>(size.L);
  options.longest = static_cast<double>(size.T);
  options.embedding_scale = EmbeddingScale::one;
  options.position.scheme = Scheme::sinusoidal;
  return options;
}

constexpr int chains = 12;
constexpr int chain_length = 10000;

// Read at run time, so that the compiler cannot compute in advance.
volatile float nearly_one = 0.9999F;
volatile float little = 1e-4F;
volatile float seen_sum;

}  // namespace

double TrainingSize::step_flop() const {
  const auto N = static_cast<double>(B * T);
  const auto d = static_cast<double>(D);
  const double layer = 2 * N * 12 * d * d + 4 * N * static_cast<double>(T) * d;
  const double forward = static_cast<double>(L) * layer + 2 * N * d * static_cast<double>(V);
  // In the backward pass each product becomes two.
  return 3 * forward;
}

TrainingWork::TrainingWork(const TrainingSize& size, Transformer<float> model)
    : size_(size),
      model_(std::move(model)),
      adam_(static_cast<Index>(model_.parameters().size()), {}),
      logits_(static_cast<std::size_t>(size.B * size.T * size.V)) {}

Result<TrainingWork> TrainingWork::make(const TrainingSize& size) {
  POSENC_TRY(model, Transformer<float>::make(options_of(size)));
  TrainingWork work(size, std::move(model));
  Random random(1);
  work.model_.initialize(random);
  const auto T = static_cast<std::size_t>(size.T);
  const std::size_t sequences = batches * static_cast<std::size_t>(size.B);
  for (std::size_t s = 0; s < sequences; ++s) {
    for (std::size_t t = 0; t < T; ++t) {
      work.x_.push_back(static_cast<Token>(random.below(static_cast<std::uint64_t>(size.V))));
    }
    for (std::size_t t = 0; t < T; ++t) work.y_.push_back(work.x_[s * T + T - 1 - t]);
  }
  return work;
}

Result<TrainingWork> TrainingWork::make(const TrainingSize& size, std::span<const float> parameters,
                                        std::span<const Token> x, std::span<const Token> y) {
  POSENC_TRY(model, Transformer<float>::make(options_of(size)));
  TrainingWork work(size, std::move(model));
  const auto own = work.model_.mutable_parameters();
  if (parameters.size() != own.size()) {
    return invalid_argument(
        {"[bench] there must be ", own.size(), " parameters but there are ", parameters.size()});
  }
  std::ranges::copy(parameters, own.begin());
  const auto batch = static_cast<std::size_t>(size.B * size.T);
  if (x.empty() || x.size() % batch != 0 || x.size() != y.size()) {
    return invalid_argument({"[bench] there must be whole batches of ", batch,
                             " tokens, and as many targets, but there are ", x.size(), " and ",
                             y.size()});
  }
  work.x_.assign(x.begin(), x.end());
  work.y_.assign(y.begin(), y.end());
  return work;
}

std::size_t TrainingWork::next() {
  const auto size = static_cast<std::size_t>(size_.B * size_.T);
  return std::exchange(batch_, (batch_ + size) % x_.size());
}

double TrainingWork::train() {
  const auto size = static_cast<std::size_t>(size_.B * size_.T);
  const std::size_t from = next();
  const auto result = model_.loss_and_gradients({x_.data() + from, size}, {y_.data() + from, size},
                                                size_.B, size_.T, random_);
  if (!result) return std::nan("");
  adam_.step(model_.mutable_parameters(), model_.gradients(), learning_rate);
  return result->loss;
}

float TrainingWork::infer() {
  const auto size = static_cast<std::size_t>(size_.B * size_.T);
  static_cast<void>(model_.logits({x_.data() + next(), size}, size_.B, size_.T, logits_));
  return logits_.front();
}

__attribute__((noinline)) double run_chains() {
  Lanes<float> values[chains];
#pragma GCC unroll 16
  for (int n = 0; n < chains; ++n) values[n] = splat(static_cast<float>(n));
  const auto factor = splat(static_cast<float>(nearly_one));
  const auto term = splat(static_cast<float>(little));
  for (int step = 0; step < chain_length; ++step) {
#pragma GCC unroll 16
    for (int n = 0; n < chains; ++n) values[n] = values[n] * factor + term;
  }
  Lanes<float> sum = values[0];
#pragma GCC unroll 16
  for (int n = 1; n < chains; ++n) sum += values[n];
  seen_sum = sum_of(sum);
  return 2.0 * lane_count<float> * chains * chain_length;
}

std::vector<TrainingMeasurement> training(int rounds, double at_least) {
  struct Timed {
    TrainingSize size;
    TrainingWork work;
    std::vector<double> times{}, of_peak{}, peaks{};
  };
  std::vector<Timed> all;
  for (const auto& size : training_sizes) all.push_back({size, *TrainingWork::make(size)});

  /// Milliseconds of one call, averaged over enough calls.
  const auto time_of = [at_least](const auto& call) {
    int calls = 0;
    double time = 0;
    while (time < at_least || calls == 0) {
      time += milliseconds(call);
      ++calls;
    }
    return time / calls;
  };
  // The first round warms up.
  for (int round = -1; round < rounds; ++round) {
    for (Timed& timed : all) {
      double flop = 0;
      const double of_chains = time_of([&] { flop = run_chains(); });
      const double step = time_of([&] { static_cast<void>(timed.work.train()); });
      if (round < 0) continue;
      timed.times.push_back(step);
      timed.peaks.push_back(flop / of_chains / 1e6);
      timed.of_peak.push_back(timed.size.step_flop() / step / (flop / of_chains));
    }
  }
  std::vector<TrainingMeasurement> results;
  for (const Timed& timed : all) {
    const Times step = times_of(timed.times);
    results.push_back({timed.size, step, 1e3 / step.median,
                       timed.size.step_flop() / step.median / 1e6, median(timed.of_peak),
                       median(timed.peaks), timed.work.bytes()});
  }
  return results;
}

}  // namespace posenc::bench
