#include "model_comparison.hpp"

#include <string>

#include "json_text.hpp"
#include "posenc/argument.hpp"
#include "posenc/wording.hpp"

namespace {

using namespace posenc;
using nlohmann::ordered_json;

std::string shown(const std::optional<double>& value) {
  return value ? with_digits(*value, 7) : "unknown";
}

/// What differs, before the two values.
std::string subject_of(const ModelDifference& one) {
  const std::string at = one.at ? joined({" ", *one.at}) : "";
  switch (one.what) {
    case Unlike::kind:
      return "the kind of encoding";
    case Unlike::layers:
      return one.at ? "whether layer" + at + " rotates" : "the number of layers";
    case Unlike::pairs:
      return "the number of pairs that rotate";
    case Unlike::frequencies:
      return "the frequency of pair" + at + " (the first that differs)";
    case Unlike::attention_factor:
      return "the factor on cos and sin";
    case Unlike::slopes:
      return one.at ? "the slope of head" + at : "the number of slopes";
    case Unlike::rows:
      return "the number of rows";
    default:
      return "the number of buckets";
  }
}

}  // namespace

std::string difference_in_words(const ModelDifference& one) {
  std::string text = "- " + subject_of(one);
  if (one.layers) text += " of " + std::string(name(*one.layers)) + " layers";
  if (one.first || one.second) text += ": " + shown(one.first) + " against " + shown(one.second);
  if (one.radians) {
    text += joined({"; at position ", *one.position, ", angles are up to ",
                    with_digits(*one.radians, 3), " rad apart"});
  }
  return text + "\n";
}

ordered_json comparison_as_json(const NamedModel& first, const NamedModel& second) {
  const auto differences = compare_models(first.report, second.report);
  return {{"names", {first.name, second.name}},
          {"alike", differences.empty()},
          {"differences", to_json(differences)}};
}

std::string comparison_as_text(const NamedModel& first, const NamedModel& second) {
  const auto differences = compare_models(first.report, second.report);
  const std::string names = first.name + " and " + second.name;
  if (differences.empty()) return names + " turn positions alike.\n";
  std::string text = names + " do not turn positions alike:\n";
  for (const ModelDifference& one : differences) text += difference_in_words(one);
  return text;
}
