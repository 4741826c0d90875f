#include "posenc/grading/axial_rope.hpp"

#include <array>
#include <cmath>
#include <string>

#include "posenc/argument.hpp"
#include "posenc/encoding/axes.hpp"
#include "posenc/grading/angle.hpp"
#include "posenc/grading/draw.hpp"

namespace posenc {
namespace {

constexpr Index axial_dim = 8;
constexpr Index axial_pairs = axial_dim / 2;
constexpr std::array axial_vectors{"q", "k"};
constexpr std::array coordinate_names{"x", "y"};
constexpr Index axial_vector_count = axial_vectors.size();

struct AxialSetting {
  std::array<Patch, axial_vector_count> patches;
  std::array<Vector, axial_vector_count> x;
};

/// Which coordinate pair i turns by: 0 for x, 1 for y.
std::size_t axis_of(Index i) { return i < axial_pairs / 2 ? 0 : 1; }

double coordinate_of_pair(const Patch& patch, Index pair) {
  return axis_of(pair) == 0 ? patch.x : patch.y;
}

Stage axial_angles(const AxialSetting& setting) {
  Stage stage;
  for (const char* name : axial_vectors) {
    const std::string group = std::string("angle(") + name + ")";
    for (Index i = 0; i < axial_pairs; ++i) {
      const std::string_view axis = coordinate_names[axis_of(i)];
      const Index number = i % (axial_pairs / 2);
      stage.items.push_back(
          {.id = component(group, i),
           .group = group,
           .hint = joined({"Pair ", i, " turns by ", axis, ". It is number ", number,
                           " of the pairs that do, so ", axis, " is multiplied by ", axial_base,
                           "^(-4*", number, "/", axial_dim, ")."}),
           .decimals = 4});
    }
  }
  stage.work = [patches = setting.patches](Approach approach, const std::vector<Vector>&) {
    Vector all(axial_vector_count * axial_pairs);
    for (Index v = 0; v < axial_vector_count; ++v) {
      all.segment(v * axial_pairs, axial_pairs) = worked_axial_angles(
          axial_dim, axial_base, patches[static_cast<std::size_t>(v)], approach);
    }
    return all;
  };
  stage.working = [patches = setting.patches](Index k, const std::vector<Vector>&) {
    const Index i = k % axial_pairs;
    return joined({coordinate_of_pair(patches[static_cast<std::size_t>(k / axial_pairs)], i), "*",
                   axial_base, "^(-4*", i % (axial_pairs / 2), "/", axial_dim, ")"});
  };
  return stage;
}

Stage axial_rotations(const AxialSetting& setting) {
  Stage stage;
  for (const char* name : axial_vectors) {
    const std::string group = std::string(name) + "'";
    for (Index n = 0; n < axial_dim; ++n) {
      stage.items.push_back(
          {.id = component(group, n),
           .group = group,
           .hint = joined({"It belongs to pair ", n / 2,
                           ". With that pair's angle: ", rotation_hint(name, n)})});
    }
  }
  stage.work = [x = setting.x](Approach approach, const std::vector<Vector>& before) {
    Vector all(axial_vector_count * axial_dim);
    for (Index v = 0; v < axial_vector_count; ++v) {
      all.segment(v * axial_dim, axial_dim) =
          worked_axial_turn(x[static_cast<std::size_t>(v)],
                            before[0].segment(v * axial_pairs, axial_pairs), approach, approach);
    }
    return all;
  };
  stage.working = [x = setting.x](Index k, const std::vector<Vector>& before) {
    const Index component = k % axial_dim;
    return written_rotation(x[static_cast<std::size_t>(k / axial_dim)], component,
                            before[0][k / axial_dim * axial_pairs + component / 2]);
  };
  return stage;
}

Stage axial_score() {
  Stage stage;
  stage.items.push_back({.id = "score",
                         .hint = "Multiply q' and k' component by component, add up, and divide by "
                                 "the square root of d = " +
                                 std::to_string(axial_dim) + "."});
  stage.work = [](Approach approach, const std::vector<Vector>& before) {
    const double scale = approach == Reason::not_scaled ? 1 : std::sqrt(double{axial_dim});
    return Vector(
        Vector::Constant(1, before[1].head(axial_dim).dot(before[1].tail(axial_dim)) / scale));
  };
  stage.working = [](Index, const std::vector<Vector>& before) {
    return joined({"(", written_product(before[1].head(axial_dim), before[1].tail(axial_dim)),
                   ")/sqrt(", axial_dim, ")"});
  };
  return stage;
}

ExerciseByHand axial_exercise(const AxialSetting& setting) {
  ExerciseByHand made{
      {{"d", std::to_string(axial_dim)}, {"base", format_number(axial_base)}},
      {{axial_angles(setting), axial_rotations(setting), axial_score()},
       {},
       {Reason::axes_swapped, Reason::one_frequency_list, Reason::axes_added, Reason::one_axis,
        Reason::degrees, Reason::exponent, Reason::inverted_exponent, Reason::one_based,
        Reason::sin_cos_swapped, Reason::not_scaled},
       {Reason::other_layout, Reason::layout_in_halves, Reason::rotation_sign,
        Reason::pair_order}}};
  for (std::size_t v = 0; v < axial_vectors.size(); ++v) {
    const auto [x, y] = setting.patches[v];
    made.facts.push_back({std::string("patch_") + axial_vectors[v], listed({x, y})});
    made.facts.push_back({axial_vectors[v], listed({setting.x[v].begin(), setting.x[v].end()})});
  }
  return made;
}

/// All pairs but one have a component 0, so that little is left to compute.
Vector draw_simple(Random& random) {
  const auto sign = [&] { return random.below(2) == 0 ? 1 : -1; };
  Vector x = Vector::Zero(axial_dim);
  for (Index i = 0; i < axial_pairs; ++i) {
    x[2 * i + static_cast<Index>(random.below(2))] = sign() * from(random, 1, 2);
  }
  const Index full = static_cast<Index>(random.below(axial_pairs));
  for (Index n = 2 * full; n <= 2 * full + 1; ++n) x[n] = sign();
  return x;
}

ExerciseByHand draw_axial(Random& random) {
  // Not (0, 0), where nothing turns.
  constexpr std::array<Patch, 3> patches{{{1, 0}, {0, 1}, {1, 1}}};
  const std::size_t query = random.below(patches.size());
  const std::size_t key = (query + 1 + random.below(patches.size() - 1)) % patches.size();
  AxialSetting setting{{patches[query], patches[key]}, {}};
  for (Vector& x : setting.x) x = draw_simple(random);
  return axial_exercise(setting);
}

/// F of the axial scheme, or what a slip makes of it, [d/2, 2].
Matrix worked_frequencies_of_axes(Index width, double its_base, Approach approach) {
  if (approach == Reason::one_frequency_list) {
    const Vector omega = worked_frequencies(width, its_base, std::nullopt);
    Matrix all = Matrix::Zero(omega.size(), 2);
    for (Index i = 0; i < omega.size(); ++i) all(i, i < omega.size() / 2 ? 0 : 1) = omega[i];
    return all;
  }
  Matrix all =
      axial_frequencies(static_cast<double>(width), worked_base(its_base, approach))->values();
  if (approach == Reason::axes_swapped) all.col(0).swap(all.col(1));
  if (approach == Reason::axes_added) all.col(0) = all.col(1) = all.rowwise().sum().eval();
  if (approach == Reason::one_axis) all.col(1).setZero();
  return all;
}

}  // namespace

Vector worked_axial_angles(Index width, double its_base, Patch patch, Approach approach) {
  const Matrix all = worked_frequencies_of_axes(width, its_base, approach);
  return all.col(0) * worked_position(patch.x, approach) +
         all.col(1) * worked_position(patch.y, approach);
}

PairIndices worked_axial_pair(Index i, Index width, Approach layout) {
  if (layout != Reason::layout_in_halves) {
    return pair_components(
        i, width / 2,
        layout == Reason::other_layout ? PairLayout::half_split : PairLayout::interleaved);
  }
  const Index half = i / (width / 4) * (width / 2);
  const auto [a, b] = pair_components(i % (width / 4), width / 4, PairLayout::half_split);
  return {half + a, half + b};
}

Vector worked_axial_turn(const Vector& x, const Vector& angle, Approach layout, Approach approach) {
  Vector result(x.size());
  for (Index i = 0; i < angle.size(); ++i) {
    const auto [a, b] = worked_axial_pair(i, x.size(), layout);
    const auto [cos, sin] =
        worked_turn(approach == Reason::rotation_sign ? -angle[i] : angle[i], approach);
    const double first = x[a] * cos - x[b] * sin;
    const double second = x[a] * sin + x[b] * cos;
    const bool is_sine_first = approach == Reason::pair_order;
    result[a] = is_sine_first ? second : first;
    result[b] = is_sine_first ? first : second;
  }
  return result;
}

ExerciseByHand axial_rope(Seed seed) {
  if (seed != 0) return drawn_apart(seed, draw_axial);
  Vector q(axial_dim);
  q << 1, 0, 2, 0, 0, 1, 1, 1;
  Vector k(axial_dim);
  k << 0, 1, 1, 0, 2, 0, 1, -1;
  return axial_exercise({{{{1, 0}, {0, 1}}}, {q, k}});
}

}  // namespace posenc
