#include "encodings.hpp"

#include <cstring>
#include <functional>
#include <numeric>
#include <utility>

#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/sinusoidal.hpp"

namespace posenc::bench {
namespace {

/// A function to time, and the copy of memory to compare it with.
struct Task {
  std::string name;
  double bytes;
  std::function<void()> call;
  std::function<void()> copy;
  std::vector<double> times{};
  std::vector<double> of_copy{};
};

RotaryEmbedding rope(Index head_dim, PairLayout layout) {
  return *RotaryEmbedding::make(*GeometricFrequencies::make(head_dim, 10000),
                                static_cast<double>(head_dim), layout);
}

}  // namespace

std::vector<Measurement> encodings(int rounds, int shrink) {
  const Index rows = 4096 / shrink;
  const Index heads = 32;
  const Index length = 2048 / shrink;
  const Index d = 128;

  std::vector<double> positions(static_cast<std::size_t>(rows));
  std::iota(positions.begin(), positions.end(), 0.0);
  const auto frequencies = *GeometricFrequencies::make(d, 10000);
  std::vector<float> x(static_cast<std::size_t>(heads * length * d));
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = static_cast<float>(n % 255) / 255;
  std::vector<float> copied(x.size());

  const auto tensor_bytes = static_cast<double>(x.size() * sizeof(float));
  const auto table_bytes = static_cast<double>(rows * d) * static_cast<double>(sizeof(double));
  // The compiler could leave out a computation whose result is not used.
  volatile double seen = 0;
  const auto copy = [&](double bytes) {
    return [&, bytes] {
      std::memcpy(copied.data(), x.data(), static_cast<std::size_t>(bytes));
      seen = static_cast<double>(copied[static_cast<std::size_t>(bytes / sizeof(float)) - 1]);
    };
  };
  const auto rotate = [&](const RotaryCache<float>& cache, std::span<float> part,
                          Index part_heads) {
    static_cast<void>(cache.rotate(part, part_heads, length));
    seen = static_cast<double>(part.back());
  };
  const auto make = [&](PairLayout layout) {
    return *RotaryCache<float>::make(rope(d, layout), static_cast<double>(length));
  };
  const auto interleaved = make(PairLayout::interleaved);
  const auto half_split = make(PairLayout::half_split);

  std::vector<Task> tasks;
  tasks.push_back({"copy", tensor_bytes, copy(tensor_bytes), copy(tensor_bytes)});
  tasks.push_back({"sinusoidal table", table_bytes,
                   [&] { seen = (*sinusoidal_table(frequencies, positions))(rows - 1, 0); },
                   copy(table_bytes)});
  tasks.push_back({"rope, cached, interleaved", tensor_bytes,
                   [&] { rotate(interleaved, x, heads); }, copy(tensor_bytes)});
  tasks.push_back({"rope, cached, half_split", tensor_bytes, [&] { rotate(half_split, x, heads); },
                   copy(tensor_bytes)});
  tasks.push_back({"rope, cache made for each call", tensor_bytes,
                   [&] { rotate(make(PairLayout::half_split), x, heads); }, copy(tensor_bytes)});
  tasks.push_back({"rope, cache made for each head", tensor_bytes,
                   [&] {
                     const auto one = static_cast<std::size_t>(length * d);
                     for (std::size_t head = 0; head < static_cast<std::size_t>(heads); ++head) {
                       rotate(make(PairLayout::half_split), std::span(x).subspan(head * one, one),
                              1);
                     }
                   },
                   copy(tensor_bytes)});

  // The first round warms up: it touches memory, and code gets compiled.
  for (int round = -1; round < rounds; ++round) {
    for (Task& task : tasks) {
      const double of_copy = milliseconds(task.copy);
      const double time = milliseconds(task.call);
      if (round < 0) continue;
      task.times.push_back(time);
      task.of_copy.push_back(of_copy / time);
    }
  }

  std::vector<Measurement> results;
  for (const Task& task : tasks) {
    results.push_back({task.name, task.bytes, times_of(task.times), median(task.of_copy)});
  }
  return results;
}

}  // namespace posenc::bench
