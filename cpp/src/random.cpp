#include "posenc/random.hpp"

#include <bit>
#include <cmath>

#include "posenc/portable.hpp"

namespace posenc {

std::uint64_t split_mix_64(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = split_mix_64(seed);
}

std::uint64_t Random::next() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[1] * 5, 7) * 9;
  const std::uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

std::uint64_t Random::below(std::uint64_t n) {
  // 2^64 mod n numbers are too many for all remainders to be equally frequent.
  const std::uint64_t surplus = (0 - n) % n;
  std::uint64_t drawn = next();
  while (drawn < surplus) drawn = next();
  return drawn % n;
}

double Random::normal() {
  for (;;) {
    const double u = 2 * uniform() - 1;
    const double v = 2 * uniform() - 1;
    const double s = u * u + v * v;
    if (s > 0 && s < 1) return u * std::sqrt(-2 * portable_log(s) / s);
  }
}

Matrix normal_matrix(Random& random, Index rows, Index cols, double standard_deviation) {
  Matrix numbers(rows, cols);
  for (Index n = 0; n < numbers.size(); ++n) {
    numbers.data()[n] = standard_deviation * random.normal();
  }
  return numbers;
}

std::span<const double> NormalNumbers::first(std::size_t count, std::uint64_t seed) {
  if (seed != seed_) {
    seed_ = seed;
    random_ = Random(seed);
    numbers_.clear();
  }
  numbers_.reserve(count);
  while (numbers_.size() < count) numbers_.push_back(random_.normal());
  return std::span<const double>(numbers_).first(count);
}

}  // namespace posenc
