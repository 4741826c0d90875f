#include <fstream>
#include <iterator>

#include "json_text.hpp"
#include "reference_file.hpp"
#include "test.hpp"
#include "training.hpp"

// The model in training beside PyTorch: the same parameters and batches, step by step.
namespace {

/// Tommy Ettinger's mulberry32, as JavaScript computes it: numbers from 0 to below 1.
class Mulberry32 {
 public:
  explicit Mulberry32(std::uint32_t seed) : state_(seed) {}
  double next() {
    state_ += 0x6d2b79f5U;
    std::uint32_t t = (state_ ^ (state_ >> 15)) * (1U | state_);
    t = (t + (t ^ (t >> 7)) * (61U | t)) ^ t;
    return static_cast<double>(t ^ (t >> 14)) / 4294967296.0;
  }

 private:
  std::uint32_t state_;
};

std::vector<float> parameters_of(const bench::TrainingSize& size) {
  Mulberry32 random(1);
  std::vector<float> all;
  const auto append = [&](Index count, double middle, double width) {
    for (Index n = 0; n < count; ++n) {
      all.push_back(static_cast<float>(middle + width * (2 * random.next() - 1)));
    }
  };
  const auto linear = [&](Index in, Index out) {
    append(in * out, 0, std::sqrt(6 / static_cast<double>(in + out)));
    append(out, 0, 0.1);
  };
  const auto norm = [&] {
    append(size.D, 1, 0.1);
    append(size.D, 0, 0.1);
  };
  append(size.V * size.D, 0, 0.5);
  for (Index l = 0; l < size.L; ++l) {
    norm();
    linear(size.D, 3 * size.D);
    linear(size.D, size.D);
    norm();
    linear(size.D, 4 * size.D);
    linear(4 * size.D, size.D);
  }
  norm();
  linear(size.D, size.V);
  return all;
}

struct Data {
  std::vector<Token> x, y;
};

/// Eight batches of sequences, and the same backwards.
Data data_of(const bench::TrainingSize& size) {
  Mulberry32 random(2);
  Data data;
  for (Index s = 0; s < 8 * size.B; ++s) {
    for (Index t = 0; t < size.T; ++t) {
      data.x.push_back(static_cast<Token>(random.next() * static_cast<double>(size.V)));
    }
    std::copy_n(data.x.rbegin(), size.T, std::back_inserter(data.y));
  }
  return data;
}

/// How far the losses of the first steps are off.
double worst(const bench::TrainingSize& size) {
  std::ifstream file = reference_file("training/bench_losses.json");
  REQUIRE(file.is_open());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto losses = parse_json(text)["losses"][size.name].get<std::vector<double>>();
  REQUIRE(losses.size() == 8);
  const Data data = data_of(size);
  auto work = *bench::TrainingWork::make(size, parameters_of(size), data.x, data.y);
  double most = 0;
  for (const double loss : losses) most = std::max(most, std::abs(work.train() - loss));
  return most;
}

}  // namespace

// Size L is left out: a step of it takes ten times as long as one of M, and computes nothing else.
TEST_CASE("in training, the losses of eight steps are those of PyTorch") {
  // Off by 1.3e-6 and 1.2e-5.
  CHECK(worst(bench::training_sizes[0]) < 5e-5);
  CHECK(worst(bench::training_sizes[1]) < 5e-5);
}

TEST_CASE("training work: parameters and batches that do not fit are errors that say how many") {
  const auto& size = bench::training_sizes[0];
  const std::vector<float> parameters(13808);
  const std::vector<Token> batch(512);
  const auto message = [&](const auto& p, const auto& x, const auto& y) {
    const auto work = bench::TrainingWork::make(size, p, x, y);
    REQUIRE_FALSE(work);
    return work.error().message;
  };
  CHECK(message(std::vector<float>(3), batch, batch) ==
        "[bench] there must be 13808 parameters but there are 3");
  const std::string batches =
      "[bench] there must be whole batches of 512 tokens, and as many targets, but there are ";
  CHECK(message(parameters, std::vector<Token>(511), batch) == batches + "511 and 512");
  CHECK(message(parameters, batch, std::vector<Token>(1024)) == batches + "512 and 1024");
  CHECK(message(parameters, std::vector<Token>(), std::vector<Token>()) == batches + "0 and 0");
}
