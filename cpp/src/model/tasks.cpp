#include "posenc/model/tasks.hpp"

#include "posenc/argument.hpp"

namespace posenc {

std::string title_of(Task task) {
  const TaskFacts& facts = facts_of(task);
  const std::string_view title = text_of(facts.examples).title;
  if (facts.title_note.empty()) return std::string(title);
  return joined({title, " (", facts.title_note, ")"});
}

std::string_view limits_of(Task task) {
  switch (task) {
    case Task::order:
      return "A sinusoidal model’s accuracy far beyond its training length is not a property of "
             "the scheme: at length 32 it is 50 to 96 %, depending on learning rate and embedding "
             "scale. One layer of about 14 thousand parameters says nothing about language models.";
    case Task::order_bidirectional:
      return "If each half of the heads sees only one direction, that solves the task, with or "
             "without ALiBi’s bias. Two small layers on one made-up task say nothing about "
             "language models.";
    case Task::copy:
      return "Every model solves the task, even without positions, so copying cannot show which "
             "encoding is better, only that a task may need none.";
    case Task::reverse:
      return "RoPE and ALiBi do not solve the task with one layer of about 14 thousand parameters "
             "at one length; this says nothing about deeper models or language.";
    case Task::first:
      return "This test at the trained length says nothing about longer ones, nor about ALiBi in "
             "causal models, which have a mask: here ALiBi’s bias is the same on both sides, and "
             "it does no better than no positions.";
    case Task::shift:
      return "With one layer at one length, RoPE and ALiBi fall behind a table, RoPE by a few "
             "points that vary with the seed; this says nothing about deeper models or language.";
    case Task::sort:
      return "With one layer at one length, ALiBi does no better than no positions, and RoPE stays "
             "behind a table; this says nothing about deeper models or language.";
    case Task::count:
      return "The task needs no order and shows only how much each encoding gets in the way after "
             "400 steps at one length, not which is better where order matters.";
    case Task::previous:
    case Task::previous_20:
      return "ALiBi’s result depends on its slopes: with four heads the usual ones are too flat "
             "for this task, even within the trained length; steeper ones solve it. One layer of "
             "about 14 thousand parameters says nothing about language models.";
    case Task::forward_fill:
    case Task::forward_fill_20:
      return "The task asks for the latest token, which ALiBi prefers; one that asks for the first "
             "reverses the ranking, and no scheme wins both. One layer of about 14 thousand "
             "parameters says nothing about language models.";
    case Task::first_causal:
    case Task::first_causal_20:
      return "The task asks for the first token, which ALiBi neglects; one that asks for the "
             "latest reverses the ranking, and no scheme wins both. One layer of about 14 thousand "
             "parameters says nothing about language models.";
    case Task::copy_course:
      return "Every model solves the task, even without positions: a falling loss here does not "
             "show that an encoding works. With five tokens and no order to learn, the task says "
             "nothing about tasks that need order.";
    case Task::planted:
      return "The planted character differs from all others, so that one layer of about 14 "
             "thousand "
             "parameters can find it without positions. In a real text, what is asked for is "
             "rarely "
             "that easy to spot, and large models fail at other lengths and for more reasons.";
    case Task::text:
      return "Two layers of about 100 thousand parameters learn which characters follow each "
             "other, not what a text says. Large models, trained on a trillion times the text, "
             "rank schemes by other things, too.";
  }
  return {};
}

}  // namespace posenc
