#include "posenc/encoding/axes.hpp"

#include "drawn.hpp"
#include "test.hpp"

namespace {

const std::array<double, 3> qwen_sections{16, 24, 24};

Vector components_from(std::uint64_t seed, Index size) {
  Random random(seed);
  return drawn::vector(random, size);
}

/// Each scheme with a head of 16: two of two coordinates, one of three.
std::vector<AxisFrequencies> axis_schemes() {
  return {*axial_frequencies(16, 100), *mixed_frequencies(16, 10, 0.7),
          *mrope_frequencies(std::array{2.0, 3.0, 3.0}, SectionLayout::chunked, 10000)};
}

Matrix row_of(std::initializer_list<double> position) {
  Matrix row(1, static_cast<Index>(position.size()));
  Index column = 0;
  for (const double coordinate : position) row(0, column++) = coordinate;
  return row;
}

}  // namespace

TEST_CASE("scores of positions with several coordinates depend on the offset alone") {
  const Vector q = components_from(1, 16);
  const Vector k = components_from(2, 16);
  for (const AxisFrequencies& scheme : axis_schemes()) {
    for (const PairLayout layout : {PairLayout::interleaved, PairLayout::half_split}) {
      const Matrix here = Matrix::Constant(1, scheme.axes(), 2);
      Matrix there = here;
      there(0, 0) += 3;
      there(0, 1) -= 5;
      const double score = (*axis_scores(scheme, layout, q, k, here, there))(0, 0);
      for (Index axis = 0; axis < scheme.axes(); ++axis) {
        CAPTURE(axis);
        Matrix shift = Matrix::Zero(1, scheme.axes());
        shift(0, axis) = 11;
        const double shifted =
            (*axis_scores(scheme, layout, q, k, here + shift, there + shift))(0, 0);
        CHECK(shifted == doctest::Approx(score).epsilon(1e-12));
        // Another offset: another score.
        const double moved = (*axis_scores(scheme, layout, q, k, here, there + shift))(0, 0);
        CHECK(std::abs(moved - score) > 1e-3);
      }
    }
  }
}

TEST_CASE("each head of mixed RoPE is turned by an angle of its own, the same for a seed") {
  const Matrix heads = mixed_head_frequencies(16, 10, 3, 5)->values();
  REQUIRE(heads.rows() == 24);
  Random random(5);
  for (Index head = 0; head < 3; ++head) {
    const double angle = 2 * std::numbers::pi * random.uniform();
    CHECK(heads.middleRows(8 * head, 8) == mixed_frequencies(16, 10, angle)->values());
  }
  CHECK(mixed_head_frequencies(16, 10, 1, 5)->values() == heads.topRows(8));
  CHECK(mixed_head_frequencies(16, 10, 0, 5).error().message.starts_with("[axes] heads must be"));
  CHECK(mixed_head_frequencies(16, 10, 2, -1).error().message.starts_with("[axes] seed must be"));
}

TEST_CASE("rotations of several coordinates keep the norm of each pair") {
  const Vector x = components_from(3, 16);
  for (const AxisFrequencies& scheme : axis_schemes()) {
    const Matrix position = Matrix::Constant(1, scheme.axes(), 123.5);
    const Vector rotated = rotate_axes(scheme, PairLayout::interleaved, x, position)->row(0);
    for (Index i = 0; i < 8; ++i) {
      CHECK(rotated.segment(2 * i, 2).norm() ==
            doctest::Approx(x.segment(2 * i, 2).norm()).epsilon(1e-14));
    }
  }
}

