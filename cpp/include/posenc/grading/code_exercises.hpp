#pragma once

#include <string_view>
#include <vector>

#include "posenc/grading/code.hpp"

/// The exercises in code. Each has a fixed form (seed 0), small cases first, and drawn variants: other sizes,
/// positions and inputs that distinguish all slips.
namespace posenc {

/// sinusoidal_encoding(positions, d, base=10000.0): positions rows of d numbers, sine and cosine of a pair
/// side by side. An odd d must be refused.
/// Source: Vaswani et al. 2017, arXiv:1706.03762v7, section 3.5.
CodeExercise code_sinusoidal(Seed seed);

/// apply_rope(x, position, base=10000.0): a list as long as x, neighbors (2i, 2i + 1) turned by
/// +position theta_i. Pairs (i, i + d/2) and turns the other way are conventions. A vector of odd
/// length must be refused.
/// Source: Su et al. 2021, RoFormer, arXiv:2104.09864v5, section 3.4.2.
CodeExercise code_rope(Seed seed);

/// alibi_bias(n_heads, seq_len, causal=False): n_heads x seq_len x seq_len, -infinity where a key is
/// masked. The slopes are those of the released code; the paper's sentence taken literally is a convention.
/// Source: Press, Smith, Lewis 2022, arXiv:2108.12409v2, section 3.
CodeExercise code_alibi(Seed seed);

/// look_up(table, positions): the rows of a learned table at these positions. A position without a row must be
/// refused: past the last one, or negative, which Python would count from the end.
CodeExercise code_learned(Seed seed);

/// One row of attention scores under three encodings, each a list with one score for each key; key j is at position
/// j, the query at `position`:
///   sinusoidal_scores(q, keys, position, base=10000.0)   (q + PE(position)) . (k_j + PE(j)) / sqrt(d)
///   rope_scores(q, keys, position, base=10000.0)         R(position) q . R(j) k_j / sqrt(d)
///   alibi_scores(q, keys, position, slope)               q . k_j / sqrt(d) - slope |position - j|
/// Neighbors are pairs, as in code_rope.
/// Source: arXiv:1706.03762v7, section 3.5; arXiv:2104.09864v5, section 3.2.2; arXiv:2108.12409v2, section 3.
CodeExercise code_scores(Seed seed);

/// rope_2d(q, x, y): axial RoPE with base 100, a list as long as q. x turns the first half of q, y the second; neighbors
/// (2i, 2i + 1) are pairs. Pairs (i, i + d/2), pairs (i, i + d/4) in each half, and turns the other way are
/// conventions. A q whose length is not divisible by 4 must be refused.
/// Source: Heo et al. 2024, RoPE-ViT, arXiv:2403.13298, section 3.2, equation 7.
CodeExercise code_rope_2d(Seed seed);

/// rotate(q, pos, base=10000.0), to be fixed: halves turned by the angles of neighbors. Either layout is
/// right, if all cases use the same one.
CodeExercise debug_layout(Seed seed);

/// rotate(q, pos, base=10000.0), to be fixed: the vector itself is added instead of its cosine part.
/// Neighbors are pairs, as in code_rope.
CodeExercise debug_added(Seed seed);

/// The ids of the exercises in code, which are part of exercise_ids().
std::vector<std::string_view> code_exercise_ids();

/// The expected result of a call in an exercise in code, beside its result.
/// @param item the call, which is the id of the item
/// @param text as for the grade
/// Errors: an id that is not that of an exercise in code; an invalid seed; a call that the exercise does not have.
Result<CaseComparison> compare_case(std::string_view id, double seed, std::string_view item,
                                    std::string_view text);

}  // namespace posenc
