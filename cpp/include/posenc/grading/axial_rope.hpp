#pragma once

#include "posenc/encoding/rotary.hpp"
#include "posenc/grading/hand.hpp"

namespace posenc {

/// One score of axial RoPE by hand, d = 8 and base 100: a query and a key at two patches (x, y) of a 2 x 2 grid.
///   theta_i = base^(-4i/d), i = 0 .. d/4-1  ->  angles x theta_i, then y theta_i  ->  q', k'  ->  q'.k' / sqrt(d)
/// Pairs are neighbors, (2i, 2i + 1). A sheet that consistently has pairs (i, i + d/2), pairs (i, i + d/4) in each
/// half, turns the other way, or pairs written with their sine part first, is right under that convention.
/// Source: Heo et al. 2024, RoPE-ViT, arXiv:2403.13298, section 3.2, equation 7.
///
/// Items: "angle(q)[3]" (group "angle(q)"), "angle(k)[3]"; "q'[7]", "k'[7]"; "score".
ExerciseByHand axial_rope(Seed seed);

/// A patch of a grid.
struct Patch {
  double x;
  double y;
};

/// The angles of all pairs at a patch, [d/2]. Reason::exponent, inverted_exponent, one_frequency_list, axes_swapped,
/// axes_added, one_axis and one_based change them.
Vector worked_axial_angles(Index d, double base, Patch patch, Approach approach);

/// The components of pair i of a head of axial RoPE: neighbors, or those of the layout that the reason names.
PairIndices worked_axial_pair(Index i, Index d, Approach layout);

/// x rotated by the angles of its pairs. Reason::degrees, sin_cos_swapped, rotation_sign and pair_order change it.
Vector worked_axial_turn(const Vector& x, const Vector& angles, Approach layout, Approach approach);

}  // namespace posenc
