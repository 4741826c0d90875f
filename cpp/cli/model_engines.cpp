#include "model_engines.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "json_text.hpp"
#include "model_comparison.hpp"
#include "posenc/argument.hpp"
#include "posenc/wording.hpp"

namespace {

using namespace posenc;
using nlohmann::ordered_json;

ordered_json ropes_of(const EngineReading& reading) {
  ordered_json ropes = ordered_json::array();
  if (!reading.report) return ropes;
  for (const RopeReport& rope : reading.report->ropes) {
    ropes.push_back({{"layer_type", to_json(rope.settings.layers)},
                     {"rotary_dim", rope.settings.rotary_dim.value},
                     {"base", rope.frequencies.base},
                     {"attention_factor", rope.frequencies.attention_factor},
                     {"inv_freq", std::span<const double>(rope.frequencies.inv_freq)}});
  }
  return ropes;
}

std::string answer_in_words(EngineAnswer answer) {
  switch (answer) {
    case EngineAnswer::refused:
      return "refuses the file";
    case EngineAnswer::unsupported:
      return "does not have the class";
    default:
      return "unknown";
  }
}

std::string base_in_words(double base) {
  return base == std::floor(base) ? joined({base}) : with_decimals(base, 2);
}

std::string ropes_in_words(const EngineReading& reading) {
  std::string text;
  for (const RopeReport& rope : reading.report->ropes) {
    if (rope.settings.layers) text += std::string(name(*rope.settings.layers)) + ": ";
    text += joined({"base ", base_in_words(rope.frequencies.base), ", ",
                    rope.settings.rotary_dim.value / 2, " pairs, cos and sin * ",
                    with_digits(rope.frequencies.attention_factor, 7), "; "});
  }
  if (reading.length) return text + joined({"texts up to ", *reading.length, " tokens"});
  return text + (reading.is_unlimited ? "texts of any length" : "length not given");
}

std::string title_of(Engine engine) {
  const EngineRelease release = release_of(engine);
  return joined({release.title, " (", release.version, ")"});
}

}  // namespace

ordered_json engines_as_json(const std::string& name, const std::vector<EngineReading>& readings) {
  ordered_json engines = ordered_json::array();
  for (const EngineReading& reading : readings) {
    const EngineRelease release = release_of(reading.engine);
    engines.push_back({{"engine", posenc::name(reading.engine)},
                       {"title", release.title},
                       {"version", release.version},
                       {"source", release.source},
                       {"answer", posenc::name(reading.answer)},
                       {"length", whole_or_null(reading.length)},
                       {"unlimited", reading.is_unlimited},
                       {"notes", to_json(reading.notes)},
                       {"ropes", ropes_of(reading)}});
  }
  return {{"name", name},
          {"engines", engines},
          {"groups", to_json(engine_groups(readings))},
          {"differences", to_json(engine_differences(readings))}};
}

std::string engines_as_text(const std::string& name, const std::vector<EngineReading>& readings) {
  if (readings.empty()) {
    return name + " does not rotate along a line of positions, so engines are not compared.\n";
  }
  std::string text = name + ", by engine\n";
  for (const EngineReading& reading : readings) {
    text += "\n" + title_of(reading.engine) + "\n  " +
            (reading.report ? ropes_in_words(reading) : answer_in_words(reading.answer)) + "\n";
    for (const EngineNote& note : reading.notes) {
      text += joined({"  - ", note.message, " (", posenc::name(note.code), ")\n"});
    }
  }
  const auto differences = engine_differences(readings);
  const auto computing =
      std::ranges::count(readings, EngineAnswer::computed, &EngineReading::answer);
  if (!differences.empty()) {
    text += "\nWhere they differ\n";
  } else if (computing > 1) {
    text += "\nAll that read the file turn positions alike.\n";
  }
  for (const auto& [first, second, found] : differences) {
    text += "\n" + std::string(release_of(first).title) + " against " +
            std::string(release_of(second).title) + "\n";
    for (const ModelDifference& one : found) text += "  " + difference_in_words(one);
  }
  return text;
}
