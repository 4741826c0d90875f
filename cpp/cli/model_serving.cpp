#include "model_serving.hpp"

#include <utility>
#include <vector>

#include "config_json.hpp"
#include "json_text.hpp"
#include "posenc/argument.hpp"
#include "posenc/wording.hpp"

namespace {

using namespace posenc;
using nlohmann::ordered_json;

std::string cost_in_words(const ServingCost& cost) {
  std::string text = "  ";
  if (cost.layers) text += std::string(name(*cost.layers)) + ": ";
  text += joined({cost.changed, " of ", cost.pairs, " pairs turn at another rate"});
  if (cost.changed > 0) {
    text +=
        joined({", by up to ", with_digits(cost.radians, 3), " rad at position ", cost.position});
  }
  if (cost.logits_before == cost.logits_after) return text + "\n";
  return text + joined({"; logits are multiplied by ", with_digits(cost.logits_after, 6), ", not ",
                        with_digits(cost.logits_before, 6), "\n"});
}

/// What engines make of the changed file that Transformers 5 does not.
std::vector<std::pair<Engine, EngineNote>> other_readings(const ConfigValue& file,
                                                          const ServingPlan& plan) {
  std::vector<std::pair<Engine, EngineNote>> all;
  if (plan.answer != ServingAnswer::scaled) return all;
  const ConfigValue changed = with_edits(file, plan.edits);
  for (const EngineReading& reading : unwrap(engine_readings(changed, std::nullopt))) {
    const bool is_silent =
        reading.answer == EngineAnswer::unknown || reading.answer == EngineAnswer::unsupported;
    if (is_silent) continue;
    for (const EngineNote& note : reading.notes) all.emplace_back(reading.engine, note);
  }
  return all;
}

ordered_json other_readings_as_json(const ConfigValue& file, const ServingPlan& plan) {
  ordered_json all = ordered_json::array();
  for (const auto& [engine, note] : other_readings(file, plan)) {
    all.push_back({{"engine", name(engine)}, {"code", name(note.code)}, {"message", note.message}});
  }
  return all;
}

}  // namespace

ordered_json serving_as_json(const std::string& name, const ConfigValue& file,
                             const ServingPlan& plan) {
  ordered_json edits = ordered_json::array();
  for (const ServingEdit& edit : plan.edits) {
    edits.push_back(
        {{"path", path_of(edit)}, {"value", ordered_json::parse(edit_text(edit.value))}});
  }
  return {{"name", name},
          {"length", whole_or_null(plan.length)},
          {"answer", posenc::name(plan.answer)},
          {"message", plan.message},
          {"type", to_json(plan.type)},
          {"factor", to_json(plan.factor)},
          {"original", whole_or_null(plan.original)},
          {"edits", edits},
          {"flags", to_json(unwrap(serving_flags(file, plan)))},
          {"other_readings", other_readings_as_json(file, plan)},
          {"costs", to_json(plan.costs)}};
}

std::string serving_as_text(const std::string& name, const ConfigValue& file,
                            const ServingPlan& plan) {
  std::string text = joined({name, ", for texts of ", plan.length, " tokens\n\n"});
  text += plan.message + "\n";
  if (!plan.edits.empty()) text += "\nIn the file\n";
  for (const ServingEdit& edit : plan.edits) {
    text += "  " + path_of(edit) + " = " + edit_text(edit.value) + "\n";
  }
  const auto flags = unwrap(serving_flags(file, plan));
  if (!flags.empty()) text += "\nOr without changing the file\n";
  for (const auto& [engine, arguments] : flags) {
    text += "  " + std::string(release_of(engine).title) + ": " + arguments + "\n";
  }
  const auto others = other_readings(file, plan);
  if (!others.empty()) text += "\nWhere engines deviate on the changed file\n";
  for (const auto& [engine, note] : others) {
    text += joined({"  ", release_of(engine).title, ": ", note.message, "\n"});
  }
  if (plan.costs.empty()) return text;
  text += joined({"\nWhat it costs texts up to ", plan.costs.front().position + 1, " tokens\n"});
  for (const ServingCost& cost : plan.costs) text += cost_in_words(cost);
  return text;
}
