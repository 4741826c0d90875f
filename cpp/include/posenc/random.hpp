#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "posenc/matrix.hpp"

namespace posenc {

/// The next number of a SplitMix64 generator, and its state one step on. For any step, different states
/// give different numbers, and states that differ little give numbers that have nothing in common.
/// Source: Steele, Lea and Flood 2014, Fast Splittable Pseudorandom Number Generators, OOPSLA; the
/// constants are those of prng.di.unimi.it.
std::uint64_t split_mix_64(std::uint64_t& state);

/// The one generator behind everything random here: the same seed gives the same numbers in every
/// build, to the bit. The distributions of the standard library differ between implementations. Not for
/// secrets.
///
/// xoshiro256**, period 2^256 - 1; a seed is spread over its four words by SplitMix64.
/// Source: Blackman and Vigna 2021, Scrambled Linear Pseudorandom Number Generators,
/// arXiv:1805.01407; the seeding is their advice at prng.di.unimi.it.
class Random {
 public:
  using State = std::array<std::uint64_t, 4>;

  explicit Random(std::uint64_t seed);
  /// Goes on where a generator in that state stood. Precondition: not all of it is 0.
  explicit Random(const State& state) : state_(state) {}

  /// All that the generator keeps: none of the functions below hold anything back.
  const State& state() const { return state_; }

  /// 64 bits, each 0 or 1 alike.
  std::uint64_t next();

  /// A multiple of 2^-53 in [0, 1), each alike: the upper 53 bits of next().
  double uniform();

  /// A whole number from 0 to n - 1, each exactly alike: draws that would favor the small ones are made
  /// anew. Precondition: n > 0.
  std::uint64_t below(std::uint64_t n);

  /// Normal with mean 0 and variance 1, below 13 in magnitude, by Marsaglia's polar method: a point
  /// (u, v) within the unit circle, other than its center, is drawn, and with s = u^2 + v^2
  ///   u sqrt(-2 ln(s) / s)
  /// is the number. The second number, made from v, is not kept, so that state() is all there is.
  /// Source: Marsaglia and Bray 1964, A Convenient Method for Generating Normal Variables, SIAM
  /// Review 6(3).
  double normal();

 private:
  State state_;
};

/// A matrix of normal numbers with mean 0, drawn row by row.
Matrix normal_matrix(Random& random, Index rows, Index cols, double standard_deviation);

/// The normal numbers that a seed gives one after the other, kept so that none is drawn twice.
class NormalNumbers {
 public:
  /// The first `count` numbers of Random(seed).normal(). They are kept until another seed is asked for; the span is valid
  /// until the next call.
  std::span<const double> first(std::size_t count, std::uint64_t seed);

 private:
  std::uint64_t seed_ = 0;
  Random random_{0};
  std::vector<double> numbers_;
};

}  // namespace posenc
