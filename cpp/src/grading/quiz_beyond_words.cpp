#include "posenc/grading/quiz_topics.hpp"

#include <array>
#include <cmath>

#include "posenc/encoding/axes.hpp"
#include "posenc/encoding/fourier_features.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/timestep.hpp"

// Positions of grids, of text between images, of diffusion's timesteps, and of continuous coordinates.
namespace posenc::quiz_topics {
namespace {

using enum Stated;

Vector a_patch_query() {
  Vector q(8);
  q << 0.8, 0.3, -0.5, 0.2, 0.1, -0.9, 0.4, 0.7;
  return q;
}
Vector a_patch_key() {
  Vector k(8);
  k << 0.4, -0.6, 0.9, 0.5, -0.2, 0.3, 0.8, -0.1;
  return k;
}

AxisFrequencies axial() { return *axial_frequencies(8, axial_base); }
AxisFrequencies mixed() { return *mixed_frequencies(8, 10, 0.5); }

/// The score of that query at (x, y) and that key at (0, 0), both moved by the same steps.
double score(const AxisFrequencies& frequencies, double x, double y, double moved = 0) {
  Matrix query(1, 2);
  query << x + moved, y + moved;
  const Matrix key = Matrix::Constant(1, 2, moved);
  return (*axis_scores(frequencies, PairLayout::interleaved, a_patch_query(), a_patch_key(), query,
                       key))(0, 0);
}

bool adds_up(const AxisFrequencies& frequencies) {
  return same(score(frequencies, 3, 2) + score(frequencies, 0, 0),
              score(frequencies, 3, 0) + score(frequencies, 0, 2));
}
bool keeps_offsets(const AxisFrequencies& frequencies) {
  return same(score(frequencies, 3, 2), score(frequencies, 3, 2, 5));
}
bool is_equal_at_equal_distances(const AxisFrequencies& frequencies) {
  return same(score(frequencies, 3, 4), score(frequencies, 5, 0));
}
bool is_symmetric(const AxisFrequencies& frequencies) {
  return same(score(frequencies, 3, 2), score(frequencies, 2, 3));
}

/// M-RoPE of a head of 16 components: 2 pairs for time, 3 each for height and width.
constexpr std::array<double, 3> sections{2, 3, 3};
constexpr double mrope_base = 10000;

/// The positions of five tokens of text after a small image.
Matrix text_positions() {
  const std::array<MropeSegment, 2> segments{
      {{SegmentKind::patches, 1, 2, 2}, {SegmentKind::text, 1, 1, 5}}};
  return mrope_positions(segments)->bottomRows(5);
}
Matrix text_angles() {
  return *axis_angles(*mrope_frequencies(sections, SectionLayout::chunked, mrope_base),
                      text_positions());
}
/// RoPE's, at the first of a token's three positions.
Matrix rope_angles(double base) {
  return text_positions().col(0) * waves(16, base).values().transpose();
}

constexpr std::array<double, 3> timesteps{0, 10, 500};
Matrix embedded(TimestepConvention convention) {
  return *timestep_embedding(16, 10000, convention, timesteps);
}
Matrix ddpm() { return embedded(TimestepConvention::ddpm); }
Matrix adm() { return embedded(TimestepConvention::adm); }
Matrix adm_with_halves_swapped() {
  const Matrix all = adm();
  Matrix swapped(all.rows(), all.cols());
  swapped << all.rightCols(8), all.leftCols(8);
  return swapped;
}

/// The Fourier features of a point and of another one that is a hundredth of the picture's width away.
Matrix features(double scale) {
  Matrix points(2, 2);
  points << 0.3, 0.6, 0.31, 0.6;
  return *fourier_features(points, *random_frequencies(64, 2, scale, 1));
}
double similarity(double scale) {
  const Matrix both = features(scale);
  return both.row(0).dot(both.row(1)) / both.row(0).squaredNorm();
}
double norm(double scale) { return features(scale).row(0).norm(); }

constexpr QuizEntry questions_on_grids_and_time[] = {
    {"axial",
     {{{"offset", [] { return keeps_offsets(axial()) && !keeps_offsets(mixed()); }},
       {"distance", [] { return is_equal_at_equal_distances(axial()); }},
       {"sum", [] { return adds_up(axial()) && !adds_up(mixed()); }},
       {"swap", [] { return is_symmetric(axial()); }}}}},
    {"mrope-text",
     {{{"time-only", [] { return text_positions().rightCols(2).isZero(); }},
       {"same-three",
        [] {
          const Matrix at = text_positions();
          return alike(at.col(1), at.col(0)) && alike(at.col(2), at.col(0)) &&
                 alike(text_angles(), rope_angles(mrope_base));
        }},
       {"own-base", [] { return alike(text_angles(), rope_angles(500000)); }},
       {"learned", is_false}}}},
    {"timesteps",
     {{{"error", [] { return adm().cols() != ddpm().cols(); }},
       {"same", [] { return alike(adm(), ddpm()); }},
       {"halves", [] { return alike(adm_with_halves_swapped(), ddpm()); }},
       {"other-numbers",
        [] {
          return adm().cols() == ddpm().cols() && !alike(adm_with_halves_swapped(), ddpm(), 0.1);
        }}}}},
    {"scale",
     {{{"more-alike", [] { return similarity(30) > similarity(1); }},
       {"less-alike", [] { return similarity(1) > 0.9 && similarity(30) < 0.5; }},
       {"more", [] { return features(30).cols() > features(1).cols(); }},
       {"longer", [] { return !same(norm(30), norm(1)); }}}}},
};

}  // namespace

std::span<const QuizEntry> beyond_words_questions() { return questions_on_grids_and_time; }

}  // namespace posenc::quiz_topics
