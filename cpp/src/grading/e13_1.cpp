#include "posenc/grading/e13_1.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/grading/angle.hpp"
#include "posenc/grading/draw.hpp"

namespace posenc {
namespace {

struct ProductsSetting {
  Index d;
  double base;
  std::vector<double> positions;
  /// Which of the positions are multiplied.
  std::vector<std::pair<std::size_t, std::size_t>> products;
};

std::string number(double value) { return format_number(value); }
std::string encoding_name(double position) { return "PE(" + number(position) + ")"; }

std::string component_hint(const ProductsSetting& setting, double position, Index component) {
  return joined({"Dimension ", component, " is the ", component % 2 == 0 ? "sine" : "cosine",
                 " of pair i = ", component / 2, ", whose frequency is ",
                 written_frequency(setting.base, component / 2, setting.d), ". The angle is ",
                 position, " times that, in radians."});
}

/// PE(position), worked out in that way.
Vector encode(const ProductsSetting& setting, double position, Approach approach) {
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

Stage encoding_stage(const ProductsSetting& setting) {
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
  stage.working = [setting](Index k, const std::vector<Vector>&) {
    const Index component = k % setting.d;
    const double position = setting.positions[static_cast<std::size_t>(k / setting.d)];
    return joined({component % 2 == 0 ? "sin(" : "cos(", position, "*",
                   written_frequency(setting.base, component / 2, setting.d), ")"});
  };
  return stage;
}

/// PE(p).PE(p + distance), as a sum over the pairs: "cos(5) + cos(0.05)".
std::string sum_of_cosines(const ProductsSetting& setting, double distance) {
  std::string sum;
  const Vector frequencies = GeometricFrequencies::make(setting.d, setting.base)->values();
  for (const double omega : frequencies) {
    sum += (sum.empty() ? "cos(" : " + cos(") + written(distance * omega) + ")";
  }
  return sum;
}

double distance_in(const ProductsSetting& setting, std::size_t product) {
  const auto& [p, q] = setting.products[product];
  return std::abs(setting.positions[q] - setting.positions[p]);
}

std::string product_name(const ProductsSetting& setting, std::size_t product) {
  const auto& [p, q] = setting.products[product];
  return encoding_name(setting.positions[p]) + "." + encoding_name(setting.positions[q]);
}

Stage product_stage(const ProductsSetting& setting) {
  Stage stage;
  for (const auto& [p, q] : setting.products) {
    const std::string left = encoding_name(setting.positions[p]);
    const std::string right = encoding_name(setting.positions[q]);
    stage.items.push_back(
        {.id = left + "." + right,
         .hint = joined({"Multiply ", left, " and ", right,
                         " dimension by dimension, then add up the ", setting.d, " results."})});
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
  stage.working = [setting](Index k, const std::vector<Vector>&) {
    return sum_of_cosines(setting, distance_in(setting, static_cast<std::size_t>(k)));
  };
  return stage;
}

/// "PE(0).PE(1) = cos(1) + cos(0.01) = 1.540, PE(5).PE(6) = cos(1) + cos(0.01) = 1.540".
std::string side_by_side(const ProductsSetting& setting, const Vector& products, std::size_t one,
                         std::size_t other) {
  const auto stated = [&](std::size_t n) {
    return joined({product_name(setting, n), " = ",
                   sum_of_cosines(setting, distance_in(setting, n)), " = ",
                   in_decimals(products[static_cast<Index>(n)], 3)});
  };
  return stated(one) + ", " + stated(other);
}

Choice similar(const ProductsSetting& setting, const Vector& products) {
  const auto& [a, b] = setting.products[0];
  const auto& [c, d] = setting.products[1];
  const std::vector<double>& at = setting.positions;
  const bool are_equal = agrees(products[0], products[1], 6);
  return {{.id = "similar",
           .choices = {"first", "equal", "second"},
           .hint = joined({encoding_name(at[a]), " and ", encoding_name(at[b]), ", ",
                           encoding_name(at[c]), " and ", encoding_name(at[d]),
                           ": how many positions apart are the two encodings in each product?"})},
          are_equal                   ? "equal"
          : products[0] > products[1] ? "first"
                                      : "second",
          side_by_side(setting, products, 0, 1)};
}

/// Why the first two products are equal, or differ.
Choice why_equal(const ProductsSetting& setting, const Vector& products) {
  return {{.id = "equal",
           .choices = {"same-distance", "same-length", "other-distance", "farther-out"},
           .hint = joined({"The product of two encodings k positions apart is the sum of cos(k w) "
                           "over the frequencies w of all pairs. What is k in ",
                           product_name(setting, 0), ", and in ", product_name(setting, 1), "?"})},
          agrees(products[0], products[1], 6) ? "same-distance" : "other-distance",
          side_by_side(setting, products, 0, 1)};
}

Choice why_other(const ProductsSetting& setting, const Vector& products) {
  const double k = distance_in(setting, 2);
  return {
      {.id = "compare",
       .choices = {"smaller-sum", "larger-sum", "always-smaller", "same-length"},
       .hint = joined({"Put k = ", distance_in(setting, 0), " and k = ", k,
                       " into the sum of cos(k w). Each cosine is 1 again after a full turn."})},
      products[2] < products[0] ? "smaller-sum" : "larger-sum",
      side_by_side(setting, products, 0, 2)};
}

ExerciseByHand products_exercise(const ProductsSetting& setting) {
  ExerciseByHand made{{{"d", std::to_string(setting.d)},
                       {"base", number(setting.base)},
                       {"positions", listed(setting.positions)}},
                      {{encoding_stage(setting), product_stage(setting)},
                       {},
                       {Reason::degrees, Reason::exponent, Reason::sin_cos_swapped,
                        Reason::one_based, Reason::inverted_exponent},
                       {}}};
  if (setting.products.size() > 1) {
    made.worked.choices.push_back(similar(setting, values(made.worked)[1]));
  }
  return made;
}

ExerciseByHand draw_products(Random& random) {
  const double base = one_of(random, {100, 400, 1000, 2500, 10000, 40000});
  const double first = from(random, 0, 3);
  const double step = from(random, 1, 4);
  // Two times in three the second step equals the first.
  const double second_step = from(random, 0, 2) > 0 ? step : from(random, 1, 4);
  switch (random.below(3)) {
    case 0: {
      const double third = first + step + from(random, 1, 4);
      return products_exercise(
          {4, base, {first, first + step, third, third + second_step}, {{0, 1}, {2, 3}, {0, 2}}});
    }
    case 1:
      return products_exercise(
          {6, base, {first, first + step, first + step + second_step}, {{0, 1}, {1, 2}, {0, 2}}});
    default:
      return products_exercise({8, base, {first, first + step}, {{0, 1}}});
  }
}

/// The products that e13_1 asks for, as a learner has them before saying why.
ExerciseByHand reasons_for(const ProductsSetting& setting) {
  const Vector worked =
      product_stage(setting).work(std::nullopt, {encoding_stage(setting).work(std::nullopt, {})});
  return {{{"d", std::to_string(setting.d)},
           {"base", number(setting.base)},
           {"positions", listed(setting.positions)}},
          {{}, {why_equal(setting, worked), why_other(setting, worked)}, {}, {}}};
}

ExerciseByHand draw_reasons(Random& random) {
  const double base = one_of(random, {100, 400, 1000, 2500, 10000, 40000});
  const double first = from(random, 0, 3);
  const double step = from(random, 1, 4);
  const double third = first + step + from(random, 1, 5);
  // Two times in three the second step equals the first.
  const double second_step = from(random, 0, 2) > 0 ? step : step + from(random, 1, 2);
  const ProductsSetting setting{
      4, base, {first, first + step, third, third + second_step}, {{0, 1}, {2, 3}, {0, 2}}};
  const Vector worked =
      product_stage(setting).work(std::nullopt, {encoding_stage(setting).work(std::nullopt, {})});
  constexpr double clearly = 0.01;
  const bool is_clear = std::abs(worked[0] - worked[2]) > clearly &&
                        (step == second_step || std::abs(worked[0] - worked[1]) > clearly);
  return is_clear ? reasons_for(setting) : draw_reasons(random);
}

/// d = 4 and base 10000.
ProductsSetting fixed_form() { return {4, 10000, {0, 1, 5, 6}, {{0, 1}, {2, 3}, {0, 2}}}; }

}  // namespace

ExerciseByHand e13_1_why(Seed seed) {
  return seed == 0 ? reasons_for(fixed_form()) : drawn_apart(seed, draw_reasons);
}

ExerciseByHand e13_1(Seed seed) {
  if (seed == 0) return products_exercise(fixed_form());
  return drawn_apart(seed, draw_products);
}

}  // namespace posenc
