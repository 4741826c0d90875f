#pragma once

#include "posenc/grading/hand.hpp"

namespace posenc {

/// A whole score by hand, d = 4: a query at position m, keys at two positions n.
///   omega_i = base^(-2i/d)  ->  angle = position omega_i  ->  q' = R_m q, k' = R_n k
///   ->  score = q'.k' / sqrt(d)  ->  weight = exp(score) / sum exp(scores)
/// Pairs are neighbors, (2i, 2i+1). A sheet that consistently has pairs (i, i + d/2), turns the other way, or
/// pairs written with their sine part first, is right under that convention.
/// Source: Su et al. 2021, RoFormer, arXiv:2104.09864v5, sections 3.2.2 and 3.4.2; the softmax of Vaswani et
/// al. 2017, arXiv:1706.03762v7, section 3.2.1.
///
/// Items: "omega[1]" (group "omega"); "angle(m)[1]", "angle(n1)[1]", "angle(n2)[1]"; "q'[3]", "k1'[3]",
/// "k2'[3]"; "score(1)", "score(2)"; "weight(1)", "weight(2)".
ExerciseByHand rope_chain(Seed seed);

}  // namespace posenc
