#pragma once

#include <array>
#include <string>

#include "posenc/encoding/rotary.hpp"
#include "posenc/matrix.hpp"
#include "posenc/random.hpp"

/// The vectors and frequencies with which claims about RoPE are tried.
namespace posenc {

inline constexpr std::array pair_layouts{PairLayout::interleaved, PairLayout::half_split};

/// The paper's frequencies, base 10000, for a whole head of that dimension.
RotaryEmbedding rope_of(Index dimension, PairLayout layout, double attention_factor = 1);

/// A vector of independent normal numbers.
Vector drawn_vector(Random& random, Index size);

/// A query and a key of 8 components, those of the scores in the reference file of RoPE.
Vector reference_query();
Vector reference_key();

/// "half-split", within a sentence.
std::string within_sentence(PairLayout layout);

}  // namespace posenc
