#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/error.hpp"
#include "posenc/model/examples.hpp"
#include "posenc/model/position_scheme.hpp"

/// The tasks of the lesson and their facts, in one list. Their training options are in training_options.hpp.
namespace posenc {

/// A task of the lesson: a kind of examples, and a model to train on them.
enum class Task {
  order,                // whether the tokens ascend; causal attention
  order_bidirectional,  // the same with attention both ways and two layers
  copy,
  reverse,
  first,
  shift,
  sort,
  count,
  previous,  // causal, tested beyond the trained length, as are the next two
  forward_fill,
  first_causal,
  copy_course,  // copy as taught in courses: few tokens, a constant rate, no warm-up
  previous_20,  // as the three above, but trained at 20, with a learned table of 20 rows
  forward_fill_20,
  first_causal_20,
  text,  // the next character of a text; causal, tested beyond the trained length
  planted,  // a character planted in a made-up text; causal, tested at up to eight times the trained length
};

/// Facts of a task that do not depend on its options.
struct TaskFacts {
  std::string_view name;
  Task task;
  ExampleKind examples;
  Direction direction;
  /// Distinguishes it from another task with the same kind of examples; may be empty.
  std::string_view title_note;
  /// Lengths that its models are tested at: up to the trained ones, and beyond.
  std::span<const double> test_lengths;
};

namespace tested_lengths {
inline constexpr std::array<double, 7> ordering{4, 6, 8, 12, 16, 24, 32};
inline constexpr std::array<double, 1> eight{8};
inline constexpr std::array<double, 1> twenty{20};
inline constexpr std::array<double, 3> from_16{16, 32, 64};
inline constexpr std::array<double, 4> doubled_from_16{16, 32, 64, 128};
inline constexpr std::array<double, 4> from_20{20, 30, 50, 100};
inline constexpr std::array<double, 4> from_64{64, 128, 256, max_default_length};
}  // namespace tested_lengths

/// One for each task, in the order of the enum.
inline constexpr std::array<TaskFacts, 17> task_facts{{
    {"order", Task::order, ExampleKind::order, Direction::causal, "causal",
     tested_lengths::ordering},
    {"order-bidirectional", Task::order_bidirectional, ExampleKind::order, Direction::bidirectional,
     "both directions", tested_lengths::ordering},
    {"copy", Task::copy, ExampleKind::copy, Direction::bidirectional, "", tested_lengths::eight},
    {"reverse", Task::reverse, ExampleKind::reverse, Direction::bidirectional, "",
     tested_lengths::eight},
    {"first", Task::first, ExampleKind::first, Direction::bidirectional, "both directions",
     tested_lengths::eight},
    {"shift", Task::shift, ExampleKind::shift, Direction::bidirectional, "", tested_lengths::eight},
    {"sort", Task::sort, ExampleKind::sort, Direction::bidirectional, "", tested_lengths::eight},
    {"count", Task::count, ExampleKind::count, Direction::bidirectional, "", tested_lengths::eight},
    {"previous", Task::previous, ExampleKind::previous, Direction::causal, "",
     tested_lengths::from_16},
    {"forward-fill", Task::forward_fill, ExampleKind::forward_fill, Direction::causal, "",
     tested_lengths::from_16},
    {"first-causal", Task::first_causal, ExampleKind::first, Direction::causal, "causal",
     tested_lengths::from_16},
    {"copy-course", Task::copy_course, ExampleKind::copy, Direction::bidirectional, "as in courses",
     tested_lengths::twenty},
    {"previous-20", Task::previous_20, ExampleKind::previous, Direction::causal, "trained at 20",
     tested_lengths::from_20},
    {"forward-fill-20", Task::forward_fill_20, ExampleKind::forward_fill, Direction::causal,
     "trained at 20", tested_lengths::from_20},
    {"first-causal-20", Task::first_causal_20, ExampleKind::first, Direction::causal,
     "trained at 20", tested_lengths::from_20},
    {"text", Task::text, ExampleKind::text, Direction::causal, "", tested_lengths::from_64},
    {"planted", Task::planted, ExampleKind::planted, Direction::causal, "",
     tested_lengths::doubled_from_16},
}};

inline constexpr auto task_names = names_from(task_facts, &TaskFacts::task);
POSENC_NAMED_IN(Task, task_names)
POSENC_CHOICE_FUNCTION(Task, to_task, "[training] `task`")

/// The facts of a task.
constexpr const TaskFacts& facts_of(Task task) {
  return task_facts[static_cast<std::size_t>(task)];
}

/// The title of a task: that of its examples, with its note.
std::string title_of(Task task);

/// What a result of a model of this size, trained like this, does not show, in a sentence or two.
std::string_view limits_of(Task task);

}  // namespace posenc