TEST_CASE("axial RoPE is two rotations of half a head side by side") {
  const Vector x = components_from(4, 16);
  const auto half = *RotaryEmbedding::make(8, 8, 100, "interleaved");
  const Vector rotated =
      rotate_axes(*axial_frequencies(16, 100), PairLayout::interleaved, x, row_of({7, 31}))->row(0);
  const Vector by_x = rotate(half, x.head(8), std::array{7.0})->row(0);
  const Vector by_y = rotate(half, x.tail(8), std::array{31.0})->row(0);
  CHECK((rotated.head(8) - by_x).cwiseAbs().maxCoeff() < 1e-15);
  CHECK((rotated.tail(8) - by_y).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("mixed frequencies begin as the axial ones, turned") {
  const AxisFrequencies axial = *axial_frequencies(16, 10);
  CHECK(mixed_frequencies(16, 10, 0)->values() == axial.values());
  for (const double angle : {0.3, 2.0, -1.0}) {
    // Turned frequencies at a position are the axial ones at the position turned back.
    const Matrix angles = *axis_angles(*mixed_frequencies(16, 10, angle), row_of({4, 9}));
    const double x = 4 * std::cos(angle) + 9 * std::sin(angle);
    const double y = 9 * std::cos(angle) - 4 * std::sin(angle);
    CHECK((angles - *axis_angles(axial, row_of({x, y}))).cwiseAbs().maxCoeff() < 1e-14);
  }
}

TEST_CASE("M-RoPE is RoPE for texts, whatever pairs listen to") {
  const Vector x = components_from(5, 128);
  const auto rope = *RotaryEmbedding::make(128, 128, 1000000, "half_split");
  const Vector expected = rotate(rope, x, std::array{5.0})->row(0);
  for (const SectionLayout layout : {SectionLayout::chunked, SectionLayout::interleaved}) {
    const std::array<double, 3> sections =
        layout == SectionLayout::chunked ? qwen_sections : std::array{24.0, 20.0, 20.0};
    const AxisFrequencies mrope = *mrope_frequencies(sections, layout, 1000000);
    const Vector rotated = rotate_axes(mrope, PairLayout::half_split, x, row_of({5, 5, 5}))->row(0);
    CHECK((rotated - expected).cwiseAbs().maxCoeff() < 1e-14);
  }
}

TEST_CASE("each section has its pairs") {
  const std::vector<Index> chunked = *mrope_axes(qwen_sections, SectionLayout::chunked);
  CHECK(std::ranges::count(chunked, 0) == 16);
  CHECK(std::ranges::is_sorted(chunked));
  const std::vector<Index> in_turn =
      *mrope_axes(std::array{24.0, 20.0, 20.0}, SectionLayout::interleaved);
  CHECK(std::ranges::count(in_turn, 0) == 24);
  CHECK(std::ranges::count(in_turn, 1) == 20);
  CHECK(std::ranges::count(in_turn, 2) == 20);
  CHECK(std::vector<Index>(in_turn.begin(), in_turn.begin() + 6) ==
        std::vector<Index>{0, 1, 2, 0, 1, 2});
  CHECK(std::vector<Index>(in_turn.end() - 4, in_turn.end()) == std::vector<Index>{0, 0, 0, 0});
  CHECK(mrope_axes(std::array{1.0, 5.0, 1.0}, SectionLayout::interleaved).error().message ==
        "[axes] sections in turn leave 2 pairs to height but it has 5");
  CHECK(mrope_axes(std::array{2.0, 1.0, 2.0}, SectionLayout::interleaved).error().message ==
        "[axes] sections in turn leave 1 pairs to width but it has 2");
}

TEST_CASE("positions of M-RoPE count on after the largest so far") {
  const std::vector<MropeSegment> segments{
      {SegmentKind::text, 1, 1, 4}, {SegmentKind::patches, 1, 2, 3}, {SegmentKind::text, 1, 1, 1}};
  const Matrix positions = *mrope_positions(segments);
  REQUIRE(positions.rows() == 11);
  CHECK(positions.row(3) == row_of({3, 3, 3}));
  CHECK(positions.row(4) == row_of({4, 4, 4}));
  CHECK(positions.row(9) == row_of({4, 5, 6}));
  CHECK(positions.row(10) == row_of({7, 7, 7}));
  CHECK(mrope_positions({})->rows() == 0);
}

TEST_CASE("what cannot be positions or frequencies of several coordinates is named") {
  const auto message = [](const auto& result) { return result.error().message; };
  CHECK(message(axial_frequencies(6, 100)) ==
        "[axes] head_dim must be a positive number divisible by 4 but got 6");
  CHECK(message(mixed_frequencies(8, 10, NAN)).starts_with("[axes] angle must be"));
  CHECK(message(mrope_axes(std::array{1.0, 2.0}, SectionLayout::chunked)) ==
        "[axes] sections must be 3 numbers, for time, height and width, but got 2");
  CHECK(message(mrope_axes(std::array{0.0, 0.0, 0.0}, SectionLayout::chunked)) ==
        "[axes] sections must have at least 1 pair in all but got 0");
  CHECK(message(axis_angles(*axial_frequencies(8, 100), row_of({1, 2, 3}))) ==
        "[axes] each of positions must have 2 coordinates but has 3");
  CHECK(message(mrope_positions(std::array{MropeSegment{SegmentKind::text, 2, 1, 5}})) ==
        "[axes] a text in segments must have 1 frame and 1 row but got 2 and 1");
  const MropeSegment huge{SegmentKind::patches, 65536, 65536, 65536};
  CHECK(mrope_positions(std::array{huge}).error().code == ErrorCode::too_large);
  CHECK(message(AxisFrequencies::from_values(Matrix())).starts_with("[axes] frequencies must"));
}
