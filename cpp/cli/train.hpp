#pragma once

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "command_line.hpp"
#include "posenc/model/text.hpp"
#include "step_progress.hpp"

inline constexpr std::array<Usage, 3> train_usage{
    {{"train --task TASK --scheme SCHEME [--text FILE] [--seed 1] [--lengths 8,16] [--json]",
      "train a tiny transformer and test it; you can set every option of the run"},
     {"train --resume FILE [--text FILE] [--lengths 8,16] [--json]",
      "continue a run; with other lengths, base, steps or rates, train on in a new phase"},
     {"train --repeat FILE.json [--text FILE] [--json]",
      "repeat training runs exported from the page; exit code 1 if a number differs"}}};

/// A text to train on. Throws BadInput for a file that cannot be read, or is not such a text.
std::shared_ptr<const posenc::Text> read_text(const std::string& path);

/// A training run from the options of the command line, e.g. --task order --scheme rope --seed 1. Each option of
/// visit_options, such as --d-model for d_model, has the task's value unless it is given.
/// With --resume the run of a checkpoint goes on, in a new phase if options of Trainer::continued are given.
/// Throws BadInput for wrong options, and HelpRequest.
struct TrainCommand {
  explicit TrainCommand(const Arguments& arguments);
  ~TrainCommand();

  /// Trains to the end and tests each length.
  /// @param progress called now and then with the steps done, the number of all steps and the last loss
  /// @return {"losses": [..], "accuracy": {"8": .., ..}}, and "diverged_at" if it diverged. The accuracy of a length
  /// for which the model has no answer is null, with the reason in "why": {"30": ".."}. For text, "bits" (per
  /// character) instead of "accuracy", and "text": {"alphabet": [..], "characters": .., "replaced": .., "checksum":
  /// "..", "levels": {"single": .., "pair": ..}}. With --logits, "logits" has a row for each answer of the model.
  nlohmann::ordered_json run(const StepProgress& progress);

  bool json = false;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The result as text.
std::string as_text(const nlohmann::ordered_json& result);
