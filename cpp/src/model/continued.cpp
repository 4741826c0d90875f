#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "option_texts.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"

// A new phase of training, with some options changed.

namespace posenc {
namespace {

std::string shown(const OptionText& option) { return option.text.empty() ? "none" : option.text; }

}  // namespace

bool is_changeable(std::string_view option) {
  constexpr std::array<std::string_view, 16> changeable{
      "train_shortest", "train_longest", "longest", "steps",       "batch", "learning_rate",
      "warmup",         "final_rate",    "clip",    "beta1",       "beta2", "adam_eps",
      "test_examples",  "base",          "bases",   "test_lengths"};
  return std::ranges::find(changeable, option) != changeable.end();
}

Result<Trainer> Trainer::continued(const TrainingOptions& options) const {
  TrainingOptions changed = options;
  // As for make(), 0 stands for the alphabet.
  if (text() != nullptr && changed.model.vocabulary == 0) {
    changed.model.vocabulary = options_.model.vocabulary;
  }
  const auto before = option_texts(options_);
  const auto after = option_texts(changed);
  for (std::size_t n = 0; n < before.size(); ++n) {
    if (before[n] == after[n] || is_changeable(before[n].name)) continue;
    // A backtick marks a name in a view, not in a std::string.
    const std::string named = "[training] `" + before[n].name + "` cannot change when a run is ";
    return invalid_argument({std::string_view(named), "continued: it was ", shown(before[n]),
                             " but got ", shown(after[n])});
  }
  const PositionOptions& position = changed.model.position;
  if (position.base != options_.model.position.base && !position.bases.empty() &&
      any_layer_has(position, Encoding::rope)) {
    return invalid_argument(
        {"[training] `base` changes nothing in a run with `bases`, which has one for each layer: "
         "change `bases`, or leave `base` at ",
         options_.model.position.base});
  }
  POSENC_TRY(made, make(changed, examples_.shared_text()));
  Trainer phase = std::move(made);
  std::ranges::copy(model_.parameters(), phase.model_.mutable_parameters().begin());
  phase.of_examples_ = of_examples_;
  phase.of_dropout_ = of_dropout_;
  return phase;
}

}  // namespace posenc
