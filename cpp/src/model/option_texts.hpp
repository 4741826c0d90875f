#pragma once

#include <string>
#include <vector>

#include "posenc/model/training_options.hpp"

namespace posenc {

/// An option as on the command line: lists with commas, and empty for none.
struct OptionText {
  std::string name;
  std::string text;
  /// Its numbers as they are: `text` is rounded. Empty for names and formulas.
  std::vector<double> numbers{};

  bool operator==(const OptionText&) const = default;
};

/// Every option, in the order of visit_options.
std::vector<OptionText> option_texts(const TrainingOptions& options);

}  // namespace posenc
