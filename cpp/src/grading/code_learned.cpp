#include <algorithm>
#include <string>
#include <utility>

#include "posenc/grading/code_calls.hpp"
#include "posenc/grading/code_exercises.hpp"
#include "posenc/grading/draw.hpp"
#include "posenc/grading/hand.hpp"

// The exercise in code on a learned table: look_up(table, positions).
namespace posenc {
namespace {

struct LookUpCall {
  Matrix table;
  std::vector<double> positions;
};

bool is_refused(const LookUpCall& call) {
  return std::ranges::any_of(call.positions, [&](double position) {
    return position < 0 || position >= static_cast<double>(call.table.rows());
  });
}

std::string text_of(const LookUpCall& call) {
  std::string rows;
  for (Index row = 0; row < call.table.rows(); ++row) {
    rows += (row == 0 ? "" : ", ") + python_list(call.table.row(row));
  }
  return joined({"look_up([", rows, "], [", listed(call.positions), "])"});
}

std::string hint_of(const LookUpCall& call) {
  const Index rows = call.table.rows();
  if (is_refused(call)) {
    return joined({"The table has rows 0 to ", rows - 1,
                   ". Check every position first: Python counts a negative index from the end."});
  }
  return joined({"A row of ", call.table.cols(), " numbers for each position in [",
                 listed(call.positions), "], in order."});
}

/// The rows at the positions that `at` makes of those asked for; counted from the end if negative, as in Python.
template <class At>
Nested rows_at(const LookUpCall& call, At at) {
  Matrix rows(static_cast<Index>(call.positions.size()), call.table.cols());
  for (Index n = 0; n < rows.rows(); ++n) {
    Index row = at(n, static_cast<Index>(call.positions[static_cast<std::size_t>(n)]));
    if (row < 0) row += call.table.rows();
    for (Index column = 0; column < rows.cols(); ++column) {
      rows(n, column) = call.table(row, column);
    }
  }
  return nested(rows);
}

Nested looked_up(const LookUpCall& call) {
  return rows_at(call, [](Index, Index position) { return position; });
}

CodeExercise look_ups(const std::vector<LookUpCall>& calls) {
  CodeExercise made =
      exercise_in_code("look_up(table, positions)", calls, "a position that has no row");
  for (Case& one : made.cases) one.refusal = Refusal::index;
  made.asked = program(std::nullopt, calls, looked_up);
  made.slips.push_back(program(Reason::one_based, calls, [](const LookUpCall& call) {
    return rows_at(call, [](Index, Index position) { return position - 1; });
  }));
  made.slips.push_back(program(Reason::positions_ignored, calls, [](const LookUpCall& call) {
    return rows_at(call, [&](Index n, Index) { return n % call.table.rows(); });
  }));
  made.slips.push_back(program(Reason::transposed, calls,
                               [](const LookUpCall& call) { return transposed(looked_up(call)); }));
  return made;
}

Matrix draw_table(Random& random, Index rows, Index d) {
  Matrix table(rows, d);
  const Vector entries = draw_vector(random, rows * d);
  for (Index n = 0; n < entries.size(); ++n) table.data()[n] = entries[n];
  return table;
}

CodeExercise draw_look_ups(Random& random) {
  const Matrix small = draw_table(random, 3, 2);
  const Matrix larger = draw_table(random, static_cast<Index>(from(random, 4, 5)), 3);
  const double last = static_cast<double>(larger.rows() - 1);
  return look_ups({{small, {from(random, 1, 2)}},
                   {small, {0, 1, 2}},
                   {larger, {last, from(random, 0, 1), last}},
                   {larger, {from(random, 1, 2), last}},
                   {small, {from(random, 0, 1), 3 + from(random, 0, 2)}},
                   {larger, {-from(random, 1, 3)}}});
}

}  // namespace

CodeExercise code_learned(Seed seed) {
  if (seed != 0) return drawn_apart(seed, draw_look_ups);
  Matrix small(3, 2);
  small << 0.1, -0.2, 0.3, 0.4, -0.5, 0.6;
  Matrix larger(4, 3);
  larger << 0.7, 0.1, -0.3, 0.2, -0.9, 0.5, 1.1, 0.4, -0.6, -0.8, 0.3, 0.9;
  return look_ups({{small, {2}},
                   {small, {0, 1, 2}},
                   {larger, {3, 0, 3}},
                   {larger, {1, 3}},
                   {small, {1, 3}},
                   {larger, {-1}}});
}

}  // namespace posenc
