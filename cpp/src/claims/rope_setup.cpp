#include "posenc/claims/rope_setup.hpp"

#include <utility>

#include "posenc/claims/phrases/rotary.hpp"

namespace posenc {

RotaryEmbedding rope_of(Index dimension, PairLayout layout, double attention_factor) {
  auto theta = *GeometricFrequencies::make(dimension, 10000);
  return *RotaryEmbedding::make(std::move(theta), static_cast<double>(dimension), layout,
                                attention_factor);
}

Vector drawn_vector(Random& random, Index size) {
  Vector x(size);
  for (double& component : x) component = random.normal();
  return x;
}

Vector reference_query() {
  Vector q(8);
  q << 0.296, 0.909, -0.53, -0.773, 0.729, 0.585, -0.88, -0.358;
  return q;
}

Vector reference_key() {
  Vector k(8);
  k << -0.783, 0.985, -0.53, -0.279, 0.902, -0.923, 0.327, 0.486;
  return k;
}

std::string within_sentence(PairLayout layout) {
  return layout == PairLayout::interleaved ? say<rotary_phrases, "interleaved">()
                                           : say<rotary_phrases, "half-split">();
}

}  // namespace posenc
