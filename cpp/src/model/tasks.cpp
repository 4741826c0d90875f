#include "posenc/model/tasks.hpp"

#include "posenc/argument.hpp"

namespace posenc {

Result<Task> to_task(std::string_view name) {
  return to_enum("[training] `task`", name, task_names);
}

std::string title_of(Task task) {
  const TaskFacts& facts = facts_of(task);
  const std::string_view title = text_of(facts.examples).title;
  if (facts.title_note.empty()) return std::string(title);
  return joined({title, " (", facts.title_note, ")"});
}

std::string_view limits_of(Task task) {
  switch (task) {
    case Task::order:
      return "What a sinusoidal model scores far beyond its training is no property of the "
             "scheme: at length 32 it is right in 50 to 96 % of cases, depending on the learning "
             "rate and the scale of the embedding. And some 14 thousand parameters in one layer "
             "say "
             "nothing of language models.";
    case Task::order_bidirectional:
      return "Where halves of the heads see one direction only, it is this that solves the "
             "task, and not ALiBi’s bias: the direction alone does as well. Two small layers on "
             "one made-up task say nothing of language models.";
    case Task::copy:
      return "Every scheme solves it, and so does a model without any: it cannot show which "
             "encoding is the better one, only that a task may need none.";
    case Task::reverse:
      return "That RoPE and ALiBi do not solve it holds for one layer of some 14 thousand "
             "parameters at one length; of deeper models, and of language, it says nothing.";
    case Task::first:
      return "It is tested at its trained length alone, so that it says nothing of longer ones. "
             "That ALiBi gets no further here than no positions at all is no verdict on it "
             "either: its bias is the same to the left and to the right, where a causal model "
             "has a mask besides.";
    case Task::shift:
      return "One layer at one length: that RoPE and ALiBi fall behind a table here, RoPE by a "
             "few points that vary with the seed, says nothing of deeper models or of language.";
    case Task::sort:
      return "One layer at one length: that ALiBi gets no further than no positions at all, and "
             "RoPE stays behind a table, says nothing of deeper models or of language.";
    case Task::count:
      return "It needs no order, and how much of a hindrance each encoding is, was measured "
             "after 400 steps at one length: it cannot show which is the better one where order "
             "matters.";
    case Task::previous:
    case Task::previous_20:
      return "ALiBi’s result depends on its slopes: with four heads the usual ones are too flat "
             "for this task, within the trained length too, and steeper ones solve it. One "
             "layer of some 14 thousand parameters says nothing of language models.";
    case Task::forward_fill:
    case Task::forward_fill_20:
      return "It asks for what was said last, which is what ALiBi prefers; a task that asks for "
             "the first token turns the ranking round, and no scheme wins both. One layer of "
             "some 14 thousand parameters says nothing of language models.";
    case Task::first_causal:
    case Task::first_causal_20:
      return "It asks for what was said first, which is what ALiBi turns away from; a task that "
             "asks for the last token turns the ranking round, and no scheme wins both. One "
             "layer of some 14 thousand parameters says nothing of language models.";
    case Task::copy_course:
      return "Every scheme solves it, and so does a model without any: a falling loss here is "
             "no sign that an encoding works. With five tokens and no order to learn, it says "
             "nothing of tasks that need one.";
  }
  return {};
}

}  // namespace posenc
