#include "posenc/grading/e13_1.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/grading/angle.hpp"
#include "posenc/grading/draw.hpp"

namespace posenc {
namespace {

struct Setting {
  Index d;
  double base;
  std::vector<double> positions;
  /// Which of the positions are multiplied.
  std::vector<std::pair<std::size_t, std::size_t>> products;
};

std::string number(double value) { return format_number(value); }
std::string encoding_name(double position) { return "PE(" + number(position) + ")"; }

std::string component_hint(const Setting& setting, double position, Index component) {
  const std::string pair = std::to_string(component / 2);
  return "Dimension " + std::to_string(component) + " is the " +
         (component % 2 == 0 ? "sine" : "cosine") + " of pair i = " + pair +
         ", whose frequency is " + number(setting.base) + "^(-2*" + pair + "/" +
         std::to_string(setting.d) + "). The angle is " + number(position) +
         " times that, in radians.";
}

/// PE(position), worked out in that way.
Vector encode(const Setting& setting, double position, Approach approach) {
  if (!approach) {
    return sinusoidal_table(*GeometricFrequencies::make(setting.d, setting.base),
                            std::array{position}, ColumnLayout::interleaved)
        ->row(0);
  }
  const Vector omega = worked_frequencies(setting.d, setting.base, approach);
  Vector encoding(setting.d);
  for (Index i = 0; i < omega.size(); ++i) {
    const auto [cos, sin] = worked_turn(worked_position(position, approach) * omega[i], approach);
    encoding[2 * i] = sin;
    encoding[2 * i + 1] = cos;
  }
  return encoding;
}

Stage encodings(const Setting& setting) {
  Stage stage;
  for (const double position : setting.positions) {
    const std::string name = encoding_name(position);
    for (Index c = 0; c < setting.d; ++c) {
      stage.items.push_back({.id = name + "[" + std::to_string(c) + "]",
                             .group = name,
                             .hint = component_hint(setting, position, c)});
    }
  }
  stage.work = [setting](Approach approach, const std::vector<Vector>&) {
    Vector all(static_cast<Index>(setting.positions.size()) * setting.d);
    for (std::size_t n = 0; n < setting.positions.size(); ++n) {
      all.segment(static_cast<Index>(n) * setting.d, setting.d) =
          encode(setting, setting.positions[n], approach);
    }
    return all;
  };
  return stage;
}

Stage products(const Setting& setting) {
  Stage stage;
  for (const auto& [p, q] : setting.products) {
    const std::string left = encoding_name(setting.positions[p]);
    const std::string right = encoding_name(setting.positions[q]);
    stage.items.push_back({.id = left + "." + right,
                           .hint = "Multiply " + left + " and " + right +
                                   " dimension by dimension, then add up the " +
                                   std::to_string(setting.d) + " results."});
  }
  stage.work = [setting](Approach, const std::vector<Vector>& before) {
    Vector all(static_cast<Index>(setting.products.size()));
    for (Index n = 0; n < all.size(); ++n) {
      const auto& [p, q] = setting.products[static_cast<std::size_t>(n)];
      const auto encoding = [&](std::size_t which) {
        return before[0].segment(static_cast<Index>(which) * setting.d, setting.d);
      };
      all[n] = encoding(p).dot(encoding(q));
    }
    return all;
  };
  return stage;
}

/// How the first two products compare.
Choice similar(const Setting& setting, const Vector& products) {
  const auto& [a, b] = setting.products[0];
  const auto& [c, d] = setting.products[1];
  const std::vector<double>& at = setting.positions;
  const bool are_equal = agrees(products[0], products[1], 6);
  return {{.id = "similar",
           .choices = {"first", "equal", "second"},
           .hint = encoding_name(at[a]) + " and " + encoding_name(at[b]) + ", " +
                   encoding_name(at[c]) + " and " + encoding_name(at[d]) +
                   ": by how many positions are the two encodings of each product apart?"},
          are_equal                   ? "equal"
          : products[0] > products[1] ? "first"
                                      : "second"};
}

ExerciseByHand exercise(const Setting& setting) {
  ExerciseByHand made{{{"d", std::to_string(setting.d)},
                       {"base", number(setting.base)},
                       {"positions", listed(setting.positions)}},
                      {{encodings(setting), products(setting)},
                       {},
                       {Reason::degrees, Reason::exponent, Reason::sin_cos_swapped,
                        Reason::one_based, Reason::inverted_exponent},
                       {}}};
  if (setting.products.size() > 1) {
    made.worked.choices.push_back(similar(setting, values(made.worked)[1]));
  }
  return made;
}

ExerciseByHand draw(Random& random) {
  const double base = one_of(random, {100, 400, 1000, 2500, 10000, 40000});
  const double first = from(random, 0, 3);
  const double step = from(random, 1, 4);
  // Two times in three the second step equals the first.
  const double second_step = from(random, 0, 2) > 0 ? step : from(random, 1, 4);
  switch (random.below(3)) {
    case 0: {
      const double third = first + step + from(random, 1, 4);
      return exercise(
          {4, base, {first, first + step, third, third + second_step}, {{0, 1}, {2, 3}, {0, 2}}});
    }
    case 1:
      return exercise(
          {6, base, {first, first + step, first + step + second_step}, {{0, 1}, {1, 2}, {0, 2}}});
    default:
      return exercise({8, base, {first, first + step}, {{0, 1}}});
  }
}

}  // namespace

ExerciseByHand e13_1(Seed seed) {
  if (seed == 0) return exercise({4, 10000, {0, 1, 5, 6}, {{0, 1}, {2, 3}, {0, 2}}});
  return drawn_apart(seed, draw);
}

}  // namespace posenc
