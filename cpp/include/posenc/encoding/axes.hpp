#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// RoPE for positions of several coordinates, such as (x, y) of a patch or (t, h, w) of a video: pair i is rotated by
///   angle_i(p) = sum_a F(i, a) p_a
/// so that <R_p q, R_r k> depends only on p - r, whatever F is. The schemes differ in F alone.
namespace posenc {

/// The frequencies F of each pair, in radians per unit of each coordinate.
class AxisFrequencies {
 public:
  /// Any F, [pairs, axes]. Errors: no pairs or axes; a number that is not finite, or above 1e100 in magnitude.
  static Result<AxisFrequencies> from_values(Matrix values);

  /// F, shape [pairs, axes].
  const Matrix& values() const { return values_; }
  Index pairs() const { return values_.rows(); }
  Index axes() const { return values_.cols(); }
  Index head_dim() const { return 2 * values_.rows(); }

 private:
  explicit AxisFrequencies(Matrix values) : values_(std::move(values)) {}
  Matrix values_;
};

/// Axial RoPE of two coordinates: x rotates the first half of the pairs, y the other, each as RoPE rotates a head of
/// half the width,
///   theta_i = base^(-4i/d), i = 0 .. d/4-1
///
/// Source: Heo et al. 2024, RoPE-ViT, arXiv:2403.13298, section 3.2, equation 7, and its code, compute_axial_cis.
///
/// @param head_dim d: positive and divisible by 4
/// @param base     finite and positive
/// Errors: a number outside its range; a base so extreme that a double cannot hold some angle.
Result<AxisFrequencies> axial_frequencies(double head_dim, double base);

/// The base of RoPE-ViT, for grids of 14 x 14 patches.
inline constexpr double axial_base = 100;

/// RoPE of two coordinates with mixed frequencies, as a model begins to learn them: the axial ones with base 10, turned
/// by an angle that is drawn for each head,
///   F = [theta_i cos(a), theta_i sin(a)], then [-theta_i sin(a), theta_i cos(a)], i = 0 .. d/4-1
///
/// Source: Heo et al. 2024, RoPE-ViT, arXiv:2403.13298, section 3.2, equation 9; the beginning is that of its code,
/// init_random_2d_freqs. The paper learns F from there on.
///
/// @param head_dim d: positive and divisible by 4
/// @param base     finite and positive; 10 in the paper
/// @param angle    a, in radians: finite, up to 2^53 in magnitude
/// Errors: as above, and for the angle.
Result<AxisFrequencies> mixed_frequencies(double head_dim, double base, double angle);

/// The mixed frequencies of all heads of a layer, those of the first head on top; each head's angle is drawn evenly from
/// [0, 2 pi). Shape of F: [heads * head_dim / 2, 2].
/// Source: as above; its code draws torch.rand(1) * 2 * pi for each head.
///
/// @param heads from 1 to 1024
/// @param seed  a whole number from 0 to 2^53
/// Errors: as above; heads or a seed outside their range.
Result<AxisFrequencies> mixed_head_frequencies(double head_dim, double base, double heads,
                                               double seed);

/// Which pairs listen to time, height and width.
enum class SectionLayout {
  chunked,  // time, then height, then width: Qwen2-VL and Qwen2.5-VL
  interleaved,  // time, height, width in turn, as long as a section has pairs left; the rest time: Qwen3-VL
};

POSENC_CHOICE(SectionLayout, section_layout, "[axes] `layout`", chunked, interleaved)

/// The coordinate that each pair listens to: 0 time, 1 height, 2 width. Shape [pairs].
///
/// @param sections how many pairs listen to time, height and width
/// Errors: sections that are not three whole numbers from 0 on, at least 1 in all; interleaved, a height or width of
/// more pairs than have their turn.
Result<std::vector<Index>> mrope_axes(std::span<const double> sections, SectionLayout layout);

/// M-RoPE, three coordinates (t, h, w): pair i keeps RoPE's frequency base^(-2i/d), and turns with the one coordinate
/// that it listens to.
///
/// Source: Wang et al. 2024, Qwen2-VL, arXiv:2409.12191, section 2.1, and the class of its config in Transformers,
/// mrope_section; interleaved: Qwen3-VL, arXiv:2511.21631, and its apply_interleaved_mrope.
///
/// @param sections how many pairs listen to time, height and width: d/2 together; 16, 24, 24 in Qwen2.5-VL
/// @param base     finite and positive
/// Errors: as for mrope_axes; a base so extreme that a double cannot hold some angle.
Result<AxisFrequencies> mrope_frequencies(std::span<const double> sections, SectionLayout layout,
                                          double base);

/// What a part of an input of M-RoPE consists of.
enum class SegmentKind {
  text,     // tokens in one row
  patches,  // those of an image, or of the frames of a video
};

POSENC_CHOICE(SegmentKind, segment_kind, "[axes] `kind`", text, patches)

/// A part of an input: whole numbers of at least 1. A text has 1 frame and 1 row, an image 1 frame.
struct MropeSegment {
  SegmentKind kind;
  double frames;
  double rows;
  double columns;
};

/// The positions (t, h, w) of each token: those of a text are the same in all three, and count on; a segment of patches
/// counts its frames, rows and columns from where it begins; what follows begins one after the largest so far.
///
/// Shape [tokens, 3]. Source: Qwen2-VL, arXiv:2409.12191, section 2.1 and figure 3. (Qwen2.5-VL counts time in seconds
/// instead of frames.)
/// Errors: sizes outside their range, or above 65536; a text of several frames or rows; more than max_elements.
Result<Matrix> mrope_positions(std::span<const MropeSegment> segments);

/// angle_i(p) for each position p, in radians, unreduced. Shape [positions, pairs].
///
/// @param positions [positions, axes]: finite, up to 2^53 in magnitude, whole or not
/// Errors: positions of other axes; a position outside that range; more than max_elements.
Result<Matrix> axis_angles(const AxisFrequencies& frequencies, const Matrix& positions);

/// R_p x for each position p. Shape [positions, head_dim].
/// Errors: as for axis_angles; an x whose length is not head_dim, or with a component above 1e100 in magnitude.
Result<Matrix> rotate_axes(const AxisFrequencies& frequencies, PairLayout layout, const Vector& x,
                           const Matrix& positions);

/// <R_p q, R_r k> for each position p of a query and r of a key, from the rotated vectors. Shape [queries, keys]. Not
/// divided by sqrt(head_dim). Errors: as for rotate_axes.
Result<Matrix> axis_scores(const AxisFrequencies& frequencies, PairLayout layout, const Vector& q,
                           const Vector& k, const Matrix& query_positions,
                           const Matrix& key_positions);

/// The score of two equal vectors, all of whose pairs have the same norm, as a share of that at one place, for each
/// offset p between them: the mean of cos(angle_i(p)) over the pairs. Shape [offsets].
/// Errors: as for axis_angles.
Result<Vector> axis_kernel(const AxisFrequencies& frequencies, const Matrix& offsets);

}  // namespace posenc
