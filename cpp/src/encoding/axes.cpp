#include "posenc/encoding/axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/random.hpp"

namespace posenc {
namespace {

/// theta_i = base^(-4i/d), shape [d/4].
Result<Vector> quarter_frequencies(double head_dim, double base) {
  POSENC_TRY(d, to_multiple("[axes] `head_dim`", head_dim, 4));
  POSENC_TRY(theta, GeometricFrequencies::make(d / 2, base));
  return theta.values();
}

/// Rows of a frequency for x and one for y, those of the first half of the pairs, then those of the other.
Matrix two_halves(const Vector& theta, double x, double y) {
  const Index quarter = theta.size();
  Matrix values(2 * quarter, 2);
  values.topRows(quarter) << theta * x, theta * y;
  values.bottomRows(quarter) << theta * -y, theta * x;
  return values;
}

constexpr double most_heads = 1024;

/// The largest section, and the largest size of a segment.
constexpr double most_of_size = 65536;

/// Height has its turn at pairs 1, 4, 7, .., width at 2, 5, 8, ...
std::optional<Error> check_turns(const std::array<Index, 3>& counts, Index pairs) {
  for (const Index axis : {1, 2}) {
    const Index turns = (pairs + 2 - axis) / 3;
    const Index count = counts[static_cast<std::size_t>(axis)];
    if (count <= turns) continue;
    return invalid_argument({"[axes] `sections` in turn leave ", turns, " pairs to ",
                             axis == 1 ? "height" : "width", " but it has ", count});
  }
  return std::nullopt;
}

}  // namespace

Result<AxisFrequencies> AxisFrequencies::from_values(Matrix values) {
  if (values.size() == 0) {
    return invalid_argument({"[axes] `frequencies` must have at least one pair and one axis"});
  }
  if (auto error = check_magnitudes("[axes] every entry of `frequencies`", elements_of(values))) {
    return *error;
  }
  return AxisFrequencies(std::move(values));
}

Result<AxisFrequencies> axial_frequencies(double head_dim, double base) {
  POSENC_TRY(theta, quarter_frequencies(head_dim, base));
  Matrix values = Matrix::Zero(2 * theta.size(), 2);
  values.topLeftCorner(theta.size(), 1) = theta;
  values.bottomRightCorner(theta.size(), 1) = theta;
  return AxisFrequencies::from_values(std::move(values));
}

Result<AxisFrequencies> mixed_frequencies(double head_dim, double base, double angle) {
  POSENC_TRY(theta, quarter_frequencies(head_dim, base));
  if (auto error = check_position("[axes] `angle`", angle)) return *error;
  return AxisFrequencies::from_values(two_halves(theta, std::cos(angle), std::sin(angle)));
}

Result<AxisFrequencies> mixed_head_frequencies(double head_dim, double base, double heads,
                                               double seed) {
  POSENC_TRY(theta, quarter_frequencies(head_dim, base));
  if (auto error = check_whole("[axes] `heads`", heads, 1, most_heads)) return *error;
  if (auto error = check_seed("[axes] `seed`", seed)) return *error;
  const auto count = static_cast<Index>(heads);
  const Index pairs = 2 * theta.size();
  if (auto error = check_size("[axes] the frequencies", count * pairs, 2)) return *error;

  Random random(static_cast<std::uint64_t>(seed));
  Matrix values(count * pairs, 2);
  for (Index head = 0; head < count; ++head) {
    const double angle = 2 * std::numbers::pi * random.uniform();
    values.middleRows(head * pairs, pairs) = two_halves(theta, std::cos(angle), std::sin(angle));
  }
  return AxisFrequencies::from_values(std::move(values));
}

Result<std::vector<Index>> mrope_axes(std::span<const double> sections, SectionLayout layout) {
  if (sections.size() != 3) {
    return invalid_argument(
        {"[axes] `sections` must be 3 numbers, for time, height and width, but got ",
         sections.size()});
  }
  for (const double section : sections) {
    if (auto error = check_whole("[axes] each of `sections`", section, 0, most_of_size))
      return *error;
  }
  const std::array counts{static_cast<Index>(sections[0]), static_cast<Index>(sections[1]),
                          static_cast<Index>(sections[2])};
  const Index pairs = counts[0] + counts[1] + counts[2];
  if (pairs == 0) {
    return invalid_argument({"[axes] `sections` must have at least 1 pair in all but got 0"});
  }
  if (layout == SectionLayout::interleaved) {
    if (auto error = check_turns(counts, pairs)) return *error;
  }
  std::vector<Index> axes(static_cast<std::size_t>(pairs));
  for (Index i = 0; i < pairs; ++i) {
    Index& axis = axes[static_cast<std::size_t>(i)];
    if (layout == SectionLayout::chunked) {
      axis = i < counts[0] ? 0 : i < counts[0] + counts[1] ? 1 : 2;
    } else {
      const Index turn = i % 3;
      axis = i < 3 * counts[static_cast<std::size_t>(turn)] ? turn : 0;
    }
  }
  return axes;
}

Result<AxisFrequencies> mrope_frequencies(std::span<const double> sections, SectionLayout layout,
                                          double base) {
  POSENC_TRY(axes, mrope_axes(sections, layout));
  const auto pairs = static_cast<Index>(axes.size());
  POSENC_TRY(theta, GeometricFrequencies::make(2 * pairs, base));
  Matrix values = Matrix::Zero(pairs, 3);
  for (Index i = 0; i < pairs; ++i) {
    values(i, axes[static_cast<std::size_t>(i)]) = theta.values()[i];
  }
  return AxisFrequencies::from_values(std::move(values));
}

Result<Matrix> mrope_positions(std::span<const MropeSegment> segments) {
  double tokens = 0;
  for (const auto& [kind, frames, rows, columns] : segments) {
    for (const double size : {frames, rows, columns}) {
      if (auto error = check_whole("[axes] each size of `segments`", size, 1, most_of_size)) {
        return *error;
      }
    }
    if (kind == SegmentKind::text && (frames != 1 || rows != 1)) {
      return invalid_argument({"[axes] a text in `segments` must have 1 frame and 1 row but got ",
                               frames, " and ", rows});
    }
    tokens += frames * rows * columns;
  }
  if (tokens > static_cast<double>(max_elements) / 3) {
    return too_large(
        {"[axes] the positions would have ", tokens, " rows, too many for one result"});
  }
  Matrix positions(static_cast<Index>(tokens), 3);
  Index token = 0;
  double begin = 0;
  for (const auto& [kind, frames, rows, columns] : segments) {
    for (double t = 0; t < frames; ++t) {
      for (double h = 0; h < rows; ++h) {
        for (double w = 0; w < columns; ++w) {
          if (kind == SegmentKind::text) {
            positions.row(token++).setConstant(begin + w);
          } else {
            positions.row(token++) << begin + t, begin + h, begin + w;
          }
        }
      }
    }
    begin += std::max({frames, rows, columns});
  }
  return positions;
}

Result<Matrix> axis_angles(const AxisFrequencies& frequencies, const Matrix& positions) {
  if (positions.cols() != frequencies.axes()) {
    return invalid_argument({"[axes] each of `positions` must have ", frequencies.axes(),
                             " coordinates but has ", positions.cols()});
  }
  if (auto error =
          check_positions("[axes] each coordinate of `positions`", elements_of(positions))) {
    return *error;
  }
  if (auto error = check_size("[axes] the angles", positions.rows(), frequencies.pairs())) {
    return *error;
  }
  return Matrix(positions * frequencies.values().transpose());
}

Result<Matrix> rotate_axes(const AxisFrequencies& frequencies, PairLayout layout, const Vector& x,
                           const Matrix& positions) {
  if (auto error = check_components("[axes]", "x", x, "head_dim", frequencies.head_dim())) {
    return *error;
  }
  POSENC_TRY(angles, axis_angles(frequencies, positions));
  if (auto error = check_size("[axes] the result", positions.rows(), x.size())) return *error;

  Matrix rotated(positions.rows(), x.size());
  const Index pairs = frequencies.pairs();
  for (Index i = 0; i < pairs; ++i) {
    const auto [a, b] = pair_components(i, pairs, layout);
    for (Index row = 0; row < rotated.rows(); ++row) {
      const double cos = std::cos(angles(row, i));
      const double sin = std::sin(angles(row, i));
      rotated(row, a) = x[a] * cos - x[b] * sin;
      rotated(row, b) = x[a] * sin + x[b] * cos;
    }
  }
  return rotated;
}

Result<Matrix> axis_scores(const AxisFrequencies& frequencies, PairLayout layout, const Vector& q,
                           const Vector& k, const Matrix& query_positions,
                           const Matrix& key_positions) {
  POSENC_TRY(queries, rotate_axes(frequencies, layout, q, query_positions));
  POSENC_TRY(keys, rotate_axes(frequencies, layout, k, key_positions));
  if (auto error = check_size("[axes] the scores", queries.rows(), keys.rows())) return *error;
  return Matrix(queries * keys.transpose());
}

Result<Vector> axis_kernel(const AxisFrequencies& frequencies, const Matrix& offsets) {
  POSENC_TRY(angles, axis_angles(frequencies, offsets));
  return Vector(angles.array().cos().rowwise().mean());
}

}  // namespace posenc
