#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"

// A new phase of training, with some options changed.

namespace posenc {
namespace {

/// Every option, in the order of visit_options.
struct Listed {
  struct Option {
    std::string name;
    std::string shown;
    /// Its numbers as they are: `shown` is rounded. Empty for names and text.
    std::vector<double> numbers{};
    bool operator==(const Option&) const = default;
  };
  std::vector<Option> all{};

  void number(const char* name, double value) {
    all.push_back({name, format_number(value), {value}});
  }
  void numbers(const char* name, const std::vector<double>& values) {
    all.push_back({name, joined_by_commas(values, format_number), values});
  }
  template <class E, std::size_t N>
  void choices(const char* name, const std::vector<E>& values, const EnumNames<E, N>& names) {
    all.push_back({name, joined_by_commas(values, [&](E value) { return name_in(names, value); })});
  }
  void text(const char* name, const std::string& value) { all.push_back({name, quote(value)}); }
  template <class E, std::size_t N>
  void choice(const char* name, E value, const EnumNames<E, N>& names) {
    all.push_back({name, std::string(name_in(names, value))});
  }

  template <class Value, class Shown>
  static std::string joined_by_commas(const std::vector<Value>& values, const Shown& shown) {
    std::string list;
    for (const Value value : values) {
      if (!list.empty()) list += ',';
      list += shown(value);
    }
    return list.empty() ? "none" : list;
  }
};

std::vector<Listed::Option> listed(const TrainingOptions& options) {
  Listed list;
  visit_options(options, list);
  return std::move(list.all);
}

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
  const auto before = listed(options_);
  const auto after = listed(changed);
  for (std::size_t n = 0; n < before.size(); ++n) {
    if (before[n] == after[n] || is_changeable(before[n].name)) continue;
    // A backtick marks a name in a view, not in a std::string.
    const std::string named = "[training] `" + before[n].name + "` cannot change when a run is ";
    return invalid_argument({std::string_view(named), "continued: it was ", before[n].shown,
                             " but got ", after[n].shown});
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
