#include "posenc/model/training_options.hpp"

#include <algorithm>

#include "posenc/argument.hpp"

namespace posenc {

Result<Experiment> to_experiment(std::string_view name) {
  return to_enum("[training] task", name, experiment_names);
}

TrainingOptions experiment_options(Experiment experiment, Scheme scheme) {
  TrainingOptions options;
  options.model.position.scheme = scheme;

  // Per token, 8 distinct tokens of 16, bidirectional, one layer, unless said otherwise.
  const auto ordering = [&](Direction direction, double layers, double steps) {
    options.task = Task::order;
    options.train_shortest = 4;
    options.steps = steps;
    options.model.vocabulary = 40;
    options.model.layers = layers;
    options.model.direction = direction;
    options.model.readout = Readout::max_pool;
  };
  const auto short_ = [&](Task task, TokenDraw tokens) {
    options.task = task;
    options.tokens = tokens;
    options.test_examples = 1024;
  };
  const auto extended = [&](Task task) {
    options.task = task;
    options.tokens = TokenDraw::independent;
    options.train_shortest = options.train_longest = 16;
    options.steps = 600;
    options.model.direction = Direction::causal;
    options.test_examples = 256;
  };
  switch (experiment) {
    case Experiment::order:
      ordering(Direction::causal, 1, 800);
      break;
    case Experiment::order_bidirectional:
      ordering(Direction::bidirectional, 2, 1000);
      break;
    case Experiment::copy:
      short_(Task::copy, TokenDraw::distinct);
      break;
    case Experiment::reverse:
      short_(Task::reverse, TokenDraw::distinct);
      break;
    case Experiment::first:
      short_(Task::first, TokenDraw::distinct);
      break;
    case Experiment::shift:
      short_(Task::shift, TokenDraw::distinct);
      break;
    case Experiment::sort:
      short_(Task::sort, TokenDraw::distinct);
      break;
    case Experiment::count:
      short_(Task::count, TokenDraw::independent);
      break;
    case Experiment::previous:
      extended(Task::previous);
      break;
    case Experiment::forward_fill:
      extended(Task::forward_fill);
      break;
    case Experiment::first_causal:
      extended(Task::first);
      break;
  }
  options.model.longest = std::ranges::max(test_lengths(experiment));
  return options;
}

std::string title_of(Experiment experiment) {
  const auto options = experiment_options(experiment, Scheme::none);
  const auto same_task = std::ranges::count_if(experiment_names, [&](const auto& named) {
    return experiment_options(named.second, Scheme::none).task == options.task;
  });
  std::string title(text_of(options.task).title);
  if (same_task > 1) {
    title += options.model.direction == Direction::causal ? " (causal)" : " (both directions)";
  }
  return title;
}

std::vector<double> test_lengths(Experiment experiment) {
  switch (experiment) {
    case Experiment::order:
    case Experiment::order_bidirectional:
      return {4, 6, 8, 12, 16, 24, 32};
    case Experiment::previous:
    case Experiment::forward_fill:
    case Experiment::first_causal:
      return {16, 32, 64};
    default:
      return {8};
  }
}

}  // namespace posenc
