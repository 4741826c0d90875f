#include <array>
#include <optional>
#include <vector>

#include "posenc/encoding/axes.hpp"
#include "posenc/grading/axial_rope.hpp"
#include "posenc/grading/code_calls.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/draw.hpp"

// The exercise in code on the positions of a grid: rope_2d(q, x, y).
namespace posenc {
namespace {

struct PatchCall {
  Vector q;
  Patch patch;
};

bool is_refused(const PatchCall& call) { return call.q.size() % 4 != 0; }

std::string text_of(const PatchCall& call) {
  return joined({"rope_2d(", python_list(call.q), ", ", call.patch.x, ", ", call.patch.y, ")"});
}

std::string hint_of(const PatchCall& call) {
  const Index d = call.q.size();
  if (is_refused(call)) {
    return "Each half needs whole pairs: check the length first, and raise a ValueError.";
  }
  if (call.patch.x == 0 && call.patch.y == 0) {
    return "At patch (0, 0) every angle is 0, and nothing turns.";
  }
  return joined({"In each half, pair i has the frequency ", axial_base, "^(-4i/", d, "), i = 0 to ",
                 d / 4 - 1, ". The first half turns by ", call.patch.x,
                 " times that, the second by ", call.patch.y, " times that."});
}

Nested turned(const PatchCall& call, Approach layout, Approach approach) {
  const Vector angles = worked_axial_angles(call.q.size(), axial_base, call.patch, approach);
  return nested(worked_axial_turn(call.q, angles, layout, approach));
}

/// RoPE of a whole head at position x + y.
Nested turned_by_sum(const PatchCall& call, PairLayout layout) {
  return nested(
      turned_by(call.q, call.patch.x + call.patch.y, axial_base, layout, layout, std::nullopt));
}

CodeExercise turns_of_patches(const std::vector<PatchCall>& calls) {
  CodeExercise made =
      exercise_in_code("rope_2d(q, x, y)", calls, "a vector whose length is not divisible by 4");
  constexpr std::array<Approach, 3> layouts{std::nullopt, Reason::other_layout,
                                            Reason::layout_in_halves};
  const auto add = [&](std::vector<Program>& to, Reason reason, Approach layout,
                       Approach approach) {
    to.push_back(program(reason, calls,
                         [=](const PatchCall& call) { return turned(call, layout, approach); }));
  };
  made.asked = program(std::nullopt, calls, [](const PatchCall& call) {
    return turned(call, std::nullopt, std::nullopt);
  });
  for (const Approach layout : layouts) {
    for (const Reason slip :
         {Reason::axes_swapped, Reason::one_frequency_list, Reason::axes_added, Reason::one_axis,
          Reason::degrees, Reason::exponent, Reason::inverted_exponent, Reason::one_based,
          Reason::sin_cos_swapped, Reason::pair_order}) {
      add(made.slips, slip, layout, slip);
    }
    add(made.conventions, Reason::rotation_sign, layout, Reason::rotation_sign);
    if (layout) add(made.conventions, *layout, layout, std::nullopt);
  }
  for (const PairLayout layout : {PairLayout::interleaved, PairLayout::half_split}) {
    made.slips.push_back(program(Reason::axes_added, calls, [layout](const PatchCall& call) {
      return turned_by_sum(call, layout);
    }));
  }
  return made;
}

CodeExercise draw_patches(Random& random) {
  const auto away = [&](double last) { return from(random, 1, last); };
  const Index wide = 4 * static_cast<Index>(from(random, 3, 4));
  return turns_of_patches({{draw_vector(random, 4), {away(3), 0}},
                           {draw_vector(random, 4), {away(3), away(3)}},
                           {draw_vector(random, 4), {0, 0}},
                           {draw_vector(random, 8), {0, away(6)}},
                           {draw_vector(random, 8), {away(6), away(6)}},
                           {draw_vector(random, wide), {away(13), away(13)}},
                           {draw_vector(random, 6), {away(3), away(3)}}});
}

}  // namespace

CodeExercise code_rope_2d(Seed seed) {
  if (seed != 0) return drawn_apart(seed, draw_patches);
  const Vector eight = vector({0.5, -1, 2, 0.25, 0.8, 0.6, -0.4, 1.2});
  return turns_of_patches(
      {{vector({1, 0, 1, 0}), {1, 0}},
       {vector({1, 0, 1, 0}), {1, 2}},
       {vector({0.5, -1, 2, 0.25}), {0, 0}},
       {eight, {0, 3}},
       {eight, {5, 2}},
       {vector({0.1, 0.9, -0.4, 0.6, 1.2, -0.8, 0.5, 0.7, -1.1, 0.3, 0.2, -0.6}), {6, 13}},
       {vector({1, 2, 3, 4, 5, 6}), {1, 1}}});
}

}  // namespace posenc
