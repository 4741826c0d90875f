#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "step_progress.hpp"

/// One run of training from the options of the command line, e.g. --task order --scheme rope --seed 1. Those of
/// the experiment hold where nothing else is said; each of visit_options has an option of its name.
/// What is wrong throws BadInput.
struct TrainCommand {
  explicit TrainCommand(const std::vector<std::string>& arguments);
  ~TrainCommand();

  /// Trains to the end and tests each length.
  /// @param progress told of steps done, steps of all and the last loss, now and then
  /// @return {"losses": [..], "accuracy": {"8": .., ..}}, and "diverged_at" if it did; a length of the experiment
  /// that the model has no answer for is null there, with the reason in "why": {"30": ".."}
  nlohmann::ordered_json run(const StepProgress& progress);

  bool json = false;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The result for people.
std::string as_text(const nlohmann::ordered_json& result);
