#pragma once

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/matrix.hpp"
#include "posenc/random.hpp"
#include "test.hpp"

/// What the property tests try: sizes, bases and positions drawn at random, the same in every build.
namespace drawn {

/// A whole number from `low` to `high`.
inline posenc::Index index(posenc::Random& random, posenc::Index low, posenc::Index high) {
  return low + static_cast<posenc::Index>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}

/// An even number from 2 to `most`.
inline posenc::Index even(posenc::Random& random, posenc::Index most) {
  return 2 * (1 + static_cast<posenc::Index>(random.below(static_cast<std::uint64_t>(most / 2))));
}

/// From `least` to `most`, each order of magnitude alike.
inline double magnitude(posenc::Random& random, double least, double most) {
  return least * std::pow(most / least, random.uniform());
}

inline double base(posenc::Random& random) { return magnitude(random, 2, 1e6); }

/// A whole number from -most to most.
inline double position(posenc::Random& random, double most) {
  return std::floor((2 * random.uniform() - 1) * (most + 0.5) + 0.5);
}

/// Independent normal numbers.
inline posenc::Vector vector(posenc::Random& random, posenc::Index size) {
  posenc::Vector x(size);
  for (double& component : x) component = random.normal();
  return x;
}

inline posenc::Matrix matrix(posenc::Random& random, posenc::Index rows, posenc::Index cols) {
  posenc::Matrix result(rows, cols);
  for (double& element : result.reshaped()) element = random.normal();
  return result;
}

inline posenc::PairLayout layout(posenc::Random& random) {
  return random.below(2) == 0 ? posenc::PairLayout::interleaved : posenc::PairLayout::half_split;
}

}  // namespace drawn
