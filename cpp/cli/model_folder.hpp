#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model.hpp"

/// Which notes make the exit code 1: none, some or all.
struct FailOn {
  std::vector<posenc::NoteCode> codes;

  bool names_one_of(const std::vector<posenc::Note>& notes) const;
};

/// @param text codes with commas between, or "any"
/// Throws BadInput for a code that does not exist.
FailOn parsed_fail_on(const std::string& text);

/// "NAME: rope, yarn; notes: step, key-ignored".
std::string model_as_line(const std::string& name, const posenc::ModelConfig& model);

struct FolderOptions {
  std::optional<double> length;
  bool as_json = false;
  FailOn fail_on;
};

/// Prints one line for each config in a folder and the folders in it, in the order of their paths: model_as_line, or JSON as
/// model_as_json. The line of a file that is refused has the reason. A folder with a config.json is that of a model, whose
/// other files do not count; of other folders, every .json file does.
/// @return the exit code: 2 if a file was refused, else 1 if fail_on names one of the notes, else 0
/// Throws BadInput for a folder that cannot be read or has no such file.
int print_models_in(const std::string& folder, const FolderOptions& options);
