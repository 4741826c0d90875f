#include "posenc/grading/practice.hpp"

#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <string>

#include "posenc/analysis/shift.hpp"
#include "posenc/analysis/similarity.hpp"
#include "posenc/analysis/spectrum.hpp"
#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/grading/angle.hpp"
#include "posenc/grading/axial_rope.hpp"
#include "posenc/grading/e13_1.hpp"
#include "posenc/grading/exercise_kind.hpp"
#include "posenc/grading/rope_chain.hpp"
#include "posenc/grading/slopes.hpp"

namespace posenc {
namespace {

using Before = std::vector<Vector>;

// The peak of a spectrum

struct Column {
  double d;
  double base;
  double dimension;
  double count;
};

GeometricFrequencies frequencies_of(double d, double base) {
  return *GeometricFrequencies::make(static_cast<Index>(d), base);
}

/// base^(-2i/d), also for an i past the last pair, which a slip may lead to.
double frequency(const Column& column, double pair, Approach approach) {
  const double exponent = approach == Reason::exponent            ? -pair / column.d
                          : approach == Reason::inverted_exponent ? 2 * pair / column.d
                                                                  : -2 * pair / column.d;
  return std::pow(column.base, exponent);
}

ExerciseByHand peak_of(const Column& column) {
  const auto pair_of = [column](Approach approach, const Before&) {
    return one_value(approach == Reason::dimension_for_pair ? column.dimension
                                                            : std::floor(column.dimension / 2));
  };
  const auto wavelength_of = [column](Approach approach, const Before& before) {
    const double turn = approach == Reason::no_two_pi ? 1 : 2 * std::numbers::pi;
    double omega = frequency(column, before[0][0], approach);
    // To two decimals, as many as the answer has.
    if (approach == Reason::rounded_early) omega = std::round(omega * 100) / 100;
    return one_value(turn / omega);
  };
  const auto bin_of = [column](Approach approach, const Before& before) {
    const double wavelength = before[1][0];
    const double periods =
        approach == Reason::upside_down ? wavelength / column.count : column.count / wavelength;
    return one_value(std::round(periods) + (approach == Reason::bin_from_one ? 1 : 0));
  };
  const auto text = [](double value) { return format_number(value); };
  return {
      {{"d", text(column.d)},
       {"base", text(column.base)},
       {"dimension", text(column.dimension)},
       {"count", text(column.count)}},
      {{{{{.id = "pair", .hint = "Dimensions 2i and 2i + 1 belong to pair i.", .decimals = 0}},
         pair_of,
         [column](Index, const Before&) {
           const double odd = std::fmod(column.dimension, 2);
           return odd == 0 ? joined({column.dimension, "/2"})
                           : joined({"(", column.dimension, " - 1)/2"});
         }},
        {{{.id = "wavelength",
           .hint = joined({"2 pi divided by the frequency of that pair, which is ", column.base,
                           "^(-2i/", column.d, ")."}),
           .decimals = 2}},
         wavelength_of,
         [column](Index, const Before& before) {
           return "2*pi/" + written_frequency(column.base, static_cast<Index>(before[0][0]),
                                              static_cast<Index>(column.d));
         }},
        {{{.id = "bin",
           .hint = joined({"Bin k holds the wave with k periods over ", column.count,
                           " positions. How many wavelengths fit? Round to the nearest bin."}),
           .decimals = 0}},
         bin_of,
         [column](Index, const Before& before) {
           return joined({column.count, "/", written(before[1][0])});
         }}},
       {},
       {Reason::dimension_for_pair, Reason::no_two_pi, Reason::exponent, Reason::inverted_exponent,
        Reason::upside_down, Reason::bin_from_one, Reason::rounded_early},
       {}}};
}

ExerciseByHand draw_peak(Random& random) {
  for (;;) {
    Column column{one_of(random, {16, 32, 64, 128}), one_of(random, {100, 1000, 10000}), 0,
                  one_of(random, {50, 64, 100, 128, 200})};
    column.dimension = from(random, 2, column.d / 2);
    ExerciseByHand made = peak_of(column);
    const double bin = values(made.worked)[2][0];
    const auto spectrum =
        column_spectrum(frequencies_of(column.d, column.base), column.dimension, column.count);
    // Leave out bin 0 and what leaks from near it.
    if (bin >= 2 && static_cast<double>(spectrum->peak) == bin) return made;
  }
}

// Similarity against distance

struct Distances {
  double d;
  double base;
  std::array<double, 3> distances;
  double far;  // the first of two positions as far apart as the second distance
};

/// "(cos(1) + cos(0.01))/2"; of many pairs the first three and the last.
std::string mean_of_cosines(const Distances& setting, double distance) {
  const Vector omega = frequencies_of(setting.d, setting.base).values();
  constexpr Index most = 4;
  std::string sum;
  for (Index i = 0; i < omega.size(); ++i) {
    const bool is_left_out = omega.size() > most && i >= most - 1 && i < omega.size() - 1;
    if (is_left_out && i > most - 1) continue;
    sum += i == 0 ? "" : " + ";
    sum += is_left_out ? "…" : "cos(" + written(distance * omega[i]) + ")";
  }
  return joined({"(", sum, ")/", omega.size()});
}

ExerciseByHand similarities_of(const Distances& setting) {
  Stage stage;
  std::vector<PositionPair> pairs;
  const auto ask = [&](const std::string& id, double p, double q) {
    pairs.push_back({p, q});
    stage.items.push_back({.id = id,
                           .hint = joined({"Each pair i adds the cosine of ", q - p, " times ",
                                           setting.base, "^(-2i/", setting.d, "), i = 0 to ",
                                           setting.d / 2 - 1, ". Their mean is the similarity."})});
  };
  for (const double distance : setting.distances) {
    ask("s(" + format_number(distance) + ")", 0, distance);
  }
  ask("s(" + format_number(setting.far) + ", " + format_number(setting.far + setting.distances[1]) +
          ")",
      setting.far, setting.far + setting.distances[1]);
  stage.work = [setting, pairs](Approach approach, const Before&) {
    if (!approach) return *cosine_similarities(frequencies_of(setting.d, setting.base), pairs);
    Vector all(static_cast<Index>(pairs.size()));
    const Vector omega = worked_frequencies(static_cast<Index>(setting.d), setting.base, approach);
    for (Index n = 0; n < all.size(); ++n) {
      const PositionPair& pair = pairs[static_cast<std::size_t>(n)];
      const double distance = pair.second - pair.first;
      if (approach == Reason::exponential) {
        all[n] = std::exp(-distance);
        continue;
      }
      double sum = 0;
      for (const double w : omega) sum += worked_turn(distance * w, approach).cos;
      all[n] = approach == Reason::not_divided ? sum : sum / static_cast<double>(omega.size());
    }
    return all;
  };
  stage.working = [setting, pairs](Index k, const Before&) {
    const PositionPair& pair = pairs[static_cast<std::size_t>(k)];
    return mean_of_cosines(setting, pair.second - pair.first);
  };
  return {{{"d", format_number(setting.d)},
           {"base", format_number(setting.base)},
           {"distances", listed({setting.distances.begin(), setting.distances.end()})},
           {"far", format_number(setting.far)}},
          {{stage},
           {},
           {Reason::degrees, Reason::exponent, Reason::inverted_exponent, Reason::not_divided,
            Reason::exponential, Reason::sin_cos_swapped},
           {}}};
}

ExerciseByHand draw_similarities(Random& random) {
  const double first = from(random, 1, 2);
  const double second = first + from(random, 2, 4);
  return similarities_of({one_of(random, {4, 6, 8, 64}),
                          one_of(random, {100, 1000, 10000}),
                          {first, second, second + from(random, 3, 6)},
                          from(random, 50, 500)});
}

// The shift matrix

ExerciseByHand shift_by(double k, double base) {
  constexpr Index d = 4;
  Stage stage;
  for (Index row = 0; row < d; ++row) {
    const std::string group = "M[" + std::to_string(row) + "]";
    for (Index col = 0; col < d; ++col) {
      stage.items.push_back(
          {.id = group + "[" + std::to_string(col) + "]",
           .group = group,
           .hint = row / 2 == col / 2
                       ? joined({"Row ", row, " gives the ", row % 2 == 0 ? "sine" : "cosine",
                                 " of pair ", row / 2,
                                 " at pos + k. Write out sin(a + b) or cos(a + b), with b = ", k,
                                 " * ", written_frequency(base, row / 2, d), "."})
                       : joined({"Row ", row, " belongs to pair ", row / 2, ", column ", col,
                                 " to another. Do pairs mix?"})});
    }
  }
  stage.work = [k, base](Approach approach, const Before&) {
    const auto by_rows = [](const Matrix& M) { return Vector(M.reshaped<Eigen::RowMajor>()); };
    const auto shift = [&](ColumnLayout layout) {
      return *shift_matrix(frequencies_of(d, base), k, layout);
    };
    if (!approach) return by_rows(shift(ColumnLayout::interleaved));
    if (approach == Reason::other_layout) return by_rows(shift(ColumnLayout::concatenated));
    if (approach == Reason::transposed)
      return by_rows(shift(ColumnLayout::interleaved).transpose());
    const Vector omega = worked_frequencies(d, base, approach);
    Matrix M = Matrix::Zero(d, d);
    for (Index i = 0; i < omega.size(); ++i) {
      const auto [cos, sin] = worked_turn(worked_position(k, approach) * omega[i], approach);
      M(2 * i, 2 * i) = M(2 * i + 1, 2 * i + 1) = cos;
      M(2 * i, 2 * i + 1) = sin;
      M(2 * i + 1, 2 * i) = -sin;
    }
    return by_rows(M);
  };
  stage.working = [k, base](Index n, const Before&) {
    const Index row = n / d;
    const Index col = n % d;
    if (row / 2 != col / 2) return std::string("0");
    const char* function = row == col ? "cos(" : row < col ? "sin(" : "-sin(";
    return joined({function, k, "*", written_frequency(base, row / 2, d), ")"});
  };
  return {{{"d", std::to_string(d)}, {"base", format_number(base)}, {"k", format_number(k)}},
          {{stage},
           {},
           {Reason::degrees, Reason::exponent, Reason::inverted_exponent, Reason::sin_cos_swapped,
            Reason::one_based},
           {Reason::transposed, Reason::other_layout}}};
}

ExerciseByHand draw_shift(Random& random) {
  const double k = from(random, 1, 9);
  return shift_by(k, one_of(random, {100, 400, 1000, 2500, 10000}));
}

// ALiBi's slopes

ExerciseByHand slopes_for(double power, double other) {
  Stage stage;
  for (const double n : {power, other}) {
    const std::string group = "m(" + format_number(n) + ")";
    const double P = power_up_to(n);
    for (double head = 1; head <= n; ++head) {
      stage.items.push_back(
          {.id = group + "[" + format_number(head - 1) + "]",
           .group = group,
           .hint = head <= P ? joined({"Slope ", head, " for ", P, " heads is 2^(-8*", head, "/", P,
                                       ")."})
                             : joined({"The slopes for ", P, " heads come first. This is number ",
                                       2 * (head - P) - 1, " of those for ", 2 * P, " heads."}),
           .decimals = 5});
    }
  }
  stage.work = [power, other](Approach approach, const Before&) {
    Vector all(static_cast<Index>(power + other));
    all << worked_slopes(power, approach), worked_slopes(other, approach);
    return all;
  };
  stage.working = [power, other](Index k, const Before&) {
    const bool is_first_group = k < static_cast<Index>(power);
    const double head = static_cast<double>(k) + 1 - (is_first_group ? 0 : power);
    const double P = power_up_to(is_first_group ? power : other);
    return head <= P ? joined({"2^(-8*", head, "/", P, ")"})
                     : joined({"2^(-8*", 2 * (head - P) - 1, "/", 2 * P, ")"});
  };
  return {{{"power", format_number(power)}, {"other", format_number(other)}},
          {{stage},
           {},
           {Reason::slope_from_zero, Reason::power_of_head, Reason::first_of_twice},
           {Reason::geometric_slopes}}};
}

ExerciseByHand draw_slopes(Random& random) {
  // With a single slope past the power of two, two slips would lead to the same number.
  const double power = one_of(random, {2, 4, 8});
  return slopes_for(power, one_of(random, {6, 7, 10, 12}));
}

// A learned table

ExerciseByHand table_of(double rows, double d) {
  const auto work = [rows, d](Approach approach, const Before&) {
    const double its_rows = approach == Reason::one_row_less ? rows - 1 : rows;
    Vector all(2);
    all << (approach == Reason::added    ? rows + d
            : approach == Reason::square ? d * d
                                         : its_rows * d),
        rows - (approach == Reason::one_based ? 0 : 1);
    return all;
  };
  return {{{"rows", format_number(rows)}, {"d", format_number(d)}},
          {{{{{.id = "parameters",
               .hint = "Every row has d numbers, and each of them is a parameter.",
               .decimals = 0},
              {.id = "last", .hint = "The first position is 0.", .decimals = 0}},
             work,
             [rows, d](Index k, const Before&) {
               return k == 0 ? joined({rows, "*", d}) : joined({rows, " - 1"});
             }}},
           {},
           {Reason::added, Reason::one_row_less, Reason::square, Reason::one_based},
           {}}};
}

ExerciseByHand draw_table_size(Random& random) {
  const double rows = one_of(random, {128, 197, 256, 512, 1024, 2048});
  return table_of(rows, one_of(random, {64, 192, 384, 768, 1280}));
}

}  // namespace

ExerciseByHand dft_peak(Seed seed) {
  return seed == 0 ? peak_of({64, 10000, 12, 100}) : drawn_apart(seed, draw_peak);
}
ExerciseByHand similarities(Seed seed) {
  return seed == 0 ? similarities_of({64, 10000, {1, 5, 10}, 100})
                   : drawn_apart(seed, draw_similarities);
}
ExerciseByHand shift_matrix_entries(Seed seed) {
  return seed == 0 ? shift_by(3, 10000) : drawn_apart(seed, draw_shift);
}
ExerciseByHand slopes_of_heads(Seed seed) {
  return seed == 0 ? slopes_for(8, 6) : drawn_apart(seed, draw_slopes);
}
ExerciseByHand table_parameters(Seed seed) {
  return seed == 0 ? table_of(512, 768) : drawn_apart(seed, draw_table_size);
}

namespace {
constexpr ExerciseKind kinds_by_hand[]{
    {.id = "e13.1", .by_hand = &e13_1, .most_items = 22},
    {.id = "e13.1-why", .by_hand = &e13_1_why},
    {.id = "rope-chain", .by_hand = &rope_chain},
    {.id = "dft-peak", .by_hand = &dft_peak},
    {.id = "similarities", .by_hand = &similarities},
    {.id = "shift-matrix", .by_hand = &shift_matrix_entries},
    {.id = "alibi-slopes", .by_hand = &slopes_of_heads, .most_items = 20},
    {.id = "table-parameters", .by_hand = &table_parameters},
    {.id = "unfinished-pairs", .by_hand = &unfinished_of_config},
    {.id = "axial-rope", .by_hand = &axial_rope},
};
}  // namespace

std::span<const ExerciseKind> exercises_by_hand() { return kinds_by_hand; }

}  // namespace posenc
