#pragma once

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "command_line.hpp"
#include "step_progress.hpp"

inline constexpr std::array<Usage, 2> train_usage{
    {{"train --task TASK --scheme SCHEME [--seed 1] [--lengths 8,16] [--json]",
      "train a tiny transformer and test it; you can set every option of the run"},
     {"train --repeat FILE.json [--json]",
      "repeat training runs exported from the page; exit code 1 if a number differs"}}};

/// A training run from the options of the command line, e.g. --task order --scheme rope --seed 1. Each option of
/// visit_options, such as --d-model for d_model, has the task's value unless it is given.
/// Throws BadInput for wrong options, and HelpRequest.
struct TrainCommand {
  explicit TrainCommand(const Arguments& arguments);
  ~TrainCommand();

  /// Trains to the end and tests each length.
  /// @param progress called now and then with the steps done, the number of all steps and the last loss
  /// @return {"losses": [..], "accuracy": {"8": .., ..}}, and "diverged_at" if it diverged. The accuracy of a length
  /// for which the model has no answer is null, with the reason in "why": {"30": ".."}
  nlohmann::ordered_json run(const StepProgress& progress);

  bool json = false;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The result as text.
std::string as_text(const nlohmann::ordered_json& result);
