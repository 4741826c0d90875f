#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "posenc/claims/experiment.hpp"
#include "posenc/claims/phrases/beyond_words.hpp"
#include "posenc/claims/rope_setup.hpp"
#include "posenc/claims/rows.hpp"
#include "posenc/encoding/axes.hpp"
#include "posenc/encoding/grid.hpp"
#include "posenc/encoding/learned.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/wording.hpp"

// Claims about positions with two or three coordinates. (Every argument below is fixed and within what the functions
// accept, so that their results are taken as they are.)

namespace posenc {
namespace {

constexpr double patch_head = 64;
constexpr double mixed_base = 10;  // that of RoPE-ViT
constexpr double head_angle = 0.5;
/// A grid of ViT at 224 pixels.
constexpr double side = 14;

AxisFrequencies axial() { return *axial_frequencies(patch_head, axial_base); }
AxisFrequencies mixed(double angle) { return *mixed_frequencies(patch_head, mixed_base, angle); }

// 59. Distances.

/// The scores of equal vectors at (5, 0) and (3, 4).
Vector scores_five_away(const AxisFrequencies& frequencies) {
  Matrix offsets(2, 2);
  offsets << 5, 0, 3, 4;
  return *axis_kernel(frequencies, offsets);
}

Result<Evidence> equal_distances() {
  const auto shown = [](double score) { return with_decimals(score, 3); };
  const Vector of_axial = scores_five_away(axial());
  const Vector of_mixed = scores_five_away(mixed(head_angle));
  constexpr int heads = 64;
  double beside = 0;
  double aslant = 0;
  for (int n = 0; n < heads; ++n) {
    const Vector one = scores_five_away(mixed(2 * std::numbers::pi * n / heads));
    beside += one[0] / heads;
    aslant += one[1] / heads;
  }
  const double apart = std::abs(beside - aslant);
  const auto same = [](const Vector& scores) {
    return for_it_if(std::abs(scores[0] - scores[1]) <= rounding_tolerance);
  };
  return Evidence{{found<beyond_words_phrases, "same-distance-axial">(
                       of_axial[0] - of_axial[1], same(of_axial), patch_head, axial_base,
                       shown(of_axial[0]), shown(of_axial[1])),
                   found<beyond_words_phrases, "same-distance-mixed">(
                       of_mixed[0] - of_mixed[1], same(of_mixed), head_angle, shown(of_mixed[0]),
                       shown(of_mixed[1])),
                   found<beyond_words_phrases, "same-distance-mean">(
                       apart, Support::aside, heads, shown(beside), with_power_of_ten(apart, 1))},
                  say<beyond_words_phrases, "because-one-direction-each">()};
}

// 60. Diagonals.

struct DiagonalScores {
  /// The largest |S(0, 0) + S(3, 3) - S(3, 0) - S(0, 3)|.
  double gap = 0;
  /// In how many heads both S(0, 0) and S(3, 3) are above both others.
  int wins = 0;
};

DiagonalScores diagonal_scores(const AxisFrequencies& frequencies, int heads) {
  Matrix offsets(4, 2);
  offsets << 0, 0, 3, 3, 3, 0, 0, 3;
  const Matrix here = Matrix::Zero(1, 2);
  Random random(60);
  DiagonalScores all;
  for (int n = 0; n < heads; ++n) {
    const Vector q = drawn_vector(random, frequencies.head_dim());
    const Vector k = drawn_vector(random, frequencies.head_dim());
    const Matrix s = *axis_scores(frequencies, PairLayout::half_split, q, k, offsets, here);
    all.gap = std::max(all.gap, std::abs(s(0, 0) + s(1, 0) - s(2, 0) - s(3, 0)));
    if (std::min(s(0, 0), s(1, 0)) > std::max(s(2, 0), s(3, 0))) ++all.wins;
  }
  return all;
}

Result<Evidence> axial_diagonals() {
  constexpr int heads = 1000;
  const DiagonalScores of_axial = diagonal_scores(axial(), heads);
  const DiagonalScores of_mixed = diagonal_scores(mixed(head_angle), heads);
  return Evidence{
      {found<beyond_words_phrases, "corner-sums-axial">(
           of_axial.gap, for_it_if(of_axial.gap > rounding_tolerance), heads,
           with_power_of_ten(of_axial.gap, 1)),
       found<beyond_words_phrases, "diagonal-wins-axial">(
           static_cast<double>(of_axial.wins), for_it_if(of_axial.wins > 0), of_axial.wins, heads),
       found<beyond_words_phrases, "diagonal-wins-mixed">(
           static_cast<double>(of_mixed.wins), Support::aside, with_digits(of_mixed.gap, 2),
           of_mixed.wins, heads)},
      say<beyond_words_phrases, "because-x-and-y-add">()};
}

// 61. Tables of MAE and DETR.

constexpr double table_width = 64;

Matrix table_of(GridConvention convention) {
  return *grid_table(*grid_frequencies(table_width, 10000), side, side, convention);
}

/// DETR's columns in MAE's order: those of x first, and all sines of a half before its cosines.
Matrix in_order_of_mae(const Matrix& detr) {
  const Index pairs = detr.cols() / 4;
  Matrix ordered(detr.rows(), detr.cols());
  for (Index i = 0; i < pairs; ++i) {
    for (const Index function : {0, 1}) {
      for (Index row = 0; row < detr.rows(); ++row) {
        ordered(row, function * pairs + i) = detr(row, 2 * pairs + 2 * i + function);
        ordered(row, (2 + function) * pairs + i) = detr(row, 2 * i + function);
      }
    }
  }
  return ordered;
}

Result<Evidence> same_grid_tables() {
  const Matrix mae = table_of(GridConvention::mae);
  const Matrix detr = table_of(GridConvention::detr);
  const double off = largest_difference(mae, in_order_of_mae(detr));
  const double of_mae = row_similarity(mae, 0, 1);
  const double of_detr = row_similarity(detr, 0, 1);
  const auto second = [](double count, GridConvention convention) {
    return (*grid_positions(count, convention))[1];
  };
  const double in_detr = second(side, GridConvention::detr);
  return Evidence{
      {found<beyond_words_phrases, "grid-tables-in-order">(
           off, for_it_if(off <= rounding_tolerance), side, table_width, with_decimals(off, 2)),
       found<beyond_words_phrases, "grid-table-neighbors">(
           of_mae - of_detr, for_it_if(std::abs(of_mae - of_detr) <= rounding_tolerance),
           with_decimals(of_mae, 3), with_decimals(of_detr, 3)),
       found<beyond_words_phrases, "grid-positions-by-size">(
           in_detr, Support::aside, second(side, GridConvention::mae), with_digits(in_detr, 3),
           side, with_digits(second(2 * side, GridConvention::detr), 3), 2 * side)},
      say<beyond_words_phrases, "because-detr-scales">()};
}

// 62. Resized tables.

Index preserved_rows(const Matrix& table, double larger, Interpolation interpolation) {
  const Matrix resized = *resize_grid_table(table, {side, side}, {larger, larger}, interpolation);
  Index preserved = 0;
  for (Index row = 0; row < table.rows(); ++row) preserved += has_row(resized, table, row) ? 1 : 0;
  return preserved;
}

Result<Evidence> resized_tables() {
  const Matrix table = *learned_table(side * side, 8, 1);
  Evidence evidence{{}, say<beyond_words_phrases, "because-centers-move">()};
  // 24 is ViT's grid at 384 pixels.
  for (const double larger : {24.0, 2 * side, 3 * side}) {
    for (const auto& [interpolation, words] :
         {std::pair{Interpolation::bilinear, words_of(beyond_words_phrases, "rows-kept-bilinear")},
          std::pair{Interpolation::bicubic, words_of(beyond_words_phrases, "rows-kept-bicubic")}}) {
      const Index preserved = preserved_rows(table, larger, interpolation);
      evidence.findings.push_back(finding_of(words, {side, larger, preserved, table.rows()},
                                             static_cast<double>(preserved),
                                             for_it_if(preserved == table.rows())));
    }
  }
  evidence.findings = about_every_case(std::move(evidence.findings));
  return evidence;
}

// 63. M-RoPE on text.

/// The largest difference between M-RoPE and RoPE in rotated vectors of a text of that many tokens.
double mrope_difference(const std::array<double, 3>& sections, SectionLayout layout,
                        double tokens) {
  constexpr double base = 1000000;
  const auto mrope = *mrope_frequencies(sections, layout, base);
  const Index d = mrope.head_dim();
  const auto rope = *RotaryEmbedding::make(*GeometricFrequencies::make(d, base),
                                           static_cast<double>(d), PairLayout::half_split, 1);
  Random random(63);
  const Vector x = drawn_vector(random, d);
  const Matrix places = *mrope_positions(std::array{MropeSegment{SegmentKind::text, 1, 1, tokens}});
  return largest_difference(*rotate_axes(mrope, PairLayout::half_split, x, places),
                            *rotate(rope, x, positions_from(0, tokens)));
}

Result<Evidence> mrope_on_text() {
  constexpr double tokens = 1000;
  constexpr double patches = 8;
  constexpr std::array chunked{16.0, 24.0, 24.0};
  constexpr std::array interleaved{24.0, 20.0, 20.0};
  const double of_chunked = mrope_difference(chunked, SectionLayout::chunked, tokens);
  const double of_interleaved = mrope_difference(interleaved, SectionLayout::interleaved, tokens);
  const Matrix after_image =
      *mrope_positions(std::array{MropeSegment{SegmentKind::patches, 1, patches, patches},
                                  MropeSegment{SegmentKind::text, 1, 1, 1}});
  const double first = after_image(after_image.rows() - 1, 0);
  return Evidence{
      {found<beyond_words_phrases, "mrope-chunked">(
           of_chunked, for_it_if(of_chunked <= rounding_tolerance), tokens, chunked[0], chunked[1],
           chunked[2], with_power_of_ten(of_chunked, 1)),
       found<beyond_words_phrases, "mrope-interleaved">(
           of_interleaved, for_it_if(of_interleaved <= rounding_tolerance), tokens, interleaved[0],
           interleaved[1], interleaved[2], with_power_of_ten(of_interleaved, 1)),
       found<beyond_words_phrases, "mrope-after-image">(first, Support::aside, patches, first,
                                                        patches * patches)},
      say<beyond_words_phrases, "because-three-positions-agree">()};
}

}  // namespace

std::vector<ClaimExperiment> grid_claims() {
  constexpr std::string_view section = "beyond-words";
  return {
      computed_claim(59, say<beyond_words_phrases, "claim-equal-distance">(), section,
                     {cited::rope_vit}, equal_distances),
      computed_claim(60, say<beyond_words_phrases, "claim-axial-diagonal">(), section,
                     {cited::rope_vit}, axial_diagonals),
      computed_claim(61, say<beyond_words_phrases, "claim-same-grid-tables">(), section,
                     {cited::mae_code, cited::detr_code}, same_grid_tables),
      computed_claim(62, say<beyond_words_phrases, "claim-resized-table-keeps">(), section,
                     {cited::vision_transformer, cited::mae_code}, resized_tables),
      computed_claim(63, say<beyond_words_phrases, "claim-mrope-on-text">(), section,
                     {cited::qwen2_vl, cited::qwen3_vl}, mrope_on_text),
  };
}

}  // namespace posenc
