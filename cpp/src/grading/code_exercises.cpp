#include "posenc/grading/code_exercises.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/rotary.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/grading/angle.hpp"
#include "posenc/grading/code_calls.hpp"
#include "posenc/grading/draw.hpp"
#include "posenc/grading/exercise_kind.hpp"
#include "posenc/grading/slopes.hpp"

namespace posenc {
namespace {

// The sinusoidal table

struct TableCall {
  Index positions;
  Index d;
  double base = default_base;
};

bool is_refused(const TableCall& call) { return call.d % 2 != 0; }
std::string text_of(const TableCall& call) {
  return joined(
      {"sinusoidal_encoding(", call.positions, ", ", call.d, base_argument(call.base), ")"});
}
std::string hint_of(const TableCall& call) {
  if (is_refused(call)) {
    return "Every pair needs a sine and a cosine: check d first, and raise a ValueError.";
  }
  return joined({"Row 0 is 0, 1, 0, 1, …; in row ", call.positions - 1,
                 ", columns 2i and 2i+1 are "
                 "the sine and the cosine of ",
                 call.positions - 1, " * ", call.base, "^(-2i/", call.d, "), in radians."});
}

Nested table(const TableCall& call, ColumnLayout layout = ColumnLayout::interleaved) {
  const Vector positions =
      Vector::LinSpaced(call.positions, 0, static_cast<double>(call.positions - 1));
  return nested(*sinusoidal_table(frequencies(call.d, call.base),
                                  {positions.data(), static_cast<std::size_t>(positions.size())},
                                  layout));
}

/// @param give the angle at a position and a column, before any slip in the turn
template <class Angle>
Nested table_of(const TableCall& call, Approach approach, Angle angle) {
  Matrix rows(call.positions, call.d);
  for (Index p = 0; p < call.positions; ++p) {
    const double position = worked_position(static_cast<double>(p), approach);
    for (Index column = 0; column < call.d; ++column) {
      const auto [cos, sin] = worked_turn(angle(position, column), approach);
      rows(p, column) = column % 2 == 0 ? sin : cos;
    }
  }
  return nested(rows);
}

Nested worked_table(const TableCall& call, Approach approach) {
  const Vector omega = worked_frequencies(call.d, call.base, approach);
  return table_of(call, approach,
                  [&](double position, Index column) { return position * omega[column / 2]; });
}

/// With columns instead of pairs: omega = base^(-factor column / d).
Nested columns_for_pairs(const TableCall& call, double factor) {
  return table_of(call, std::nullopt, [&](double position, Index column) {
    return position *
           std::pow(call.base, -factor * static_cast<double>(column) / static_cast<double>(call.d));
  });
}

CodeExercise tables(const std::vector<TableCall>& calls) {
  CodeExercise made =
      exercise_in_code("sinusoidal_encoding(positions, d, base=10000.0)", calls, "an odd d");
  const auto right = [](const TableCall& call) { return table(call); };
  made.asked = program(std::nullopt, calls, right);
  for (const Reason slip : {Reason::degrees, Reason::exponent, Reason::inverted_exponent,
                            Reason::sin_cos_swapped, Reason::one_based}) {
    made.slips.push_back(
        program(slip, calls, [slip](const TableCall& call) { return worked_table(call, slip); }));
  }
  for (const double factor : {1, 2}) {
    made.slips.push_back(
        program(Reason::dimension_for_pair, calls,
                [factor](const TableCall& call) { return columns_for_pairs(call, factor); }));
  }
  made.slips.push_back(program(Reason::other_layout, calls, [](const TableCall& call) {
    return table(call, ColumnLayout::concatenated);
  }));
  made.slips.push_back(program(Reason::transposed, calls,
                               [](const TableCall& call) { return transposed(table(call)); }));
  made.slips.push_back(program(Reason::base_ignored, calls, [](const TableCall& call) {
    return table({call.positions, call.d});
  }));
  return made;
}

Index whole(Random& random, double first, double last) {
  return static_cast<Index>(from(random, first, last));
}
Index even(Random& random, double first, double last) {
  return 2 * whole(random, first / 2, last / 2);
}
CodeExercise draw_tables(Random& random) {
  return tables({{whole(random, 2, 3), 4},
                 {whole(random, 3, 6), even(random, 6, 10)},
                 {whole(random, 2, 5), even(random, 4, 8), draw_other_base(random)},
                 {whole(random, 8, 14), even(random, 12, 16)},
                 {whole(random, 2, 4), even(random, 2, 6) + 1}});
}

// Rotation

struct TurnCall {
  const char* function;
  Vector x;
  double position;
  double base = default_base;
};

bool is_refused(const TurnCall& call) { return call.x.size() % 2 != 0; }
std::string text_of(const TurnCall& call) {
  return joined({call.function, "(", python_list(call.x), ", ", call.position,
                 base_argument(call.base), ")"});
}
std::string hint_of(const TurnCall& call) {
  if (is_refused(call)) {
    return "Every component needs a partner: check the length first, and raise a ValueError.";
  }
  if (call.position == 0) return "At position 0 every angle is 0, and nothing turns.";
  return joined({"Pair i turns by ", call.position, " * ", call.base, "^(-2i/", call.x.size(),
                 "): (a, b) becomes (a cos - b sin, a sin + b cos)."});
}

Nested turned(const TurnCall& call, PairLayout layout) {
  const auto rope = RotaryEmbedding::make(frequencies(call.x.size(), call.base),
                                          static_cast<double>(call.x.size()), layout);
  return nested(Vector(rotate(*rope, call.x, std::array{call.position})->row(0)));
}

Vector angles(const TurnCall& call, PairLayout layout) {
  return angles_of_pairs(call.x.size(), call.position, call.base, layout, std::nullopt);
}

Nested turned_by(const TurnCall& call, PairLayout pairs, PairLayout angles_of, Approach approach) {
  return nested(turned_by(call.x, call.position, call.base, pairs, angles_of, approach));
}

Nested with_pairs_swapped(Nested result, PairLayout layout) {
  const Index pairs = result.values.size() / 2;
  for (Index i = 0; i < pairs; ++i) {
    const auto [a, b] = pair_components(i, pairs, layout);
    std::swap(result.values[a], result.values[b]);
  }
  return result;
}

constexpr std::array pair_layouts{PairLayout::interleaved, PairLayout::half_split};

/// An exercise on rotations with the slips that all of them recognize.
CodeExercise turns(const char* signature, const std::vector<TurnCall>& calls) {
  CodeExercise made = exercise_in_code(signature, calls, "a vector of odd length");
  const auto add = [&](std::vector<Program>& to, Reason reason, auto give) {
    to.push_back(program(reason, calls, give));
  };
  made.asked = program(std::nullopt, calls,
                       [](const TurnCall& call) { return turned(call, PairLayout::interleaved); });
  for (const PairLayout layout : pair_layouts) {
    const PairLayout other = layout == pair_layouts[0] ? pair_layouts[1] : pair_layouts[0];
    add(made.slips, Reason::mixed_layout,
        [=](const TurnCall& call) { return turned_by(call, layout, other, std::nullopt); });
    add(made.slips, Reason::input_added, [=](const TurnCall& call) {
      const Vector angle = angles(call, layout);
      return nested(Vector(call.x + quarter_turned(call.x, layout).cwiseProduct(angle)));
    });
    add(made.slips, Reason::input_added, [=](const TurnCall& call) {
      const Vector angle = angles(call, layout);
      const Vector sines = angle.array().sin();
      return nested(Vector(call.x + quarter_turned(call.x, layout).cwiseProduct(sines)));
    });
    add(made.slips, Reason::input_added,
        [=](const TurnCall& call) { return nested(Vector(call.x + turned(call, layout).values)); });
    for (const Reason slip :
         {Reason::degrees, Reason::exponent, Reason::inverted_exponent, Reason::one_based}) {
      add(made.slips, slip,
          [=](const TurnCall& call) { return turned_by(call, layout, layout, slip); });
    }
    add(made.slips, Reason::pair_order,
        [=](const TurnCall& call) { return with_pairs_swapped(turned(call, layout), layout); });
    add(made.slips, Reason::base_ignored, [=](const TurnCall& call) {
      return turned({call.function, call.x, call.position}, layout);
    });
    add(made.conventions, Reason::rotation_sign, [=](const TurnCall& call) {
      return turned_by(call, layout, layout, Reason::rotation_sign);
    });
  }
  return made;
}

Program in_halves(const std::vector<TurnCall>& calls) {
  return program(Reason::other_layout, calls,
                 [](const TurnCall& call) { return turned(call, PairLayout::half_split); });
}

CodeExercise in_neighbors(const char* signature, const std::vector<TurnCall>& calls) {
  CodeExercise made = turns(signature, calls);
  made.conventions.push_back(in_halves(calls));
  return made;
}

CodeExercise in_either_layout(const char* signature, const std::vector<TurnCall>& calls) {
  CodeExercise made = turns(signature, calls);
  made.equals.push_back(in_halves(calls));
  return made;
}

constexpr const char* apply_rope = "apply_rope";
constexpr const char* apply_rope_signature = "apply_rope(x, position, base=10000.0)";
constexpr const char* rotate_name = "rotate";
constexpr const char* rotate_signature = "rotate(q, pos, base=10000.0)";

std::vector<TurnCall> draw_turns(Random& random, const char* function, Index smallest) {
  return {{function, draw_vector(random, smallest), from(random, 1, 3)},
          {function, draw_vector(random, 4), from(random, 2, 9)},
          {function, draw_vector(random, 4), 0},
          {function, draw_vector(random, even(random, 6, 8)), from(random, 1, 9),
           draw_other_base(random)},
          {function, draw_vector(random, even(random, 12, 16)), from(random, 10, 60)}};
}

// ALiBi's bias

struct BiasCall {
  Index heads;
  Index length;
  BiasDirection direction = BiasDirection::symmetric;
};

bool is_refused(const BiasCall&) { return false; }
bool is_causal(const BiasCall& call) { return call.direction == BiasDirection::causal; }
std::string text_of(const BiasCall& call) {
  return joined(
      {"alibi_bias(", call.heads, ", ", call.length, is_causal(call) ? ", causal=True)" : ")"});
}
std::string hint_of(const BiasCall& call) {
  const double heads = static_cast<double>(call.heads);
  const double power = power_up_to(heads);
  std::string slopes = power == 1 ? "The slope of a single head is 2^-8."
                                  : joined({"The slopes of ", power, " heads are 2^(-8h/", power,
                                            "), h = 1 to ", power, "."});
  if (power < heads) {
    slopes += heads - power == 1
                  ? joined({" The other one is slope 1 of those for ", 2 * power, " heads."})
                  : joined({" The other ", heads - power, " are slopes 1, 3, … of those for ",
                            2 * power, " heads."});
  }
  return slopes + (is_causal(call) ? " Keys after the query are masked: float('-inf')."
                                   : " Each is multiplied by -|i - j|, for query i and key j.");
}

enum class Mask { correct, none, reversed };

Nested bias(const BiasCall& call, const Vector& slopes, Mask mask = Mask::correct) {
  const bool is_masked = is_causal(call) && mask != Mask::none;
  const auto heads =
      alibi_bias(slopes, is_masked ? BiasDirection::causal : BiasDirection::symmetric,
                 static_cast<double>(call.length), static_cast<double>(call.length));
  Nested result{{call.heads, call.length, call.length},
                Vector(call.heads * call.length * call.length)};
  const Index size = call.length * call.length;
  for (Index h = 0; h < call.heads; ++h) {
    Matrix head = (*heads)[static_cast<std::size_t>(h)];
    // Mask and distances are then those seen from the key.
    if (mask == Mask::reversed) head.transposeInPlace();
    result.values.segment(h * size, size) = head.reshaped<Eigen::RowMajor>();
  }
  return result;
}

Vector slopes_of(const BiasCall& call, Approach approach) {
  return worked_slopes(static_cast<double>(call.heads), approach);
}

Nested positive(Nested bias) {
  for (double& value : bias.values) {
    if (std::isfinite(value)) value = -value;
  }
  return bias;
}

CodeExercise biases(const std::vector<BiasCall>& calls) {
  CodeExercise made = exercise_in_code("alibi_bias(n_heads, seq_len, causal=False)", calls, "");
  const auto right = [](const BiasCall& call) { return bias(call, slopes_of(call, std::nullopt)); };
  made.asked = program(std::nullopt, calls, right);
  for (const Reason slip :
       {Reason::slope_from_zero, Reason::power_of_head, Reason::first_of_twice}) {
    made.slips.push_back(program(
        slip, calls, [slip](const BiasCall& call) { return bias(call, slopes_of(call, slip)); }));
  }
  made.slips.push_back(program(Reason::positive_bias, calls,
                               [&](const BiasCall& call) { return positive(right(call)); }));
  const auto add_masked = [&](Reason slip, Mask mask) {
    made.slips.push_back(program(slip, calls, [mask](const BiasCall& call) {
      return bias(call, slopes_of(call, std::nullopt), mask);
    }));
  };
  add_masked(Reason::not_masked, Mask::none);
  add_masked(Reason::mask_reversed, Mask::reversed);
  made.conventions.push_back(program(Reason::geometric_slopes, calls, [](const BiasCall& call) {
    return bias(call, slopes_of(call, Reason::geometric_slopes));
  }));
  return made;
}

template <std::size_t N>
Index count_of(Random& random, const double (&values)[N]) {
  return static_cast<Index>(one_of(random, values));
}

CodeExercise draw_biases(Random& random) {
  const auto power = [&] { return count_of(random, {2, 4, 8}); };
  return biases({{2, whole(random, 2, 4)},
                 {2, whole(random, 3, 4), BiasDirection::causal},
                 {count_of(random, {4, 8}), whole(random, 3, 5)},
                 {count_of(random, {6, 7, 10, 12}), whole(random, 2, 4)},
                 {power(), whole(random, 5, 6), BiasDirection::causal},
                 {1, whole(random, 3, 6)},
                 {power(), 1}});
}

}  // namespace

CodeExercise code_sinusoidal(Seed seed) {
  if (seed != 0) return drawn_apart(seed, draw_tables);
  return tables({{2, 4}, {4, 6}, {3, 4, 100}, {20, 16}, {3, 5}});
}

CodeExercise code_rope(Seed seed) {
  if (seed != 0) {
    return drawn_apart(seed, [](Random& random) {
      std::vector<TurnCall> calls = draw_turns(random, apply_rope, 2);
      calls.push_back({apply_rope, draw_vector(random, even(random, 2, 4) + 1), 1});
      return in_neighbors(apply_rope_signature, calls);
    });
  }
  return in_neighbors(
      apply_rope_signature,
      {{apply_rope, vector({1, 0}), 1},
       {apply_rope, vector({0.5, -1, 2, 0.25}), 7},
       {apply_rope, vector({0.5, -1, 2, 0.25}), 0},
       {apply_rope, vector({0.3, -0.7, 1.1, 0.4, -0.9, 0.2}), 3, 100},
       {apply_rope,
        vector({0.1, 0.9, -0.4, 0.6, 1.2, -0.8, 0.5, 0.7, -1.1, 0.3, 0.2, -0.6, 0.8, 1, -0.5, 0.4}),
        50},
       {apply_rope, vector({1, 2, 3}), 1}});
}

CodeExercise code_alibi(Seed seed) {
  if (seed != 0) return drawn_apart(seed, draw_biases);
  return biases({{2, 3},
                 {2, 3, BiasDirection::causal},
                 {8, 5},
                 {6, 4},
                 {8, 6, BiasDirection::causal},
                 {1, 4},
                 {4, 1}});
}

CodeExercise debug_layout(Seed seed) {
  if (seed != 0) {
    return drawn_apart(seed, [](Random& random) {
      return in_either_layout(rotate_signature, draw_turns(random, rotate_name, 4));
    });
  }
  return in_either_layout(rotate_signature,
                          {{rotate_name, vector({1, 0, 0, 0}), 1},
                           {rotate_name, vector({0.5, -1, 2, 0.25}), 3},
                           {rotate_name, vector({0.5, -1, 2, 0.25}), 0},
                           {rotate_name, vector({0.3, -0.7, 1.1, 0.4, -0.9, 0.2}), 3, 100},
                           {rotate_name, vector({0.1, 0.9, -0.4, 0.6, 1.2, -0.8, 0.5, 0.7}), 40}});
}

CodeExercise debug_added(Seed seed) {
  if (seed != 0) {
    return drawn_apart(seed, [](Random& random) {
      return in_neighbors(rotate_signature, draw_turns(random, rotate_name, 2));
    });
  }
  return in_neighbors(rotate_signature,
                      {{rotate_name, vector({1, 0}), 1},
                       {rotate_name, vector({0.5, -1, 2, 0.25}), 2},
                       {rotate_name, vector({0.5, -1, 2, 0.25}), 0},
                       {rotate_name, vector({0.3, -0.7, 1.1, 0.4, -0.9, 0.2}), 3, 100},
                       {rotate_name, vector({0.1, 0.9, -0.4, 0.6, 1.2, -0.8, 0.5, 0.7}), 40}});
}

namespace {
constexpr ExerciseKind kinds_in_code[]{
    {.id = "code-sinusoidal", .in_code = &code_sinusoidal},
    {.id = "code-rope", .in_code = &code_rope},
    {.id = "code-alibi", .in_code = &code_alibi},
    {.id = "code-learned", .in_code = &code_learned},
    {.id = "code-scores", .in_code = &code_scores},
    {.id = "code-rope-2d", .in_code = &code_rope_2d},
    {.id = "debug-layout", .in_code = &debug_layout},
    {.id = "debug-added", .in_code = &debug_added},
};
}  // namespace

std::span<const ExerciseKind> exercises_in_code() { return kinds_in_code; }

}  // namespace posenc
