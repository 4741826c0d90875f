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
      "train the runs exported from the page again; exit code 1 if a number differs"}}};

/// One run of training from the options of the command line, e.g. --task order --scheme rope --seed 1. The task sets
/// each of visit_options that has no option here, such as --d-model for d_model.
/// Throws BadInput for options that are wrong, and HelpRequest.
struct TrainCommand {
  explicit TrainCommand(const Arguments& arguments);
  ~TrainCommand();

  /// Trains to the end and tests each length.
  /// @param progress gets steps done, steps of all and the last loss, now and then
  /// @return {"losses": [..], "accuracy": {"8": .., ..}}, and "diverged_at" if it did; a length of the task
  /// that the model has no answer for is null there, with the reason in "why": {"30": ".."}
  nlohmann::ordered_json run(const StepProgress& progress);

  bool json = false;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The result for people.
std::string as_text(const nlohmann::ordered_json& result);
